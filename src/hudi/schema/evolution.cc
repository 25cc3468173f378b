// SPDX-License-Identifier: Apache-2.0
#include "hudi/schema/evolution.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/schema/avro_arrow.h"
#include "hudi/schema/ddl.h"

namespace hudi {
namespace {

using arrow::DataType;
using arrow::Field;
using arrow::FieldVector;
using arrow::Type;
using TypePtr = std::shared_ptr<DataType>;

// What becomes of a column that the table has and the input lacks.
enum class MissingColumn { kRefuse, kSetNull, kKeep, kDrop };

bool IsNumber(const DataType& type) {
  return type.id() == Type::INT32 || type.id() == Type::INT64 || type.id() == Type::FLOAT ||
         type.id() == Type::DOUBLE;
}

int NumberRank(const DataType& type) {
  switch (type.id()) {
    case Type::INT32:
      return 0;
    case Type::INT64:
      return 1;
    case Type::FLOAT:
      return 2;
    default:
      return 3;
  }
}

std::string Child(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}

const Field* FindField(const FieldVector& fields, const std::string& name) {
  for (const std::shared_ptr<Field>& field : fields) {
    if (field->name() == name) return field.get();
  }
  return nullptr;
}

// Type of a table's leaf column after rows of type `incoming` came; null if they cannot.
class LeafPromotion {
 public:
  // Filling missing columns with nulls goes by the stricter rules in every release.
  LeafPromotion(int table_version, bool sets_nulls)
      : new_rules_(table_version >= 9), reinterprets_(table_version < 9 && !sets_nulls) {}

  TypePtr Promote(const TypePtr& table, const TypePtr& incoming) const {
    if (table->Equals(incoming)) return table;
    if (IsNumber(*table)) {
      if (IsNumber(*incoming)) {
        return NumberRank(*incoming) > NumberRank(*table) ? incoming : table;
      }
      return incoming->id() == Type::STRING ? incoming : nullptr;
    }
    switch (table->id()) {
      case Type::STRING:
        return BecomesText(*incoming) ? table : nullptr;
      case Type::BINARY:
        return incoming->id() == Type::STRING ? table : nullptr;
      case Type::DATE32:
        if (incoming->id() == Type::STRING) return table;
        return incoming->id() == Type::INT32 ? Reinterpreted(incoming) : nullptr;
      case Type::TIMESTAMP:
        return PromoteTimestamp(table, incoming);
      case Type::DECIMAL128:
        return PromoteDecimal(table, incoming);
      default:
        return nullptr;
    }
  }

 private:
  static bool BecomesText(const DataType& type) {
    return IsNumber(type) || type.id() == Type::DECIMAL128 || type.id() == Type::BINARY ||
           type.id() == Type::DATE32;
  }

  // Up to 1.0 the releases compared Avro's base types alone: a date is an int, a timestamp a long.
  TypePtr Reinterpreted(const TypePtr& type) const { return reinterprets_ ? type : nullptr; }

  TypePtr PromoteTimestamp(const TypePtr& table, const TypePtr& incoming) const {
    if (incoming->id() == Type::INT64) return Reinterpreted(incoming);
    if (incoming->id() != Type::TIMESTAMP) return nullptr;
    const auto& from = static_cast<const arrow::TimestampType&>(*incoming);
    const auto& to = static_cast<const arrow::TimestampType&>(*table);
    if (from.timezone().empty() != to.timezone().empty()) return nullptr;
    // The units differ: the table has millis, which old releases turn into micros.
    return new_rules_ ? table : incoming;
  }

  TypePtr PromoteDecimal(const TypePtr& table, const TypePtr& incoming) const {
    if (IsNumber(*incoming) || incoming->id() == Type::STRING) return table;
    if (incoming->id() != Type::DECIMAL128) return nullptr;
    const auto& from = static_cast<const arrow::DecimalType&>(*incoming);
    const auto& to = static_cast<const arrow::DecimalType&>(*table);
    const auto holds = [](const arrow::DecimalType& wide, const arrow::DecimalType& narrow) {
      return wide.scale() >= narrow.scale() &&
             wide.precision() - wide.scale() >= narrow.precision() - narrow.scale();
    };
    if (holds(to, from)) return table;
    if (!holds(from, to)) return nullptr;
    // Up to 1.0 a decimal could only grow within the bytes it has.
    const bool same_size = DecimalFixedSize(from.precision()) == DecimalFixedSize(to.precision());
    return new_rules_ || same_size ? incoming : nullptr;
  }

  bool new_rules_;
  bool reinterprets_;
};

class SchemaMerge {
 public:
  SchemaMerge(const EvolutionOptions& options, MissingColumn missing)
      : options_(options),
        leaves_(options.table_version, missing == MissingColumn::kSetNull),
        missing_(missing) {
    incoming_order_ = options.table_version < 8 && missing != MissingColumn::kSetNull;
  }

