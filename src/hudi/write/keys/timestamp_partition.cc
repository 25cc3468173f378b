// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/keys/timestamp_partition.h"

#include <array>
#include <cmath>
#include <regex>
#include <vector>

#include <arrow/builder.h>

#include "hudi/base/java_text.h"
#include "hudi/base/text.h"
#include "hudi/error.h"

namespace hudi {
namespace {

constexpr const char* kTypeKey = "hoodie.keygen.timebased.timestamp.type";
constexpr const char* kUnitKey = "hoodie.keygen.timebased.timestamp.scalar.time.unit";
constexpr const char* kInputFormatKey = "hoodie.keygen.timebased.input.dateformat";
constexpr const char* kDelimiterKey =
    "hoodie.keygen.timebased.input.dateformat.list.delimiter.regex";
constexpr const char* kOutputFormatKey = "hoodie.keygen.timebased.output.dateformat";
constexpr const char* kInputZoneKey = "hoodie.keygen.timebased.input.timezone";
constexpr const char* kOutputZoneKey = "hoodie.keygen.timebased.output.timezone";

arrow::Status BadOption(const char* key, std::string_view value, std::string_view rule) {
  return Fail(ErrorCode::kInvalidConfig, key, "config '", key, "' = '", value, "': ", rule);
}

/// Splits as Java's String.split does: by a regular expression, without trailing empty parts.
arrow::Result<std::vector<std::string>> SplitFormats(const std::string& formats,
                                                     const std::string& delimiter) {
  std::vector<std::string> parts;
  try {
    const std::regex expression(delimiter);
    for (std::sregex_token_iterator part(formats.begin(), formats.end(), expression, -1), end;
         part != end; ++part) {
      parts.emplace_back(TrimWhitespace(part->str()));
    }
  } catch (const std::regex_error&) {
    return BadOption(kDelimiterKey, delimiter, "expected a regular expression");
  }
  while (!parts.empty() && parts.back().empty()) parts.pop_back();
  return parts;
}

arrow::Result<std::shared_ptr<const TimeZone>> ZoneOption(const char* key, std::string_view name) {
  name = TrimWhitespace(name);
  if (name.empty()) return nullptr;
  arrow::Result<std::shared_ptr<const TimeZone>> zone = TimeZone::Find(name);
  if (!zone.ok()) return BadOption(key, name, zone.status().message());
  return zone;
}

arrow::Result<JodaFormat> FormatOption(const char* key, std::string_view pattern) {
  arrow::Result<JodaFormat> format = JodaFormat::Compile(pattern);
  if (!format.ok()) return BadOption(key, pattern, format.status().message());
  return format;
}

bool IsText(arrow::Type::type id) {
  return id == arrow::Type::STRING || id == arrow::Type::LARGE_STRING ||
         id == arrow::Type::STRING_VIEW || id == arrow::Type::DICTIONARY;
}

/// Small map from the values seen last to their texts; partition columns repeat.
class TextCache {
 public:
  /// The entry of `value`; `*found` tells whether its text is set.
  std::string* Find(int64_t value, bool* found) {
    Entry& entry = entries_[static_cast<uint64_t>(value) * 0x9E3779B97F4A7C15U >> 56];
    *found = entry.used && entry.value == value;
    entry.value = value;
    entry.used = true;
    return &entry.text;
  }

