// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <arrow/array.h>
#include <arrow/builder.h>
#include <arrow/io/interfaces.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/rows.h"

namespace hudi::cli {

/// Standard output as a stream; its errors (a full disk) are reported, not swallowed.
std::shared_ptr<arrow::io::OutputStream> StandardOutput();
arrow::Status Print(const std::string& text);

/// A file that appears under its name only once it is whole: written beside it, then renamed.
/// What was there before stays until then. Pipes and devices are written to as they are.
class WholeFile {
 public:
  static arrow::Result<std::unique_ptr<WholeFile>> Create(const std::string& path);
  /// Removes what was written so far, unless Commit() went well.
  ~WholeFile();

  arrow::io::OutputStream& stream() { return *stream_; }
  arrow::Status Commit();

 private:
  WholeFile() = default;

  std::string path_;
  std::string temporary_path_;
  std::shared_ptr<arrow::io::OutputStream> stream_;
  bool committed_ = false;  ///< nothing is left to rename or remove
};

/// "table", "json", "csv", "parquet" or "arrow".
RowOutputFormat OutputFormatOf(std::string_view name);

/// A small table under construction, column by column.
class ResultTable {
 public:
  /// Adds what `get` makes of each item: text, optional text, int64_t or bool.
  template <typename Items, typename Get>
  arrow::Status Add(const std::string& name, const Items& items, Get get) {
    using Value = std::decay_t<decltype(get(*items.begin()))>;
    if constexpr (std::is_same_v<Value, int64_t>) {
      return Fill<arrow::Int64Builder>(name, arrow::int64(), items, get);
    } else if constexpr (std::is_same_v<Value, bool>) {
      return Fill<arrow::BooleanBuilder>(name, arrow::boolean(), items, get);
    } else {
      return Fill<arrow::StringBuilder>(name, arrow::utf8(), items, get);
    }
  }

  arrow::Status Print(RowOutputFormat format) const;

 private:
  template <typename Builder, typename Items, typename Get>
  arrow::Status Fill(const std::string& name, std::shared_ptr<arrow::DataType> type,
                     const Items& items, Get get) {
    Builder builder;
    for (const auto& item : items) {
      auto value = get(item);
      if constexpr (std::is_same_v<decltype(value), std::optional<std::string>>) {
        ARROW_RETURN_NOT_OK(value ? builder.Append(*value) : builder.AppendNull());
      } else {
        ARROW_RETURN_NOT_OK(builder.Append(value));
      }
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> column, builder.Finish());
    num_rows_ = column->length();
    fields_.push_back(arrow::field(name, std::move(type)));
    columns_.push_back(std::move(column));
    return arrow::Status::OK();
  }

  arrow::FieldVector fields_;
  arrow::ArrayVector columns_;
  int64_t num_rows_ = 0;
};

/// "1.5 MB"; whole bytes below 1000.
std::string SizeText(int64_t bytes);

}  // namespace hudi::cli