  // Reconciliation against an input that is no projection of the table takes the input's order.
  void TakeIncomingOrder() { incoming_order_ = true; }
  // Reconciliation with a projection keeps the table as it is.
  void KeepTable() {
    keep_table_ = true;
    incoming_order_ = false;
  }

  arrow::Result<FieldVector> Fields(const FieldVector& table, const FieldVector& incoming,
                                    const std::string& path) const {
    FieldVector merged;
    for (const std::shared_ptr<Field>& field : table) {
      const Field* input = FindField(incoming, field->name());
      if (input == nullptr) {
        ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Field> kept,
                              Missing(field, incoming, Child(path, field->name())));
        if (kept != nullptr) merged.push_back(std::move(kept));
        continue;
      }
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Field> both,
                            Both(*field, *input, Child(path, field->name())));
      merged.push_back(std::move(both));
    }
    for (const std::shared_ptr<Field>& field : incoming) {
      if (FindField(table, field->name()) == nullptr) {
        // Rows that are stored already have no value for it.
        merged.push_back(field->WithNullable(true));
      }
    }
    if (incoming_order_) SortLike(incoming, &merged);
    return merged;
  }

 private:
  // Columns that the input lacks keep their place at the end.
  static void SortLike(const FieldVector& order, FieldVector* fields) {
    const auto rank = [&](const std::shared_ptr<Field>& field) {
      for (size_t i = 0; i < order.size(); ++i) {
        if (order[i]->name() == field->name()) return i;
      }
      return order.size();
    };
    std::stable_sort(fields->begin(), fields->end(),
                     [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  }

  arrow::Result<std::shared_ptr<Field>> Missing(const std::shared_ptr<Field>& field,
                                                const FieldVector& incoming,
                                                const std::string& path) const {
    switch (missing_) {
      case MissingColumn::kSetNull:
        return options_.table_version < 8 ? field : field->WithNullable(true);
      case MissingColumn::kDrop:
        return nullptr;
      case MissingColumn::kKeep:
        if (field->nullable()) return field;
        return Fail(ErrorCode::kInvalidSchema, path, "column '", path,
                    "' is missing from the input, and the table holds no nulls there");
      case MissingColumn::kRefuse:
        break;
    }
    for (const std::shared_ptr<Field>& other : incoming) {
      if (EqualsIgnoreCase(other->name(), field->name())) {
        return Fail(ErrorCode::kInvalidSchema, path, "column '", path,
                    "' of the table is missing from the input, whose '", other->name(),
                    "' is another name: upper and lower case must match");
      }
    }
    return Fail(ErrorCode::kInvalidSchema, path, "column '", path, "' (",
                SparkTypeName(*field->type()),
                ") of the table is missing from the input; "
                "hoodie.write.set.null.for.missing.columns=true writes nulls there");
  }

  arrow::Result<std::shared_ptr<Field>> Both(const Field& table, const Field& incoming,
                                             const std::string& path) const {
    ARROW_ASSIGN_OR_RAISE(TypePtr type, Merge(table.type(), incoming.type(), path));
    if (keep_table_ && !type->Equals(table.type())) return Clash(table, incoming, path);
    const bool keeps_nullability = keep_table_ || missing_ == MissingColumn::kSetNull;
    const bool nullable = table.nullable() || (!keeps_nullability && incoming.nullable());
    return arrow::field(table.name(), std::move(type), nullable,
                        incoming.HasMetadata() ? incoming.metadata() : table.metadata());
  }

  arrow::Result<TypePtr> Merge(const TypePtr& table, const TypePtr& incoming,
                               const std::string& path) const {
    if (incoming->id() == Type::NA) return table;
    if (table->id() == Type::STRUCT && incoming->id() == Type::STRUCT) {
      ARROW_ASSIGN_OR_RAISE(FieldVector fields, Fields(table->fields(), incoming->fields(), path));
      return arrow::struct_(std::move(fields));
    }
    if (table->id() == Type::LIST && incoming->id() == Type::LIST) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Field> element,
                            Both(*table->field(0), *incoming->field(0), Child(path, "element")));
      return arrow::list(std::move(element));
    }
    if (table->id() == Type::MAP && incoming->id() == Type::MAP) {
      const auto& from = static_cast<const arrow::MapType&>(*incoming);
      const auto& to = static_cast<const arrow::MapType&>(*table);
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Field> value,
                            Both(*to.item_field(), *from.item_field(), Child(path, "value")));
      return arrow::map(to.key_type(), std::move(value));
    }
    if (TypePtr type = leaves_.Promote(table, incoming)) return type;
    return Clash(Field(path, table), Field(path, incoming), path);
  }

  arrow::Status Clash(const Field& table, const Field& incoming, const std::string& path) const {
    return Fail(
        ErrorCode::kInvalidSchema, path, "column '", path, "' is ", SparkTypeName(*table.type()),
        " in the table and ", SparkTypeName(*incoming.type()),
        " in the input; the one cannot become the other",
        keep_table_ ? " (hoodie.datasource.write.reconcile.schema=true keeps the table's)" : "");
  }

  EvolutionOptions options_;
  LeafPromotion leaves_;
  MissingColumn missing_;
  bool incoming_order_ = false;
  bool keep_table_ = false;
};

