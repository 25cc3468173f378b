// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <arrow/status.h>

#include "hudi/base/key_table.h"
#include "hudi/timeline/timeline.h"
#include "hudi/write/index/stored_key_index.h"
#include "hudi/write/keyed_rows.h"
#include "hudi/write/place/key_buckets.h"
#include "hudi/write/stored_rows.h"
#include "hudi/write/tagged_rows.h"
#include "hudi/write/write_context.h"

namespace hudi {

/// Fails unless the table fits the buckets of the write: the newest commit wrote into groups named
/// after buckets, `slices` are one group a bucket and partition, with numbers below that of the
/// buckets, and hold the keys of those buckets (as far as a sample of them tells). Errors:
/// kConfigConflict; kUnsupported for a table whose buckets split and merge.
arrow::Status CheckStoredBuckets(const WriteContext& context, const KeyBuckets& buckets,
                                 const StoredRows& stored, const std::vector<StoredSlice>& slices,
                                 const std::vector<Timeline::Replaced>& replaced);

/// Tells which slices hold none of the keys, for StoredKeyIndex::Lookup: those of buckets that no
/// key belongs to.
std::vector<bool> SlicesToSkip(const KeyBuckets& buckets, const std::vector<StoredSlice>& slices,
                               const KeyTable& keys);

/// Gives the inserts among `rows` their buckets.
void SetBuckets(const KeyBuckets& buckets, const KeyedShard& shard, std::vector<TaggedRow>* rows);

}  // namespace hudi
