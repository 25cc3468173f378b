// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hudi/config/config_value.h"
#include "hudi/config/write_config.h"

namespace hudi {

template <>
struct EnumWords<WriteOperation> {
  static constexpr EnumWord<WriteOperation> kWords[] = {
      {"UPSERT", WriteOperation::kUpsert},
      {"INSERT", WriteOperation::kInsert},
      {"BULK_INSERT", WriteOperation::kBulkInsert},
      {"INSERT_OVERWRITE", WriteOperation::kInsertOverwrite},
      {"INSERT_OVERWRITE_TABLE", WriteOperation::kInsertOverwriteTable},
      {"DELETE", WriteOperation::kDelete},
      {"DELETE_PARTITION", WriteOperation::kDeletePartition},
  };
};

template <>
struct EnumWords<TableType> {
  static constexpr EnumWord<TableType> kWords[] = {
      {"COPY_ON_WRITE", TableType::kCopyOnWrite},
      {"MERGE_ON_READ", TableType::kMergeOnRead},
  };
};

template <>
struct EnumWords<MergeMode> {
  static constexpr EnumWord<MergeMode> kWords[] = {
      {"COMMIT_TIME_ORDERING", MergeMode::kCommitTime},
      {"EVENT_TIME_ORDERING", MergeMode::kEventTime},
      {"CUSTOM", MergeMode::kCustom},
  };
};

template <>
struct EnumWords<CdcMode> {
  static constexpr EnumWord<CdcMode> kWords[] = {
      {"OP_KEY_ONLY", CdcMode::kOpKeyOnly},
      {"DATA_BEFORE", CdcMode::kDataBefore},
      {"DATA_BEFORE_AFTER", CdcMode::kDataBeforeAfter},
  };
};

template <>
struct EnumWords<IndexType> {
  static constexpr EnumWord<IndexType> kWords[] = {
      {"SIMPLE", IndexType::kSimple}, {"GLOBAL_SIMPLE", IndexType::kGlobalSimple},
      {"BLOOM", IndexType::kBloom},   {"GLOBAL_BLOOM", IndexType::kGlobalBloom},
      {"BUCKET", IndexType::kBucket},
  };
};

template <>
struct EnumWords<DuplicatePolicy> {
  static constexpr EnumWord<DuplicatePolicy> kWords[] = {
      {"none", DuplicatePolicy::kNone},
      {"drop", DuplicatePolicy::kDrop},
      {"fail", DuplicatePolicy::kFail},
  };
};

template <>
struct EnumWords<CompactionTrigger> {
  static constexpr EnumWord<CompactionTrigger> kWords[] = {
      {"NUM_COMMITS", CompactionTrigger::kNumCommits},
      {"NUM_COMMITS_AFTER_LAST_REQUEST", CompactionTrigger::kNumCommitsAfterLastRequest},
      {"TIME_ELAPSED", CompactionTrigger::kTimeElapsed},
      {"NUM_AND_TIME", CompactionTrigger::kNumAndTime},
      {"NUM_OR_TIME", CompactionTrigger::kNumOrTime},
  };
};

template <>
struct EnumWords<BulkSortMode> {
  static constexpr EnumWord<BulkSortMode> kWords[] = {
      {"NONE", BulkSortMode::kNone},
      {"GLOBAL_SORT", BulkSortMode::kGlobalSort},
      {"PARTITION_SORT", BulkSortMode::kPartitionSort},
      {"PARTITION_PATH_REPARTITION", BulkSortMode::kPartitionPathRepartition},
      {"PARTITION_PATH_REPARTITION_AND_SORT", BulkSortMode::kPartitionPathRepartitionAndSort},
  };
};

}  // namespace hudi
