// SPDX-License-Identifier: Apache-2.0
#include "hudi/api/inline_services.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hudi {
namespace {

const char* ActionText(CompactionKind kind) {
  return kind == CompactionKind::kLogCompaction ? "logcompaction" : "compaction";
}

class InlineServices {
 public:
  InlineServices(TableCompaction compaction, const CompactionOptions& options,
                 std::vector<CompactionInfo>* done)
      : compaction_(std::move(compaction)), options_(options), done_(done) {}

  arrow::Status Run() {
    if (options_.run_inline) {
      ARROW_RETURN_NOT_OK(RunAll(CompactionKind::kCompaction));
    } else if (options_.schedule_inline &&
               compaction_.Pending(CompactionKind::kCompaction).empty()) {
      ARROW_RETURN_NOT_OK(Schedule(CompactionKind::kCompaction).status());
    }
    if (!options_.log_enabled || !options_.log_inline) return arrow::Status::OK();
    return RunAll(CompactionKind::kLogCompaction);
  }

 private:
  // What was left pending first: a new plan would pass its file groups over.
  arrow::Status RunAll(CompactionKind kind) {
    for (const Instant& pending : compaction_.Pending(kind)) {
      ARROW_RETURN_NOT_OK(RunOne(kind, pending));
    }
    ARROW_ASSIGN_OR_RAISE(std::optional<Instant> planned, Schedule(kind));
    if (!planned) return arrow::Status::OK();
    done_->pop_back();  // the plan alone
    return RunOne(kind, *planned);
  }

  arrow::Status RunOne(CompactionKind kind, const Instant& pending) {
    ARROW_ASSIGN_OR_RAISE(std::optional<CompletedCompaction> done, compaction_.Run(pending));
    if (done) done_->push_back(DescribeCompaction(*done, kind));
    return arrow::Status::OK();
  }

  arrow::Result<std::optional<Instant>> Schedule(CompactionKind kind) {
    ARROW_ASSIGN_OR_RAISE(std::optional<CompactionPlan> plan,
                          compaction_.Plan(kind, /*if_due=*/true));
    if (!plan) return std::nullopt;
    ARROW_ASSIGN_OR_RAISE(Instant instant, compaction_.Schedule(*plan));
    CompactionInfo info;
    info.instant = instant.requested;
    info.action = ActionText(kind);
    info.state = "requested";
    ARROW_ASSIGN_OR_RAISE(std::vector<FileSlice> slices, compaction_.SlicesOf(*plan));
    for (const FileSlice& slice : slices) info.groups.push_back(DescribeSlice(slice));
    done_->push_back(std::move(info));
    return instant;
  }

  TableCompaction compaction_;
  const CompactionOptions& options_;
  std::vector<CompactionInfo>* done_;
};

}  // namespace

CompactedFileGroup DescribeSlice(const FileSlice& before) {
  CompactedFileGroup group;
  group.partition = before.partition_path;
  group.file_id = before.file_id;
  if (before.base_file) {
    group.base_file = before.base_file->path;
    group.base_bytes = before.base_file->size_bytes;
  }
  group.log_files = static_cast<int64_t>(before.log_files.size());
  for (const LogFile& log : before.log_files) group.log_bytes += log.size_bytes;
  return group;
}

CompactionInfo DescribeCompaction(const CompletedCompaction& done, CompactionKind kind) {
  CompactionInfo info;
  info.instant = done.instant;
  info.completion = done.completion;
  info.action = ActionText(kind);
  info.state = "completed";
  info.taken_up = done.taken_up;
  for (const CompactedGroup& compacted : done.groups) {
    CompactedFileGroup group = DescribeSlice(compacted.before);
    for (const WriteStat& stat : compacted.stats) {
      if (group.new_file.empty()) group.new_file = stat.path;
      group.new_bytes += stat.file_size_in_bytes;
      group.rows += stat.num_writes;
      group.updated += stat.num_update_writes;
      group.inserted += stat.num_inserts;
      group.deleted += stat.num_deletes;
    }
    info.groups.push_back(std::move(group));
  }
  return info;
}

arrow::Status RunInlineServices(std::shared_ptr<Storage> storage, const WriteConfig& config,
                                const CompactionEnvironment& environment,
                                std::vector<CompactionInfo>* done) {
  const CompactionOptions& options = config.compaction;
  const bool wanted =
      options.run_inline || options.schedule_inline || (options.log_enabled && options.log_inline);
  if (!wanted || !options.services_enabled) return arrow::Status::OK();
  ARROW_ASSIGN_OR_RAISE(TableCompaction compaction,
                        TableCompaction::Open(std::move(storage), config, environment));
  return InlineServices(std::move(compaction), options, done).Run();
}

}  // namespace hudi
