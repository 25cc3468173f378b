// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <arrow/builder.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/type.h>

#include "hudi/format/rows/value_text.h"

namespace hudi::rows {

enum class ValueKind : uint8_t {
  kNull,
  kBoolean,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kFloat,
  kDouble,
  kDecimal,
  kString,
  kBinary,
  kFixedBinary,
  kDate,
  kTimestamp,
  kList,
  kMap,
  kStruct,
};

/// One column under construction, or one level inside a nested column: an Arrow builder together
/// with what is needed to read texts for it. Plain data, so that row loops switch on `kind` instead
/// of making virtual calls.
struct Column {
  ValueKind kind = ValueKind::kNull;
  bool nullable = true;
  bool with_zone = false;  ///< timestamp: an instant
  arrow::TimeUnit::type unit = arrow::TimeUnit::MICRO;
  int precision = 0;
  int scale = 0;
  int64_t min = 0;  ///< integers: the type's range
  int64_t max = 0;
  int32_t byte_width = 0;
  std::string name;
  bool plain_name = true;  ///< stands in JSON as it is, without escapes
  std::string path;        ///< for messages: "address.street", "tags.element"
  std::shared_ptr<arrow::DataType> type;
  arrow::ArrayBuilder* builder = nullptr;
  /// List: the element; map: key and value; struct: its fields.
  std::vector<Column> children;
  /// Struct: name to child.
  std::unordered_map<std::string_view, int> child_of_name;
  /// Struct: per child, the number of the object that last set it; tells absent keys and double
  /// ones.
  std::vector<int64_t> set_in_object;
  int64_t object_number = 0;
  std::string scratch;

  /// The child called `key`, -1 if there is none.
  int FindChild(std::string_view key) const {
    auto found = child_of_name.find(key);
    return found == child_of_name.end() ? -1 : found->second;
  }
};

/// Appends the value that `text` stands for; `*problem` says why it did not. Only for kinds that
/// are not nested. Errors: out of memory.
arrow::Status AppendText(Column& column, std::string_view text, TextProblem* problem);
/// Appends an integer that is within the column's range.
arrow::Status AppendInteger(Column& column, int64_t value);
/// Appends null whatever `nullable` says; the caller looks at that.
arrow::Status AppendNull(Column& column);

/// Columns under construction for one schema.
class BatchBuilder {
 public:
  /// Errors: kUnsupported naming a column whose type has no text form.
  static arrow::Result<std::unique_ptr<BatchBuilder>> Make(std::shared_ptr<arrow::Schema> schema);

  /// A struct without builder; its children are the columns.
  Column& root() { return root_; }
  const std::shared_ptr<arrow::Schema>& schema() const { return schema_; }
  arrow::Status Reserve(int64_t num_rows);
  /// The rows so far; the builder starts anew.
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> Finish(int64_t num_rows);

 private:
  std::shared_ptr<arrow::Schema> schema_;
  std::vector<std::unique_ptr<arrow::ArrayBuilder>> builders_;
  Column root_;
};

/// A refused row. Subject: the file.
arrow::Status RowError(const std::string& file, int64_t line, int64_t column_number,
                       const std::string& message);

/// ": did you mean 'x'?" for the nearest of the struct's names, else the names there are.
std::string NearestName(const Column& parent, std::string_view key);

}  // namespace hudi::rows
