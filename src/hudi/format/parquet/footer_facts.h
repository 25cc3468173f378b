// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <set>
#include <string>

#include <arrow/io/interfaces.h>
#include <arrow/result.h>

namespace hudi {

/// What a footer says about the reader that a file needs.
struct FooterFacts {
  std::set<std::string> codecs;  ///< "zstd", "lz4_raw", ...
  bool has_local_timestamps = false;
  bool has_int96 = false;
  bool has_two_level_lists = false;
};

/// Errors: kCorruptFile with the path.
arrow::Result<FooterFacts> ReadFooterFacts(std::shared_ptr<arrow::io::RandomAccessFile> file,
                                           const std::string& path);

}  // namespace hudi
