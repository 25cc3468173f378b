// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/plan/partition_columns.h"

#include <algorithm>
#include <optional>

#include "hudi/base/calendar.h"
#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/schema/ddl.h"

namespace hudi {
namespace {

constexpr std::string_view kDefaultPartition = "__HIVE_DEFAULT_PARTITION__";
using ScalarPtr = std::shared_ptr<arrow::Scalar>;

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// "2024-02-29" and nothing looser, so that one value has one text.
std::optional<int32_t> ParseIsoDay(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  std::optional<int64_t> year = ParseInt64(text.substr(0, 4));
  std::optional<int64_t> month = ParseInt64(text.substr(5, 2));
  std::optional<int64_t> day = ParseInt64(text.substr(8, 2));
  if (!year || !month || !day || *year < 1 || *month < 1 || *month > 12 || *day < 1) {
    return std::nullopt;
  }
  if (*day > DaysInMonth(*year, static_cast<int>(*month))) return std::nullopt;
  return static_cast<int32_t>(
      DaysFromCivil(*year, static_cast<int>(*month), static_cast<int>(*day)));
}

// The value whose one text this is; null if the text is no value's, or the type has several texts
// for a value.
ScalarPtr ExactValue(std::string_view text, const std::shared_ptr<arrow::DataType>& type) {
  switch (type->id()) {
    case arrow::Type::STRING:
      return std::make_shared<arrow::StringScalar>(std::string(text));
    case arrow::Type::INT32:
    case arrow::Type::INT64: {
      std::optional<int64_t> value = ParseInt64(text);
      if (!value.has_value() || std::to_string(*value) != text) return nullptr;
      if (type->id() == arrow::Type::INT64) return std::make_shared<arrow::Int64Scalar>(*value);
      if (*value != static_cast<int32_t>(*value)) return nullptr;
      return std::make_shared<arrow::Int32Scalar>(static_cast<int32_t>(*value));
    }
    case arrow::Type::BOOL:
      if (text == "true" || text == "false") {
        return std::make_shared<arrow::BooleanScalar>(text == "true");
      }
      return nullptr;
    case arrow::Type::DATE32: {
      std::optional<int32_t> day = ParseIsoDay(text);
      return day.has_value() ? std::make_shared<arrow::Date32Scalar>(*day) : nullptr;
    }
    default:
      return nullptr;
  }
}

// The texts of the columns in a path; nullopt if it does not tell them apart.
std::optional<std::vector<std::string>> SplitPath(std::string_view path, size_t num_columns) {
  std::vector<std::string> fragments = SplitText(path, '/');
  if (fragments.size() == num_columns) return fragments;
  if (num_columns == 1) return std::vector<std::string>{std::string(path)};
  return std::nullopt;
}

}  // namespace

std::string UnescapePartitionText(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    int high = text[i] == '%' && i + 2 < text.size() ? HexDigit(text[i + 1]) : -1;
    int low = high >= 0 ? HexDigit(text[i + 2]) : -1;
    if (low < 0) {
      plain += text[i];
      continue;
    }
    plain += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return plain;
}

PartitionColumns::PartitionColumns(const TableConfig& config, const arrow::Schema& schema,
                                   const std::vector<std::string>& dropped, bool all_from_path)
    : hive_style_(config.hive_style()), url_encode_(config.url_encode()) {
  const std::vector<std::string> names = config.partition_fields();
  const std::vector<std::string> types = config.partition_types();
  const KeyGeneratorType generator = config.key_generator();
  for (size_t i = 0; i < names.size(); ++i) {
    Column column;
    column.name = names[i];
    column.field = schema.GetFieldByName(names[i]);
    column.must_come_from_path =
        all_from_path || std::find(dropped.begin(), dropped.end(), names[i]) != dropped.end();
    // A timestamp generator formats the value; a custom one says which columns it formats.
    column.path_is_exact = generator == KeyGeneratorType::kSimple ||
                           generator == KeyGeneratorType::kComplex ||
                           (generator == KeyGeneratorType::kCustom && i < types.size() &&
                            EqualsIgnoreCase(types[i], "simple"));
    columns_.push_back(std::move(column));
  }
}

arrow::Result<ScalarPtr> PartitionColumns::ValueOf(const Column& column,
                                                   std::string_view text) const {
  const std::shared_ptr<arrow::DataType>& type = column.field->type();
  if (text == kDefaultPartition) {
    if (!column.field->nullable() && !column.must_come_from_path) return nullptr;
    return arrow::MakeNullScalar(type);
  }
  std::string plain = url_encode_ ? UnescapePartitionText(text) : std::string(text);
  if (ScalarPtr value = ExactValue(plain, type)) return value;
  if (!column.must_come_from_path) return nullptr;
  arrow::Result<ScalarPtr> parsed = arrow::Scalar::Parse(type, plain);
  if (parsed.ok()) return *parsed;
  return Fail(ErrorCode::kUnsupported, column.name, "partition column '", column.name,
              "' is to come from the partition path, but '", plain, "' is no ",
              SparkTypeName(*type));
}

arrow::Result<PartitionValues> PartitionColumns::ValuesOf(std::string_view partition_path) const {
  PartitionValues values;
  if (columns_.empty()) return values;
  std::optional<std::vector<std::string>> texts = SplitPath(partition_path, columns_.size());
  for (size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = columns_[i];
    if (column.field == nullptr) continue;
    if (!texts.has_value()) {
      if (!column.must_come_from_path) continue;
      return Fail(ErrorCode::kUnsupported, column.name, "partition column '", column.name,
                  "' is to come from the partition path, but '", partition_path, "' has not ",
                  columns_.size(), " parts");
    }
    std::string_view text = (*texts)[i];
    const std::string prefix = column.name + "=";
    const bool has_prefix = text.starts_with(prefix);
    if (has_prefix && hive_style_) text.remove_prefix(prefix.size());
    if (!column.must_come_from_path) {
      // Several levels under one column may be a value with slashes or a date cut in pieces.
      const bool several_levels = text.find('/') != std::string_view::npos;
      if (!column.path_is_exact || has_prefix != hive_style_ || several_levels) continue;
    }
    ARROW_ASSIGN_OR_RAISE(ScalarPtr value, ValueOf(column, text));
    if (value != nullptr) values.emplace(column.name, std::move(value));
  }
  return values;
}

}  // namespace hudi
