// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <arrow/result.h>
#include <arrow/type.h>

#include "hudi/export.h"

namespace hudi {

/// One action on the timeline.
struct HUDI_EXPORT TimelineEntry {
  std::string begin;
  std::string completion;  ///< empty while pending
  std::string action;
  std::string state;      ///< "REQUESTED", "INFLIGHT", "COMPLETED"
  std::string operation;  ///< of a completed write, else empty
  int64_t inserted = 0;
  int64_t updated = 0;
  int64_t deleted = 0;
  int64_t files = 0;
  int64_t bytes = 0;
  bool archived = false;
};

struct HUDI_EXPORT FileInfo {
  std::string partition;
  std::string file_id;
  std::string base_instant;
  std::string path;  ///< relative to the base path; empty for a slice without base file
  int64_t size_bytes = 0;
  int64_t num_rows = -1;  ///< from the footer; -1 if not asked for
  int num_log_files = 0;
  std::string state;  ///< "live", "old" (a newer slice exists), "replaced"
};

struct HUDI_EXPORT TableInfo {
  std::string base_path;
  std::string name;
  std::string type;  ///< "COPY_ON_WRITE" or "MERGE_ON_READ"
  int version = 0;
  std::map<std::string, std::string> properties;
  std::shared_ptr<arrow::Schema> schema;  ///< without meta columns; null if the table has none yet
  std::string avro_schema;
  std::vector<std::string> partitions;
  std::vector<FileInfo> files;  ///< live ones
  int64_t num_old_files = 0;
  int64_t old_bytes = 0;
};

/// Errors of all: kNotATable, kUnsupported, kCorruptFile.
HUDI_EXPORT arrow::Result<TableInfo> DescribeTable(const std::string& base_path);
HUDI_EXPORT arrow::Result<std::vector<TimelineEntry>> ListTimeline(const std::string& base_path,
                                                                   bool with_history);
/// All files, or only live ones; `with_rows` reads the footers.
HUDI_EXPORT arrow::Result<std::vector<FileInfo>> ListTableFiles(const std::string& base_path,
                                                                bool live_only, bool with_rows);
/// The commit metadata of an instant as JSON text. Errors also: kNotFound with the nearest instant.
HUDI_EXPORT arrow::Result<std::string> ReadCommitAsJson(const std::string& base_path,
                                                        const std::string& instant);
/// Spark's simple type name, e.g. "array<struct<a:int>>".
HUDI_EXPORT std::string SparkTypeText(const arrow::DataType& type);
/// Parses Spark DDL ("id string, amount decimal(10,2)").
HUDI_EXPORT arrow::Result<std::shared_ptr<arrow::Schema>> ParseSparkDdl(const std::string& ddl);

}  // namespace hudi
