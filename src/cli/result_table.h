// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <arrow/array.h>
#include <arrow/builder.h>
#include <arrow/result.h>

#include "cli/terminal.h"
#include "cli/text_table.h"
#include "hudi/rows.h"

namespace hudi::cli {

/// How people see the values of a column: JSON and CSV have them raw.
enum class Form {
  kPlain,  ///< numbers in groups of three digits
  kSize,   ///< bytes, such as "1.5 MB"
  kState,  ///< of an instant or a file, in its colour
};
Style StyleOfState(std::string_view state);

struct ResultColumn {
  std::string name;      ///< in JSON and CSV
  ColumnLook look = {};  ///< without a title: the name
  Form form = Form::kPlain;
};

/// A small table under construction, column by column.
class ResultTable {
 public:
  template <typename Items, typename Get>
  arrow::Status Add(const char* name, const Items& items, Get get) {
    return Add(ResultColumn{name}, items, get);
  }

  /// Adds what `get` makes of each item: text, optional text, int64_t or bool.
  template <typename Items, typename Get>
  arrow::Status Add(ResultColumn column, const Items& items, Get get) {
    using Value = std::decay_t<decltype(get(*items.begin()))>;
    if constexpr (std::is_same_v<Value, int64_t>) {
      return Fill<arrow::Int64Builder>(std::move(column), items, get);
    } else if constexpr (std::is_same_v<Value, bool>) {
      return Fill<arrow::BooleanBuilder>(std::move(column), items, get);
    } else {
      return Fill<arrow::StringBuilder>(std::move(column), items, get);
    }
  }

  arrow::Status Print(RowOutputFormat format) const;
  /// As kTable prints it.
  std::string Text(const Screen& screen, size_t indent = 0) const;

 private:
  template <typename Builder, typename Items, typename Get>
  arrow::Status Fill(ResultColumn shown, const Items& items, Get get) {
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
    shown_.push_back(std::move(shown));
    columns_.push_back(std::move(column));
    return arrow::Status::OK();
  }

  std::vector<ResultColumn> shown_;
  arrow::ArrayVector columns_;
  int64_t num_rows_ = 0;
};

}  // namespace hudi::cli
