// SPDX-License-Identifier: Apache-2.0
#include "hudi/metadata/combine_records.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <arrow/array.h>
#include <arrow/array/util.h>
#include <arrow/builder.h>
#include <arrow/scalar.h>
#include <arrow/util/decimal.h>

#include "hudi/error.h"

namespace hudi {
namespace {

enum RecordType : int32_t {
  kPartitions = 1,
  kFiles = 2,
  kColumnStatistics = 3,
  kPartitionStatistics = 6
};

// The ordinal of decimals among the types of values that bounds may stand for.
constexpr int32_t kDecimalOrdinal = 10;

struct ListedFile {
  int64_t size = 0;
  bool is_deleted = false;
};
using ListedFiles = std::map<std::string, ListedFile>;

std::shared_ptr<arrow::Array> ColumnOf(const MetadataRecord& record, std::string_view name) {
  return record.batch->GetColumnByName(std::string(name));
}

// A field of a record that is not null; null if it is not there.
std::shared_ptr<arrow::Array> FieldOf(const arrow::StructArray& records, const char* name) {
  return records.GetFieldByName(name);
}

bool BoolAt(const std::shared_ptr<arrow::Array>& column, int64_t row) {
  return column != nullptr && column->IsValid(row) &&
         static_cast<const arrow::BooleanArray&>(*column).Value(row);
}

int64_t LongAt(const std::shared_ptr<arrow::Array>& column, int64_t row) {
  if (column == nullptr || column->IsNull(row)) return 0;
  return static_cast<const arrow::Int64Array&>(*column).Value(row);
}

ListedFiles FilesOf(const MetadataRecord& record) {
  ListedFiles files;
  const auto column = ColumnOf(record, kFilesField);
  if (column == nullptr || column->IsNull(record.row)) return files;
  const auto& map = static_cast<const arrow::MapArray&>(*column);
  const auto& names = static_cast<const arrow::StringArray&>(*map.keys());
  const auto& infos = static_cast<const arrow::StructArray&>(*map.items());
  for (int64_t i = map.value_offset(record.row); i < map.value_offset(record.row + 1); ++i) {
    files[names.GetString(i)] = {LongAt(FieldOf(infos, "size"), i),
                                 BoolAt(FieldOf(infos, "isDeleted"), i)};
  }
  return files;
}

ListedFiles Unite(ListedFiles files, const ListedFiles& newer) {
  for (const auto& [name, file] : newer) {
    auto [at, is_new] = files.emplace(name, file);
    if (is_new) continue;
    if (!file.is_deleted) {
      at->second = {std::max(at->second.size, file.size), false};
    } else if (!at->second.is_deleted) {
      files.erase(at);
    } else {
      at->second = file;
    }
  }
  return files;
}

// One row.
arrow::Result<std::shared_ptr<arrow::Array>> FilesColumn(
    const ListedFiles& files, const std::shared_ptr<arrow::DataType>& type) {
  const auto& map_type = static_cast<const arrow::MapType&>(*type);
  arrow::StringBuilder names;
  arrow::Int64Builder sizes;
  arrow::BooleanBuilder deleted;
  for (const auto& [name, file] : files) {
    ARROW_RETURN_NOT_OK(names.Append(name));
    ARROW_RETURN_NOT_OK(sizes.Append(file.size));
    ARROW_RETURN_NOT_OK(deleted.Append(file.is_deleted));
  }
  const arrow::FieldVector& fields = map_type.item_type()->fields();
  arrow::ArrayVector columns;
  for (const std::shared_ptr<arrow::Field>& field : fields) {
    ARROW_ASSIGN_OR_RAISE(columns.emplace_back(),
                          field->name() == "size" ? sizes.Finish() : deleted.Finish());
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> keys, names.Finish());
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> infos,
                        arrow::StructArray::Make(columns, fields));
  arrow::Int32Builder offsets;
  ARROW_RETURN_NOT_OK(offsets.AppendValues({0, static_cast<int32_t>(files.size())}));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> ends, offsets.Finish());
  return arrow::MapArray::FromArrays(type, ends, keys, infos);
}

// The newer record, in which a column is another one.
arrow::Result<MetadataRecord> WithColumn(const MetadataRecord& newer, std::string_view name,
                                         std::shared_ptr<arrow::Array> column) {
  const int index = newer.batch->schema()->GetFieldIndex(std::string(name));
  ARROW_ASSIGN_OR_RAISE(
      std::shared_ptr<arrow::RecordBatch> batch,
      newer.batch->Slice(newer.row, 1)
          ->SetColumn(index, newer.batch->schema()->field(index), std::move(column)));
  return MetadataRecord{std::move(batch), 0};
}

