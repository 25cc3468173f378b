// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <arrow/result.h>
#include <arrow/status.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/writer.h>

namespace hudi::bench {

/// `keep_dictionaries`: texts that repeat are not looked up but handed out as they are stored.
arrow::Result<std::unique_ptr<parquet::arrow::FileReader>> OpenParquet(
    const std::string& path, bool keep_dictionaries = false);

/// A writer in zstd, without dictionaries for columns that hardly repeat.
arrow::Result<std::unique_ptr<parquet::arrow::FileWriter>> CreateParquet(
    const std::string& path, const std::shared_ptr<arrow::Schema>& schema);

/// The least a bulk_insert can do: reads a Parquet file, splits its rows by `region` and writes one
/// zstd file a partition below `target`, with five meta columns in front. No index, no statistics,
/// no bloom filter, no commit.
arrow::Status RawBulk(const std::string& input, const std::string& target, int threads);

/// The least a copy-on-write upsert can do: reads each file and writes it again into `target`.
arrow::Status RawRewrite(const std::vector<std::string>& files, const std::string& target,
                         int threads);

}  // namespace hudi::bench
