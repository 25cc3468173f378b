// SPDX-License-Identifier: Apache-2.0
#include "hudi/slices/commit_files.h"

#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "hudi/error.h"
#include "hudi/timeline/commit_metadata.h"

namespace hudi {
namespace {

// (partition, file id)
using GroupKey = std::pair<std::string, std::string>;

struct WrittenFile {
  const Instant* commit = nullptr;
  std::string path;
  int64_t size_bytes = 0;
};

struct WrittenGroup {
  WrittenFile base;  // the newest
  std::vector<WrittenFile> logs;
};

std::string_view NameOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }

arrow::Status Gone(const WrittenFile& file) {
  return Fail(ErrorCode::kCorruptFile, file.path, file.path, ": the file, which the ",
              ActionName(file.commit->action), " ", file.commit->requested,
              " wrote, is gone; its rows would be missing");
}

arrow::Status CheckSize(const WrittenFile& file, int64_t size_bytes, bool may_have_grown) {
  if (size_bytes == file.size_bytes || (may_have_grown && size_bytes > file.size_bytes)) {
    return arrow::Status::OK();
  }
  return Fail(ErrorCode::kCorruptFile, file.path, file.path, ": the file has ", size_bytes,
              " bytes, but the ", ActionName(file.commit->action), " ", file.commit->requested,
              " wrote ", file.size_bytes);
}

class Checker {
 public:
  Checker(const Timeline& timeline, bool with_logs)
      : timeline_(timeline), with_logs_(with_logs), commits_(timeline.CompletedWrites()) {}

  arrow::Status Collect(const std::set<std::string>& partitions) {
    for (const Instant& commit : commits_) {
      ARROW_ASSIGN_OR_RAISE(CommitMetadata metadata, timeline_.ReadCommit(commit));
      for (const auto& [partition, stats] : metadata.partition_to_write_stats) {
        if (partitions.count(partition) == 0) continue;
        for (const WriteStat& stat : stats) {
          if (stat.path.empty()) continue;
          WrittenGroup& group = groups_[{partition, stat.file_id}];
          WrittenFile file{&commit, stat.path, stat.file_size_in_bytes};
          if (LooksLikeLogFile(NameOf(stat.path))) {
            group.logs.push_back(std::move(file));
          } else {
            group.base = std::move(file);
          }
        }
      }
    }
    return arrow::Status::OK();
  }

  arrow::Status Check(const std::vector<FileSlice>& slices,
                      const std::set<GroupKey>& hidden) const {
    std::map<GroupKey, const FileSlice*> found;
    for (const FileSlice& slice : slices) found[{slice.partition_path, slice.file_id}] = &slice;
    for (const auto& [key, group] : groups_) {
      if (hidden.count(key) > 0) continue;
      auto slice = found.find(key);
      const FileSlice* newest = slice == found.end() ? nullptr : slice->second;
      if (group.base.commit != nullptr) ARROW_RETURN_NOT_OK(CheckBase(group.base, newest));
      if (!with_logs_) continue;
      for (const WrittenFile& log : group.logs) ARROW_RETURN_NOT_OK(CheckLog(log, newest));
    }
    return arrow::Status::OK();
  }

 private:
  static arrow::Status CheckBase(const WrittenFile& file, const FileSlice* slice) {
    if (slice == nullptr || !slice->base_file) return Gone(file);
    const BaseFile& base = *slice->base_file;
    if (base.name.instant < file.commit->requested) return Gone(file);
    if (base.path != file.path) return arrow::Status::OK();
    return CheckSize(file, base.size_bytes, /*may_have_grown=*/false);
  }

  arrow::Status CheckLog(const WrittenFile& file, const FileSlice* slice) const {
    bool layout1 = timeline_.layout().version < 2;
    if (slice == nullptr) return Gone(file);
    // Logs below the newest base file are the cleaner's.
    if (layout1) {
      ARROW_ASSIGN_OR_RAISE(LogFileName name, ParseLogFileName(NameOf(file.path)));
      if (name.instant < slice->base_instant) return arrow::Status::OK();
    } else if (file.commit->completion < slice->base_instant) {
      return arrow::Status::OK();
    }
    for (const LogFile& log : slice->log_files) {
      // Version 6 appends to a file where the storage can, and a writer that died in it leaves
      // bytes behind; what they are is up to whoever reads the blocks.
      if (log.path == file.path) return CheckSize(file, log.size_bytes, /*may_have_grown=*/true);
    }
    return Gone(file);
  }

  const Timeline& timeline_;
  bool with_logs_;
  std::vector<Instant> commits_;
  std::map<GroupKey, WrittenGroup> groups_;
};

}  // namespace

arrow::Status CheckCommitFiles(const Timeline& timeline, const std::vector<std::string>& partitions,
                               const std::vector<FileSlice>& slices,
                               const std::vector<Timeline::Replaced>& replaced, bool with_logs) {
  std::set<GroupKey> hidden;
  for (const Timeline::Replaced& group : replaced) {
    hidden.emplace(group.partition_path, group.file_id);
  }
  Checker checker(timeline, with_logs);
  ARROW_RETURN_NOT_OK(checker.Collect(std::set<std::string>(partitions.begin(), partitions.end())));
  return checker.Check(slices, hidden);
}

}  // namespace hudi
