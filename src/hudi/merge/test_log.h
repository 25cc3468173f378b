// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <arrow/io/memory.h>
#include <arrow/json/from_string.h>
#include <gtest/gtest.h>

#include "hudi/base/big_endian.h"
#include "hudi/format/avro/row_encoder.h"
#include "hudi/format/log/block.h"
#include "hudi/format/log/data_block.h"
#include "hudi/format/log/delete_block.h"
#include "hudi/merge/log_rows.h"
#include "hudi/schema/avro_arrow.h"
#include "hudi/schema/meta_columns.h"

/// For tests: log files made block by block, and their records.
namespace hudi::test_log {

inline std::shared_ptr<arrow::RecordBatch> Rows(const std::shared_ptr<arrow::Schema>& schema,
                                                const std::string& json) {
  return *arrow::RecordBatch::FromStructArray(
      *arrow::json::ArrayFromJSONString(arrow::struct_(schema->fields()), json));
}

inline std::shared_ptr<arrow::Schema> WithKey(arrow::FieldVector fields) {
  fields.insert(fields.begin(), arrow::field(std::string(kRecordKey), arrow::utf8()));
  return arrow::schema(std::move(fields));
}

/// Each row as Avro bytes, and the schema that they are written with.
inline std::vector<std::string> Encoded(const arrow::RecordBatch& rows, std::string* schema_json) {
  avro::SchemaPtr schema = *ArrowToAvro(*rows.schema(), "t_record", "hoodie.t");
  *schema_json = schema->ToJson();
  auto encoder = *avro::RowEncoder::Make(schema);
  EXPECT_TRUE(encoder->Bind(rows).ok());
  std::vector<std::string> texts(static_cast<size_t>(rows.num_rows()));
  for (int64_t row = 0; row < rows.num_rows(); ++row) {
    EXPECT_TRUE(encoder->Append(row, &texts[static_cast<size_t>(row)]).ok());
  }
  return texts;
}

inline std::string AvroContent(const std::vector<std::string>& records) {
  std::string content;
  AppendBigEndian(log::kDataBlockVersion, &content);
  AppendBigEndian(static_cast<int32_t>(records.size()), &content);
  for (const std::string& record : records) {
    AppendBigEndian(static_cast<int32_t>(record.size()), &content);
    content += record;
  }
  return content;
}

/// The records of a log file that consists of `blocks`.
inline arrow::Result<LogRows> Read(const std::vector<std::string>& blocks,
                                   const std::shared_ptr<arrow::Schema>& schema,
                                   const MergeOptions& merge = {}) {
  std::string bytes;
  for (const std::string& block : blocks) bytes += block;
  auto file = std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(bytes));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<log::LogFileReader> reader,
                        log::LogFileReader::Open(file, "f.log"));
  ARROW_ASSIGN_OR_RAISE(LogBlockSelection selection,
                        SelectLogBlocks({reader}, [](std::string_view) { return true; }));
  LogRowsOptions options;
  options.merge_schema = schema;
  options.merge = merge;
  return ReadLogRows(selection.blocks, options);
}

inline std::string AvroBlock(const std::shared_ptr<arrow::RecordBatch>& rows,
                             bool is_partial = false) {
  std::string schema;
  std::vector<std::string> records = Encoded(*rows, &schema);
  log::BlockHeader header = {{log::HeaderKey::kInstantTime, "1"},
                             {log::HeaderKey::kSchema, schema}};
  if (is_partial) header[log::HeaderKey::kIsPartial] = "true";
  return log::EncodeBlock(log::BlockType::kAvroData, header, AvroContent(records));
}

inline std::string DeleteBlock(const std::vector<log::DeleteRecord>& records) {
  return log::EncodeBlock(log::BlockType::kDelete, {{log::HeaderKey::kInstantTime, "1"}},
                          log::EncodeDeleteBlock(records));
}

}  // namespace hudi::test_log
