// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <arrow/result.h>
#include <arrow/status.h>

namespace hudi::bench {

/// The least work of an upsert that appends: reads the record keys of `files` and writes the rows
/// of `input` once, as one Parquet file a thread in the folder `target`.
arrow::Status RawAppend(const std::string& input, const std::vector<std::string>& files,
                        const std::string& target, int threads);

/// The least work of a compaction: reads `input`, whose rows the log files hold, and writes each of
/// `files` again into the folder `target`.
arrow::Status RawCompact(const std::string& input, const std::vector<std::string>& files,
                         const std::string& target, int threads);

/// Reads all columns of `files` as Arrow tables, row group by row group, and returns how many rows.
arrow::Result<int64_t> RawScan(const std::vector<std::string>& files, int threads);

}  // namespace hudi::bench
