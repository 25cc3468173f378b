// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include <arrow/result.h>

#include "hudi/format/hfile/block.h"

namespace hudi::hfile {

/// A key and its value; both point into the block that they come from.
struct Entry {
  std::string_view row;
  std::string_view value;
  int64_t value_offset = 0;  ///< in the decompressed block
};

// An entry of a data block:
//
//   4     length of the cell key: 2 + row + 1 + family + 8 + 1
//   4     length of the value
//   2+n   length of the row, the row
//   1+f   length of the family, the family; Hudi has none
//   8     timestamp
//   1     type, 4 (Put)
//   m     value
//   1..9  MVCC version as a Hadoop vlong, if the file info says that there is one

/// Goes over the entries of a block.
class DataBlock {
 public:
  DataBlock(const Source& source, BlockBytes block, bool has_versions)
      : source_(&source),
        block_(std::move(block)),
        rest_(block_.view()),
        has_versions_(has_versions) {}

  /// False behind the last. Errors: kCorruptFile with the byte where the block begins;
  /// kUnsupported for entries that are no Put.
  arrow::Result<bool> Next(Entry* entry);

  const BlockBytes& bytes() const { return block_; }

 private:
  arrow::Status Bad(std::string_view rule) const;

  const Source* source_;
  BlockBytes block_;
  std::string_view rest_;
  bool has_versions_;
};

}  // namespace hudi::hfile
