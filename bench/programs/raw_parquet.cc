// SPDX-License-Identifier: Apache-2.0
#include "raw_parquet.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>

#include <arrow/array/util.h>
#include <arrow/builder.h>
#include <arrow/compute/api_vector.h>
#include <arrow/io/file.h>
#include <arrow/scalar.h>
#include <arrow/table.h>
#include <parquet/properties.h>

#include "tasks.h"

namespace hudi::bench {
namespace {

using BatchPtr = std::shared_ptr<arrow::RecordBatch>;
using TablePtr = std::shared_ptr<arrow::Table>;

constexpr std::string_view kInstant = "20250101000000000";

// Raw work knows its data: it makes no dictionaries of values that hardly repeat, and hands those
// that are there from file to file.
constexpr std::array kDistinctColumns = {
    "_hoodie_commit_seqno", "_hoodie_record_key", "id", "ts", "amount", "updated_at", "note"};
constexpr std::array kRepeatingTexts = {"_hoodie_commit_time",
                                        "_hoodie_partition_path",
                                        "_hoodie_file_name",
                                        "region",
                                        "status",
                                        "city"};

}  // namespace

arrow::Result<std::unique_ptr<parquet::arrow::FileReader>> OpenParquet(const std::string& path,
                                                                       bool keep_dictionaries) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::ReadableFile> file,
                        arrow::io::ReadableFile::Open(path));
  parquet::arrow::FileReaderBuilder builder;
  ARROW_RETURN_NOT_OK(builder.Open(file));
  parquet::ArrowReaderProperties properties;
  if (keep_dictionaries) {
    for (const char* column : kRepeatingTexts) {
      int index = builder.raw_reader()->metadata()->schema()->ColumnIndex(column);
      if (index >= 0) properties.set_read_dictionary(index, true);
    }
  }
  return builder.properties(properties)->Build();
}

arrow::Result<std::unique_ptr<parquet::arrow::FileWriter>> CreateParquet(
    const std::string& path, const std::shared_ptr<arrow::Schema>& schema) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::FileOutputStream> output,
                        arrow::io::FileOutputStream::Open(path));
  parquet::WriterProperties::Builder properties;
  properties.compression(arrow::Compression::ZSTD);
  for (const char* column : kDistinctColumns) properties.disable_dictionary(column);
  return parquet::arrow::FileWriter::Open(*schema, arrow::default_memory_pool(), output,
                                          properties.build());
}

namespace {

// What one partition is given, in pieces.
struct Partition {
  std::mutex mutex;
  std::vector<BatchPtr> pieces;
};

class BulkRun {
 public:
  BulkRun(std::string input, std::string target, int threads)
      : input_(std::move(input)), target_(std::move(target)), threads_(threads) {}

  arrow::Status Run() {
    ARROW_ASSIGN_OR_RAISE(std::unique_ptr<parquet::arrow::FileReader> reader, OpenParquet(input_));
    const auto num_groups = static_cast<size_t>(reader->num_row_groups());
    ARROW_RETURN_NOT_OK(
        RunOnThreads(threads_, num_groups, [&](size_t group) { return ReadGroup(group); }));
    std::vector<std::pair<std::string, Partition*>> tasks;
    for (auto& [name, partition] : partitions_) tasks.emplace_back(name, partition.get());
    return RunOnThreads(threads_, tasks.size(),
                        [&](size_t i) { return WritePartition(tasks[i].first, *tasks[i].second); });
  }

