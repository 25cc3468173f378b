// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <utility>

#include "hudi/base/compute.h"
#include "hudi/error.h"
#include "hudi/predicate/literal_binding.h"
#include "hudi/predicate/predicate_eval.h"
#include "hudi/schema/ddl.h"

namespace hudi {
namespace {

using Kind = Predicate::Kind;

arrow::Result<PredicatePtr> BindLike(const Predicate& predicate, const BoundColumn& column) {
  const arrow::Type::type type = column.type->id();
  if (!arrow::is_string(type) && type != arrow::Type::STRING_VIEW) {
    return Fail(ErrorCode::kInvalidArgument, column.path, "column '", column.path, "' is ",
                SparkTypeName(*column.type), ": LIKE needs a string");
  }
  auto bound = std::make_shared<Predicate>(predicate);
  bound->column = column.path;
  return bound;
}

arrow::Result<PredicatePtr> BindLeaf(const Predicate& predicate, const arrow::Schema& schema) {
  ARROW_ASSIGN_OR_RAISE(BoundColumn column, FindPredicateColumn(schema, predicate.column));
  auto bound = std::make_shared<Predicate>(predicate);
  bound->column = column.path;
  switch (predicate.kind) {
    case Kind::kIsNull:
    case Kind::kIsNotNull:
      return bound;
    case Kind::kIn:
      return BindIn(column, predicate.values);
    case Kind::kLike:
      return BindLike(predicate, column);
    default:
      break;
  }
  if (predicate.other_column.empty()) {
    if (predicate.values.size() != 1) {
      return Fail(ErrorCode::kInvalidArgument, predicate.column,
                  "a comparison takes one value or another column");
    }
    return BindComparison(predicate.kind, column, predicate.values.front());
  }
  ARROW_ASSIGN_OR_RAISE(BoundColumn other, FindPredicateColumn(schema, predicate.other_column));
  ARROW_RETURN_NOT_OK(CheckComparable(column, other));
  bound->other_column = other.path;
  return bound;
}

void CollectColumns(const Predicate& predicate, std::set<std::string>* columns) {
  for (const std::string* path : {&predicate.column, &predicate.other_column}) {
    if (!path->empty()) columns->insert(TopLevelColumn(*path));
  }
  for (const PredicatePtr& child : predicate.children) CollectColumns(*child, columns);
}

}  // namespace

arrow::Result<PredicatePtr> BindPredicate(const Predicate& predicate, const arrow::Schema& schema) {
  ARROW_RETURN_NOT_OK(InitializeCompute());
  switch (predicate.kind) {
    case Kind::kTrue:
    case Kind::kFalse:
    case Kind::kNull:
      return std::make_shared<Predicate>(predicate);
    case Kind::kAnd:
    case Kind::kOr:
    case Kind::kNot: {
      auto bound = std::make_shared<Predicate>();
      bound->kind = predicate.kind;
      for (const PredicatePtr& child : predicate.children) {
        ARROW_ASSIGN_OR_RAISE(PredicatePtr bound_child, BindPredicate(*child, schema));
        bound->children.push_back(std::move(bound_child));
      }
      return bound;
    }
    default:
      return BindLeaf(predicate, schema);
  }
}

std::vector<std::string> PredicateColumns(const Predicate& predicate) {
  std::set<std::string> columns;
  CollectColumns(predicate, &columns);
  return {columns.begin(), columns.end()};
}

}  // namespace hudi
