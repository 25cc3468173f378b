// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/prune/row_groups.h"

#include <optional>
#include <utility>

#include <arrow/array/util.h>

#include "hudi/schema/value_conversion.h"

namespace hudi {
namespace {

using ScalarPtr = std::shared_ptr<arrow::Scalar>;

ColumnBounds BoundsOfConstant(const ScalarPtr& value) {
  ColumnBounds bounds;
  bounds.known = true;
  bounds.may_have_null = !value->is_valid;
  bounds.all_null = !value->is_valid;
  if (value->is_valid) {
    bounds.min = value;
    bounds.max = value;
  }
  return bounds;
}

ColumnBounds AllNull() {
  ColumnBounds bounds;
  bounds.known = true;
  bounds.may_have_null = true;
  bounds.all_null = true;
  return bounds;
}

// A bound of a file's column in the table's type; null where the promotion does not keep the order.
ScalarPtr BoundInTableType(const ScalarPtr& bound, const std::shared_ptr<arrow::DataType>& type) {
  if (bound == nullptr) return nullptr;
  const arrow::DataType& from = *bound->type;
  if (from.Equals(*type)) return bound;
  const bool keeps_order = (arrow::is_integer(from.id()) && arrow::is_integer(type->id())) ||
                           (arrow::is_integer(from.id()) && arrow::is_floating(type->id())) ||
                           (arrow::is_floating(from.id()) && arrow::is_floating(type->id())) ||
                           (arrow::is_decimal(from.id()) && arrow::is_decimal(type->id()));
  if (!keeps_order) return nullptr;
  // By the way of the rows: a float 1.1 becomes the double 1.1, not what its bits are as a double.
  arrow::Result<std::shared_ptr<arrow::Array>> one = arrow::MakeArrayFromScalar(*bound, 1);
  if (!one.ok()) return nullptr;
  arrow::Result<std::shared_ptr<arrow::Array>> converted =
      ConvertLeaf(*one, type, {ConversionRules::kStored, ""});
  if (!converted.ok()) return nullptr;
  return (*converted)->GetScalar(0).ValueOr(nullptr);
}

ColumnBounds BoundsOfStatistics(const ColumnStatistics& statistics,
                                const std::shared_ptr<arrow::DataType>& type) {
  ColumnBounds bounds;
  bounds.known = true;
  bounds.min = BoundInTableType(statistics.min, type);
  bounds.max = BoundInTableType(statistics.max, type);
  if (statistics.null_count.has_value()) {
    bounds.may_have_null = *statistics.null_count > 0;
    bounds.all_null = *statistics.null_count == statistics.num_rows;
  }
  return bounds;
}

std::string TopLevel(const std::string& column, const arrow::Schema& schema) {
  if (schema.GetFieldIndex(column) >= 0) return column;
  return column.substr(0, column.find('.'));
}

}  // namespace

bool ConstantsMightMatch(const Predicate& filter, const ConstantColumns& constants) {
  return MightMatch(filter, [&](const std::string& column) {
    auto constant = constants.find(column);
    return constant == constants.end() ? ColumnBounds{} : BoundsOfConstant(constant->second);
  });
}

arrow::Result<std::vector<int>> SelectRowGroups(const BaseFileReader& file, const Predicate& filter,
                                                const arrow::Schema& schema,
                                                const ConstantColumns& constants) {
  std::vector<int> selected;
  arrow::Status failure;
  for (int group = 0; group < file.num_row_groups(); ++group) {
    bool might_match = MightMatch(filter, [&](const std::string& column) {
      if (auto constant = constants.find(column); constant != constants.end()) {
        return BoundsOfConstant(constant->second);
      }
      std::shared_ptr<arrow::Field> field = schema.GetFieldByName(column);
      if (field == nullptr) {
        const bool is_missing = file.schema()->GetFieldIndex(TopLevel(column, schema)) < 0;
        return is_missing ? AllNull() : ColumnBounds{};
      }
      if (file.schema()->GetFieldIndex(column) < 0) return AllNull();
      arrow::Result<std::optional<ColumnStatistics>> statistics = file.Statistics(group, column);
      if (!statistics.ok()) {
        failure &= statistics.status();
        return ColumnBounds{};
      }
      if (!statistics->has_value()) return ColumnBounds{};
      return BoundsOfStatistics(**statistics, field->type());
    });
    ARROW_RETURN_NOT_OK(failure);
    if (might_match) selected.push_back(group);
  }
  return selected;
}

}  // namespace hudi
