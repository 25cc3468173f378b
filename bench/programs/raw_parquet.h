// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <arrow/status.h>

namespace hudi::bench {

/// The least a bulk_insert can do: reads a Parquet file, splits its rows by `region` and writes one
/// zstd file a partition below `target`, with five meta columns in front. No index, no statistics,
/// no bloom filter, no commit.
arrow::Status RawBulk(const std::string& input, const std::string& target, int threads);

/// The least a copy-on-write upsert can do: reads each file and writes it again into `target`.
arrow::Status RawRewrite(const std::vector<std::string>& files, const std::string& target,
                         int threads);

}  // namespace hudi::bench
