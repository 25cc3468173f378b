// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/files/delete_records.h"

#include <arrow/util/decimal.h>

#include "hudi/base/nested_column.h"
#include "hudi/error.h"
#include "hudi/merge/merge_rules.h"

namespace hudi {
namespace {

using Kind = log::DeleteOrdering::Kind;

// Of DecimalWrapper.
constexpr int32_t kDecimalPrecision = 30;
constexpr int32_t kDecimalScale = 15;

log::DeleteOrdering Number(Kind kind, int64_t number) { return {kind, number, 0, {}, {}}; }
log::DeleteOrdering Real(Kind kind, double real) { return {kind, 0, real, {}, {}}; }
log::DeleteOrdering Bytes(Kind kind, std::string bytes) {
  return {kind, 0, 0, std::move(bytes), {}};
}

template <typename ArrayType>
const ArrayType& As(const arrow::Array& array) {
  return static_cast<const ArrayType&>(array);
}

/// The shortest big-endian two's complement, as Java writes a BigInteger.
std::string BigInteger(const arrow::Decimal128& value) {
  std::array<uint8_t, 16> little = value.ToBytes();
  std::string bytes;
  for (size_t i = little.size(); i-- > 0;) bytes.push_back(static_cast<char>(little[i]));
  size_t first = 0;
  while (first + 1 < bytes.size()) {
    bool next_negative = (static_cast<uint8_t>(bytes[first + 1]) & 0x80) != 0;
    bool is_padding = bytes[first] == (next_negative ? '\xFF' : '\0');
    if (!is_padding) break;
    ++first;
  }
  return bytes.substr(first);
}

arrow::Result<log::DeleteOrdering> DecimalOrdering(const arrow::Array& array, int64_t row,
                                                   const std::string& field) {
  const auto& type = static_cast<const arrow::Decimal128Type&>(*array.type());
  arrow::Decimal128 value(As<arrow::Decimal128Array>(array).GetValue(row));
  arrow::Result<arrow::Decimal128> scaled = value.Rescale(type.scale(), kDecimalScale);
  if (!scaled.ok() || !scaled->FitsInPrecision(kDecimalPrecision)) {
    return Fail(ErrorCode::kInvalidRow, field, "a delete with the ordering value ",
                value.ToString(type.scale()), " in '", field,
                "' cannot be written to a log file, which keeps 15 digits before and 15 behind the "
                "point");
  }
  return Bytes(Kind::kDecimal, BigInteger(*scaled));
}

bool IsKept(const arrow::DataType& type) {
  switch (type.id()) {
    case arrow::Type::BOOL:
    case arrow::Type::INT32:
    case arrow::Type::INT64:
    case arrow::Type::FLOAT:
    case arrow::Type::DOUBLE:
    case arrow::Type::STRING:
    case arrow::Type::BINARY:
    case arrow::Type::DATE32:
    case arrow::Type::DECIMAL128:
    case arrow::Type::TIMESTAMP:
      return true;
    default:
      return false;
  }
}

arrow::Result<log::DeleteOrdering> ValueOf(const arrow::Array& array, int64_t row,
                                           const std::string& field, bool inside) {
  switch (array.type_id()) {
    case arrow::Type::BOOL:
      return Number(Kind::kBoolean, As<arrow::BooleanArray>(array).Value(row) ? 1 : 0);
    case arrow::Type::INT32:
      return Number(Kind::kInt, As<arrow::Int32Array>(array).Value(row));
    case arrow::Type::INT64:
      return Number(Kind::kLong, As<arrow::Int64Array>(array).Value(row));
    case arrow::Type::FLOAT:
      return Real(Kind::kFloat, static_cast<double>(As<arrow::FloatArray>(array).Value(row)));
    case arrow::Type::DOUBLE:
      return Real(Kind::kDouble, As<arrow::DoubleArray>(array).Value(row));
    case arrow::Type::STRING:
      return Bytes(Kind::kText, As<arrow::StringArray>(array).GetString(row));
    case arrow::Type::BINARY:
      return Bytes(Kind::kBytes, As<arrow::BinaryArray>(array).GetString(row));
    case arrow::Type::DATE32:
      // Only the list of several values has the branch of the newer Java class.
      return Number(inside ? Kind::kLocalDate : Kind::kDate,
                    As<arrow::Date32Array>(array).Value(row));
    case arrow::Type::TIMESTAMP:
      // In the column's own unit, as the reference's Avro records hold it.
      return Number(Kind::kLong, As<arrow::TimestampArray>(array).Value(row));
    default:
      return DecimalOrdering(array, row, field);
  }
}

}  // namespace

arrow::Result<DeleteOrderings> DeleteOrderings::Make(const arrow::RecordBatch& rows,
                                                     const MergeOptions& merge) {
  ARROW_ASSIGN_OR_RAISE(MergeRules rules, ResolveMergeRules(merge, *rows.schema()));
  DeleteOrderings orderings;
  bool compares = rules.against_stored == MergeRules::AgainstStored::kGreater ||
                  rules.against_stored == MergeRules::AgainstStored::kGreaterOrEqual;
  bool decides = compares && !rules.deletes_always_win;
  // The releases before 1.1 compare a value in the logs of every payload, also of those whose
  // deletes always win; the payload that deletes every key never had one.
  if (!decides &&
      (merge.table_version < 9 || rules.against_stored == MergeRules::AgainstStored::kDelete)) {
    return orderings;
  }
  std::vector<std::string> fields = decides ? rules.stored_key.fields : merge.ordering_fields;
  if (fields.size() > 1 && merge.table_version < 9) return orderings;
  for (const std::string& field : fields) {
    arrow::Result<ColumnPath> path = FindColumn(*rows.schema(), field, "ordering field");
    bool kept = path.ok() && IsKept(*path->type);
    if (!kept && !decides) return DeleteOrderings();
    ARROW_RETURN_NOT_OK(path.status());
    if (!kept) {
      return Fail(ErrorCode::kUnsupported, field, "ordering field '", field,
                  "': a log file cannot keep the ordering value of a delete from a column of type ",
                  path->type->ToString());
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> column, ColumnAt(rows, *path));
    orderings.fields_.push_back(field);
    orderings.columns_.push_back(std::move(column));
  }
  return orderings;
}

arrow::Result<log::DeleteOrdering> DeleteOrderings::Of(int64_t row) const {
  if (columns_.empty()) return log::DeleteOrdering::Always();
  for (const std::shared_ptr<arrow::Array>& column : columns_) {
    if (column->IsNull(row)) return log::DeleteOrdering::Always();
  }
  if (columns_.size() == 1) return ValueOf(*columns_[0], row, fields_[0], /*inside=*/false);
  log::DeleteOrdering all;
  all.kind = Kind::kSeveral;
  for (size_t i = 0; i < columns_.size(); ++i) {
    ARROW_ASSIGN_OR_RAISE(log::DeleteOrdering part,
                          ValueOf(*columns_[i], row, fields_[i], /*inside=*/true));
    all.several.push_back(std::move(part));
  }
  return all;
}

}  // namespace hudi
