// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <arrow/result.h>
#include <duckdb/common/multi_file/multi_file_function.hpp>
#include <duckdb/function/table/arrow.hpp>

#include "sql/duckdb/duckdb_api.h"
#include "sql/duckdb/engine.h"

namespace hudi::sql {

/// The option that keeps DuckDB from trusting the greatest value in a file's statistics: they leave
/// NaN out, which is greater than every number.
inline constexpr const char* kCanHaveNan = "can_have_nan";

/// The first error of a reader of ours in a query. The engine keeps of it no more than the text.
class QueryFailure {
 public:
  void Set(const arrow::Status& status);
  arrow::Status Get() const;

 private:
  mutable std::mutex mutex_;
  arrow::Status status_;
};

/// TableReader::PlainRows() of files that were looked at. Base files never change, so that this
/// holds as long as the session.
class PlainFiles {
 public:
  /// Nullopt: not known yet.
  std::optional<std::optional<int64_t>> Find(const std::string& key) const;
  void Set(const std::string& key, std::optional<int64_t> rows);

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::optional<int64_t>> known_;
};

/// Which footers of base files the engine keeps for the queries to come. It would keep all that a
/// session ever read; these are the last ones only. Base files never change.
class KeptFooters {
 public:
  /// The setting that makes the engine keep footers at all.
  static constexpr const char* kSetting = "parquet_metadata_cache";

  /// To be called before a reader of `path` is made: its footer is one of the last from now on.
  void Use(duckdb::ClientContext& context, const std::string& path);

 private:
  // A footer takes a megabyte or two, most of it a bloom filter.
  static constexpr size_t kMost = 32;

  std::mutex mutex_;
  std::deque<std::string> paths_;  // the one that was used last is at the end
};

/// A table that a query reads: what all parts of its scan share.
class TableSlices {
 public:
  TableSlices(std::shared_ptr<const TableReader> reader, std::shared_ptr<arrow::Schema> schema);

  const TableReader& reader() const { return *reader_; }
  const std::shared_ptr<arrow::Schema>& schema() const { return schema_; }
  const std::vector<SliceInfo>& slices() const { return slices_; }
  size_t SliceOf(const std::string& path) const { return slice_of_path_.at(path); }

  /// Fills in the engine's types. Throws what the engine throws.
  void BindTypes(duckdb::ClientContext& context);
  duckdb::ArrowTableSchema& types() { return types_; }

  /// The number of rows of a slice that the engine reads itself; nullopt: we read it. Throws.
  std::optional<int64_t> PlainRows(size_t slice);

  /// The number of rows of all these slices; nullopt if we read one of them, or if they are so many
  /// that it would take long to look. Throws.
  std::optional<int64_t> ExactRows(const std::vector<size_t>& slices);
  /// About as many, by the rows of one of them and the sizes of all. Throws.
  int64_t EstimateRows(const std::vector<size_t>& slices);

  /// The bounds of a column in these slices as their footers tell; null where ExactRows() has no
  /// answer. The files stay open until a scan takes them (TakeOpened). Throws.
  duckdb::unique_ptr<duckdb::BaseStatistics> Bounds(duckdb::ClientContext& context,
                                                    const std::vector<size_t>& slices,
                                                    size_t column);
  duckdb::shared_ptr<duckdb::BaseFileReader> TakeOpened(size_t slice);

  /// The engine's own way to read Parquet.
  duckdb::unique_ptr<duckdb::MultiFileReaderInterface> parquet;
  std::shared_ptr<ScanReport> report;
  std::shared_ptr<PlainFiles> plain_files;
  std::shared_ptr<KeptFooters> footers;
  std::shared_ptr<QueryFailure> failure;

 private:
  std::shared_ptr<const TableReader> reader_;
  std::shared_ptr<arrow::Schema> schema_;
  size_t schema_hash_ = 0;
  std::vector<SliceInfo> slices_;
  std::unordered_map<std::string, size_t> slice_of_path_;
  duckdb::ArrowSchemaWrapper schema_root_;
  duckdb::ArrowTableSchema types_;
  std::mutex mutex_;
  std::map<size_t, duckdb::shared_ptr<duckdb::BaseFileReader>> opened_;
};

/// Throws `status` as an error of the engine, which `failure` keeps whole.
[[noreturn]] void Throw(QueryFailure& failure, const arrow::Status& status);

}  // namespace hudi::sql
