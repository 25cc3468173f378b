// SPDX-License-Identifier: Apache-2.0
#include "sql/session/table_source.h"

#include <algorithm>
#include <memory>

#include "hudi/error.h"
#include "hudi/table_reader.h"
#include "sql/parse/token.h"
#include "sql/session/name_list.h"

namespace hudi::sql {
namespace {

std::string Property(const std::map<std::string, std::string>& properties, const char* key) {
  auto found = properties.find(key);
  return found == properties.end() ? "" : found->second;
}

bool IsInstantText(const std::string& text) {
  return (text.size() == 14 || text.size() == 17) &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

arrow::Status CheckInstantExists(const std::string& base_path, const std::string& instant) {
  ARROW_ASSIGN_OR_RAISE(std::vector<TimelineEntry> entries,
                        ListTimeline(base_path, /*with_history=*/true));
  std::string before, after;
  for (const TimelineEntry& entry : entries) {
    if (entry.begin == instant || entry.completion == instant) return arrow::Status::OK();
    if (entry.completion.empty() || entry.operation.empty()) continue;
    if (entry.begin < instant) {
      before = std::max(before, entry.begin);
    } else if (after.empty() || entry.begin < after) {
      after = entry.begin;
    }
  }
  std::string near = before.empty() ? after : after.empty() ? before : before + "' and '" + after;
  return Fail(ErrorCode::kNotFound, instant, "instant '", instant, "' does not exist; ",
              near.empty()
                  ? "the table has no commit yet"
                  : "the nearest commits are '" + near + "'; TIMESTAMP AS OF takes any time");
}

/// Opens the table again for each scan, with the columns and the filter of the query.
class TableRows : public RowSource {
 public:
  TableRows(std::string base_path, ReadOptions options, std::shared_ptr<arrow::Schema> schema)
      : base_path_(std::move(base_path)),
        options_(std::move(options)),
        schema_(std::move(schema)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Scan(
      const std::vector<std::string>& columns, const PredicatePtr& filter) const override {
    ReadOptions options = options_;
    options.columns = columns;
    options.with_meta_columns = false;
    options.filter = filter;
    ARROW_ASSIGN_OR_RAISE(std::unique_ptr<TableReader> reader,
                          TableReader::Open(base_path_, std::move(options)));
    return reader->Scan();
  }

 private:
  std::string base_path_;
  ReadOptions options_;
  std::shared_ptr<arrow::Schema> schema_;
};

}  // namespace

std::vector<std::string> PartitionFieldsOf(const std::map<std::string, std::string>& properties) {
  std::vector<std::string> fields =
      SplitNames(Property(properties, "hoodie.table.partition.fields"));
  for (std::string& field : fields) field.resize(std::min(field.find(':'), field.size()));
  return fields;
}
std::vector<std::string> KeyFieldsOf(const std::map<std::string, std::string>& properties) {
  return SplitNames(Property(properties, "hoodie.table.recordkey.fields"));
}
std::vector<std::string> OrderingFieldsOf(const std::map<std::string, std::string>& properties) {
  std::vector<std::string> fields =
      SplitNames(Property(properties, "hoodie.table.ordering.fields"));
  if (fields.empty()) fields = SplitNames(Property(properties, "hoodie.table.precombine.field"));
  return fields;
}

arrow::FieldVector ColumnsInOrder(const arrow::Schema& schema,
                                  const std::vector<std::string>& partition_fields) {
  const auto is_partition = [&](const std::shared_ptr<arrow::Field>& field) {
    return std::any_of(partition_fields.begin(), partition_fields.end(),
                       [&](const std::string& name) { return SameWord(name, field->name()); });
  };
  arrow::FieldVector fields = schema.fields();
  std::stable_partition(
      fields.begin(), fields.end(),
      [&](const std::shared_ptr<arrow::Field>& field) { return !is_partition(field); });
  return fields;
}

arrow::Result<TableContent> OpenTableSource(const std::string& base_path,
                                            const SourceOptions& options) {
  ReadOptions read;
  read.as_of = options.as_of;
  read.from = options.from;
  read.to = options.to;
  read.config = options.config;
  read.threads = options.threads;
  read.changes = options.changes;
  read.with_meta_columns = !options.changes;
  if (options.by_version && IsInstantText(options.as_of)) {
    ARROW_RETURN_NOT_OK(CheckInstantExists(base_path, options.as_of));
  }
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<TableReader> reader, TableReader::Open(base_path, read));
  if (reader->schema()->num_fields() == 0) {
    return Fail(ErrorCode::kInvalidSchema, base_path, "the table '", base_path,
                "' has no columns yet: it holds no commit, and hoodie.properties no schema");
  }
  TableContent content;
  std::shared_ptr<arrow::Schema> schema =
      arrow::schema(ColumnsInOrder(*reader->schema(), reader->partition_fields()));
  if (!reader->Slices().empty()) {
    content.table = std::move(reader);
    content.columns = std::move(schema);
    return content;
  }
  content.rows = std::make_shared<TableRows>(base_path, std::move(read), std::move(schema));
  return content;
}

}  // namespace hudi::sql
