// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <arrow/io/memory.h>
#include <arrow/json/from_string.h>
#include <arrow/record_batch.h>
#include <gtest/gtest.h>

#include "hudi/base/text.h"
#include "hudi/config/properties.h"
#include "hudi/format/avro/row_encoder.h"
#include "hudi/format/log/block.h"
#include "hudi/format/log/data_block.h"
#include "hudi/format/log/delete_block.h"
#include "hudi/format/parquet/base_file_writer.h"
#include "hudi/schema/avro_arrow.h"
#include "hudi/schema/meta_columns.h"
#include "hudi/slices/file_name.h"
#include "hudi/timeline/commit_metadata.h"
#include "hudi/timeline/temporary_table.h"

namespace hudi {

/// For tests: a table of version 8 written file by file, so that a test decides which instants and
/// files are there.
class TestTable {
 public:
  /// `properties` are added to those of a copy-on-write table with key `id`.
  explicit TestTable(const ConfigMap& properties = {}) {
    ConfigMap all = {{"hoodie.table.name", "t"},
                     {"hoodie.table.type", "COPY_ON_WRITE"},
                     {"hoodie.table.version", "8"},
                     {"hoodie.timeline.layout.version", "2"},
                     {"hoodie.timeline.path", "timeline"},
                     {"hoodie.timeline.history.path", "history"},
                     {"hoodie.table.timeline.timezone", "UTC"},
                     {"hoodie.table.recordkey.fields", "id"},
                     {"hoodie.table.keygenerator.type", "SIMPLE"},
                     {"hoodie.table.base.file.format", "PARQUET"},
                     {"hoodie.populate.meta.fields", "true"},
                     {"hoodie.table.checksum", std::to_string(Crc32(".t"))}};
    for (const auto& [key, value] : properties) all.insert_or_assign(key, value);
    if (all.count("hoodie.table.partition.fields") == 0) {
      all["hoodie.table.keygenerator.type"] = "NON_PARTITION";
    }
    if (all["hoodie.table.type"] == "MERGE_ON_READ") action_ = "deltacommit";
    table_.Write(".hoodie/hoodie.properties", FormatProperties(all, "test"));
    table_.storage()->MakeDirectory(".hoodie/timeline").ok();
  }

  const std::shared_ptr<Storage>& storage() const { return table_.storage(); }
  void Write(const std::string& path, std::string_view content = {}) {
    table_.Write(path, content);
  }

  static std::shared_ptr<arrow::RecordBatch> Rows(const std::shared_ptr<arrow::Schema>& schema,
                                                  const std::string& json) {
    auto rows = arrow::json::ArrayFromJSONString(arrow::struct_(schema->fields()), json);
    EXPECT_TRUE(rows.ok()) << rows.status();
    return *arrow::RecordBatch::FromStructArray(*rows);
  }

  /// Writes a base file that the next Commit() names. Returns its path.
  std::string AddFile(const std::string& partition, const std::string& file_id,
                      const std::string& instant, const std::shared_ptr<arrow::RecordBatch>& rows,
                      int64_t row_group_rows = 1 << 20, bool with_meta = true) {
    std::string name = file_id + "_0-0-0_" + instant + ".parquet";
    std::string path = partition.empty() ? name : partition + "/" + name;
    std::shared_ptr<arrow::RecordBatch> all =
        with_meta ? WithMeta(rows, partition, instant, name) : rows;
    auto output = *arrow::io::BufferOutputStream::Create();
    ParquetWriteOptions options;
    options.row_group_rows = row_group_rows;
    auto writer = *BaseFileWriter::Open(output, all->schema(), options);
    EXPECT_TRUE(writer->Write(*all).ok());
    EXPECT_TRUE(writer->Close({}).ok());
    std::string bytes = (*output->Finish())->ToString();
    table_.Write(path, bytes);
    table_.Write(partition.empty() ? ".hoodie_partition_metadata"
                                   : partition + "/.hoodie_partition_metadata",
                 "commitTime=" + instant + "\npartitionDepth=0\n");
    WriteStat stat;
    stat.file_id = file_id;
    stat.path = path;
    stat.partition_path = partition;
    stat.num_writes = rows->num_rows();
    stat.num_inserts = rows->num_rows();
    stat.file_size_in_bytes = static_cast<int64_t>(bytes.size());
    stat.total_write_bytes = stat.file_size_in_bytes;
    if (auto previous = newest_.find({partition, file_id}); previous != newest_.end()) {
      stat.prev_commit = previous->second;
    }
    newest_[{partition, file_id}] = instant;
    pending_.partition_to_write_stats[partition].push_back(stat);
    return path;
  }

