// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

#include "hudi/storage/storage.h"
#include "hudi/timeline/commit_metadata.h"
#include "hudi/timeline/instant.h"

namespace hudi {

/// Where and how a table keeps its timeline; comes from hoodie.properties.
struct TimelineLayout {
  int version = 2;                                             ///< hoodie.timeline.layout.version
  std::string directory = ".hoodie/timeline";                  ///< layout 1: ".hoodie"
  std::string history_directory = ".hoodie/timeline/history";  ///< layout 1: ".hoodie/archived"
  bool utc = false;                                            ///< hoodie.table.timeline.timezone
};

/// The active timeline as it stood when it was loaded. Immutable; safe to share between threads.
class Timeline {
 public:
  /// Lists the directory once. Files whose names are not instants are ignored.
  static arrow::Result<std::shared_ptr<const Timeline>> Load(std::shared_ptr<Storage> storage,
                                                             const TimelineLayout& layout);

  /// The timeline without the writes that completed later than `time`; pending ones stay. Compares
  /// completion times, or requested ones.
  std::shared_ptr<const Timeline> Until(std::string_view time, bool by_completion) const;

  const TimelineLayout& layout() const { return layout_; }
  /// By requested time, then action.
  const std::vector<Instant>& instants() const { return instants_; }

  /// Completed commit, deltacommit and replacecommit instants, by requested time.
  std::vector<Instant> CompletedWrites() const;
  /// Pending commit, deltacommit, replacecommit (not compaction, logcompaction, clustering).
  std::vector<Instant> PendingWrites() const;
  /// Pending compaction, logcompaction and clustering.
  std::vector<Instant> PendingServices() const;

  /// True if a file with this instant in its name is visible: the instant is a completed write, or
  /// is smaller than the first write instant of the active timeline that is not a savepointed
  /// commit.
  bool IsCommitted(std::string_view instant) const;

  /// The greatest requested or completion time on the timeline; empty if it has none.
  std::string GreatestTime() const;

  /// Completion time of a write instant, looked up in the history if it left the active timeline
  /// (read once, when first asked for). Empty if it is pending or unknown.
  arrow::Result<std::string> CompletionTime(std::string_view requested) const;

  /// The body of a completed write instant; of small ones a copy is kept. Errors: kCorruptFile.
  arrow::Result<CommitMetadata> ReadCommit(const Instant& instant) const;
  /// The bytes of an instant's file in the given state (plans stand in the requested file); empty
  /// if absent.
  arrow::Result<std::string> ReadBody(const Instant& instant, InstantState state) const;

  /// Every (partition, file id) hidden by a replacecommit completed at or before `instant`
  /// (requested time; empty: all), with the instant that hides it.
  struct Replaced {
    std::string partition_path;
    std::string file_id;
    std::string instant;
  };
  arrow::Result<std::vector<Replaced>> ReplacedFileGroups(std::string_view as_of) const;

  /// The table schema, as Avro JSON without the five meta fields: from the newest completed write
  /// instant whose operation is not CLUSTER, COMPACT, INDEX, LOG_COMPACT and whose schema is not
  /// empty. Empty if none.
  arrow::Result<std::string> LatestSchemaJson(std::string_view as_of = {}) const;

 private:
  Timeline(std::shared_ptr<Storage> storage, TimelineLayout layout, std::vector<Instant> instants);
  std::vector<Instant>::const_iterator FirstAt(std::string_view requested) const;

  std::shared_ptr<Storage> storage_;
  TimelineLayout layout_;
  std::vector<Instant> instants_;
  // The first write instant whose commit no savepoint holds; what is before it was archived.
  std::string first_active_;
  // Completion times of archived write instants, once loaded.
  struct History;
  std::shared_ptr<History> history_;
};

/// Completed instants that archival moved off the active timeline: layout 2 from the LSM history,
/// layout 1 from the archive log files (completion times only where the writer kept them). By
/// requested time. Errors: kCorruptFile.
arrow::Result<std::vector<Instant>> LoadHistory(const Storage& storage,
                                                const TimelineLayout& layout);

/// An instant of the history and what its completed file held, an Avro container or JSON.
struct ArchivedBody {
  Instant instant;
  std::string body;  ///< empty if the history does not keep it
};
/// LoadHistory() with bodies, of the instants from `first` to `last`, both included (empty: no
/// bound).
arrow::Result<std::vector<ArchivedBody>> LoadHistoryBodies(const Storage& storage,
                                                           const TimelineLayout& layout,
                                                           std::string_view first,
                                                           std::string_view last);

/// Publishes states of instants. Every call creates exactly one file, atomically and only if it is
/// absent. Errors: kWriterConflict if it is there.
class TimelineWriter {
 public:
  TimelineWriter(std::shared_ptr<Storage> storage, TimelineLayout layout);

  arrow::Status CreateRequested(Action action, std::string_view requested, std::string_view body);
  arrow::Status CreateInflight(Action action, std::string_view requested, std::string_view body);
  /// `completion` is ignored by layout 1. Returns the file's name.
  arrow::Result<std::string> Complete(Action action, std::string_view requested,
                                      std::string_view completion, std::string_view body);
  /// Deletes the inflight, then the requested file of a pending instant.
  arrow::Status RemovePending(const Instant& instant);
  /// Deletes the inflight file of a pending instant: its plan waits again.
  arrow::Status RevertToRequested(const Instant& instant);

 private:
  arrow::Status Create(const std::string& name, std::string_view body);

  std::shared_ptr<Storage> storage_;
  TimelineLayout layout_;
};

}  // namespace hudi
