// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <arrow/scalar.h>

#include "hudi/predicate.h"

namespace hudi {

/// Value of a number as Spark types it: int, else bigint, else decimal; decimal for a fraction,
/// double for an exponent; suffixes L S Y F D BD. Null if it is out of its type's range.
std::shared_ptr<arrow::Scalar> NumberLiteral(std::string_view text, bool negative);

/// DATE '...', TIMESTAMP '...', TIMESTAMP_NTZ '...', X'...'. Null for other words and for text that
/// does not fit.
std::shared_ptr<arrow::Scalar> TypedLiteral(std::string_view word, std::string_view text);
/// Why it is null.
std::string BadTypedLiteral(std::string_view word, std::string_view text);

/// The literal as SQL that parses to an equal one.
std::string LiteralText(const arrow::Scalar& literal);

/// Digits of a numeric literal ("-1.5E10", "NaN", "Infinity"); nullopt for other types.
std::optional<std::string> NumberText(const arrow::Scalar& literal);

/// The outcome (kTrue, kFalse, kNull) of comparing two literals; nullopt if they do not compare.
std::optional<Predicate::Kind> CompareLiterals(Predicate::Kind comparison,
                                               const arrow::Scalar& left,
                                               const arrow::Scalar& right);

}  // namespace hudi
