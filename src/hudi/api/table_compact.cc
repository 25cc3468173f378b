// SPDX-License-Identifier: Apache-2.0
#include "hudi/api/table_compact.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>

#include "hudi/api/inline_services.h"
#include "hudi/api/table_write.h"
#include "hudi/base/worker_pool.h"
#include "hudi/error.h"
#include "hudi/read/plan/opened_table.h"
#include "hudi/services/compaction/table_compaction.h"
#include "hudi/services/rollback/rollback.h"
#include "hudi/table/table_config.h"

namespace hudi {
namespace {

// Whoever gives one of them wants to wait until a compaction is due.
constexpr const char* kTriggerKeys[] = {"hoodie.compact.inline.max.delta.commits",
                                        "hoodie.compact.inline.max.delta.seconds",
                                        "hoodie.compact.inline.trigger.strategy"};

class Compact {
 public:
  Compact(std::shared_ptr<Storage> storage, const CompactOptions& options)
      : storage_(std::move(storage)),
        options_(options),
        kind_(options.log_compaction ? CompactionKind::kLogCompaction
                                     : CompactionKind::kCompaction) {}

  arrow::Result<CompactResult> Run() {
    result_.dry_run = options_.dry_run;
    ARROW_RETURN_NOT_OK(Open());
    Lap("open");
    ARROW_RETURN_NOT_OK(CheckStop());
    std::vector<Instant> pending;
    if (options_.run) {
      ARROW_ASSIGN_OR_RAISE(pending, Wanted());
    }
    for (const Instant& instant : pending) ARROW_RETURN_NOT_OK(RunOne(instant));
    if (options_.schedule && options_.instant.empty()) ARROW_RETURN_NOT_OK(ScheduleAndRun());
    return std::move(result_);
  }

 private:
  arrow::Status CheckOptions() const {
    if (!options_.schedule && !options_.run) {
      return Fail(ErrorCode::kInvalidArgument, "", "a compaction must be planned, run or both");
    }
    if (!options_.instant.empty() && (options_.schedule || !options_.run)) {
      return Fail(ErrorCode::kInvalidArgument, options_.instant,
                  "an instant is that of a planned compaction to run; planning another one at the "
                  "same time contradicts it");
    }
    return arrow::Status::OK();
  }

  arrow::Status Open() {
    ARROW_RETURN_NOT_OK(CheckOptions());
    // A first look without the lock, so that a refused call leaves no trace.
    ARROW_RETURN_NOT_OK(OpenTable());
    if (options_.dry_run) return arrow::Status::OK();
    ARROW_ASSIGN_OR_RAISE(lock_, storage_->TryLock(kWriterLockPath));
    if (lock_ == nullptr) {
      return Fail(ErrorCode::kWriterConflict, storage_->root(),
                  "another writer at work: a process holds the writer lock '",
                  storage_->FullPath(kWriterLockPath), "'; try again when it is done");
    }
    ARROW_ASSIGN_OR_RAISE(TableConfig table, TableConfig::Load(*storage_));
    RollbackOptions rollback{config_.heartbeat_interval_ms, config_.heartbeat_tolerable_misses};
    ARROW_ASSIGN_OR_RAISE(result_.rolled_back,
                          RollbackPendingWrites(storage_, LayoutOf(table), rollback));
    for (const std::string& instant : result_.rolled_back) {
      Notice("rolled back instant " + instant + ", which a writer left unfinished");
    }
    for (const std::string& notice : config_.notices) Notice(notice);
    for (const std::string& key : config_.ignored_keys) {
      Notice("config '" + key + "' has no effect here and is ignored");
    }
    return OpenTable();
  }

  arrow::Status OpenTable() {
    ARROW_ASSIGN_OR_RAISE(TableConfig table, TableConfig::Load(*storage_));
    ConfigMap options(options_.config.begin(), options_.config.end());
    std::string folder = std::filesystem::path(storage_->root()).filename().string();
    ARROW_ASSIGN_OR_RAISE(config_, ResolveWriteConfig(options, &table, folder));
    CompactionEnvironment environment;
    environment.threads = ResolveThreads(options_.threads);
    environment.memory_limit_bytes = options_.memory_limit_bytes > 0
                                         ? options_.memory_limit_bytes
                                         : TableWrite::DefaultMemoryLimit();
    environment.should_stop = options_.should_stop;
    if (options_.on_notice) environment.on_notice = options_.on_notice;
    if (options_.progress != nullptr) environment.progress = options_.progress;
    ARROW_ASSIGN_OR_RAISE(TableCompaction opened,
                          TableCompaction::Open(storage_, config_, std::move(environment)));
    compaction_.emplace(std::move(opened));
    return arrow::Status::OK();
  }

