// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include <arrow/result.h>

#include "hudi/format/hfile/block.h"

namespace hudi::hfile {

inline constexpr int64_t kTrailerSize = 4096;

// The last 4096 bytes: magic "TRABLK\"$", a protobuf message with its length in front, zeroes; the
// last four are the version, one byte minor and three major.
struct Trailer {
  int64_t file_info_offset = 0;
  int64_t load_on_open_offset = 0;
  int64_t data_index_count = 0;
  int64_t meta_index_count = 0;
  int64_t entry_count = 0;
  int64_t index_levels = 1;
  Compression compression = Compression::kNone;
};

/// Errors: kCorruptFile; kUnsupported for versions other than 3, codecs other than GZ and NONE, and
/// encrypted files.
arrow::Result<Trailer> ReadTrailer(const Source& source);

/// What the file info block says, by key: "PBUF", then protobuf pairs. Errors: kCorruptFile.
arrow::Result<std::map<std::string, std::string>> ParseFileInfo(const Source& source,
                                                                const BlockBytes& block);

}  // namespace hudi::hfile
