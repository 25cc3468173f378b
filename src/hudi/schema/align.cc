// SPDX-License-Identifier: Apache-2.0
// AlignBatch, AlignStoredBatch, AlignArray: the walk through nested columns.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <arrow/array/util.h>
#include <arrow/buffer_builder.h>
#include <arrow/compute/api_vector.h>
#include <arrow/compute/cast.h>
#include <arrow/util/bitmap_ops.h>

#include "hudi/base/compute.h"
#include "hudi/error.h"
#include "hudi/schema/evolution.h"
#include "hudi/schema/value_conversion.h"

namespace hudi {
namespace {

using arrow::Array;
using arrow::ArrayData;
using arrow::DataType;
using arrow::Field;
using arrow::Type;
using ArrayPtr = std::shared_ptr<Array>;
using TypePtr = std::shared_ptr<DataType>;

// Whether nulls must be looked for somewhere inside the type.
bool HasRequiredField(const DataType& type) {
  if (type.id() == Type::MAP) {
    const Field& item = *static_cast<const arrow::MapType&>(type).item_field();
    return !item.nullable() || HasRequiredField(*item.type());
  }
  return std::any_of(type.fields().begin(), type.fields().end(), [](const auto& field) {
    return !field->nullable() || HasRequiredField(*field->type());
  });
}

// The validity bitmap of `array`, starting at bit 0; null if all are valid.
arrow::Result<std::shared_ptr<arrow::Buffer>> ValidityFromStart(const Array& array) {
  if (array.null_count() == 0) return nullptr;
  if (array.offset() == 0) return array.null_bitmap();
  return arrow::internal::CopyBitmap(arrow::default_memory_pool(), array.null_bitmap_data(),
                                     array.offset(), array.length());
}

class Aligner {
 public:
  explicit Aligner(ConversionRules rules) : rules_(rules) {}

  arrow::Result<ArrayPtr> Align(const ArrayPtr& array, const Field& target,
                                const std::string& path) const {
    if (!target.nullable() && array->null_count() > 0) {
      ARROW_RETURN_NOT_OK(RefuseNulls(*array, nullptr, path));
    }
    return AlignValues(array, target.type(), path);
  }

  // A column that the rows lack.
  arrow::Result<ArrayPtr> Missing(const Field& target, int64_t length,
                                  const std::string& path) const {
    if (target.nullable()) return arrow::MakeArrayOfNull(target.type(), length);
    if (rules_ == ConversionRules::kStored) {
      return Fail(ErrorCode::kCorruptFile, path, "column '", path,
                  "' is missing from the file, and the table holds no nulls there");
    }
    return Fail(ErrorCode::kInvalidSchema, path, "column '", path,
                "' is missing from the input, and the table holds no nulls there");
  }

 private:
  ConversionSite Site(const std::string& path) const { return ConversionSite{rules_, path}; }

  // Fails at the first null in a row whose parent (if there is one) is not null.
  arrow::Status RefuseNulls(const Array& array, const Array* parent,
                            const std::string& path) const {
    for (int64_t i = 0; i < array.length(); ++i) {
      if (array.IsNull(i) && (parent == nullptr || parent->IsValid(i))) {
        return BadValue(Site(path), i, "null, where the table holds no nulls");
      }
    }
    return arrow::Status::OK();
  }

  arrow::Result<ArrayPtr> AlignValues(const ArrayPtr& array, const TypePtr& target,
                                      const std::string& path) const {
    const DataType& type = *array->type();
    if (type.Equals(*target) && !HasRequiredField(*target)) return array;
    switch (type.id()) {
      case Type::NA:
        return arrow::MakeArrayOfNull(target, array->length());
      case Type::DICTIONARY: {
        const TypePtr& values = static_cast<const arrow::DictionaryType&>(type).value_type();
        ARROW_ASSIGN_OR_RAISE(ArrayPtr decoded, arrow::compute::Cast(*array, values));
        return AlignValues(decoded, target, path);
      }
      case Type::RUN_END_ENCODED: {
        ARROW_ASSIGN_OR_RAISE(arrow::Datum decoded, arrow::compute::RunEndDecode(array));
        return AlignValues(decoded.make_array(), target, path);
      }
      default:
        break;
    }
    switch (target->id()) {
      case Type::STRUCT:
        return AlignStruct(array, target, path);
      case Type::LIST:
        return AlignList(array, target, path);
      case Type::MAP:
        return AlignMap(array, target, path);
      default:
        if (type.Equals(*target)) return array;
        return ConvertLeaf(array, target, Site(path));
    }
  }

