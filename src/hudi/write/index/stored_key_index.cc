// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/index/stored_key_index.h"

#include <limits>
#include <mutex>

#include <arrow/builder.h>

#include "hudi/base/gather.h"
#include "hudi/base/worker_pool.h"
#include "hudi/error.h"
#include "hudi/format/bloom/bloom_filter.h"
#include "hudi/format/parquet/base_file_reader.h"
#include "hudi/format/parquet/base_file_writer.h"
#include "hudi/write/merged_slice.h"
#include "hudi/write/record_key_order.h"

namespace hudi {
namespace {

std::shared_ptr<arrow::Schema> StoredKeySchema() {
  return arrow::schema({arrow::field("slice", arrow::int32(), false),
                        arrow::field("key", arrow::utf8(), false),
                        arrow::field("row", arrow::int32(), false)});
}

// The first row of a batch as a row number of StoredKey.
arrow::Result<int32_t> CheckedRow(const BaseFile& file, int64_t first_row, int64_t num_rows) {
  if (first_row + num_rows > std::numeric_limits<int32_t>::max()) {
    return Fail(ErrorCode::kUnsupported, file.path, file.path, " has more than ",
                std::numeric_limits<int32_t>::max(), " rows; expected at most that many");
  }
  return static_cast<int32_t>(first_row);
}

}  // namespace

StoredKeyIndex::StoredKeyIndex(const WriteContext& context, const StoredRows& stored,
                               const std::vector<StoredSlice>& slices, bool global)
    : context_(context), stored_(stored), slices_(slices), global_(global) {}

bool StoredKeyIndex::use_bloom() const {
  IndexType type = context_.config.index;
  return (type == IndexType::kBloom || type == IndexType::kGlobalBloom) &&
         context_.config.populate_meta_fields;
}

arrow::Status StoredKeyIndex::SplitByShard(size_t num_shards) {
  for (size_t i = 0; i < num_shards; ++i) {
    shards_.push_back(
        std::make_unique<RowSpool>(StoredKeySchema(), context_.budget, context_.spill_directory));
    ARROW_RETURN_NOT_OK(shards_.back()->Spill());
  }
  std::vector<std::mutex> locks(num_shards);
  ARROW_RETURN_NOT_OK(RunTasks(context_.threads, slices_.size(), [&](size_t s) {
    if (!slices_[s].slice.base_file.has_value()) return arrow::Status::OK();
    context_.progress->FinishFile(0);  // its bytes are counted as they are read
    const BaseFile& file = *slices_[s].slice.base_file;
    return stored_.VisitKeys(file, [&](const arrow::StringArray& keys, int64_t first) {
      ARROW_RETURN_NOT_OK(context_.CheckStop());
      ARROW_ASSIGN_OR_RAISE(int32_t first_row, CheckedRow(file, first, keys.length()));
      std::vector<arrow::StringBuilder> builders(num_shards);
      std::vector<arrow::Int32Builder> rows(num_shards);
      for (int32_t i = 0; i < keys.length(); ++i) {
        std::string_view key = keys.GetView(i);
        size_t shard = ShardOfKey(key);
        ARROW_RETURN_NOT_OK(builders[shard].Append(key));
        ARROW_RETURN_NOT_OK(rows[shard].Append(first_row + i));
      }
      for (size_t shard = 0; shard < num_shards; ++shard) {
        int64_t n = builders[shard].length();
        if (n == 0) continue;
        ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> piece, builders[shard].Finish());
        arrow::Int32Builder numbers;
        for (int64_t i = 0; i < n; ++i) {
          ARROW_RETURN_NOT_OK(numbers.Append(static_cast<int32_t>(s)));
        }
        ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> slice, numbers.Finish());
        ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> row, rows[shard].Finish());
        std::lock_guard<std::mutex> guard(locks[shard]);
        ARROW_RETURN_NOT_OK(shards_[shard]->Append(
            arrow::RecordBatch::Make(StoredKeySchema(), n, {slice, piece, row})));
      }
      return arrow::Status::OK();
    });
  }));
  for (std::unique_ptr<RowSpool>& shard : shards_) ARROW_RETURN_NOT_OK(shard->Finish());
  return arrow::Status::OK();
}

arrow::Result<std::vector<std::vector<StoredKey>>> StoredKeyIndex::Lookup(
    size_t shard, const KeyTable& keys, const std::vector<bool>& skip) const {
  std::vector<std::vector<StoredKey>> found(slices_.size());
  auto skipped = [&](size_t s) { return s < skip.size() && skip[s]; };
  if (!shards_.empty()) {
    ARROW_RETURN_NOT_OK(LookupInSpool(*shards_[shard], keys, &found));
  } else {
    std::vector<std::vector<int64_t>> keys_of_scope;
    if (use_bloom()) {
      for (int64_t k = 0; k < keys.size(); ++k) {
        if (keys.scope(k) >= keys_of_scope.size()) keys_of_scope.resize(keys.scope(k) + 1);
        keys_of_scope[keys.scope(k)].push_back(k);
      }
    }
    ARROW_RETURN_NOT_OK(RunTasks(context_.threads, slices_.size(), [&](size_t s) {
      if (!skipped(s)) return LookupInFile(s, keys, keys_of_scope, &found[s]);
      const std::optional<BaseFile>& file = slices_[s].slice.base_file;
      context_.progress->FinishFile(file ? file->size_bytes : 0);
      return arrow::Status::OK();
    }));
  }
  ARROW_RETURN_NOT_OK(RunTasks(context_.threads, slices_.size(), [&](size_t s) {
    if (!slices_[s].logs_hold_keys || skipped(s)) return arrow::Status::OK();
    return LookupInLogs(s, keys, &found[s]);
  }));
  return found;
}

