// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <arrow/result.h>

#include "hudi/timeline/timeline.h"
#include "hudi/write/index/stored_key_index.h"
#include "hudi/write/partition_numbers.h"
#include "hudi/write/write_context.h"

namespace hudi {

/// The newest slice of every live file group of some partitions, with what a write has to know of
/// each: pending services, and whether its logs hold keys of their own. Numbers the partitions.
///
/// `replaced`: groups that replacements hide. Errors: those of CheckCommitFiles(), as a rewrite of
/// what an older file holds would make a loss permanent.
arrow::Result<std::vector<StoredSlice>> ListStoredSlices(
    const WriteContext& context, const std::vector<std::string>& paths,
    const std::vector<Timeline::Replaced>& replaced, PartitionNumbers* partitions);

/// Fails with kUnsupported if buckets of the table split and merge: rows go to them by rules that
/// we do not have.
arrow::Status RefuseConsistentHashing(const WriteContext& context);

/// Of writes without a bucket index.
/// Fails with kUnsupported, naming a file group, if the newest commit wrote into groups named after
/// the buckets of a bucket index ("00000003-..."): a group named otherwise would be unknown to that
/// index, and its keys would be stored twice.
arrow::Status CheckNewGroupsFit(const WriteContext& context);

}  // namespace hudi
