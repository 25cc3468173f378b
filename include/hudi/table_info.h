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
  std::string file_name;  ///< of its state, in the timeline's folder; empty if archived
  // Of a completed write on the active timeline.
  int64_t inserted = 0;
  int64_t updated = 0;
  int64_t deleted = 0;
  int64_t written = 0;  ///< rows in the files that it wrote
  int64_t errors = 0;
  int64_t files = 0;
  int64_t files_updated = 0;  ///< of these, of file groups that were there
  int64_t partitions = 0;
  int64_t bytes = 0;
  bool archived = false;
};

struct HUDI_EXPORT SliceLogFile {
  std::string path;  ///< relative to the base path
  int64_t size_bytes = 0;
  std::string instant;  ///< in its name: version 6 of the slice, later of the write
};

struct HUDI_EXPORT FileInfo {
  std::string partition;
  std::string file_id;
  std::string base_instant;
  std::string path;  ///< relative to the base path; empty for a slice without base file
  int64_t size_bytes = 0;
  int64_t num_rows = -1;  ///< from the footer; -1 if not asked for
  int num_log_files = 0;
  std::vector<SliceLogFile> log_files;
  std::string state;  ///< "live", "old" (a newer slice exists), "replaced"
};

/// One block of a log file, as its header tells.
struct HUDI_EXPORT LogBlockInfo {
  int64_t offset = 0;
  int64_t size_bytes = 0;
  std::string kind;            ///< "Avro data", "delete", "command", "corrupt", ...
  std::string instant;         ///< that wrote it; empty for a corrupt one
  std::string target_instant;  ///< of a rollback: what it takes back
  /// "counts"; or why queries leave it out: "corrupt", "not committed", "rolled back", "compacted"
  /// (a log compaction stands for it), "other attempt" (its task was tried again). "rollback",
  /// "change data" for blocks that hold no rows of the table; "unknown" behind an error.
  std::string fate;
};

struct HUDI_EXPORT LogFileInfo {
  std::string partition;
  std::string file_id;
  std::string path;  ///< relative to the base path
  int64_t size_bytes = 0;
  std::string state;  ///< "live", "old", "replaced", "not committed", "change data"
  std::vector<LogBlockInfo> blocks;
  std::string error;  ///< why it could not be read to its end; empty: it was
};

/// A block of a log file with all of its header.
struct HUDI_EXPORT LogBlockHeader {
  std::string type;         ///< as the reference calls it: "AVRO_DATA_BLOCK", "DELETE_BLOCK", ...
  int64_t num_records = 0;  ///< of a data block, or of the deletes
  /// By the reference's names: "INSTANT_TIME", "SCHEMA", ...
  std::map<std::string, std::string> entries;
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
/// All files, or only live ones; `with_rows` reads the footers. `as_of`: what was there at this
/// instant, of what is still on storage; empty: now.
HUDI_EXPORT arrow::Result<std::vector<FileInfo>> ListTableFiles(const std::string& base_path,
                                                                bool live_only, bool with_rows,
                                                                const std::string& as_of = "");
/// The log files of a table and their blocks, from the blocks' headers alone; `live_only`: those of
/// the latest slices, change data apart. A file that cannot be read says so in `error`.
HUDI_EXPORT arrow::Result<std::vector<LogFileInfo>> ListLogFiles(const std::string& base_path,
                                                                 bool live_only);
/// The blocks of a log file, whose path is relative to the base path. Errors also: kNotFound.
HUDI_EXPORT arrow::Result<std::vector<LogBlockHeader>> ReadLogBlockHeaders(
    const std::string& base_path, const std::string& path);
/// The records in the data blocks of log files, each as JSON text, at most `limit` of them; meta
/// columns come first. Paths are relative to the base path. `merged`: one record a key, what the
/// files make of it by the table's rules, without what is not committed and what was deleted.
HUDI_EXPORT arrow::Result<std::vector<std::string>> ReadLogRecords(const std::string& base_path,
                                                                   std::vector<std::string> paths,
                                                                   bool merged, size_t limit);
/// An instant that archival moved off the active timeline.
struct HUDI_EXPORT ArchivedInstant {
  TimelineEntry entry;
  std::string json;  ///< its metadata; empty if the history does not keep it
};
/// Those of the history from `first` to `last`, both included (empty: no bound), by their begin.
HUDI_EXPORT arrow::Result<std::vector<ArchivedInstant>> ReadArchivedInstants(
    const std::string& base_path, const std::string& first, const std::string& last);
/// The commit metadata of an instant as JSON text; `action` chooses among several of the same time
/// (a savepoint has that of its commit). Errors also: kNotFound with the nearest instant.
HUDI_EXPORT arrow::Result<std::string> ReadCommitAsJson(const std::string& base_path,
                                                        const std::string& instant,
                                                        const std::string& action = "");
/// Spark's simple type name, e.g. "array<struct<a:int>>".
HUDI_EXPORT std::string SparkTypeText(const arrow::DataType& type);
/// Parses Spark DDL ("id string, amount decimal(10,2)").
HUDI_EXPORT arrow::Result<std::shared_ptr<arrow::Schema>> ParseSparkDdl(const std::string& ddl);

}  // namespace hudi
