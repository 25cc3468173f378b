// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <arrow/type.h>
#include <arrow/util/decimal.h>

namespace hudi::rows {

/// Why a text is not a value of some type. The hot path passes these around; sentences are made
/// only once something failed.
enum class TextProblem : uint8_t {
  kNone,
  kMalformed,    ///< not of the type's form at all
  kOutOfRange,   ///< of the right form, but more than the type holds
  kTooPrecise,   ///< more fraction digits than the type holds; nothing is ever rounded away
  kZoneUnknown,  ///< a time zone in a text for a type without one
};

// -- text to value. All take the whole text; none trims.

TextProblem ParseInteger(std::string_view text, int64_t min, int64_t max, int64_t* value);
/// Decimal notation, with or without exponent, and "NaN", "Infinity", "-Infinity".
TextProblem ParseDouble(std::string_view text, double* value);
TextProblem ParseFloat(std::string_view text, float* value);
/// Exact: trailing zeros may be dropped, other digits not.
TextProblem ParseDecimal(std::string_view text, int precision, int scale, arrow::Decimal128* value);
/// "true" or "false" in any case.
TextProblem ParseBoolean(std::string_view text, bool* value);
/// `yyyy-mm-dd`, days since 1970-01-01.
TextProblem ParseDate(std::string_view text, int32_t* days);
/// `yyyy-mm-dd`, or that with 'T' or ' ' and `hh:mm[:ss[.fraction]]`, then for an instant
/// (`with_zone`) also `Z` or an offset as `+hh[[:]mm]`; an instant without either is UTC.
TextProblem ParseTimestamp(std::string_view text, arrow::TimeUnit::type unit, bool with_zone,
                           int64_t* value);
/// Whether `text` is one number by JSON's grammar.
bool IsJsonNumber(std::string_view text);

/// Appends the bytes that standard, padded base64 stands for; false if it is not that.
bool AppendBase64Decoded(std::string_view text, std::string* bytes);

/// What a text of `type` looks like, e.g. "a whole number from -128 to 127".
std::string ExpectedText(const arrow::DataType& type);
/// The same with what `problem` adds to it.
std::string ExpectedText(const arrow::DataType& type, TextProblem problem);
/// `text` cut to a length that fits a message, control characters as \xNN.
std::string ShownText(std::string_view text);

// -- value to text, appended to `out`

void AppendInteger(int64_t value, std::string* out);
void AppendUnsigned(uint64_t value, std::string* out);
/// The shortest text that reads back equal; whole numbers keep ".0". Plain notation from 1e-4 up
/// to 1e16, else with exponent; "NaN", "Infinity", "-Infinity".
void AppendDouble(double value, std::string* out);
void AppendFloat(float value, std::string* out);
/// Plain notation with exactly `scale` fraction digits.
void AppendDecimal(const arrow::Decimal128& value, int scale, std::string* out);
void AppendDate(int64_t days, std::string* out);
/// `yyyy-mm-ddThh:mm:ss[.fraction][Z]`, the fraction without trailing zeros.
void AppendTimestamp(int64_t value, arrow::TimeUnit::type unit, bool with_zone, std::string* out);
/// `hh:mm:ss[.fraction]`.
void AppendTimeOfDay(int64_t value, arrow::TimeUnit::type unit, std::string* out);
void AppendBase64(std::string_view bytes, std::string* out);
/// With the quotes; only what JSON demands is escaped.
void AppendJsonString(std::string_view text, std::string* out);

}  // namespace hudi::rows