// Whether the table has every field of the input, at every depth.
bool IsProjection(const DataType& table, const DataType& incoming);

bool FieldsAreProjection(const FieldVector& table, const FieldVector& incoming) {
  return std::all_of(incoming.begin(), incoming.end(), [&](const std::shared_ptr<Field>& field) {
    const Field* mine = FindField(table, field->name());
    return mine != nullptr && IsProjection(*mine->type(), *field->type());
  });
}

bool IsProjection(const DataType& table, const DataType& incoming) {
  if (table.id() != incoming.id()) return true;  // a matter of types, which the merge judges
  if (table.id() == Type::STRUCT) {
    return FieldsAreProjection(table.fields(), incoming.fields());
  }
  if (table.id() == Type::LIST || table.id() == Type::MAP) {
    const FieldVector& mine =
        table.id() == Type::MAP ? table.field(0)->type()->fields() : table.fields();
    const FieldVector& theirs =
        incoming.id() == Type::MAP ? incoming.field(0)->type()->fields() : incoming.fields();
    return IsProjection(*mine.back()->type(), *theirs.back()->type());
  }
  return true;
}

arrow::Status CheckHoldable(const DataType& type, const std::string& path, int table_version) {
  if (type.id() == Type::NA) {
    return Fail(ErrorCode::kUnsupported, path, "column '", path,
                "' has no type, for all its values are null; give it one in the input's schema");
  }
  if (type.id() == Type::TIMESTAMP && table_version < 9 &&
      static_cast<const arrow::TimestampType&>(type).timezone().empty()) {
    return Fail(ErrorCode::kUnsupported, path, "column '", path,
                "' is a timestamp without time zone, which tables of version ", table_version,
                " cannot hold; version 9 can");
  }
  if (type.id() == Type::MAP) {
    return CheckHoldable(*static_cast<const arrow::MapType&>(type).item_type(),
                         Child(path, "value"), table_version);
  }
  for (const std::shared_ptr<Field>& field : type.fields()) {
    ARROW_RETURN_NOT_OK(CheckHoldable(*field->type(), Child(path, field->name()), table_version));
  }
  return arrow::Status::OK();
}

arrow::Status CheckDistinctNames(const FieldVector& fields, const std::string& path) {
  for (size_t i = 0; i < fields.size(); ++i) {
    const std::string here = Child(path, fields[i]->name());
    for (size_t j = 0; j < i; ++j) {
      if (EqualsIgnoreCase(fields[i]->name(), fields[j]->name())) {
        return Fail(ErrorCode::kInvalidSchema, here, "column '", here, "' differs from '",
                    Child(path, fields[j]->name()),
                    "' in case alone: SQL could not tell them apart");
      }
    }
    ARROW_RETURN_NOT_OK(CheckDistinctNames(fields[i]->type()->fields(), here));
  }
  return arrow::Status::OK();
}

arrow::Result<FieldVector> Reconcile(const FieldVector& table, const FieldVector& incoming,
                                     const EvolutionOptions& options) {
  if (FieldsAreProjection(table, incoming)) {
    SchemaMerge merge(options, MissingColumn::kKeep);
    merge.KeepTable();
    ARROW_ASSIGN_OR_RAISE(FieldVector checked, merge.Fields(table, incoming, ""));
    return table;
  }
  SchemaMerge merge(options,
                    options.allow_column_drop ? MissingColumn::kDrop : MissingColumn::kRefuse);
  merge.TakeIncomingOrder();
  return merge.Fields(table, incoming, "");
}

arrow::Result<FieldVector> MergeFields(const FieldVector& table, const FieldVector& incoming,
                                       const EvolutionOptions& options) {
  if (options.reconcile) return Reconcile(table, incoming, options);
  MissingColumn missing = MissingColumn::kRefuse;
  if (options.allow_column_drop) {
    missing = MissingColumn::kDrop;
  } else if (options.set_null_for_missing && !options.validate) {
    missing = MissingColumn::kSetNull;
  }
  return SchemaMerge(options, missing).Fields(table, incoming, "");
}

}  // namespace

arrow::Result<std::shared_ptr<arrow::Schema>> DeduceWriterSchema(const arrow::Schema* table,
                                                                 const arrow::Schema& incoming,
                                                                 const EvolutionOptions& options) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> canonical, CanonicalSchema(incoming));
  FieldVector fields = canonical->fields();
  if (table != nullptr) {
    ARROW_ASSIGN_OR_RAISE(fields, MergeFields(table->fields(), fields, options));
  }
  ARROW_RETURN_NOT_OK(CheckDistinctNames(fields, ""));
  for (const std::shared_ptr<Field>& field : fields) {
    ARROW_RETURN_NOT_OK(CheckHoldable(*field->type(), field->name(), options.table_version));
  }
  return arrow::schema(std::move(fields));
}

}  // namespace hudi
