// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

#include "hudi/storage/storage.h"

namespace hudi {

/// A file that a writer was about to create or to append to.
struct Marker {
  std::string path;  ///< of the file, relative to the table's base path
  std::string type;  ///< "CREATE", "MERGE" or "APPEND"
};

/// The markers that a pending instant left in `.hoodie/.temp/<instant>`, whether every one is a
/// file of its own or a line in the files of Hudi's timeline server; nullopt if there is no such
/// directory. Errors: kCorruptFile for a line that is no marker.
arrow::Result<std::optional<std::vector<Marker>>> ListMarkers(const Storage& storage,
                                                              std::string_view instant);

}  // namespace hudi
