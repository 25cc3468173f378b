// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/plan/table_schema.h"

#include <string_view>
#include <utility>
#include <vector>

#include "hudi/error.h"
#include "hudi/format/avro/schema.h"
#include "hudi/format/parquet/base_file_reader.h"
#include "hudi/schema/avro_arrow.h"
#include "hudi/schema/meta_columns.h"
#include "hudi/slices/file_name.h"
#include "hudi/timeline/schema_history.h"

namespace hudi {
namespace {

arrow::Result<std::shared_ptr<arrow::Schema>> SchemaFromAvro(const std::string& json) {
  ARROW_ASSIGN_OR_RAISE(avro::SchemaPtr record, avro::Schema::Parse(json));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> schema, AvroToArrow(*record));
  return WithoutMetaColumns(*schema);
}

// Of the newest base file that is still there; no fields if there is none.
arrow::Result<std::shared_ptr<arrow::Schema>> SchemaFromNewestFile(const Storage& storage,
                                                                   const Timeline& timeline) {
  const std::vector<Instant> writes = timeline.CompletedWrites();
  for (auto write = writes.rbegin(); write != writes.rend(); ++write) {
    ARROW_ASSIGN_OR_RAISE(CommitMetadata commit, timeline.ReadCommit(*write));
    for (const auto& [partition, stats] : commit.partition_to_write_stats) {
      for (const WriteStat& stat : stats) {
        if (stat.path.empty() ||
            LooksLikeLogFile(std::string_view(stat.path).substr(stat.path.rfind('/') + 1))) {
          continue;
        }
        ARROW_ASSIGN_OR_RAISE(bool exists, storage.Exists(stat.path));
        if (!exists) continue;
        ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::RandomAccessFile> file,
                              storage.OpenInput(stat.path));
        ARROW_ASSIGN_OR_RAISE(std::shared_ptr<BaseFileReader> reader,
                              BaseFileReader::Open(std::move(file), stat.path));
        ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> canonical,
                              CanonicalSchema(*reader->schema()));
        return WithoutMetaColumns(*canonical);
      }
    }
  }
  return arrow::schema({});
}

// The reference gives dropped partition columns back as text, whatever they once were.
arrow::Result<std::shared_ptr<arrow::Schema>> WithDroppedColumns(
    std::shared_ptr<arrow::Schema> schema, const TableConfig& config) {
  if (!config.drop_partition_columns()) return schema;
  for (const std::string& name : config.partition_fields()) {
    if (schema->GetFieldIndex(name) >= 0) continue;
    ARROW_ASSIGN_OR_RAISE(
        schema, schema->AddField(schema->num_fields(), arrow::field(name, arrow::utf8())));
  }
  return schema;
}

}  // namespace

arrow::Result<TableSchema> ReadTableSchema(const Storage& storage, const TableConfig& config,
                                           const Timeline& timeline, const std::string& as_of) {
  TableSchema result;
  ARROW_ASSIGN_OR_RAISE(result.avro_json, timeline.LatestSchemaJson(as_of));
  if (result.avro_json.empty() && !as_of.empty()) {
    // Before the first commit there are no rows, but the columns have names all the same.
    ARROW_ASSIGN_OR_RAISE(result.avro_json, timeline.LatestSchemaJson());
  }
  if (result.avro_json.empty()) result.avro_json = config.create_schema_json();
  if (!result.avro_json.empty()) {
    ARROW_ASSIGN_OR_RAISE(result.columns, SchemaFromAvro(result.avro_json));
  } else {
    ARROW_ASSIGN_OR_RAISE(result.columns, SchemaFromNewestFile(storage, timeline));
  }
  if (result.columns->num_fields() > 0) {
    ARROW_ASSIGN_OR_RAISE(result.columns, WithDroppedColumns(result.columns, config));
  }
  ARROW_ASSIGN_OR_RAISE(SchemaVersions versions, LoadSchemaVersions(storage, timeline));
  if (const InternalSchema* now = versions.At(as_of); now != nullptr) {
    InternalSchema current = *now;
    result.stored_names = std::make_shared<StoredNames>(std::move(versions), std::move(current));
  }
  return result;
}

}  // namespace hudi
