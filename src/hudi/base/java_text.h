// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <arrow/array.h>
#include <arrow/result.h>
#include <arrow/type.h>
#include <arrow/util/decimal.h>

#include "hudi/base/time_zone.h"

namespace hudi {

// -- The texts that Java's toString gives, appended to `out`.

/// java.math.BigDecimal: "12.500", "-0.125", "1.2E-9".
void AppendJavaDecimal(const arrow::Decimal128& value, int32_t scale, std::string* out);
/// java.time.LocalDate: "2024-02-29", "+10000-01-01".
void AppendJavaDate(int64_t epoch_days, std::string* out);
/// java.sql.Timestamp in a zone: "2024-02-29 12:34:56.789", "1970-01-01 00:00:00.0". Days before
/// 1582-10-15 are named by the Julian calendar.
void AppendJavaTimestamp(int64_t epoch_ms, const TimeZone& zone, std::string* out);

/// Milliseconds of an arrow timestamp, cut towards zero as Java divides.
int64_t TimestampToMs(int64_t value, arrow::TimeUnit::type unit);

/// How instants (timestamps with a zone) become text. Timestamps without a zone are always numbers.
enum class InstantText {
  kNumber,     ///< the number that is stored: milliseconds for columns of that unit, else micros
  kTimestamp,  ///< as java.sql.Timestamp
};

/// The text of each value of a column, null for null. Strings come back as they are, without a copy
/// where possible; binary values must be UTF-8.
///
/// `zone` is used for kTimestamp and may else be null. Errors, all without a row: kUnsupported for
/// a nested type, kInvalidRow for bytes that are no text; `field` is the subject.
arrow::Result<std::shared_ptr<arrow::StringArray>> JavaTexts(
    const std::shared_ptr<arrow::Array>& column, std::string_view field, InstantText instants,
    const TimeZone* zone);

/// Whether JavaTexts knows the type.
bool HasJavaText(const arrow::DataType& type);

}  // namespace hudi