 private:
  arrow::Status ReadGroup(size_t group) {
    ARROW_ASSIGN_OR_RAISE(std::unique_ptr<parquet::arrow::FileReader> reader, OpenParquet(input_));
    ARROW_ASSIGN_OR_RAISE(TablePtr table, reader->ReadRowGroup(static_cast<int>(group)));
    ARROW_ASSIGN_OR_RAISE(BatchPtr rows, table->CombineChunksToBatch());
    const auto& regions = static_cast<const arrow::StringArray&>(*rows->GetColumnByName("region"));
    std::map<std::string_view, arrow::Int32Builder> places;
    for (int64_t i = 0; i < rows->num_rows(); ++i) {
      ARROW_RETURN_NOT_OK(places[regions.GetView(i)].Append(static_cast<int32_t>(i)));
    }
    for (auto& [region, builder] : places) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> indices, builder.Finish());
      ARROW_ASSIGN_OR_RAISE(arrow::Datum piece, arrow::compute::Take(rows, indices));
      Partition& partition = PartitionOf(std::string(region));
      std::lock_guard lock(partition.mutex);
      partition.pieces.push_back(piece.record_batch());
    }
    return arrow::Status::OK();
  }

  Partition& PartitionOf(const std::string& name) {
    std::lock_guard lock(mutex_);
    std::unique_ptr<Partition>& partition = partitions_[name];
    if (partition == nullptr) partition = std::make_unique<Partition>();
    return *partition;
  }

  arrow::Status WritePartition(const std::string& name, Partition& partition) {
    const std::string folder = target_ + "/" + name;
    const std::string file_name = "raw-0_0-0-0_" + std::string(kInstant) + ".parquet";
    std::filesystem::create_directories(folder);
    int64_t next_row = 0;
    std::vector<BatchPtr> batches;
    for (BatchPtr& piece : partition.pieces) {
      ARROW_ASSIGN_OR_RAISE(BatchPtr batch, WithMetaColumns(*piece, name, file_name, &next_row));
      piece = nullptr;
      batches.push_back(std::move(batch));
    }
    ARROW_ASSIGN_OR_RAISE(TablePtr table, arrow::Table::FromRecordBatches(batches));
    ARROW_ASSIGN_OR_RAISE(std::unique_ptr<parquet::arrow::FileWriter> writer,
                          CreateParquet(folder + "/" + file_name, table->schema()));
    ARROW_RETURN_NOT_OK(writer->WriteTable(*table));
    return writer->Close();
  }

  static arrow::Result<BatchPtr> WithMetaColumns(const arrow::RecordBatch& rows,
                                                 const std::string& partition,
                                                 const std::string& file_name, int64_t* next_row) {
    const int64_t num_rows = rows.num_rows();
    arrow::StringBuilder sequence;
    char digits[20];
    std::string text;
    for (int64_t i = 0; i < num_rows; ++i) {
      text.assign(kInstant).append("_0_");
      text.append(digits, std::to_chars(digits, digits + sizeof digits, (*next_row)++).ptr);
      ARROW_RETURN_NOT_OK(sequence.Append(text));
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> sequence_numbers, sequence.Finish());
    auto constant = [&](const std::string& value) {
      return arrow::MakeArrayFromScalar(arrow::StringScalar(value), num_rows);
    };
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> instants, constant(std::string(kInstant)));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> partitions, constant(partition));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> file_names, constant(file_name));
    arrow::ArrayVector columns = {instants, sequence_numbers, rows.GetColumnByName("id"),
                                  partitions, file_names};
    arrow::FieldVector fields;
    for (const char* name : {"_hoodie_commit_time", "_hoodie_commit_seqno", "_hoodie_record_key",
                             "_hoodie_partition_path", "_hoodie_file_name"}) {
      fields.push_back(arrow::field(name, arrow::utf8()));
    }
    for (int i = 0; i < rows.num_columns(); ++i) {
      fields.push_back(rows.schema()->field(i));
      columns.push_back(rows.column(i));
    }
    return arrow::RecordBatch::Make(arrow::schema(std::move(fields)), num_rows, std::move(columns));
  }

  const std::string input_;
  const std::string target_;
  const int threads_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Partition>> partitions_;
};

arrow::Status RewriteFile(const std::string& source, const std::string& target) {
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<parquet::arrow::FileReader> reader,
                        OpenParquet(source, /*keep_dictionaries=*/true));
  std::shared_ptr<arrow::Schema> schema;
  ARROW_RETURN_NOT_OK(reader->GetSchema(&schema));
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<parquet::arrow::FileWriter> writer,
                        CreateParquet(target, schema));
  for (int group = 0; group < reader->num_row_groups(); ++group) {
    ARROW_ASSIGN_OR_RAISE(TablePtr table, reader->ReadRowGroup(group));
    ARROW_RETURN_NOT_OK(writer->WriteTable(*table));
  }
  return writer->Close();
}

}  // namespace

arrow::Status RawBulk(const std::string& input, const std::string& target, int threads) {
  return BulkRun(input, target, threads).Run();
}

arrow::Status RawRewrite(const std::vector<std::string>& files, const std::string& target,
                         int threads) {
  std::filesystem::create_directories(target);
  return RunOnThreads(threads, files.size(), [&](size_t i) {
    return RewriteFile(files[i], target + "/" + std::to_string(i) + ".parquet");
  });
}

}  // namespace hudi::bench