 private:
  struct Entry {
    int64_t value = 0;
    bool used = false;
    std::string text;
  };
  std::array<Entry, 256> entries_;
};

}  // namespace

arrow::Result<std::shared_ptr<const TimestampPartition>> TimestampPartition::Make(
    const KeyOptions& options, const std::string& field, const arrow::DataType& type) {
  if (options.output_date_format.empty()) {
    return Fail(ErrorCode::kInvalidConfig, kOutputFormatKey, "config '", kOutputFormatKey,
                "' is missing: partition field '", field,
                "' holds times and needs a date pattern such as 'yyyy/MM/dd'");
  }
  ARROW_ASSIGN_OR_RAISE(JodaFormat output,
                        FormatOption(kOutputFormatKey, options.output_date_format));
  std::shared_ptr<TimestampPartition> made(new TimestampPartition(std::move(output)));
  made->field_ = field;
  ARROW_ASSIGN_OR_RAISE(made->input_zone_, ZoneOption(kInputZoneKey, options.input_timezone));
  ARROW_ASSIGN_OR_RAISE(made->output_zone_, ZoneOption(kOutputZoneKey, options.output_timezone));
  if (made->input_zone_ == nullptr || made->output_zone_ == nullptr) {
    ARROW_ASSIGN_OR_RAISE(made->local_zone_, TimeZone::Local());
  }
  ARROW_RETURN_NOT_OK(made->SetUnit(options));
  ARROW_RETURN_NOT_OK(made->CheckColumnType(options, type));
  if (made->reads_texts_) {
    ARROW_RETURN_NOT_OK(made->SetInputFormats(options));
  } else {
    ARROW_ASSIGN_OR_RAISE(made->default_text_, made->TextOfNumber(1));
  }
  return made;
}

arrow::Status TimestampPartition::SetUnit(const KeyOptions& options) {
  const std::string& type = options.timestamp_type;
  if (type.empty()) {
    return Fail(ErrorCode::kInvalidConfig, kTypeKey, "config '", kTypeKey,
                "' is missing: partition field '", field_,
                "' holds times; expected UNIX_TIMESTAMP, EPOCHMILLISECONDS, EPOCHMICROSECONDS, "
                "SCALAR, DATE_STRING or MIXED");
  }
  if (type == "DATE_STRING" || type == "MIXED") {
    reads_texts_ = true;
  } else if (type == "UNIX_TIMESTAMP") {
    unit_ = Unit::kSeconds;
  } else if (type == "EPOCHMILLISECONDS") {
    unit_ = Unit::kMillis;
  } else if (type == "EPOCHMICROSECONDS") {
    unit_ = Unit::kMicros;
  } else if (type == "SCALAR") {
    constexpr std::array<std::string_view, 7> kNames = {
        "NANOSECONDS", "MICROSECONDS", "MILLISECONDS", "SECONDS", "MINUTES", "HOURS", "DAYS"};
    const std::string name = ToUpperAscii(options.scalar_time_unit);
    size_t i = 0;
    while (i < kNames.size() && kNames[i] != name) ++i;
    if (i == kNames.size()) {
      return BadOption(kUnitKey, options.scalar_time_unit,
                       "expected NANOSECONDS, MICROSECONDS, MILLISECONDS, SECONDS, MINUTES, HOURS "
                       "or DAYS");
    }
    unit_ = static_cast<Unit>(i);
  } else {
    return BadOption(kTypeKey, type,
                     "expected UNIX_TIMESTAMP, EPOCHMILLISECONDS, EPOCHMICROSECONDS, SCALAR, "
                     "DATE_STRING or MIXED");
  }
  return arrow::Status::OK();
}

// A type that the reference would take for a number of the wrong unit is refused: all rows would
// land in partitions of a meaningless time.
arrow::Status TimestampPartition::CheckColumnType(const KeyOptions& options,
                                                  const arrow::DataType& type) {
  const auto refuse = [&](std::string_view expected) {
    return Fail(ErrorCode::kInvalidConfig, kTypeKey, "config '", kTypeKey, "' = '",
                options.timestamp_type, "' does not fit partition field '", field_, "' of type ",
                type.ToString(), ": expected ", expected);
  };
  if (type.id() == arrow::Type::TIMESTAMP) {
    const auto& timestamp = static_cast<const arrow::TimestampType&>(type);
    if (options.consistent_logical_timestamp && !timestamp.timezone().empty()) {
      instants_ = true;
      reads_texts_ = false;
      return arrow::Status::OK();
    }
    const bool millis = timestamp.unit() == arrow::TimeUnit::MILLI;
    if (reads_texts_ || unit_ != (millis ? Unit::kMillis : Unit::kMicros)) {
      return refuse(millis ? "EPOCHMILLISECONDS" : "EPOCHMICROSECONDS");
    }
    return arrow::Status::OK();
  }
  if (IsText(type.id())) {
    return reads_texts_ ? arrow::Status::OK()
                        : refuse("DATE_STRING for a text column, or a column of numbers");
  }
  if (reads_texts_) return refuse("a text column, or the type that says what the numbers count");
  if (type.id() == arrow::Type::DATE32) {
    return unit_ == Unit::kDays ? arrow::Status::OK()
                                : refuse(
                                      "SCALAR with hoodie.keygen.timebased.timestamp.scalar."
                                      "time.unit = DAYS for a date column");
  }
  switch (type.id()) {
    case arrow::Type::INT8:
    case arrow::Type::INT16:
    case arrow::Type::INT32:
    case arrow::Type::INT64:
    case arrow::Type::UINT8:
    case arrow::Type::UINT16:
    case arrow::Type::UINT32:
    case arrow::Type::FLOAT:
    case arrow::Type::DOUBLE:
    case arrow::Type::DECIMAL128:
    case arrow::Type::NA:
      return arrow::Status::OK();
    default:
      return refuse("a column of numbers, texts, dates or timestamps");
  }
}

arrow::Status TimestampPartition::SetInputFormats(const KeyOptions& options) {
  if (options.input_date_formats.empty()) {
    return Fail(ErrorCode::kInvalidConfig, kInputFormatKey, "config '", kInputFormatKey,
                "' is missing: timestamp type '", options.timestamp_type, "' reads field '", field_,
                "' by a date pattern such as 'yyyy-MM-dd'");
  }
  std::string delimiter(TrimWhitespace(options.input_date_format_delimiter));
  if (delimiter.empty()) delimiter = ",";
  ARROW_ASSIGN_OR_RAISE(std::vector<std::string> patterns,
                        SplitFormats(options.input_date_formats, delimiter));
  std::vector<JodaFormat> formats;
  for (const std::string& pattern : patterns) {
    ARROW_ASSIGN_OR_RAISE(JodaFormat format, FormatOption(kInputFormatKey, pattern));
    formats.push_back(std::move(format));
  }
  if (formats.empty()) {
    return BadOption(kInputFormatKey, options.input_date_formats, "expected a date pattern");
  }
  // A null is written by the first format and read back, so it keeps what that format keeps.
  const TimeZone& zone = input_zone_ != nullptr    ? *input_zone_
                         : output_zone_ != nullptr ? *output_zone_
                                                   : *TimeZone::Utc();
  std::string null_text;
  formats[0].Append(1, zone, &null_text);
  arrow::Result<JodaParser> parser = JodaParser::Make(std::move(formats));
  if (!parser.ok()) {
    return BadOption(kInputFormatKey, options.input_date_formats, parser.status().message());
  }
  parser_ = std::move(*parser);
  arrow::Result<std::string> text = TextOfText(null_text);
  if (!text.ok()) {
    return BadOption(kInputFormatKey, options.input_date_formats,
                     "the first pattern does not read what it prints: " + text.status().message());
  }
  default_text_ = std::move(*text);
  return arrow::Status::OK();
}

arrow::Result<int64_t> TimestampPartition::ToMs(int64_t value) const {
  constexpr std::array<int64_t, 7> kDivisors = {1000000, 1000, 1, 1, 1, 1, 1};
  constexpr std::array<int64_t, 7> kFactors = {1, 1, 1, 1000, 60000, 3600000, 86400000};
  if (instants_) return value;
  int64_t ms = 0;
  if (__builtin_mul_overflow(value / kDivisors[static_cast<size_t>(unit_)],
                             kFactors[static_cast<size_t>(unit_)], &ms)) {
    return arrow::Status::Invalid("is out of the range of times");
  }
  return ms;
}

arrow::Result<std::string> TimestampPartition::TextOfNumber(int64_t value) const {
  ARROW_ASSIGN_OR_RAISE(const int64_t ms, ToMs(value));
  std::string text;
  output_.Append(ms, output_zone_ != nullptr ? *output_zone_ : *local_zone_, &text);
  return text;
}

arrow::Result<std::string> TimestampPartition::TextOfText(std::string_view value) const {
  const TimeZone& input_zone = input_zone_ != nullptr ? *input_zone_ : *local_zone_;
  ARROW_ASSIGN_OR_RAISE(const JodaInstant instant, parser_.Parse(value, input_zone));
  const TimeZone* zone = output_zone_.get();
  if (zone == nullptr) {
    zone = input_zone_ == nullptr && instant.zone != nullptr ? instant.zone.get() : &input_zone;
  }
  std::string text;
  output_.Append(instant.epoch_ms, *zone, &text);
  return text;
}

template <typename Value>
arrow::Result<std::shared_ptr<arrow::StringArray>> TimestampPartition::NumberTexts(
    const arrow::Array& column, int64_t first_row, Value&& value_of) const {
  arrow::StringBuilder builder;
  ARROW_RETURN_NOT_OK(builder.Reserve(column.length()));
  TextCache cache;
  const auto fail = [&](int64_t row, std::string_view problem) {
    return Fail(ErrorCode::kInvalidRow, field_, "row ", first_row + row + 1, ": partition field '",
                field_, "' ", problem);
  };
  for (int64_t row = 0; row < column.length(); ++row) {
    const std::string* text = &default_text_;
    if (!column.IsNull(row)) {
      const std::optional<int64_t> value = value_of(row);
      if (!value.has_value()) return fail(row, "is no whole number of 64 bits");
      bool found = false;
      std::string* cached = cache.Find(*value, &found);
      if (!found) {
        arrow::Result<std::string> made = TextOfNumber(*value);
        if (!made.ok()) return fail(row, std::to_string(*value) + " " + made.status().message());
        *cached = std::move(*made);
      }
      text = cached;
    }
    ARROW_RETURN_NOT_OK(builder.ReserveData(static_cast<int64_t>(text->size())));
    builder.UnsafeAppend(*text);
  }
  std::shared_ptr<arrow::StringArray> texts;
  ARROW_RETURN_NOT_OK(builder.Finish(&texts));
  return texts;
}

arrow::Result<std::shared_ptr<arrow::StringArray>> TimestampPartition::StringTexts(
    const arrow::StringArray& column, int64_t first_row) const {
  arrow::StringBuilder builder;
  ARROW_RETURN_NOT_OK(builder.Reserve(column.length()));
  std::string_view last;
  std::string last_text;
  bool any = false;
  for (int64_t row = 0; row < column.length(); ++row) {
    const std::string* text = &default_text_;
    if (!column.IsNull(row)) {
      const std::string_view value = column.GetView(row);
      if (!any || value != last) {
        arrow::Result<std::string> made = TextOfText(value);
        if (!made.ok()) {
          return Fail(ErrorCode::kInvalidRow, field_, "row ", first_row + row + 1,
                      ": partition field '", field_, "' is no time: ", made.status().message());
        }
        last = value;
        last_text = std::move(*made);
        any = true;
      }
      text = &last_text;
    }
    ARROW_RETURN_NOT_OK(builder.ReserveData(static_cast<int64_t>(text->size())));
    builder.UnsafeAppend(*text);
  }
  std::shared_ptr<arrow::StringArray> texts;
  ARROW_RETURN_NOT_OK(builder.Finish(&texts));
  return texts;
}

arrow::Result<std::shared_ptr<arrow::StringArray>> TimestampPartition::Texts(
    const std::shared_ptr<arrow::Array>& column, int64_t first_row) const {
  const auto integers = [&](auto* typed) {
    return NumberTexts(*column, first_row, [typed](int64_t row) {
      return std::optional<int64_t>(static_cast<int64_t>(typed->Value(row)));
    });
  };
  const auto reals = [&](auto* typed) {
    return NumberTexts(*column, first_row, [typed](int64_t row) -> std::optional<int64_t> {
      const double value = std::trunc(static_cast<double>(typed->Value(row)));
      if (!(value >= -0x1p63 && value < 0x1p63)) return std::nullopt;
      return static_cast<int64_t>(value);
    });
  };
  const arrow::Array* array = column.get();
  switch (column->type_id()) {
    case arrow::Type::INT8:
      return integers(static_cast<const arrow::Int8Array*>(array));
    case arrow::Type::INT16:
      return integers(static_cast<const arrow::Int16Array*>(array));
    case arrow::Type::INT32:
      return integers(static_cast<const arrow::Int32Array*>(array));
    case arrow::Type::INT64:
      return integers(static_cast<const arrow::Int64Array*>(array));
    case arrow::Type::UINT8:
      return integers(static_cast<const arrow::UInt8Array*>(array));
    case arrow::Type::UINT16:
      return integers(static_cast<const arrow::UInt16Array*>(array));
    case arrow::Type::UINT32:
      return integers(static_cast<const arrow::UInt32Array*>(array));
    case arrow::Type::DATE32:
      return integers(static_cast<const arrow::Date32Array*>(array));
    case arrow::Type::FLOAT:
      return reals(static_cast<const arrow::FloatArray*>(array));
    case arrow::Type::DOUBLE:
      return reals(static_cast<const arrow::DoubleArray*>(array));
    case arrow::Type::TIMESTAMP: {
      const auto* typed = static_cast<const arrow::TimestampArray*>(array);
      if (!instants_) return integers(typed);
      const arrow::TimeUnit::type unit =
          static_cast<const arrow::TimestampType&>(*column->type()).unit();
      return NumberTexts(*column, first_row, [typed, unit](int64_t row) {
        return std::optional<int64_t>(TimestampToMs(typed->Value(row), unit));
      });
    }
    case arrow::Type::DECIMAL128: {
      const auto* typed = static_cast<const arrow::Decimal128Array*>(array);
      const int32_t scale = static_cast<const arrow::Decimal128Type&>(*column->type()).scale();
      return NumberTexts(*column, first_row, [typed, scale](int64_t row) -> std::optional<int64_t> {
        arrow::Decimal128 value(typed->Value(row));
        value = arrow::Decimal128(value.ReduceScaleBy(scale, /*round=*/false));
        arrow::Result<int64_t> whole = value.ToInteger<int64_t>();
        return whole.ok() ? std::optional<int64_t>(*whole) : std::nullopt;
      });
    }
    case arrow::Type::NA:
      return NumberTexts(*column, first_row, [](int64_t) { return std::optional<int64_t>(1); });
    default: {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::StringArray> texts,
                            JavaTexts(column, field_, InstantText::kNumber, nullptr));
      return StringTexts(*texts, first_row);
    }
  }
}

}  // namespace hudi
