// SPDX-License-Identifier: Apache-2.0
#include "sql/duckdb/table_slices.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <arrow/c/bridge.h>
#include <duckdb/storage/object_cache.hpp>
#include <duckdb/storage/statistics/base_statistics.hpp>

namespace hudi::sql {
namespace {

// So many footers are read for the sake of a better plan.
constexpr size_t kMostFooters = 16;
constexpr size_t kMostKnownFiles = 100'000;

}  // namespace

void QueryFailure::Set(const arrow::Status& status) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (status_.ok()) status_ = status;
}

arrow::Status QueryFailure::Get() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return status_;
}

void Throw(QueryFailure& failure, const arrow::Status& status) {
  failure.Set(status);
  throw duckdb::IOException(status.message());
}

std::optional<std::optional<int64_t>> PlainFiles::Find(const std::string& key) const {
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = known_.find(key);
  if (found == known_.end()) return std::nullopt;
  return found->second;
}

void PlainFiles::Set(const std::string& key, std::optional<int64_t> rows) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (known_.size() >= kMostKnownFiles) known_.clear();
  known_[key] = rows;
}

void KeptFooters::Use(duckdb::ClientContext& context, const std::string& path) {
  std::lock_guard<std::mutex> lock(mutex_);
  std::erase(paths_, path);
  paths_.push_back(path);
  if (paths_.size() <= kMost) return;
  duckdb::ObjectCache::GetObjectCache(context).Delete(paths_.front());
  paths_.pop_front();
}

TableSlices::TableSlices(std::shared_ptr<const TableReader> reader,
                         std::shared_ptr<arrow::Schema> schema)
    : reader_(std::move(reader)),
      schema_(std::move(schema)),
      schema_hash_(std::hash<std::string>()(schema_->ToString())),
      slices_(reader_->Slices()) {
  for (size_t i = 0; i < slices_.size(); ++i) slice_of_path_[slices_[i].path] = i;
}

void TableSlices::BindTypes(duckdb::ClientContext& context) {
  arrow::Status exported = arrow::ExportSchema(*schema_, &schema_root_.arrow_schema);
  if (!exported.ok()) throw duckdb::BinderException(exported.message());
  duckdb::ArrowTableFunction::PopulateArrowTableSchema(duckdb::DBConfig::GetConfig(context), types_,
                                                       schema_root_.arrow_schema);
}

std::optional<int64_t> TableSlices::PlainRows(size_t slice) {
  const SliceInfo& info = slices_[slice];
  if (info.num_log_files > 0) return std::nullopt;
  // Whether the file is plain depends on the schema that the table has now, too.
  std::string key = std::to_string(schema_hash_) + ' ' + std::to_string(info.size_bytes) + ' ';
  key += info.path;
  if (std::optional<std::optional<int64_t>> known = plain_files->Find(key)) return *known;
  arrow::Result<std::optional<int64_t>> rows = reader_->PlainRows(slice);
  if (!rows.ok()) Throw(*failure, rows.status());
  plain_files->Set(key, *rows);
  return *rows;
}

std::optional<int64_t> TableSlices::ExactRows(const std::vector<size_t>& slices) {
  if (slices.size() > kMostFooters) return std::nullopt;
  int64_t sum = 0;
  for (size_t slice : slices) {
    if (slices_[slice].num_log_files > 0) return std::nullopt;
  }
  for (size_t slice : slices) {
    std::optional<int64_t> rows = PlainRows(slice);
    if (!rows) return std::nullopt;
    sum += *rows;
  }
  return sum;
}

int64_t TableSlices::EstimateRows(const std::vector<size_t>& slices) {
  if (std::optional<int64_t> rows = ExactRows(slices)) return *rows;
  double bytes = 0;
  for (size_t slice : slices) bytes += static_cast<double>(slices_[slice].size_bytes);
  for (size_t slice : slices) {
    if (slices_[slice].num_log_files > 0) continue;
    std::optional<int64_t> rows = PlainRows(slice);
    if (!rows) break;
    const auto size = static_cast<double>(slices_[slice].size_bytes);
    return static_cast<int64_t>(static_cast<double>(*rows) * bytes / std::max(size, 1.0));
  }
  constexpr double kBytesOfRow = 64;
  return static_cast<int64_t>(bytes / kBytesOfRow) + 1;
}

duckdb::unique_ptr<duckdb::BaseStatistics> TableSlices::Bounds(duckdb::ClientContext& context,
                                                               const std::vector<size_t>& slices,
                                                               size_t column) {
  if (slices.empty() || !ExactRows(slices)) return nullptr;
  const std::string& name = types_.GetNames()[column];
  duckdb::unique_ptr<duckdb::BaseStatistics> all;
  std::lock_guard<std::mutex> lock(mutex_);
  for (size_t slice : slices) {
    if (slices_[slice].constants.count(name) > 0) return nullptr;
    duckdb::shared_ptr<duckdb::BaseFileReader>& file = opened_[slice];
    if (file == nullptr) {
      auto options = parquet->InitializeOptions(context, nullptr);
      duckdb::MultiFileOptions unused;
      footers->Use(context, slices_[slice].path);
      parquet->ParseOption(context, kCanHaveNan, duckdb::Value::BOOLEAN(true), unused, *options);
      file = parquet->CreateReader(context, duckdb::OpenFileInfo(slices_[slice].path), *options,
                                   duckdb::MultiFileOptions());
    }
    duckdb::unique_ptr<duckdb::BaseStatistics> some = file->GetStatistics(context, name);
    if (some == nullptr || some->GetType() != types_.GetTypes()[column]) return nullptr;
    if (all == nullptr) {
      all = std::move(some);
    } else {
      all->Merge(*some);
    }
  }
  return all;
}

duckdb::shared_ptr<duckdb::BaseFileReader> TableSlices::TakeOpened(size_t slice) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = opened_.find(slice);
  if (found == opened_.end()) return nullptr;
  duckdb::shared_ptr<duckdb::BaseFileReader> file = std::move(found->second);
  opened_.erase(found);
  return file;
}

}  // namespace hudi::sql
