// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <arrow/array.h>
#include <arrow/result.h>
#include <arrow/type.h>

namespace hudi {

/// Which conversions are allowed, and how failures are reported.
enum class ConversionRules {
  kIncoming,  ///< rows to be written: kInvalidRow
  kStored,    ///< rows of a base file under an older schema: kCorruptFile
};

/// Where the values stand.
struct ConversionSite {
  ConversionRules rules;
  std::string path;  ///< the column, nested ones as a.b
};

/// A value that cannot be used; `row` counts from 0.
arrow::Status BadValue(const ConversionSite& site, int64_t row, std::string_view problem);
/// Two types that no conversion joins.
arrow::Status NoConversion(const ConversionSite& site, const arrow::DataType& from,
                           const arrow::DataType& to);

/// The values of a leaf column (no nested type, no dictionary) as `target`. Nulls stay nulls.
/// Errors: BadValue for the first value that does not fit, NoConversion.
arrow::Result<std::shared_ptr<arrow::Array>> ConvertLeaf(
    const std::shared_ptr<arrow::Array>& array, const std::shared_ptr<arrow::DataType>& target,
    const ConversionSite& site);

}  // namespace hudi
