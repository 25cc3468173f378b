// SPDX-License-Identifier: Apache-2.0
#include "hudi/metadata/metadata_table.h"

#include <algorithm>
#include <utility>

#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/format/avro/column_decoder.h"
#include "hudi/merge/slice_logs.h"
#include "hudi/metadata/combine_records.h"
#include "hudi/metadata/merged_records.h"
#include "hudi/metadata/record_source.h"
#include "hudi/metadata/valid_instants.h"
#include "hudi/table/properties_file.h"
#include "hudi/table/table_config.h"
#include "hudi/timeline/timeline_layout.h"

namespace hudi {
namespace {

constexpr std::string_view kMetadataPath = ".hoodie/metadata";
constexpr std::string_view kExtension = "hfile";

arrow::Result<TableConfig> ReadMetadataProperties(const Storage& storage) {
  ARROW_ASSIGN_OR_RAISE(ConfigMap properties, ReadPropertiesFile(storage));
  TableConfig config = TableConfig::FromProperties(std::move(properties));
  const int version = config.version();
  if (version != 6 && version != 8 && version != 9) {
    return Fail(ErrorCode::kUnsupported, "hoodie.table.version", "'hoodie.table.version' = '",
                config.Get("hoodie.table.version"),
                "': metadata tables of versions 6, 8 and 9 are known");
  }
  const std::string format = config.Get("hoodie.table.base.file.format");
  if (!EqualsIgnoreCase(format, kExtension)) {
    return Fail(ErrorCode::kUnsupported, "hoodie.table.base.file.format",
                "'hoodie.table.base.file.format' = '", format,
                "': the base files of a metadata table must be HFiles");
  }
  return config;
}

std::shared_ptr<arrow::DataType> NullableInside(const std::shared_ptr<arrow::DataType>& type) {
  auto nullable = [](const std::shared_ptr<arrow::Field>& field) {
    return arrow::field(field->name(), NullableInside(field->type()));
  };
  switch (type->id()) {
    case arrow::Type::STRUCT: {
      arrow::FieldVector fields;
      for (const auto& field : type->fields()) fields.push_back(nullable(field));
      return arrow::struct_(std::move(fields));
    }
    case arrow::Type::LIST:
      return arrow::list(nullable(type->field(0)));
    case arrow::Type::MAP: {
      const auto& map = static_cast<const arrow::MapType&>(*type);
      return arrow::map(map.key_type(), nullable(map.item_field()));
    }
    default:
      return type;
  }
}

// Older records may lack what newer ones have at any depth.
arrow::Result<std::shared_ptr<arrow::Schema>> RecordColumns(std::string_view schema_json) {
  ARROW_ASSIGN_OR_RAISE(avro::SchemaPtr record, avro::Schema::Parse(schema_json));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> schema, avro::RowSchema(*record));
  arrow::FieldVector fields;
  for (const std::shared_ptr<arrow::Field>& field : schema->fields()) {
    if (field->name().rfind("_hoodie_", 0) == 0) continue;
    fields.push_back(arrow::field(field->name(), NullableInside(field->type())));
  }
  return arrow::schema(std::move(fields));
}

// The slices of a partition one after the other, each opened when it is its turn.
class SliceBySlice : public arrow::RecordBatchReader {
 public:
  using Open =
      std::function<arrow::Result<std::shared_ptr<arrow::RecordBatchReader>>(const FileSlice&)>;

  SliceBySlice(std::shared_ptr<arrow::Schema> schema, std::vector<FileSlice> slices, Open open)
      : schema_(std::move(schema)), slices_(std::move(slices)), open_(std::move(open)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    *batch = nullptr;
    while (true) {
      if (rows_ == nullptr) {
        if (next_ == slices_.size()) return arrow::Status::OK();
        ARROW_ASSIGN_OR_RAISE(rows_, open_(slices_[next_++]));
      }
      ARROW_RETURN_NOT_OK(rows_->ReadNext(batch));
      if (*batch == nullptr) {
        rows_ = nullptr;
        continue;
      }
      arrow::ArrayVector columns;
      for (const std::shared_ptr<arrow::Field>& field : schema_->fields()) {
        columns.push_back((*batch)->GetColumnByName(field->name()));
      }
      *batch = arrow::RecordBatch::Make(schema_, (*batch)->num_rows(), std::move(columns));
      return arrow::Status::OK();
    }
  }

 private:
  std::shared_ptr<arrow::Schema> schema_;
  std::vector<FileSlice> slices_;
  Open open_;
  size_t next_ = 0;
  std::shared_ptr<arrow::RecordBatchReader> rows_;
};

}  // namespace

