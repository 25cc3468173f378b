// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/delete_rows.h"

#include <utility>

#include <arrow/array/array_nested.h>
#include <arrow/array/builder_base.h>
#include <arrow/array/builder_binary.h>
#include <arrow/array/util.h>
#include <arrow/scalar.h>

#include "hudi/base/nested_column.h"
#include "hudi/error.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

using Kind = log::DeleteOrdering::Kind;

// DecimalWrapper's scale.
constexpr int32_t kDecimalScale = 15;

std::shared_ptr<arrow::Scalar> DecimalAs(const log::DeleteOrdering& value,
                                         const std::shared_ptr<arrow::DataType>& type) {
  const auto& decimal_type = static_cast<const arrow::Decimal128Type&>(*type);
  auto unscaled =
      arrow::Decimal128::FromBigEndian(reinterpret_cast<const uint8_t*>(value.bytes.data()),
                                       static_cast<int32_t>(value.bytes.size()));
  if (!unscaled.ok()) return nullptr;
  arrow::Result<arrow::Decimal128> scaled = unscaled->Rescale(kDecimalScale, decimal_type.scale());
  if (!scaled.ok() || !scaled->FitsInPrecision(decimal_type.precision())) return nullptr;
  return std::make_shared<arrow::Decimal128Scalar>(*scaled, type);
}

std::shared_ptr<arrow::Scalar> TimestampAs(const log::DeleteOrdering& value,
                                           const std::shared_ptr<arrow::DataType>& type) {
  const auto& timestamp = static_cast<const arrow::TimestampType&>(*type);
  int64_t number = value.number;
  // A long is in the column's own unit.
  if (value.kind == Kind::kTimestampMicros && timestamp.unit() == arrow::TimeUnit::MILLI) {
    number /= 1000;
  }
  return std::make_shared<arrow::TimestampScalar>(number, type);
}

bool IsDays(Kind kind) { return kind == Kind::kDate || kind == Kind::kLocalDate; }

/// A place in a schema and the values that go there.
struct PlacedValues {
  std::vector<int> path;
  std::shared_ptr<arrow::Array> values;
};

/// A column that holds those of `placed` whose paths lead into it (from `level` on), nulls
/// elsewhere.
arrow::Result<std::shared_ptr<arrow::Array>> ColumnWith(
    const std::vector<PlacedValues>& placed, size_t level,
    const std::shared_ptr<arrow::DataType>& type, int64_t num_rows) {
  if (placed.empty()) return arrow::MakeArrayOfNull(type, num_rows);
  if (placed.front().path.size() == level) return placed.front().values;
  arrow::ArrayVector children;
  for (int i = 0; i < type->num_fields(); ++i) {
    std::vector<PlacedValues> inside;
    for (const PlacedValues& one : placed) {
      if (one.path[level] == i) inside.push_back(one);
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> child,
                          ColumnWith(inside, level + 1, type->field(i)->type(), num_rows));
    children.push_back(std::move(child));
  }
  return std::make_shared<arrow::StructArray>(type, num_rows, std::move(children));
}

}  // namespace

std::shared_ptr<arrow::Scalar> DeleteOrderingAs(const log::DeleteOrdering& value,
                                                const std::shared_ptr<arrow::DataType>& type) {
  switch (type->id()) {
    case arrow::Type::BOOL:
      if (value.kind != Kind::kBoolean) return nullptr;
      return std::make_shared<arrow::BooleanScalar>(value.number != 0);
    case arrow::Type::INT32:
      if (value.kind != Kind::kInt) return nullptr;
      return std::make_shared<arrow::Int32Scalar>(static_cast<int32_t>(value.number));
    case arrow::Type::INT64:
      if (value.kind != Kind::kLong) return nullptr;
      return std::make_shared<arrow::Int64Scalar>(value.number);
    case arrow::Type::FLOAT:
      if (value.kind != Kind::kFloat) return nullptr;
      return std::make_shared<arrow::FloatScalar>(static_cast<float>(value.real));
    case arrow::Type::DOUBLE:
      if (value.kind != Kind::kDouble) return nullptr;
      return std::make_shared<arrow::DoubleScalar>(value.real);
    case arrow::Type::STRING:
      if (value.kind != Kind::kText) return nullptr;
      return std::make_shared<arrow::StringScalar>(value.bytes);
    case arrow::Type::BINARY:
      if (value.kind != Kind::kBytes) return nullptr;
      return std::make_shared<arrow::BinaryScalar>(value.bytes);
    case arrow::Type::DATE32:
      if (!IsDays(value.kind)) return nullptr;
      return std::make_shared<arrow::Date32Scalar>(static_cast<int32_t>(value.number));
    case arrow::Type::DECIMAL128:
      return value.kind == Kind::kDecimal ? DecimalAs(value, type) : nullptr;
    case arrow::Type::TIMESTAMP:
      return value.kind == Kind::kTimestampMicros || value.kind == Kind::kLong
                 ? TimestampAs(value, type)
                 : nullptr;
    default:
      return nullptr;
  }
}

arrow::Result<DeleteRows> MakeDeleteRows(const std::vector<log::DeleteRecord>& records,
                                         const std::shared_ptr<arrow::Schema>& schema,
                                         const std::vector<std::string>& ordering_fields) {
  arrow::StringBuilder keys;
  std::vector<ColumnPath> paths;
  std::vector<std::unique_ptr<arrow::ArrayBuilder>> values;
  for (const std::string& name : ordering_fields) {
    ARROW_ASSIGN_OR_RAISE(ColumnPath path, FindColumn(*schema, name, "ordering field"));
    values.emplace_back();
    ARROW_RETURN_NOT_OK(
        arrow::MakeBuilder(arrow::default_memory_pool(), path.type, &values.back()));
    paths.push_back(std::move(path));
  }
  DeleteRows result;
  for (const log::DeleteRecord& record : records) {
    if (!record.record_key) continue;
    ARROW_RETURN_NOT_OK(keys.Append(*record.record_key));
    std::vector<log::DeleteOrdering> parts = {record.ordering};
    if (record.ordering.kind == Kind::kSeveral) parts = record.ordering.several;
    bool always = record.ordering.is_always() || parts.size() != values.size();
    std::vector<std::shared_ptr<arrow::Scalar>> scalars;
    for (size_t i = 0; i < values.size() && !always; ++i) {
      scalars.push_back(DeleteOrderingAs(parts[i], paths[i].type));
      always = scalars.back() == nullptr;
    }
    for (size_t i = 0; i < values.size(); ++i) {
      ARROW_RETURN_NOT_OK(always ? values[i]->AppendNull() : values[i]->AppendScalar(*scalars[i]));
    }
    result.always.push_back(always);
  }
  auto num_rows = static_cast<int64_t>(result.always.size());
  std::vector<PlacedValues> placed(1);
  placed[0].path = {schema->GetFieldIndex(std::string(kRecordKey))};
  ARROW_ASSIGN_OR_RAISE(placed[0].values, keys.Finish());
  for (size_t i = 0; i < values.size(); ++i) {
    placed.push_back({paths[i].indices, nullptr});
    ARROW_ASSIGN_OR_RAISE(placed.back().values, values[i]->Finish());
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> columns,
                        ColumnWith(placed, 0, arrow::struct_(schema->fields()), num_rows));
  arrow::ArrayVector arrays = static_cast<const arrow::StructArray&>(*columns).fields();
  result.rows = arrow::RecordBatch::Make(schema, num_rows, std::move(arrays));
  return result;
}

}  // namespace hudi