  arrow::Result<ArrayPtr> AlignStruct(const ArrayPtr& array, const TypePtr& target,
                                      const std::string& path) const {
    if (array->type_id() != Type::STRUCT) return NoConversion(Site(path), *array->type(), *target);
    const auto& source = static_cast<const arrow::StructArray&>(*array);
    std::vector<std::shared_ptr<ArrayData>> children;
    children.reserve(static_cast<size_t>(target->num_fields()));
    for (const std::shared_ptr<Field>& field : target->fields()) {
      const std::string child_path = path + "." + field->name();
      const int index = source.struct_type()->GetFieldIndex(field->name());
      ArrayPtr child;
      if (index < 0) {
        ARROW_ASSIGN_OR_RAISE(child, Missing(*field, array->length(), child_path));
      } else {
        ARROW_ASSIGN_OR_RAISE(child, AlignChild(source, index, *field, child_path));
      }
      children.push_back(child->data());
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> validity, ValidityFromStart(*array));
    return arrow::MakeArray(ArrayData::Make(target, array->length(), {std::move(validity)},
                                            std::move(children), array->null_count()));
  }

  arrow::Result<ArrayPtr> AlignChild(const arrow::StructArray& parent, int index,
                                     const Field& target, const std::string& path) const {
    ArrayPtr child = parent.field(index);
    if (!target.nullable() && child->null_count() > 0) {
      ARROW_RETURN_NOT_OK(RefuseNulls(*child, &parent, path));
    }
    if (parent.null_count() > 0 && !child->type()->Equals(target.type())) {
      // What stands under a null struct is no value, so it must not be converted.
      ARROW_ASSIGN_OR_RAISE(child, parent.GetFlattenedField(index));
    }
    return AlignValues(child, target.type(), path);
  }

  // Arrow's own conversion misreads the validity of sliced views.
  template <typename ListViews>
  static arrow::Result<ArrayPtr> ListFromViews(const ListViews& views) {
    ARROW_ASSIGN_OR_RAISE(ArrayPtr values, views.Flatten());
    arrow::TypedBufferBuilder<int32_t> offsets;
    ARROW_RETURN_NOT_OK(offsets.Reserve(views.length() + 1));
    int64_t end = 0;
    offsets.UnsafeAppend(0);
    for (int64_t i = 0; i < views.length(); ++i) {
      if (views.IsValid(i)) end += views.value_length(i);
      if (end > std::numeric_limits<int32_t>::max()) {
        return arrow::Status::CapacityError("more than 2^31 list elements in one batch");
      }
      offsets.UnsafeAppend(static_cast<int32_t>(end));
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> offset_buffer, offsets.Finish());
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> validity, ValidityFromStart(views));
    return arrow::MakeArray(ArrayData::Make(arrow::list(views.type()->field(0)), views.length(),
                                            {std::move(validity), std::move(offset_buffer)},
                                            {values->data()}, views.null_count()));
  }

  // Any list type as LIST, its values untouched.
  arrow::Result<ArrayPtr> ToPlainList(const ArrayPtr& array, const TypePtr& target,
                                      const std::string& path) const {
    switch (array->type_id()) {
      case Type::LIST:
        return array;
      case Type::LARGE_LIST:
      case Type::FIXED_SIZE_LIST:
        return arrow::compute::Cast(*array, arrow::list(array->type()->field(0)));
      case Type::LIST_VIEW:
        return ListFromViews(static_cast<const arrow::ListViewArray&>(*array));
      case Type::LARGE_LIST_VIEW:
        return ListFromViews(static_cast<const arrow::LargeListViewArray&>(*array));
      default:
        return NoConversion(Site(path), *array->type(), *target);
    }
  }

  arrow::Result<ArrayPtr> AlignList(const ArrayPtr& array, const TypePtr& target,
                                    const std::string& path) const {
    ARROW_ASSIGN_OR_RAISE(ArrayPtr plain, ToPlainList(array, target, path));
    const auto& list = static_cast<const arrow::ListArray&>(*plain);
    ARROW_ASSIGN_OR_RAISE(ArrayPtr values, Align(UsedValues(list), *target->field(0),
                                                 path + "." + target->field(0)->name()));
    return WithValues(list, target, values->data());
  }