arrow::Result<std::shared_ptr<const MetadataTable>> MetadataTable::Open(const Storage& storage,
                                                                        const Timeline& timeline) {
  ARROW_ASSIGN_OR_RAISE(const bool is_there, storage.Exists(std::string(kMetadataPath) + "/" +
                                                            std::string(kPropertiesPath)));
  if (!is_there) {
    return Fail(ErrorCode::kNotFound, kMetadataPath, storage.FullPath(kMetadataPath),
                ": the table has no metadata table");
  }
  std::shared_ptr<MetadataTable> table(new MetadataTable());
  ARROW_ASSIGN_OR_RAISE(table->storage_, Storage::Open(storage.FullPath(kMetadataPath)));
  auto open = [&]() -> arrow::Status {
    ARROW_ASSIGN_OR_RAISE(TableConfig config, ReadMetadataProperties(*table->storage_));
    ARROW_ASSIGN_OR_RAISE(table->timeline_, Timeline::Load(table->storage_, LayoutOf(config)));
    ARROW_ASSIGN_OR_RAISE(table->valid_instants_, FindValidInstants(timeline, *table->timeline_));
    ARROW_ASSIGN_OR_RAISE(table->partitions_, ListPartitions(*table->storage_));
    ARROW_ASSIGN_OR_RAISE(std::string schema, table->timeline_->LatestSchemaJson());
    if (schema.empty()) {
      return Fail(ErrorCode::kUnsupported, kMetadataPath,
                  "no commit of the metadata table tells the schema of its records");
    }
    ARROW_ASSIGN_OR_RAISE(table->schema_, RecordColumns(schema));
    return arrow::Status::OK();
  };
  ARROW_RETURN_NOT_OK(While(open(), "opening the metadata table " + table->storage_->root()));
  return table;
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> MetadataTable::ReadSlice(
    const FileSlice& slice, const std::shared_ptr<arrow::Schema>& schema) const {
  std::unique_ptr<RecordSource> base;
  if (slice.base_file) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::RandomAccessFile> file,
                          storage_->OpenInput(slice.base_file->path));
    ARROW_ASSIGN_OR_RAISE(
        base, RecordSource::OpenBaseFile(std::move(file), slice.base_file->path, schema));
  }
  ARROW_ASSIGN_OR_RAISE(
      LogBlockSelection selection,
      SelectSliceBlocks(*storage_, slice, timeline_.get(), [this](std::string_view instant) {
        return valid_instants_.find(instant) != valid_instants_.end();
      }));
  std::vector<std::unique_ptr<RecordSource>> logs;
  for (const LogBlockRef& ref : selection.blocks) {
    ARROW_ASSIGN_OR_RAISE(std::unique_ptr<RecordSource> source,
                          RecordSource::OpenLogBlock(ref, schema));
    logs.push_back(std::move(source));
  }
  return MergeRecords(schema, std::move(base), std::move(logs));
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> MetadataTable::ReadPartition(
    std::string_view partition, const std::vector<std::string>& columns) const {
  arrow::FieldVector wanted;
  for (const std::string& column : columns) {
    const std::shared_ptr<arrow::Field> field = schema_->GetFieldByName(column);
    if (field == nullptr) {
      return Fail(ErrorCode::kNotFound, column, "the metadata table has no column '", column, "'");
    }
    wanted.push_back(field);
  }
  // What records are combined by is read always.
  arrow::FieldVector read;
  for (const std::shared_ptr<arrow::Field>& field : schema_->fields()) {
    const bool is_needed = field->name() == kMetadataKey || field->name() == kMetadataType;
    if (is_needed || std::find(columns.begin(), columns.end(), field->name()) != columns.end()) {
      read.push_back(field);
    }
  }
  ARROW_ASSIGN_OR_RAISE(std::vector<FileSlice> slices,
                        LatestSlices(*storage_, *timeline_, partition, {}, "", kExtension));
  auto open = [this, schema = arrow::schema(std::move(read))](const FileSlice& slice) {
    auto rows = ReadSlice(slice, schema);
    if (rows.ok()) return rows;
    return arrow::Result<std::shared_ptr<arrow::RecordBatchReader>>(
        While(rows.status(), "reading the metadata table " + storage_->root()));
  };
  return std::make_shared<SliceBySlice>(arrow::schema(std::move(wanted)), std::move(slices),
                                        std::move(open));
}

}  // namespace hudi