  /// Writes a log file of version 8, which the next Commit() completes: a data block of `rows`,
  /// then a delete block of `deletes`.
  std::string AddLog(const std::string& partition, const std::string& file_id,
                     const std::string& instant, const std::shared_ptr<arrow::RecordBatch>& rows,
                     const std::vector<log::DeleteRecord>& deletes = {}) {
    std::shared_ptr<arrow::RecordBatch> all = WithMeta(rows, partition, instant, file_id);
    avro::SchemaPtr schema = *ArrowToAvro(*all->schema(), "t_record", "hoodie.t");
    auto encoder = *avro::RowEncoder::Make(schema);
    EXPECT_TRUE(encoder->Bind(*all).ok());
    log::AvroDataBlockBuilder data;
    for (int64_t row = 0; row < all->num_rows(); ++row) {
      EXPECT_TRUE(data.Append(*encoder, row).ok());
    }
    log::BlockHeader header = {{log::HeaderKey::kInstantTime, instant},
                               {log::HeaderKey::kSchema, schema->ToJson()}};
    std::string bytes;
    if (rows->num_rows() > 0) {
      bytes += log::EncodeBlock(log::BlockType::kAvroData, header, data.Finish());
    }
    if (!deletes.empty()) {
      bytes += log::EncodeBlock(log::BlockType::kDelete, header, log::EncodeDeleteBlock(deletes));
    }
    std::string name = "." + file_id + "_" + instant + ".log.1_0-0-0";
    WriteStat stat;
    stat.file_id = file_id;
    stat.path = partition.empty() ? name : partition + "/" + name;
    stat.partition_path = partition;
    stat.file_size_in_bytes = static_cast<int64_t>(bytes.size());
    pending_.partition_to_write_stats[partition].push_back(stat);
    table_.Write(stat.path, bytes);
    return stat.path;
  }

  void Replace(const std::string& partition, const std::string& file_id) {
    pending_.is_replace = true;
    pending_.partition_to_replace_file_ids[partition].push_back(file_id);
  }

  /// Completes an instant that wrote what was added since the last one; completion is ten after.
  void Commit(const std::string& instant, const std::shared_ptr<arrow::Schema>& schema,
              const std::string& operation = "UPSERT") {
    pending_.operation_type = operation;
    if (schema != nullptr) {
      auto avro = ArrowToAvro(*schema, "t_record", "hoodie.t");
      EXPECT_TRUE(avro.ok()) << avro.status();
      pending_.extra_metadata["schema"] = (*avro)->ToJson();
    }
    const std::string action = pending_.is_replace ? "replacecommit" : action_;
    auto body = EncodeCommitMetadata(pending_, 2);
    EXPECT_TRUE(body.ok()) << body.status();
    table_.Write(".hoodie/timeline/" + instant + "." + action + ".requested");
    table_.Write(".hoodie/timeline/" + instant +
                 (action == "commit" ? ".inflight" : "." + action + ".inflight"));
    std::string completion = instant.substr(0, instant.size() - 2) + "99";
    table_.Write(".hoodie/timeline/" + instant + "_" + completion + "." + action, *body);
    pending_ = CommitMetadata();
  }

 private:
  static std::shared_ptr<arrow::RecordBatch> WithMeta(
      const std::shared_ptr<arrow::RecordBatch>& rows, const std::string& partition,
      const std::string& instant, const std::string& name) {
    arrow::ArrayVector columns;
    std::shared_ptr<arrow::Array> keys = rows->GetColumnByName("id");
    for (const std::string& text :
         {instant, instant + "_0_0", std::string("key"), partition, name}) {
      columns.push_back(*arrow::MakeArrayFromScalar(arrow::StringScalar(text), rows->num_rows()));
    }
    if (keys != nullptr && keys->type_id() == arrow::Type::STRING) columns[2] = keys;
    for (const auto& column : rows->columns()) columns.push_back(column);
    return arrow::RecordBatch::Make(WithMetaColumns(*rows->schema()), rows->num_rows(), columns);
  }

  std::string action_ = "commit";
  TemporaryTable table_;
  CommitMetadata pending_;
  std::map<std::pair<std::string, std::string>, std::string> newest_;
};

}  // namespace hudi
