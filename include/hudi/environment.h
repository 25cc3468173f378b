// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hudi/export.h"

namespace hudi {

struct HUDI_EXPORT LibraryInfo {
  std::string name;
  std::string purpose;
  std::string built_with;  ///< version of its headers
  std::string running;     ///< version that is loaded, if it can be told; "" for headers only
  std::string path;        ///< of the shared library; "" if it is none
};

/// Something that was tried out.
struct HUDI_EXPORT EnvironmentCheck {
  std::string name;
  bool ok = false;
  /// Without it something that people use does not work at all.
  bool needed = false;
  std::string value;  ///< what was found: a path, a size, an error
  std::string note;   ///< what follows from it; may be empty
};

/// A part of Hudi that this build has, or why it has not.
struct HUDI_EXPORT FeatureInfo {
  std::string name;
  bool on = false;
  std::string note;
};

struct HUDI_EXPORT EnvironmentReport {
  std::string compiler;
  std::string build_type;  ///< "release", "debug", with sanitizers named
  std::vector<LibraryInfo> libraries;
  std::vector<EnvironmentCheck> checks;
  std::vector<FeatureInfo> features;
};

/// What this library was built with and what it finds on this machine. Writes nothing but a file
/// without a name in the temporary folder.
HUDI_EXPORT EnvironmentReport DescribeEnvironment();

/// Tries out on a folder what writers of tables need: exclusive creation, renaming over a file,
/// swapping two folders, locks, flushing, free space. Leaves nothing behind.
HUDI_EXPORT std::vector<EnvironmentCheck> CheckFolder(const std::string& path);

}  // namespace hudi
