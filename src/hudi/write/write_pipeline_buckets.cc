// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/write_pipeline_buckets.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "hudi/error.h"
#include "hudi/timeline/commit_metadata.h"
#include "hudi/write/working_rows.h"
#include "hudi/write/write_pipeline_slices.h"

namespace hudi {
namespace {

constexpr std::string_view kIndexTypeKey = "hoodie.index.type";
constexpr std::string_view kNumBucketsKey = "hoodie.bucket.index.num.buckets";
/// With so many keys at hand, wrong settings go unnoticed with almost no chance.
constexpr int64_t kSampledKeys = 100;

arrow::Status DoesNotFit(std::string_view file_id, std::string_view partition, std::string_view key,
                         std::string_view what) {
  return Fail(ErrorCode::kConfigConflict, key, "file group '", file_id, "' in partition '",
              partition, "' does not fit config '", key, "': ", what);
}

arrow::Status NotNamedAfterBucket(std::string_view file_id, std::string_view partition) {
  return DoesNotFit(file_id, partition, kIndexTypeKey,
                    "it is not named after a bucket: the table is not written with a bucket index");
}

arrow::Status OtherNumber(std::string_view file_id, std::string_view partition, int32_t bucket,
                          int32_t num_buckets) {
  return DoesNotFit(file_id, partition, kNumBucketsKey,
                    "it is of bucket " + std::to_string(bucket) + ", and there are " +
                        std::to_string(num_buckets) + ", counted from 0");
}

/// The groups that the newest commit wrote into, in whatever partition, of which one is
/// handed out.
arrow::Status CheckNewestCommit(const WriteContext& context, const KeyBuckets& buckets,
                                std::optional<std::string>* partition_of_it) {
  const std::vector<Instant> writes = context.timeline->CompletedWrites();
  for (auto commit = writes.rbegin(); commit != writes.rend(); ++commit) {
    ARROW_ASSIGN_OR_RAISE(CommitMetadata metadata, context.timeline->ReadCommit(*commit));
    for (const auto& [partition, stats] : metadata.partition_to_write_stats) {
      for (const WriteStat& stat : stats) {
        const std::optional<int32_t> bucket = BucketOfFileId(stat.file_id);
        if (!bucket) return NotNamedAfterBucket(stat.file_id, partition);
        if (*bucket >= buckets.num_buckets()) {
          return OtherNumber(stat.file_id, partition, *bucket, buckets.num_buckets());
        }
        *partition_of_it = partition;
      }
    }
    if (*partition_of_it) break;
  }
  return arrow::Status::OK();
}

arrow::Status CheckNames(const KeyBuckets& buckets, const std::vector<StoredSlice>& slices) {
  std::map<std::pair<uint32_t, int32_t>, const StoredSlice*> of_bucket;
  for (const StoredSlice& stored : slices) {
    const FileSlice& slice = stored.slice;
    const std::optional<int32_t> bucket = BucketOfFileId(slice.file_id);
    if (!bucket) return NotNamedAfterBucket(slice.file_id, slice.partition_path);
    if (*bucket >= buckets.num_buckets()) {
      return OtherNumber(slice.file_id, slice.partition_path, *bucket, buckets.num_buckets());
    }
    auto [found, is_new] = of_bucket.emplace(std::pair(stored.partition, *bucket), &stored);
    if (!is_new) {
      return DoesNotFit(slice.file_id, slice.partition_path, kIndexTypeKey,
                        "bucket " + std::to_string(*bucket) + " has a second file group, '" +
                            found->second->slice.file_id + "'");
    }
  }
  return arrow::Status::OK();
}

/// The first keys of the smallest files tell whether the table was written with these settings.
arrow::Status CheckKeys(const WriteContext& context, const KeyBuckets& buckets,
                        const StoredRows& stored, const std::vector<StoredSlice>& slices) {
  std::vector<const FileSlice*> with_files;
  for (const StoredSlice& slice : slices) {
    if (slice.slice.base_file) with_files.push_back(&slice.slice);
  }
  std::stable_sort(with_files.begin(), with_files.end(),
                   [](const FileSlice* a, const FileSlice* b) {
                     return a->base_file->size_bytes < b->base_file->size_bytes;
                   });
  int64_t left = kSampledKeys;
  for (const FileSlice* slice : with_files) {
    if (left == 0) break;
    ARROW_RETURN_NOT_OK(context.CheckStop());
    auto visit = [&](const arrow::StringArray& keys, int64_t) {
      for (int64_t i = 0; i < keys.length() && left > 0; ++i, --left) {
        const int32_t bucket = buckets.Of(keys.GetView(i));
        if (bucket == BucketOfFileId(slice->file_id)) continue;
        return DoesNotFit(slice->file_id, slice->partition_path, kNumBucketsKey,
                          "it holds the key '" + keys.GetString(i) + "', which belongs to bucket " +
                              std::to_string(bucket) + " of " +
                              std::to_string(buckets.num_buckets()) +
                              "; give the number of buckets and the hash fields "
                              "(hoodie.bucket.index.hash.field) that the table was written with");
      }
      return arrow::Status::OK();
    };
    ARROW_RETURN_NOT_OK(stored.VisitKeys(*slice->base_file, visit));
  }
  return arrow::Status::OK();
}

}  // namespace

arrow::Status CheckStoredBuckets(const WriteContext& context, const KeyBuckets& buckets,
                                 const StoredRows& stored, const std::vector<StoredSlice>& slices,
                                 const std::vector<Timeline::Replaced>& replaced) {
  // What is replaced as a whole may have been anything.
  if (context.config.operation == WriteOperation::kInsertOverwriteTable) return arrow::Status::OK();
  ARROW_RETURN_NOT_OK(RefuseConsistentHashing(context));
  std::optional<std::string> newest;
  ARROW_RETURN_NOT_OK(CheckNewestCommit(context, buckets, &newest));
  ARROW_RETURN_NOT_OK(CheckNames(buckets, slices));
  if (!slices.empty() || !newest) return CheckKeys(context, buckets, stored, slices);
  // Partitions that are new are to have the buckets of the others.
  PartitionNumbers numbers;
  ARROW_ASSIGN_OR_RAISE(const std::vector<StoredSlice> others,
                        ListStoredSlices(context, {*newest}, replaced, &numbers));
  ARROW_RETURN_NOT_OK(CheckNames(buckets, others));
  return CheckKeys(context, buckets, stored, others);
}

std::vector<bool> SlicesToSkip(const KeyBuckets& buckets, const std::vector<StoredSlice>& slices,
                               const KeyTable& keys) {
  std::vector<std::vector<bool>> wanted;  // by partition and bucket
  for (int64_t k = 0; k < keys.size(); ++k) {
    const uint32_t partition = keys.scope(k);
    if (partition >= wanted.size()) wanted.resize(partition + 1);
    std::vector<bool>& of_partition = wanted[partition];
    of_partition.resize(static_cast<size_t>(buckets.num_buckets()));
    for (const int32_t bucket : buckets.EverywhereOf(keys.key(k))) {
      of_partition[static_cast<size_t>(bucket)] = true;
    }
  }
  std::vector<bool> skip;
  for (const StoredSlice& slice : slices) {
    const std::optional<int32_t> bucket = BucketOfFileId(slice.slice.file_id);
    const bool has_keys = slice.partition < wanted.size() && !wanted[slice.partition].empty();
    skip.push_back(!has_keys || (bucket && !wanted[slice.partition][static_cast<size_t>(*bucket)]));
  }
  return skip;
}

void SetBuckets(const KeyBuckets& buckets, const KeyedShard& shard, std::vector<TaggedRow>* rows) {
  for (TaggedRow& row : *rows) {
    if (row.action != RowAction::kInsert) continue;
    const arrow::StringArray& keys =
        WorkingKeys(*shard.batches[static_cast<size_t>(row.ref.source)]);
    row.bucket = buckets.Of(keys.GetView(row.ref.row));
  }
}

}  // namespace hudi
