// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <arrow/array.h>
#include <arrow/result.h>
#include <arrow/type.h>

#include "hudi/base/joda_format.h"
#include "hudi/base/time_zone.h"
#include "hudi/config/write_config.h"

namespace hudi {

/// Turns a column of times, given as numbers or texts, into the texts of the output date format
/// (options hoodie.keygen.timebased.*).
///
/// A null counts as one unit after 1970-01-01T00:00Z. An empty zone option is the zone that a text
/// names, else that of this process. Immutable.
class TimestampPartition {
 public:
  /// Errors: kInvalidConfig naming the key for a missing or malformed option, and for a column type
  /// that the configured timestamp type would misread.
  static arrow::Result<std::shared_ptr<const TimestampPartition>> Make(const KeyOptions& options,
                                                                       const std::string& field,
                                                                       const arrow::DataType& type);

  /// No nulls. Errors: kInvalidRow with field and row for a value that is no time.
  arrow::Result<std::shared_ptr<arrow::StringArray>> Texts(
      const std::shared_ptr<arrow::Array>& column, int64_t first_row) const;

 private:
  enum class Unit { kNanos, kMicros, kMillis, kSeconds, kMinutes, kHours, kDays };

  explicit TimestampPartition(JodaFormat output) : output_(std::move(output)) {}
  arrow::Status SetUnit(const KeyOptions& options);
  arrow::Status SetInputFormats(const KeyOptions& options);
  arrow::Status CheckColumnType(const KeyOptions& options, const arrow::DataType& type);
  arrow::Result<int64_t> ToMs(int64_t value) const;
  arrow::Result<std::string> TextOfNumber(int64_t value) const;
  arrow::Result<std::string> TextOfText(std::string_view value) const;
  template <typename Value>
  arrow::Result<std::shared_ptr<arrow::StringArray>> NumberTexts(const arrow::Array& column,
                                                                 int64_t first_row,
                                                                 Value&& value) const;
  arrow::Result<std::shared_ptr<arrow::StringArray>> StringTexts(const arrow::StringArray& column,
                                                                 int64_t first_row) const;

  std::string field_;
  JodaFormat output_;
  std::shared_ptr<const TimeZone> local_zone_;
  std::shared_ptr<const TimeZone> input_zone_;   // null: as the text says
  std::shared_ptr<const TimeZone> output_zone_;  // null: the zone of the input
  bool reads_texts_ = false;
  Unit unit_ = Unit::kSeconds;
  bool instants_ = false;  // a timestamp column read as such, whatever the unit
  JodaParser parser_;
  std::string default_text_;  // of a null
};

}  // namespace hudi
