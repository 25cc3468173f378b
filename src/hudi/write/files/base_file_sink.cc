// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/files/base_file_sink.h"

#include <algorithm>
#include <map>

#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/format/bloom/bloom_filter.h"
#include "hudi/write/record_key_order.h"

namespace hudi {
namespace {

constexpr int64_t kRowGroupsInMemory = 32;
constexpr int64_t kMinRowGroupBytes = 1024 * 1024;

arrow::Result<ParquetCodec> CodecOf(std::string_view name) {
  static const std::map<std::string, ParquetCodec, std::less<>> kCodecs = {
      {"uncompressed", ParquetCodec::kUncompressed},
      {"none", ParquetCodec::kUncompressed},
      {"", ParquetCodec::kUncompressed},
      {"snappy", ParquetCodec::kSnappy},
      {"gzip", ParquetCodec::kGzip},
      {"zstd", ParquetCodec::kZstd},
      {"lz4", ParquetCodec::kLz4},
      {"lz4_raw", ParquetCodec::kLz4},
      {"brotli", ParquetCodec::kBrotli},
  };
  auto it = kCodecs.find(ToLowerAscii(name));
  if (it == kCodecs.end()) {
    return Fail(ErrorCode::kInvalidConfig, "hoodie.parquet.compression.codec",
                "config 'hoodie.parquet.compression.codec' = '", name,
                "': expected one of uncompressed, snappy, gzip, zstd, lz4, lz4_raw, brotli");
  }
  return it->second;
}

}  // namespace

arrow::Result<ParquetWriteOptions> ParquetOptionsOf(const WriteContext& context) {
  ParquetWriteOptions options;
  ARROW_ASSIGN_OR_RAISE(options.codec, CodecOf(context.config.parquet.codec));
  // Every open file buffers a row group; with little memory these must be small.
  options.row_group_bytes =
      std::clamp(context.budget->limit_bytes() / kRowGroupsInMemory, kMinRowGroupBytes,
                 std::max(context.config.parquet.block_bytes, kMinRowGroupBytes));
  options.page_bytes = context.config.parquet.page_bytes;
  options.dictionary = context.config.parquet.dictionary;
  options.root_name = context.record_root_name;
  return options;
}

BaseFileSink::BaseFileSink(const WriteContext& context, BaseFileTarget target)
    : context_(context), target_(std::move(target)) {}

std::string BaseFileSink::path() const {
  return target_.partition.empty() ? file_name_ : target_.partition + "/" + file_name_;
}

arrow::Result<std::unique_ptr<BaseFileSink>> BaseFileSink::Open(const WriteContext& context,
                                                                const BaseFileTarget& target) {
  std::unique_ptr<BaseFileSink> sink(new BaseFileSink(context, target));
  sink->file_name_ =
      FormatBaseFileName({target.file_id, target.write_token, context.instant(), "parquet"});
  ARROW_ASSIGN_OR_RAISE(ParquetWriteOptions options, ParquetOptionsOf(context));
  ARROW_ASSIGN_OR_RAISE(
      std::shared_ptr<arrow::io::OutputStream> output,
      context.session->CreateFile(target.partition, sink->file_name_, target.marker_type));
  ARROW_ASSIGN_OR_RAISE(sink->writer_,
                        BaseFileWriter::Open(std::move(output), context.file_schema, options));
  return sink;
}

arrow::Status BaseFileSink::Write(const arrow::RecordBatch& rows) {
  if (rows.num_rows() == 0) return arrow::Status::OK();
  context_.progress->rows_written.fetch_add(rows.num_rows(), std::memory_order_relaxed);
  if (context_.config.populate_meta_fields) keys_.push_back(rows.column(2));
  return writer_->Write(rows);
}

arrow::Result<int64_t> BaseFileSink::Close() {
  std::map<std::string, std::string> footer;
  footer[kFooterAvroSchema] = context_.footer_schema_json;
  footer["writer.model.name"] = "avro";
  if (context_.config.populate_meta_fields && context_.config.parquet.bloom_enabled) {
    int64_t num_keys = std::max<int64_t>(writer_->num_rows(), 1);
    BloomFilter filter = BloomFilter::Create(num_keys, context_.config.parquet.bloom_fpp);
    std::string_view min;
    std::string_view max;
    bool first = true;
    for (const std::shared_ptr<arrow::Array>& array : keys_) {
      const auto& keys = static_cast<const arrow::StringArray&>(*array);
      filter.AddAll(keys);
      for (int64_t i = 0; i < keys.length(); ++i) {
        std::string_view key = keys.GetView(i);
        if (first || LessInJava(key, min)) min = key;
        if (first || LessInJava(max, key)) max = key;
        first = false;
      }
    }
    footer[kFooterBloomFilter] = filter.Serialize();
    if (!first) {
      footer[kFooterMinRecordKey] = std::string(min);
      footer[kFooterMaxRecordKey] = std::string(max);
    }
  }
  ARROW_ASSIGN_OR_RAISE(int64_t size, writer_->Close(footer));
  keys_.clear();
  return size;
}

}  // namespace hudi
