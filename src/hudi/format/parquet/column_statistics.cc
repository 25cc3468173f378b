// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/column_statistics.h"

#include <cmath>
#include <utility>

#include <arrow/array/util.h>
#include <arrow/compute/api_scalar.h>
#include <arrow/scalar.h>
#include <parquet/arrow/reader.h>
#include <parquet/statistics.h>

#include "hudi/format/parquet/normalised_types.h"

namespace hudi {
namespace {

using ScalarPtr = std::shared_ptr<arrow::Scalar>;

bool HasUsableOrder(const arrow::DataType& type) {
  switch (type.id()) {
    case arrow::Type::BOOL:
    case arrow::Type::INT8:
    case arrow::Type::INT16:
    case arrow::Type::INT32:
    case arrow::Type::INT64:
    case arrow::Type::UINT8:
    case arrow::Type::UINT16:
    case arrow::Type::UINT32:
    case arrow::Type::UINT64:
    case arrow::Type::FLOAT:
    case arrow::Type::DOUBLE:
    case arrow::Type::DATE32:
    case arrow::Type::TIMESTAMP:
    case arrow::Type::DECIMAL128:
    case arrow::Type::STRING:
    case arrow::Type::BINARY:
      return true;
    default:
      return false;
  }
}

bool IsNaN(const arrow::Scalar& scalar) {
  if (scalar.type->id() == arrow::Type::FLOAT) {
    return std::isnan(static_cast<const arrow::FloatScalar&>(scalar).value);
  }
  if (scalar.type->id() == arrow::Type::DOUBLE) {
    return std::isnan(static_cast<const arrow::DoubleScalar&>(scalar).value);
  }
  return false;
}

arrow::Result<ScalarPtr> Normalised(const ScalarPtr& scalar,
                                    const std::shared_ptr<arrow::DataType>& type) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> one, arrow::MakeArrayFromScalar(*scalar, 1));
  ARROW_ASSIGN_OR_RAISE(one, NormaliseArray(one, type));
  return one->GetScalar(0);
}

bool InOrder(const ScalarPtr& min, const ScalarPtr& max) {
  arrow::Result<arrow::Datum> ordered = arrow::compute::CallFunction("less_equal", {min, max});
  return ordered.ok() && ordered->scalar()->is_valid &&
         ordered->scalar_as<arrow::BooleanScalar>().value;
}

void ReadBounds(const parquet::Statistics& statistics, const std::shared_ptr<arrow::DataType>& type,
                ColumnStatistics* result) {
  if (!statistics.HasMinMax() || !HasUsableOrder(*type)) return;
  if (statistics.physical_type() == parquet::Type::INT96) return;
  ScalarPtr min;
  ScalarPtr max;
  if (!parquet::arrow::StatisticsAsScalars(statistics, &min, &max).ok()) return;
  if (IsNaN(*min) || IsNaN(*max)) return;
  arrow::Result<ScalarPtr> normal_min = Normalised(min, type);
  arrow::Result<ScalarPtr> normal_max = Normalised(max, type);
  if (!normal_min.ok() || !normal_max.ok() || !InOrder(*normal_min, *normal_max)) return;
  result->min = *normal_min;
  result->max = *normal_max;
}

}  // namespace

std::optional<ColumnStatistics> ReadStatistics(const parquet::ColumnChunkMetaData& chunk,
                                               int64_t num_rows,
                                               const std::shared_ptr<arrow::DataType>& type) {
  if (!chunk.is_stats_set()) return std::nullopt;
  std::shared_ptr<parquet::Statistics> statistics = chunk.statistics();
  if (statistics == nullptr) return std::nullopt;
  ColumnStatistics result;
  result.num_rows = num_rows;
  if (statistics->HasNullCount() && statistics->null_count() >= 0 &&
      statistics->null_count() <= num_rows) {
    result.null_count = statistics->null_count();
  }
  ReadBounds(*statistics, type, &result);
  if (result.min == nullptr && !result.null_count.has_value()) return std::nullopt;
  return result;
}

}  // namespace hudi