/// Keys of live rows that the base file does not have.
arrow::Status StoredKeyIndex::LookupInLogs(size_t slice, const KeyTable& keys,
                                           std::vector<StoredKey>* found) const {
  uint32_t scope = global_ ? 0 : slices_[slice].partition;
  auto wants_key = [&](std::string_view key) { return keys.Find(scope, key) != KeyTable::kAbsent; };
  auto visit = [&](const std::shared_ptr<arrow::RecordBatch>& rows,
                   int64_t first_row) -> arrow::Status {
    ARROW_RETURN_NOT_OK(context_.CheckStop());
    if (first_row >= 0) return arrow::Status::OK();
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::StringArray> stored,
                          stored_.KeysOf(*rows, first_row));
    for (int64_t i = 0; i < stored->length(); ++i) {
      int64_t number = keys.Find(scope, stored->GetView(i));
      if (number != KeyTable::kAbsent) found->push_back({static_cast<int32_t>(number), -1});
    }
    return arrow::Status::OK();
  };
  return VisitMergedSlice(context_, stored_, slices_[slice].slice, wants_key, visit);
}

arrow::Status StoredKeyIndex::LookupInSpool(const RowSpool& spool, const KeyTable& keys,
                                            std::vector<std::vector<StoredKey>>* found) const {
  for (size_t b = 0; b < spool.num_batches(); ++b) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> batch, spool.ReadBatch(b));
    const auto& slices = static_cast<const arrow::Int32Array&>(*batch->column(0));
    const auto& stored = static_cast<const arrow::StringArray&>(*batch->column(1));
    const auto& rows = static_cast<const arrow::Int32Array&>(*batch->column(2));
    for (int64_t i = 0; i < batch->num_rows(); ++i) {
      size_t slice = static_cast<size_t>(slices.Value(i));
      int64_t number = keys.Find(global_ ? 0 : slices_[slice].partition, stored.GetView(i));
      if (number == KeyTable::kAbsent) continue;
      (*found)[slice].push_back({static_cast<int32_t>(number), rows.Value(i)});
    }
  }
  return arrow::Status::OK();
}

arrow::Status StoredKeyIndex::LookupInFile(size_t slice, const KeyTable& keys,
                                           const std::vector<std::vector<int64_t>>& keys_of_scope,
                                           std::vector<StoredKey>* found) const {
  const StoredSlice& stored = slices_[slice];
  if (!stored.slice.base_file.has_value()) return arrow::Status::OK();
  context_.progress->FinishFile(0);  // its bytes are counted as they are read
  uint32_t scope = global_ ? 0 : stored.partition;
  if (use_bloom()) {
    if (scope >= keys_of_scope.size()) return arrow::Status::OK();
    ARROW_ASSIGN_OR_RAISE(bool possible,
                          MightHoldAnyKey(*stored.slice.base_file, keys_of_scope[scope], keys));
    if (!possible) return arrow::Status::OK();
  }
  const BaseFile& file = *stored.slice.base_file;
  return stored_.VisitKeys(file, [&](const arrow::StringArray& array, int64_t first) {
    ARROW_RETURN_NOT_OK(context_.CheckStop());
    ARROW_ASSIGN_OR_RAISE(int32_t first_row, CheckedRow(file, first, array.length()));
    keys.FindEach(scope, array, [&](int64_t row, int64_t number) {
      found->push_back({static_cast<int32_t>(number), first_row + static_cast<int32_t>(row)});
    });
    return arrow::Status::OK();
  });
}

arrow::Result<bool> StoredKeyIndex::MightHoldAnyKey(const BaseFile& file,
                                                    const std::vector<int64_t>& candidates,
                                                    const KeyTable& keys) const {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::RandomAccessFile> input,
                        context_.storage->OpenInput(file.path));
  std::string full_path = context_.storage->FullPath(file.path);
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<BaseFileReader> reader,
                        BaseFileReader::Open(std::move(input), full_path));
  const std::map<std::string, std::string>& footer = reader->footer();
  auto min = footer.find(kFooterMinRecordKey);
  auto max = footer.find(kFooterMaxRecordKey);
  bool has_range = min != footer.end() && max != footer.end();
  auto filter_text = footer.find(kFooterBloomFilter);
  // A file without a filter (another engine's, or filters switched off) is read.
  if (filter_text == footer.end()) return true;
  auto type = footer.find(kFooterBloomTypeCode);
  ARROW_ASSIGN_OR_RAISE(
      BloomFilter filter,
      BloomFilter::Parse(filter_text->second, type == footer.end() ? "" : type->second, full_path));
  for (int64_t k : candidates) {
    std::string_view key = keys.key(k);
    if (has_range && (LessInJava(key, min->second) || LessInJava(max->second, key))) continue;
    if (filter.MightContain(key)) return true;
  }
  return false;
}

}  // namespace hudi
