// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <arrow/result.h>

namespace hudi::cli {

/// How far a reader of changes is: one line of JSON, {"table":"orders","checkpoint":"2026..."}.
class StateFile {
 public:
  /// Reads the file, if it is there. Errors: kInvalidArgument for a file that is no state;
  /// kStorage.
  static arrow::Result<std::unique_ptr<StateFile>> Open(std::string path);

  /// Says whose changes it is about. Errors: kInvalidArgument for the state of another table.
  arrow::Status BelongTo(const std::string& table_name);

  /// Empty if there was no file.
  const std::string& checkpoint() const { return checkpoint_; }
  /// Replaces the file, as a whole and durably; a checkpoint that stands there already is kept.
  arrow::Status Save(const std::string& checkpoint);

 private:
  std::string path_;
  std::string table_name_;
  std::string checkpoint_;
};

}  // namespace hudi::cli