// The value in the one member of a bound that is set, and which one it is; nullopt for no bound.
struct Bound {
  int member = 0;
  std::shared_ptr<arrow::Scalar> value;
};

std::optional<Bound> BoundOf(const arrow::StructScalar& statistics, const char* name) {
  const auto bound = statistics.field(arrow::FieldRef(name)).ValueOr(nullptr);
  if (bound == nullptr || !bound->is_valid) return std::nullopt;
  const auto& members = static_cast<const arrow::StructScalar&>(*bound);
  for (size_t i = 0; i < members.value.size(); ++i) {
    if (!members.value[i]->is_valid) continue;
    const auto& wrapper = static_cast<const arrow::StructScalar&>(*members.value[i]);
    if (wrapper.value.size() != 1 || !wrapper.value[0]->is_valid) return std::nullopt;
    return Bound{static_cast<int>(i), wrapper.value[0]};
  }
  return std::nullopt;
}

template <typename Scalar>
int OrderAs(const arrow::Scalar& a, const arrow::Scalar& b) {
  const auto& x = static_cast<const Scalar&>(a).value;
  const auto& y = static_cast<const Scalar&>(b).value;
  if (x < y || y < x) return x < y ? -1 : 1;
  // As in Java, NaN is greater than every number.
  return static_cast<int>(x != x) - static_cast<int>(y != y);
}

std::string_view BytesOf(const arrow::Scalar& text) {
  return static_cast<const arrow::BaseBinaryScalar&>(text).view();
}

arrow::Result<arrow::Decimal128> DecimalOf(const arrow::Scalar& bytes) {
  const std::string_view view = BytesOf(bytes);
  return arrow::Decimal128::FromBigEndian(reinterpret_cast<const uint8_t*>(view.data()),
                                          static_cast<int32_t>(view.size()));
}

// Less than 0, 0 or more than 0. `is_decimal`: bytes are digits.
arrow::Result<int> Compare(const arrow::Scalar& a, const arrow::Scalar& b, bool is_decimal) {
  switch (a.type->id()) {
    case arrow::Type::BOOL:
      return OrderAs<arrow::BooleanScalar>(a, b);
    case arrow::Type::INT32:
      return OrderAs<arrow::Int32Scalar>(a, b);
    case arrow::Type::INT64:
      return OrderAs<arrow::Int64Scalar>(a, b);
    case arrow::Type::FLOAT:
      return OrderAs<arrow::FloatScalar>(a, b);
    case arrow::Type::DOUBLE:
      return OrderAs<arrow::DoubleScalar>(a, b);
    case arrow::Type::DATE32:
      return OrderAs<arrow::Date32Scalar>(a, b);
    case arrow::Type::TIME64:
      return OrderAs<arrow::Time64Scalar>(a, b);
    case arrow::Type::TIMESTAMP:
      return OrderAs<arrow::TimestampScalar>(a, b);
    case arrow::Type::DECIMAL128:
      return OrderAs<arrow::Decimal128Scalar>(a, b);
    case arrow::Type::BINARY:
      if (is_decimal) {
        ARROW_ASSIGN_OR_RAISE(const arrow::Decimal128 x, DecimalOf(a));
        ARROW_ASSIGN_OR_RAISE(const arrow::Decimal128 y, DecimalOf(b));
        return x < y ? -1 : static_cast<int>(y < x);
      }
      [[fallthrough]];
    case arrow::Type::STRING:
      return BytesOf(a).compare(BytesOf(b));
    default:
      return arrow::Status::NotImplemented("values of type ", a.type->ToString());
  }
}

using Statistics = arrow::StructScalar;

std::shared_ptr<arrow::Scalar> FieldOf(const Statistics& statistics, const char* name) {
  return statistics.field(arrow::FieldRef(name)).ValueOr(nullptr);
}

bool IsTrue(const Statistics& statistics, const char* name) {
  const auto value = FieldOf(statistics, name);
  return value != nullptr && value->is_valid &&
         static_cast<const arrow::BooleanScalar&>(*value).value;
}

bool AreDecimals(const Statistics& statistics) {
  const auto type = FieldOf(statistics, "valueType");
  if (type == nullptr || !type->is_valid) return false;
  const auto ordinal = FieldOf(static_cast<const Statistics&>(*type), "typeOrdinal");
  return ordinal != nullptr && ordinal->is_valid &&
         static_cast<const arrow::Int32Scalar&>(*ordinal).value == kDecimalOrdinal;
}

