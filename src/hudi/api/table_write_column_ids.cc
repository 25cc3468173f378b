// SPDX-License-Identifier: Apache-2.0
// The part of a write that keeps column ids: schema-on-read evolution.
#include <charconv>
#include <utility>

#include "hudi/api/table_write.h"
#include "hudi/error.h"
#include "hudi/schema/meta_columns.h"
#include "hudi/schema/schema_changes.h"
#include "hudi/timeline/schema_history.h"
#include "hudi/write/commit/commit_builder.h"

namespace hudi {
namespace {

// The releases up to 1.0 know no name for these types in schemas with column ids.
constexpr int kFirstVersionWithAllNames = 9;

arrow::Status CheckNames(const InternalType& type, const std::string& path, int table_version) {
  const bool is_new = type.leaf.starts_with("local_timestamp") || type.leaf == "timestamp_millis";
  if (is_new && table_version < kFirstVersionWithAllNames) {
    return Fail(ErrorCode::kUnsupported, path, "column '", path, "' is of the type ", type.leaf,
                ", for which a table of version ", table_version,
                " has no name where it keeps column ids; its columns cannot be changed");
  }
  for (const InternalField& field : type.fields) {
    ARROW_RETURN_NOT_OK(
        CheckNames(field.type, path.empty() ? field.name : path + "." + field.name, table_version));
  }
  return arrow::Status::OK();
}

int64_t VersionOf(const std::string& instant) {
  int64_t version = 0;
  std::from_chars(instant.data(), instant.data() + instant.size(), version);
  return version;
}

}  // namespace

/// `stored`: the table's columns before this write; null: it has none yet.
arrow::Status TableWrite::LoadColumnIds(const std::shared_ptr<arrow::Schema>& stored) {
  if (table_) {
    ARROW_ASSIGN_OR_RAISE(schema_versions_, LoadSchemaVersions(*storage_, *timeline_));
  }
  if (const InternalSchema* newest = schema_versions_.At({}); newest != nullptr) {
    column_ids_ = *newest;
  }
  if (schema_changes_ == nullptr) return arrow::Status::OK();
  if (stored == nullptr) {
    return Fail(ErrorCode::kInvalidSchema, storage_->root(), "the table '", storage_->root(),
                "' has no columns yet");
  }
  if (!config_.populate_meta_fields) {
    return Fail(ErrorCode::kUnsupported, "hoodie.populate.meta.fields",
                "columns of a table without meta columns cannot be changed: the reference does "
                "not read such tables by column ids");
  }
  if (!column_ids_) {
    column_ids_ = AssignColumnIds(*WithMetaColumns(*stored));
    schema_versions_.Add(*column_ids_);
  } else {
    column_ids_ = FollowColumns(*column_ids_, *WithMetaColumns(*stored));
  }
  return arrow::Status::OK();
}

/// The columns after the changes that were asked for.
arrow::Result<std::shared_ptr<arrow::Schema>> TableWrite::ChangedColumns() {
  std::vector<std::string> fixed = config_.keys.key_fields;
  for (const std::vector<std::string>& more :
       {config_.keys.partition_fields, config_.merge.ordering_fields}) {
    fixed.insert(fixed.end(), more.begin(), more.end());
  }
  for (const SchemaChange& change : *schema_changes_) {
    ARROW_RETURN_NOT_OK(ApplySchemaChange(change, fixed, &*column_ids_));
  }
  ARROW_RETURN_NOT_OK(CheckNames(column_ids_->record, "", config_.table_version));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> all, InternalSchemaToArrow(*column_ids_));
  return WithoutMetaColumns(*all);
}

/// Settles the ids of the columns that this write leaves.
arrow::Status TableWrite::SettleColumnIds() {
  if (!column_ids_) return arrow::Status::OK();
  if (IsPartialUpdate()) {
    return Fail(ErrorCode::kUnsupported, storage_->root(), "the table '", storage_->root(),
                "' keeps column ids (schema-on-read evolution), for which there are no partial "
                "updates");
  }
  if (schema_changes_ == nullptr) {
    column_ids_ = FollowColumns(*column_ids_, *context_.file_schema);
  }
  const InternalSchema* newest = schema_versions_.At({});
  if (newest == nullptr || !(newest->record == column_ids_->record)) {
    column_ids_->version_id = VersionOf(instant_);
    schema_versions_.Add(*column_ids_);
  }
  context_.stored_names = std::make_shared<StoredNames>(schema_versions_, *column_ids_);
  return arrow::Status::OK();
}

arrow::Status TableWrite::BeginSchemaChange() {
  ARROW_ASSIGN_OR_RAISE(PendingBodies bodies, MakePendingBodies(context_, {}));
  return session_->Begin(bodies.requested, bodies.inflight);
}

}  // namespace hudi
