// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include <arrow/result.h>

#include "hudi/timeline/timeline.h"

namespace hudi {

/// The instants whose blocks in the metadata table count. A write commits there before it commits
/// in the table itself, so that the metadata table's own timeline does not tell.
/// (HoodieTableMetadataUtil.getValidInstantTimestamps.)
///
/// These are: what is completed in the table; what is completed in the metadata table and not
/// pending in the table; what rollbacks and restores of the table took back, for their blocks are
/// followed by others that take them back; rollbacks and restores of the metadata table.
///
/// Errors: kCorruptFile for a rollback or restore that cannot be read.
arrow::Result<std::set<std::string, std::less<>>> FindValidInstants(const Timeline& table,
                                                                    const Timeline& metadata);

}  // namespace hudi
