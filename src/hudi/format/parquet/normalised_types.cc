// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/normalised_types.h"

#include <cstdint>
#include <string>
#include <vector>

#include <arrow/array/data.h>
#include <arrow/buffer.h>
#include <arrow/compute/cast.h>
#include <parquet/types.h>

#include "hudi/format/parquet/dictionary_columns.h"

namespace hudi {
namespace {

std::shared_ptr<arrow::DataType> NormalisedLeaf(const parquet::ColumnDescriptor& column,
                                                const std::shared_ptr<arrow::DataType>& type) {
  if (column.physical_type() == parquet::Type::INT96) {
    return arrow::timestamp(arrow::TimeUnit::MICRO, "UTC");
  }
  switch (type->id()) {
    case arrow::Type::TIMESTAMP: {
      const auto& timestamp = static_cast<const arrow::TimestampType&>(*type);
      return arrow::timestamp(arrow::TimeUnit::MICRO, timestamp.timezone().empty() ? "" : "UTC");
    }
    case arrow::Type::FIXED_SIZE_BINARY:
      return arrow::binary();
    case arrow::Type::BINARY:
      return column.logical_type()->is_enum() ? arrow::utf8() : type;
    default:
      return type;
  }
}

std::shared_ptr<arrow::Field> Renamed(const std::shared_ptr<arrow::Field>& field,
                                      const std::string& name) {
  return arrow::field(name, field->type(), field->nullable());
}

}  // namespace

std::shared_ptr<arrow::Field> NormalisedField(const parquet::arrow::SchemaField& field,
                                              const parquet::SchemaDescriptor& descriptor) {
  const arrow::Field& made = *field.field;
  std::shared_ptr<arrow::DataType> type = made.type();
  if (field.is_leaf()) {
    type = NormalisedLeaf(*descriptor.Column(field.column_index), type);
  } else if (type->id() == arrow::Type::LIST) {
    type = arrow::list(Renamed(NormalisedField(field.children[0], descriptor), "element"));
  } else if (type->id() == arrow::Type::MAP) {
    const parquet::arrow::SchemaField& entry = field.children[0];
    type = std::make_shared<arrow::MapType>(
        Renamed(NormalisedField(entry.children[0], descriptor), "key"),
        Renamed(NormalisedField(entry.children[1], descriptor), "value"));
  } else if (type->id() == arrow::Type::STRUCT) {
    arrow::FieldVector children;
    for (const parquet::arrow::SchemaField& child : field.children) {
      children.push_back(NormalisedField(child, descriptor));
    }
    type = arrow::struct_(std::move(children));
  }
  return arrow::field(made.name(), std::move(type), made.nullable());
}

namespace {

using ArrayDataPtr = std::shared_ptr<arrow::ArrayData>;

// Arrow's cast rounds towards zero; a time before 1970 must be cut downwards as any other.
arrow::Result<ArrayDataPtr> NanosToMicros(const arrow::ArrayData& data,
                                          const std::shared_ptr<arrow::DataType>& target) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> buffer,
                        arrow::AllocateBuffer((data.offset + data.length) * 8));
  const int64_t* nanos = data.GetValues<int64_t>(1, 0);
  auto* micros = reinterpret_cast<int64_t*>(buffer->mutable_data());
  for (int64_t i = data.offset; i < data.offset + data.length; ++i) {
    int64_t quotient = nanos[i] / 1000;
    micros[i] = nanos[i] % 1000 < 0 ? quotient - 1 : quotient;
  }
  return arrow::ArrayData::Make(target, data.length, {data.buffers[0], std::move(buffer)},
                                data.GetNullCount(), data.offset);
}

arrow::Result<ArrayDataPtr> NormaliseTimestamp(const ArrayDataPtr& data,
                                               const std::shared_ptr<arrow::DataType>& target) {
  const auto& from = static_cast<const arrow::TimestampType&>(*data->type);
  const auto& to = static_cast<const arrow::TimestampType&>(*target);
  if (from.unit() == arrow::TimeUnit::NANO) return NanosToMicros(*data, target);
  ArrayDataPtr micros = data;
  if (from.unit() != to.unit()) {
    // In one zone, so that the cast changes the unit only.
    ARROW_ASSIGN_OR_RAISE(arrow::Datum cast,
                          arrow::compute::Cast(data, arrow::timestamp(to.unit(), from.timezone()),
                                               arrow::compute::CastOptions::Safe()));
    micros = cast.array();
  }
  micros = micros->Copy();
  micros->type = target;
  return micros;
}

arrow::Result<ArrayDataPtr> NormaliseData(const ArrayDataPtr& data,
                                          const std::shared_ptr<arrow::DataType>& target) {
  if (data->type->Equals(*target, /*check_metadata=*/true)) return data;
  switch (target->id()) {
    case arrow::Type::TIMESTAMP:
      return NormaliseTimestamp(data, target);
    case arrow::Type::LIST:
    case arrow::Type::MAP:
    case arrow::Type::STRUCT: {
      if (data->type->id() != target->id()) break;
      ArrayDataPtr nested = data->Copy();
      nested->type = target;
      for (size_t i = 0; i < nested->child_data.size(); ++i) {
        ARROW_ASSIGN_OR_RAISE(
            nested->child_data[i],
            NormaliseData(nested->child_data[i], target->field(static_cast<int>(i))->type()));
      }
      return nested;
    }
    default:
      break;
  }
  ARROW_ASSIGN_OR_RAISE(arrow::Datum cast, arrow::compute::Cast(data, target));
  return cast.array();
}

}  // namespace

arrow::Result<std::shared_ptr<arrow::Array>> NormaliseArray(
    const std::shared_ptr<arrow::Array>& array, const std::shared_ptr<arrow::DataType>& target) {
  if (array->type()->Equals(*target, /*check_metadata=*/true)) return array;
  if (array->type_id() == arrow::Type::DICTIONARY) {
    return DecodeDictionary(static_cast<const arrow::DictionaryArray&>(*array), target);
  }
  ARROW_ASSIGN_OR_RAISE(ArrayDataPtr data, NormaliseData(array->data(), target));
  return arrow::MakeArray(data);
}

bool HasLegacyTypes(const parquet::schema::Node& node) {
  if (node.is_primitive()) {
    const auto& primitive = static_cast<const parquet::schema::PrimitiveNode&>(node);
    return primitive.physical_type() == parquet::Type::INT96;
  }
  const auto& group = static_cast<const parquet::schema::GroupNode&>(node);
  if (group.logical_type() != nullptr && group.logical_type()->is_list()) {
    // The standard form has a group with one field between the list and its elements; a group of
    // one of these names is an element of the old form.
    const parquet::schema::Node& middle = *group.field(0);
    bool standard = middle.is_group() && middle.name() != "array" &&
                    !middle.name().ends_with("_tuple") &&
                    static_cast<const parquet::schema::GroupNode&>(middle).field_count() == 1;
    if (!standard) return true;
  }
  for (int i = 0; i < group.field_count(); ++i) {
    if (HasLegacyTypes(*group.field(i))) return true;
  }
  return false;
}

}  // namespace hudi
