// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <arrow/result.h>

#include "hudi/format/hfile/block.h"
#include "hudi/format/hfile/trailer.h"

namespace hudi::hfile {

/// Where a block stands, and the row (data blocks: of its first entry) or name that it goes by.
struct IndexEntry {
  int64_t offset = 0;
  int64_t on_disk = 0;
  std::string key;
};

/// The data blocks in file order, from the root index `root` and, with several levels, the blocks
/// below it. Errors: kCorruptFile, also for blocks that overlap or keys out of order.
arrow::Result<std::vector<IndexEntry>> ReadDataIndex(const Source& source, const Trailer& trailer,
                                                     const BlockBytes& root);

/// The meta blocks by name. Errors: kCorruptFile.
arrow::Result<std::vector<IndexEntry>> ParseMetaIndex(const Source& source, const Trailer& trailer,
                                                      const BlockBytes& block);

/// The row in a cell key (2 bytes of length, then the row; more may follow). False if cut off.
bool RowOfCellKey(std::string_view cell_key, std::string_view* row);

}  // namespace hudi::hfile
