// SPDX-License-Identifier: Apache-2.0
#include "hudi/api/scan_request.h"

#include <utility>

#include "hudi/error.h"

namespace hudi {
namespace {

// Spark takes patterns for paths; a table is one folder here.
arrow::Status RefuseGlob(const Storage& storage, const std::string& base_path) {
  if (base_path.find_first_of("*?[{") == std::string::npos) return arrow::Status::OK();
  ARROW_ASSIGN_OR_RAISE(bool exists, storage.Exists(""));
  if (exists) return arrow::Status::OK();
  return Fail(ErrorCode::kUnsupported, base_path, "'", base_path,
              "': glob patterns are not supported; give the table's base path, and a filter on its "
              "partition columns");
}

constexpr std::string_view kQueryType = "hoodie.datasource.query.type";
constexpr std::string_view kFormat = "hoodie.datasource.query.incremental.format";
constexpr std::string_view kBegin = "hoodie.datasource.read.begin.instanttime";
constexpr std::string_view kEnd = "hoodie.datasource.read.end.instanttime";

// An option of ours in place of a key, which may not say anything else.
arrow::Status SetQueryKey(std::string_view key, const std::string& value, ConfigMap* config) {
  auto [entry, added] = config->emplace(key, value);
  if (added || entry->second == value) return arrow::Status::OK();
  return Fail(ErrorCode::kInvalidArgument, key, "config '", key, "' = '", entry->second,
              "' contradicts '", value, "': give one of them");
}

}  // namespace

arrow::Result<std::shared_ptr<Storage>> OpenForReading(const std::string& base_path) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> storage, Storage::Open(base_path));
  ARROW_RETURN_NOT_OK(RefuseGlob(*storage, base_path));
  return storage;
}

arrow::Result<ScanRequest> MakeScanRequest(ReadOptions options) {
  ScanRequest request;
  request.columns = std::move(options.columns);
  request.with_meta_columns = options.with_meta_columns;
  request.filter = std::move(options.filter);
  request.as_of = std::move(options.as_of);
  request.config = ConfigMap(options.config.begin(), options.config.end());
  request.after_begin = !options.from.empty();
  if (request.after_begin) {
    ARROW_RETURN_NOT_OK(SetQueryKey(kQueryType, "incremental", &request.config));
    ARROW_RETURN_NOT_OK(SetQueryKey(kBegin, options.from, &request.config));
    if (!options.to.empty()) ARROW_RETURN_NOT_OK(SetQueryKey(kEnd, options.to, &request.config));
    if (options.changes) ARROW_RETURN_NOT_OK(SetQueryKey(kFormat, "cdc", &request.config));
  } else if (options.changes) {
    return Fail(ErrorCode::kInvalidArgument, "changes",
                "changes need a begin: the instant after which they are wanted, or earliest");
  }
  request.batch_rows = options.batch_rows;
  if (options.memory_limit_bytes < 0) {
    return Fail(ErrorCode::kInvalidArgument, "memory_limit_bytes",
                "memory_limit_bytes = ", options.memory_limit_bytes, ": expected 0 or more");
  }
  request.memory_limit_bytes = options.memory_limit_bytes;
  request.threads = options.threads;
  request.should_stop = std::move(options.should_stop);
  request.progress = std::move(options.progress);
  return request;
}

}  // namespace hudi