  /// The pending compactions that are to be run.
  arrow::Result<std::vector<Instant>> Wanted() const {
    std::vector<Instant> pending = compaction_->Pending(kind_);
    if (options_.instant.empty()) return pending;
    std::string known;
    for (const Instant& instant : pending) {
      if (instant.requested == options_.instant) return std::vector<Instant>{instant};
      known += (known.empty() ? "" : ", ") + instant.requested;
    }
    return Fail(ErrorCode::kNotFound, options_.instant, "instant '", options_.instant,
                "' is no pending ", options_.log_compaction ? "log compaction" : "compaction",
                known.empty() ? std::string(": there is none") : ": pending are " + known);
  }

  CompactionInfo InfoOf(const Instant& instant, std::string_view state) const {
    CompactionInfo info;
    info.instant = instant.requested;
    info.action = options_.log_compaction ? "logcompaction" : "compaction";
    info.state = state;
    return info;
  }

  arrow::Status AddPlanned(CompactionInfo info, const CompactionPlan& plan) {
    ARROW_ASSIGN_OR_RAISE(std::vector<FileSlice> slices, compaction_->SlicesOf(plan));
    for (const FileSlice& slice : slices) info.groups.push_back(DescribeSlice(slice));
    result_.compactions.push_back(std::move(info));
    return arrow::Status::OK();
  }

  arrow::Status RunOne(const Instant& instant) {
    if (options_.dry_run) {
      ARROW_ASSIGN_OR_RAISE(CompactionPlan plan, compaction_->ReadPlan(instant));
      return AddPlanned(InfoOf(instant, "requested"), plan);
    }
    ARROW_ASSIGN_OR_RAISE(std::optional<CompletedCompaction> done, compaction_->Run(instant));
    Lap("compact");
    if (!done) {
      Notice("log compaction " + instant.requested +
             ", which a writer left unfinished, was taken back: its plan is out of date");
      return arrow::Status::OK();
    }
    if (done->taken_up) {
      Notice("compaction " + instant.requested +
             " had been left unfinished; what there was of it was removed, and it was run again");
    }
    result_.compactions.push_back(DescribeCompaction(*done, kind_));
    return arrow::Status::OK();
  }

  arrow::Status ScheduleAndRun() {
    bool if_due = false;
    for (const char* key : kTriggerKeys) if_due = if_due || options_.config.count(key) > 0;
    ARROW_ASSIGN_OR_RAISE(std::optional<CompactionPlan> plan, compaction_->Plan(kind_, if_due));
    Lap("plan");
    if (!plan) return arrow::Status::OK();
    if (options_.dry_run) return AddPlanned(InfoOf(Instant(), "planned"), *plan);
    ARROW_RETURN_NOT_OK(CheckStop());
    ARROW_ASSIGN_OR_RAISE(Instant instant, compaction_->Schedule(*plan));
    if (!options_.run) return AddPlanned(InfoOf(instant, "requested"), *plan);
    return RunOne(instant);
  }

  arrow::Status CheckStop() const {
    if (!options_.should_stop || !options_.should_stop()) return arrow::Status::OK();
    return Fail(ErrorCode::kInterrupted, storage_->root(), "interrupted");
  }

  void Notice(const std::string& sentence) const {
    if (options_.on_notice) options_.on_notice(sentence);
  }

  void Lap(const char* phase) {
    Clock::time_point now = Clock::now();
    result_.phases.emplace_back(phase,
                                std::chrono::duration<double, std::milli>(now - mark_).count());
    mark_ = now;
  }

  using Clock = std::chrono::steady_clock;
  std::shared_ptr<Storage> storage_;
  const CompactOptions& options_;
  CompactionKind kind_;
  std::unique_ptr<Storage::Lock> lock_;
  WriteConfig config_;
  std::optional<TableCompaction> compaction_;
  CompactResult result_;
  Clock::time_point mark_ = Clock::now();
};

}  // namespace

arrow::Result<CompactResult> CompactStorage(std::shared_ptr<Storage> storage,
                                            const CompactOptions& options) {
  return Compact(std::move(storage), options).Run();
}

arrow::Result<CompactResult> CompactTable(const std::string& base_path,
                                          const CompactOptions& options) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> storage, Storage::Open(base_path));
  return CompactStorage(std::move(storage), options);
}

}  // namespace hudi
