// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/files/base_file_sink.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/format/bloom/bloom_filter.h"
#include "hudi/write/record_key_order.h"

namespace hudi {
namespace {

constexpr int64_t kRowGroupsInMemory = 32;
// Unless a size was chosen, row groups are this small: what is finished goes to the disk while the
// next is made, and files that end together need not wait for it together.
constexpr int64_t kRowGroupBytes = 16 * 1024 * 1024;
constexpr int64_t kMinRowGroupBytes = 1024 * 1024;
// And of so many rows, so that query engines, which hand out row groups, share small files too.
constexpr int64_t kRowGroupRows = 128 * 1024;

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

/// What the footer says of a file's record keys.
struct KeyFacts {
  BloomFilter filter;
  std::optional<std::string> min;
  std::optional<std::string> max;

  void Add(const std::vector<std::shared_ptr<arrow::Array>>& arrays) {
    std::optional<std::string_view> least = min;
    std::optional<std::string_view> greatest = max;
    for (const std::shared_ptr<arrow::Array>& array : arrays) {
      const auto& keys = static_cast<const arrow::StringArray&>(*array);
      filter.AddAll(keys);
      for (int64_t i = 0; i < keys.length(); ++i) {
        std::string_view key = keys.GetView(i);
        if (!least.has_value() || LessInJava(key, *least)) least = key;
        if (!greatest.has_value() || LessInJava(*greatest, key)) greatest = key;
      }
    }
    if (!least.has_value()) return;
    std::string new_max(*greatest);  // both may refer to what is overwritten
    min = std::string(*least);
    max = std::move(new_max);
  }
};

/// Facts of a footer of ours; nullopt if it has none, or a filter that grows by rows of its own.
std::optional<KeyFacts> FactsOf(const std::map<std::string, std::string>& footer) {
  auto filter_text = footer.find(kFooterBloomFilter);
  auto min = footer.find(kFooterMinRecordKey);
  auto max = footer.find(kFooterMaxRecordKey);
  if (filter_text == footer.end() || min == footer.end() || max == footer.end() ||
      footer.count(kFooterBloomTypeCode) > 0) {
    return std::nullopt;
  }
  // One that cannot be read is made anew.
  arrow::Result<BloomFilter> filter = BloomFilter::Parse(filter_text->second, "", "");
  if (!filter.ok()) return std::nullopt;
  return KeyFacts{*std::move(filter), min->second, max->second};
}

}  // namespace

arrow::Result<ParquetWriteOptions> ParquetOptionsOf(const WriteContext& context) {
  ParquetWriteOptions options;
  ARROW_ASSIGN_OR_RAISE(options.codec, CodecOf(context.config.parquet.codec));
  // Every open file buffers a row group; with little memory these must be small.
  const int64_t block_bytes = context.config.parquet.block_bytes;
  const bool chosen = block_bytes != ParquetOptions{}.block_bytes;
  options.row_group_bytes = std::clamp(
      context.budget->limit_bytes() / kRowGroupsInMemory, kMinRowGroupBytes,
      std::max(chosen ? block_bytes : std::min(block_bytes, kRowGroupBytes), kMinRowGroupBytes));
  if (!chosen) options.row_group_rows = kRowGroupRows;
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
  if (context_.config.populate_meta_fields) new_keys_.push_back(rows.column(2));
  return writer_->Write(rows);
}

arrow::Status BaseFileSink::WriteStored(const arrow::RecordBatch& rows) {
  const size_t num_new = new_keys_.size();
  ARROW_RETURN_NOT_OK(Write(rows));
  if (new_keys_.size() == num_new) return arrow::Status::OK();
  stored_keys_.push_back(std::move(new_keys_.back()));
  new_keys_.pop_back();
  return arrow::Status::OK();
}

void BaseFileSink::KeepFilterOf(const std::map<std::string, std::string>& footer) {
  replaced_footer_ = footer;
}

arrow::Result<int64_t> BaseFileSink::Close() {
  std::map<std::string, std::string> footer;
  footer[kFooterAvroSchema] = context_.footer_schema_json;
  footer["writer.model.name"] = "avro";
  if (context_.config.populate_meta_fields && context_.config.parquet.bloom_enabled) {
    const ParquetOptions& parquet = context_.config.parquet;
    const double rate = parquet.bloom_fpp;
    // Keys that later versions of the file add shall find room.
    const int64_t num_keys = std::max<int64_t>(writer_->num_rows() + writer_->num_rows() / 8, 1);
    // Every reader of the file, of whatever engine, reads its whole footer.
    BloomFilter empty = BloomFilter::Create(
        num_keys, rate, std::max(parquet.bloom_entries, parquet.bloom_max_entries));
    std::optional<KeyFacts> facts = FactsOf(replaced_footer_);
    if (facts.has_value()) {
      facts->Add(new_keys_);
      if (facts->filter.FalsePositiveRate() > std::max(rate, empty.RateWith(num_keys))) {
        facts.reset();
      }
    }
    if (!facts.has_value()) {
      facts = KeyFacts{std::move(empty), {}, {}};
      facts->Add(stored_keys_);
      facts->Add(new_keys_);
    }
    footer[kFooterBloomFilter] = facts->filter.Serialize();
    if (facts->min.has_value()) {
      footer[kFooterMinRecordKey] = *facts->min;
      footer[kFooterMaxRecordKey] = *facts->max;
    }
  }
  ARROW_ASSIGN_OR_RAISE(int64_t size, writer_->Close(footer));
  stored_keys_.clear();
  new_keys_.clear();
  return size;
}

}  // namespace hudi