  arrow::Result<ArrayPtr> AlignMap(const ArrayPtr& array, const TypePtr& target,
                                   const std::string& path) const {
    if (array->type_id() != Type::MAP) return NoConversion(Site(path), *array->type(), *target);
    const auto& map = static_cast<const arrow::MapArray&>(*array);
    const ArrayPtr used = UsedValues(map);
    const auto& entries = static_cast<const arrow::StructArray&>(*used);
    const auto& wanted = static_cast<const arrow::MapType&>(*target);
    ARROW_ASSIGN_OR_RAISE(ArrayPtr keys,
                          Align(entries.field(0), *wanted.key_field(), path + ".key"));
    ARROW_ASSIGN_OR_RAISE(ArrayPtr items,
                          Align(entries.field(1), *wanted.item_field(), path + ".value"));
    return WithValues(map, target,
                      ArrayData::Make(wanted.value_type(), entries.length(), {nullptr},
                                      {keys->data(), items->data()}, 0));
  }

  // The child values that the rows of a (perhaps sliced) list point to.
  static ArrayPtr UsedValues(const arrow::ListArray& list) {
    if (list.length() == 0) return list.values()->Slice(0, 0);
    const int64_t first = list.value_offset(0);
    return list.values()->Slice(first, list.value_offset(list.length()) - first);
  }

  // `list` over other child values, those that UsedValues() gave, aligned.
  static arrow::Result<ArrayPtr> WithValues(const arrow::ListArray& list, const TypePtr& target,
                                            std::shared_ptr<ArrayData> values) {
    const int64_t length = list.length();
    std::shared_ptr<arrow::Buffer> offsets = list.value_offsets();
    if (length == 0 || list.offset() != 0 || list.value_offset(0) != 0) {
      ARROW_ASSIGN_OR_RAISE(
          std::unique_ptr<arrow::Buffer> shifted,
          arrow::AllocateBuffer((length + 1) * static_cast<int64_t>(sizeof(int32_t))));
      auto* out = reinterpret_cast<int32_t*>(shifted->mutable_data());
      const int32_t first = length == 0 ? 0 : list.value_offset(0);
      out[0] = 0;
      for (int64_t i = 1; i <= length; ++i) out[i] = list.value_offset(i) - first;
      offsets = std::move(shifted);
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> validity, ValidityFromStart(list));
    return arrow::MakeArray(ArrayData::Make(target, length, {std::move(validity), offsets},
                                            {std::move(values)}, list.null_count()));
  }

  ConversionRules rules_;
};

arrow::Result<std::shared_ptr<arrow::RecordBatch>> AlignColumns(
    const arrow::RecordBatch& batch, const std::shared_ptr<arrow::Schema>& target,
    ConversionRules rules) {
  ARROW_RETURN_NOT_OK(InitializeCompute());
  const Aligner aligner(rules);
  std::vector<ArrayPtr> columns;
  columns.reserve(static_cast<size_t>(target->num_fields()));
  for (const std::shared_ptr<Field>& field : target->fields()) {
    const std::string& name = field->name();
    const int index = batch.schema()->GetFieldIndex(name);
    ArrayPtr column;
    if (index >= 0) {
      ARROW_ASSIGN_OR_RAISE(column, aligner.Align(batch.column(index), *field, name));
    } else if (batch.schema()->GetAllFieldIndices(name).size() > 1) {
      return Fail(ErrorCode::kInvalidSchema, name, "column '", name, "' stands twice in the input");
    } else {
      ARROW_ASSIGN_OR_RAISE(column, aligner.Missing(*field, batch.num_rows(), name));
    }
    columns.push_back(std::move(column));
  }
  return arrow::RecordBatch::Make(target, batch.num_rows(), std::move(columns));
}

}  // namespace

arrow::Result<std::shared_ptr<arrow::RecordBatch>> AlignBatch(
    const std::shared_ptr<arrow::RecordBatch>& batch,
    const std::shared_ptr<arrow::Schema>& target) {
  return AlignColumns(*batch, target, ConversionRules::kIncoming);
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> AlignStoredBatch(
    const std::shared_ptr<arrow::RecordBatch>& batch,
    const std::shared_ptr<arrow::Schema>& target) {
  return AlignColumns(*batch, target, ConversionRules::kStored);
}

arrow::Result<std::shared_ptr<Array>> AlignArray(const std::shared_ptr<Array>& array,
                                                 const Field& target) {
  ARROW_RETURN_NOT_OK(InitializeCompute());
  return Aligner(ConversionRules::kIncoming).Align(array, target, target.name());
}

}  // namespace hudi
