// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>

#include <arrow/array.h>

#include "hudi/base/java_text.h"
#include "hudi/base/nested_column.h"
#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/merge/merge_rules.h"
#include "hudi/merge/row_merger.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

constexpr std::string_view kDeleteFieldKey = "hoodie.payload.delete.field";
constexpr std::string_view kDeleteMarkerKey = "hoodie.payload.delete.marker";

/// A column whose text `marker` makes a row a delete.
struct Marker {
  std::string field;
  std::string text;
  bool ignores_case = false;
  bool needs_column = false;
};

arrow::Result<std::vector<Marker>> MarkersOf(const MergeOptions& options) {
  std::vector<Marker> markers;
  if (options.delete_field.empty() != options.delete_marker.empty()) {
    const bool no_field = options.delete_field.empty();
    return Fail(ErrorCode::kInvalidConfig, no_field ? kDeleteFieldKey : kDeleteMarkerKey,
                "config '", no_field ? kDeleteMarkerKey : kDeleteFieldKey, "' = '",
                no_field ? options.delete_marker : options.delete_field, "' needs '",
                no_field ? kDeleteFieldKey : kDeleteMarkerKey, "' beside it");
  }
  if (!options.delete_field.empty()) {
    markers.push_back({options.delete_field, options.delete_marker});
  }
  const bool asks_payload = options.table_version < 9;
  if (options.payload == PayloadKind::kAwsDms) {
    markers.push_back({std::string(kDmsOperation), "D", asks_payload, asks_payload});
  }
  if (options.payload == PayloadKind::kMySqlDebezium ||
      options.payload == PayloadKind::kPostgresDebezium) {
    markers.push_back({std::string(kDebeziumOperation), "d", asks_payload});
  }
  return markers;
}

arrow::Status AddMarked(const arrow::RecordBatch& batch, const Marker& marker,
                        std::vector<bool>* flags) {
  arrow::Result<ColumnPath> path = FindColumn(*batch.schema(), marker.field, "delete field");
  if (!path.ok()) return marker.needs_column ? path.status() : arrow::Status::OK();
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> column, ColumnAt(batch, *path));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::StringArray> texts,
                        JavaTexts(column, marker.field, InstantText::kNumber, nullptr));
  for (int64_t row = 0; row < texts->length(); ++row) {
    if (texts->IsNull(row)) continue;
    const std::string_view text = texts->GetView(row);
    if (marker.ignores_case ? EqualsIgnoreCase(text, marker.text) : text == marker.text) {
      (*flags)[static_cast<size_t>(row)] = true;
    }
  }
  return arrow::Status::OK();
}

}  // namespace

arrow::Status CheckDeleteColumn(const arrow::Schema& schema) {
  for (const std::shared_ptr<arrow::Field>& field : schema.fields()) {
    if (field->name() == kIsDeleted && field->type()->id() != arrow::Type::BOOL &&
        field->type()->id() != arrow::Type::NA) {
      return Fail(ErrorCode::kInvalidSchema, kIsDeleted, "column '", kIsDeleted, "' is of type ",
                  field->type()->ToString(), "; expected boolean, as it marks rows as deletes");
    }
  }
  return arrow::Status::OK();
}

arrow::Result<std::vector<bool>> DeleteFlags(const arrow::RecordBatch& batch,
                                             const MergeOptions& options) {
  ARROW_RETURN_NOT_OK(CheckDeleteColumn(*batch.schema()));
  ARROW_ASSIGN_OR_RAISE(const std::vector<Marker> markers, MarkersOf(options));
  std::vector<bool> flags(static_cast<size_t>(batch.num_rows()),
                          options.payload == PayloadKind::kEmpty);
  const std::shared_ptr<arrow::Array> column = batch.GetColumnByName(std::string(kIsDeleted));
  if (column != nullptr && column->type_id() == arrow::Type::BOOL) {
    const auto& deleted = static_cast<const arrow::BooleanArray&>(*column);
    for (int64_t row = 0; row < deleted.length(); ++row) {
      if (deleted.IsValid(row) && deleted.Value(row)) flags[static_cast<size_t>(row)] = true;
    }
  }
  for (const Marker& marker : markers) ARROW_RETURN_NOT_OK(AddMarked(batch, marker, &flags));
  return flags;
}

}  // namespace hudi