// `sign`: -1 takes the smaller bound, 1 the greater one. No bound gives way to one.
arrow::Result<std::shared_ptr<arrow::Scalar>> WiderBound(const Statistics& older,
                                                         const Statistics& newer, const char* name,
                                                         int sign) {
  const std::optional<Bound> old_bound = BoundOf(older, name);
  const std::optional<Bound> new_bound = BoundOf(newer, name);
  if (!old_bound || !new_bound) return FieldOf(new_bound ? newer : older, name);
  if (old_bound->member != new_bound->member) {
    return arrow::Status::Invalid(name, " is of another type than that of an older record");
  }
  ARROW_ASSIGN_OR_RAISE(int order, Compare(*old_bound->value, *new_bound->value,
                                           AreDecimals(older) && AreDecimals(newer)));
  return FieldOf(order * sign > 0 ? older : newer, name);
}

arrow::Result<std::shared_ptr<arrow::Scalar>> Sum(const Statistics& older, const Statistics& newer,
                                                  const std::string& name) {
  const auto a = FieldOf(older, name.c_str());
  const auto b = FieldOf(newer, name.c_str());
  if (a == nullptr || b == nullptr || !a->is_valid || !b->is_valid) return b;
  return std::make_shared<arrow::Int64Scalar>(static_cast<const arrow::Int64Scalar&>(*a).value +
                                              static_cast<const arrow::Int64Scalar&>(*b).value);
}

arrow::Result<std::shared_ptr<arrow::Array>> Widen(const Statistics& older,
                                                   const Statistics& newer) {
  arrow::ScalarVector values;
  for (const std::shared_ptr<arrow::Field>& field : newer.type->fields()) {
    const std::string& name = field->name();
    std::shared_ptr<arrow::Scalar>& value = values.emplace_back();
    if (name == "minValue") {
      ARROW_ASSIGN_OR_RAISE(value, WiderBound(older, newer, "minValue", -1));
    } else if (name == "maxValue") {
      ARROW_ASSIGN_OR_RAISE(value, WiderBound(older, newer, "maxValue", 1));
    } else if (name == "valueCount" || name == "nullCount" || name == "totalSize" ||
               name == "totalUncompressedSize") {
      ARROW_ASSIGN_OR_RAISE(value, Sum(older, newer, name));
    } else {
      value = FieldOf(newer, name.c_str());
    }
  }
  return arrow::MakeArrayFromScalar(Statistics(std::move(values), newer.type), 1);
}

arrow::Result<MetadataRecord> CombineStatistics(const MetadataRecord& older,
                                                const MetadataRecord& newer,
                                                std::string_view path) {
  const auto old_column = ColumnOf(older, kStatisticsField);
  const auto new_column = ColumnOf(newer, kStatisticsField);
  if (old_column == nullptr || new_column == nullptr || old_column->IsNull(older.row) ||
      new_column->IsNull(newer.row)) {
    return newer;
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Scalar> a, old_column->GetScalar(older.row));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Scalar> b, new_column->GetScalar(newer.row));
  const auto& old_statistics = static_cast<const Statistics&>(*a);
  const auto& new_statistics = static_cast<const Statistics&>(*b);
  if (IsTrue(old_statistics, "isDeleted") || IsTrue(new_statistics, "isDeleted") ||
      IsTrue(new_statistics, "isTightBound")) {
    return newer;
  }
  arrow::Result<std::shared_ptr<arrow::Array>> widened = Widen(old_statistics, new_statistics);
  if (!widened.ok()) {
    return Fail(ErrorCode::kCorruptFile, path, path,
                ": statistics that cannot be put together: ", widened.status().message());
  }
  return WithColumn(newer, kStatisticsField, *std::move(widened));
}

}  // namespace

arrow::Result<MetadataRecord> CombineRecords(const MetadataRecord& older,
                                             const MetadataRecord& newer,
                                             std::string_view errors_about) {
  auto type_of = [](const MetadataRecord& record) {
    return static_cast<const arrow::Int32Array&>(*ColumnOf(record, kMetadataType))
        .Value(record.row);
  };
  const int32_t type = type_of(newer);
  if (type_of(older) != type) {
    const auto& keys = static_cast<const arrow::StringArray&>(*ColumnOf(newer, kMetadataKey));
    return Fail(ErrorCode::kCorruptFile, errors_about, errors_about, ": the record '",
                keys.GetView(newer.row), "' is of type ", type, ", an older one of type ",
                type_of(older));
  }
  if (type == kPartitions || type == kFiles) {
    const auto column = ColumnOf(newer, kFilesField);
    if (column == nullptr) return newer;
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> files,
                          FilesColumn(Unite(FilesOf(older), FilesOf(newer)), column->type()));
    return WithColumn(newer, kFilesField, std::move(files));
  }
  if (type == kColumnStatistics || type == kPartitionStatistics) {
    return CombineStatistics(older, newer, errors_about);
  }
  return newer;
}

}  // namespace hudi
