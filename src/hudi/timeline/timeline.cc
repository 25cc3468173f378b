// SPDX-License-Identifier: Apache-2.0
#include "hudi/timeline/timeline.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include <nlohmann/json.hpp>

#include "hudi/error.h"
#include "hudi/format/avro/schema.h"
#include "hudi/timeline/instant_file_name.h"
#include "hudi/timeline/instant_time.h"

namespace hudi {
namespace {

bool IsCompletedWrite(const Instant& instant) { return instant.completed() && instant.is_write(); }

bool IsPendingService(const Instant& instant) {
  return !instant.completed() &&
         (instant.action == Action::kCompaction || instant.action == Action::kLogCompaction ||
          instant.action == Action::kClustering);
}

std::string InDirectory(const TimelineLayout& layout, std::string_view name) {
  return layout.directory + "/" + std::string(name);
}

arrow::Result<std::string> ReadIfThere(const Storage& storage, const std::string& path) {
  arrow::Result<std::string> body = storage.ReadAll(path);
  if (!body.ok() && CodeOf(body.status()) == ErrorCode::kNotFound) return std::string();
  return body;
}

// On local file systems the reference creates the file of a completed commit first and fills it
// then. Whoever takes it for a commit that did nothing would pass over its rows for good, so an
// empty file is given a moment; one that stays empty tells of no files.
arrow::Result<std::string> ReadCommitBody(const Storage& storage, const std::string& path) {
  constexpr std::chrono::milliseconds kStep(10);
  constexpr std::chrono::milliseconds kLongest(1000);
  ARROW_ASSIGN_OR_RAISE(std::string body, storage.ReadAll(path));
  for (auto waited = kStep; body.empty() && waited <= kLongest; waited += kStep) {
    std::this_thread::sleep_for(kStep);
    ARROW_ASSIGN_OR_RAISE(body, storage.ReadAll(path));
  }
  return body;
}

// Layout 1 names a pending clustering like any other replacement; its plan tells.
arrow::Status MarkClustering(const Storage& storage, const TimelineLayout& layout,
                             Instant* instant) {
  std::string path =
      InDirectory(layout, InstantFileName(Action::kReplaceCommit, InstantState::kRequested,
                                          instant->requested, "", layout.version));
  ARROW_ASSIGN_OR_RAISE(std::string body, ReadIfThere(storage, path));
  arrow::Result<bool> is_clustering = IsClusteringPlan(body, path);
  // A plan that nobody can read, left by a writer that died, can only be rolled back.
  if (is_clustering.ok() && *is_clustering) instant->action = Action::kClustering;
  return arrow::Status::OK();
}

// True if requested and inflight files of `planned` belong to the completed `action`.
std::vector<Action> PlannedAs(Action action) {
  switch (action) {
    case Action::kCommit:
      return {Action::kCommit, Action::kCompaction};
    case Action::kDeltaCommit:
      return {Action::kDeltaCommit, Action::kLogCompaction};
    case Action::kReplaceCommit:
      return {Action::kReplaceCommit, Action::kClustering};
    default:
      return {action};
  }
}

constexpr std::string_view kMetaFields[] = {"_hoodie_commit_time", "_hoodie_commit_seqno",
                                            "_hoodie_record_key", "_hoodie_partition_path",
                                            "_hoodie_file_name"};

arrow::Result<std::string> WithoutMetaFields(std::string_view schema_json) {
  ARROW_ASSIGN_OR_RAISE(avro::SchemaPtr schema, avro::Schema::Parse(schema_json));
  avro::Schema stripped = *schema;
  auto is_meta = [](const avro::Field& field) {
    return std::find(std::begin(kMetaFields), std::end(kMetaFields), field.name) !=
           std::end(kMetaFields);
  };
  auto first_meta = std::remove_if(stripped.fields.begin(), stripped.fields.end(), is_meta);
  if (first_meta == stripped.fields.end()) return std::string(schema_json);
  stripped.fields.erase(first_meta, stripped.fields.end());
  return stripped.ToJson();
}

}  // namespace

struct Timeline::History {
  std::mutex mutex;
  bool loaded = false;
  std::map<std::string, std::string, std::less<>> completions;

  // A plan, the checks of its files and the schema each ask for the same commits.
  std::mutex commits_mutex;
  std::map<std::string, std::shared_ptr<const CommitMetadata>, std::less<>> commits;  // by file
  int64_t commit_bytes = 0;  // of their files
};

Timeline::Timeline(std::shared_ptr<Storage> storage, TimelineLayout layout,
                   std::vector<Instant> instants)
    : storage_(std::move(storage)),
      layout_(std::move(layout)),
      instants_(std::move(instants)),
      history_(std::make_shared<History>()) {
  // Archival passes over savepointed commits, so they do not mark where the active timeline begins.
  std::set<std::string_view> savepointed;
  for (const Instant& instant : instants_) {
    if (instant.action == Action::kSavepoint) savepointed.insert(instant.requested);
  }
  for (const Instant& instant : instants_) {
    if (!instant.is_write() || savepointed.count(instant.requested) > 0) continue;
    first_active_ = instant.requested;
    break;
  }
}

arrow::Result<std::shared_ptr<const Timeline>> Timeline::Load(std::shared_ptr<Storage> storage,
                                                              const TimelineLayout& layout) {
  ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> entries, storage->List(layout.directory));
  std::map<std::pair<std::string, Action>, Instant> groups;
  for (const FileEntry& entry : entries) {
    if (entry.is_directory) continue;
    std::optional<Instant> instant = ParseInstantFileName(entry.name(), layout.version);
    if (!instant) continue;
    if (instant->completed() && instant->completion.empty()) {
      instant->completion = FormatInstant(entry.mtime_ms, layout.utc);
    }
    auto key = std::make_pair(instant->requested, CompletedAction(instant->action));
    auto [known, is_new] = groups.emplace(key, *instant);
    if (is_new) continue;
    // A name with a completion time says more than one without.
    bool better = known->second.state == instant->state
                      ? known->second.legacy_body && !instant->legacy_body
                      : known->second.state < instant->state;
    if (better) known->second = std::move(*instant);
  }
  std::vector<Instant> instants;
  for (auto& [key, instant] : groups) {
    if (layout.version < 2 && instant.action == Action::kReplaceCommit && !instant.completed()) {
      ARROW_RETURN_NOT_OK(MarkClustering(*storage, layout, &instant));
    }
    instants.push_back(std::move(instant));
  }
  std::sort(instants.begin(), instants.end(), [](const Instant& a, const Instant& b) {
    return std::make_pair(std::string_view(a.requested), ActionName(a.action)) <
           std::make_pair(std::string_view(b.requested), ActionName(b.action));
  });
  return std::shared_ptr<const Timeline>(
      new Timeline(std::move(storage), layout, std::move(instants)));
}

std::shared_ptr<const Timeline> Timeline::Until(std::string_view time, bool by_completion) const {
  std::vector<Instant> kept;
  for (const Instant& instant : instants_) {
    bool is_later = (by_completion ? instant.completion : instant.requested) > time;
    // Of what is pending it must be known that it is: logs stand on planned compactions.
    if (!instant.is_write() || !instant.completed() || !is_later) kept.push_back(instant);
  }
  std::shared_ptr<Timeline> cut(new Timeline(storage_, layout_, std::move(kept)));
  // What was archived is still what lies before the first write there is.
  cut->first_active_ = first_active_;
  cut->history_ = history_;
  return cut;
}

std::vector<Instant> Timeline::CompletedWrites() const {
  std::vector<Instant> found;
  std::copy_if(instants_.begin(), instants_.end(), std::back_inserter(found), IsCompletedWrite);
  return found;
}

std::vector<Instant> Timeline::PendingWrites() const {
  std::vector<Instant> found;
  std::copy_if(instants_.begin(), instants_.end(), std::back_inserter(found),
               [](const Instant& instant) {
                 return instant.is_write() && !instant.completed() && !IsPendingService(instant);
               });
  return found;
}

std::vector<Instant> Timeline::PendingServices() const {
  std::vector<Instant> found;
  std::copy_if(instants_.begin(), instants_.end(), std::back_inserter(found), IsPendingService);
  return found;
}

// One time may stand under two actions; this is the first of them.
std::vector<Instant>::const_iterator Timeline::FirstAt(std::string_view requested) const {
  return std::lower_bound(
      instants_.begin(), instants_.end(), requested,
      [](const Instant& entry, std::string_view time) { return entry.requested < time; });
}

bool Timeline::IsCommitted(std::string_view instant) const {
  bool is_pending = false;
  for (auto at = FirstAt(instant); at != instants_.end() && at->requested == instant; ++at) {
    if (!at->is_write()) continue;
    if (at->completed()) return true;
    is_pending = true;
  }
  return !is_pending && !first_active_.empty() && instant < first_active_;
}

std::string Timeline::GreatestTime() const {
  std::string greatest;
  for (const Instant& instant : instants_) {
    greatest = std::max({greatest, instant.requested, instant.completion});
  }
  return greatest;
}

arrow::Result<std::string> Timeline::CompletionTime(std::string_view requested) const {
  bool is_pending = false;
  for (auto at = FirstAt(requested); at != instants_.end() && at->requested == requested; ++at) {
    if (!at->is_write()) continue;
    if (at->completed()) return at->completion;
    is_pending = true;
  }
  if (is_pending || first_active_.empty() || requested >= first_active_) return std::string();
  std::lock_guard<std::mutex> lock(history_->mutex);
  if (!history_->loaded) {
    ARROW_ASSIGN_OR_RAISE(std::vector<Instant> archived, LoadHistory(*storage_, layout_));
    for (const Instant& instant : archived) {
      if (instant.is_write()) history_->completions[instant.requested] = instant.completion;
    }
    history_->loaded = true;
  }
  auto found = history_->completions.find(requested);
  return found == history_->completions.end() ? std::string() : found->second;
}

arrow::Result<CommitMetadata> Timeline::ReadCommit(const Instant& instant) const {
  constexpr int64_t kMostBytes = 8 * 1024 * 1024;
  {
    std::unique_lock lock(history_->commits_mutex);
    auto found = history_->commits.find(instant.file_name);
    if (found != history_->commits.end()) {
      std::shared_ptr<const CommitMetadata> commit = found->second;
      lock.unlock();
      return *commit;
    }
  }
  std::string path = InDirectory(layout_, instant.file_name);
  ARROW_ASSIGN_OR_RAISE(std::string body, ReadCommitBody(*storage_, path));
  ARROW_ASSIGN_OR_RAISE(CommitMetadata commit, DecodeCommitMetadata(body, path));
  if (instant.action == Action::kReplaceCommit && !body.empty() && !commit.is_replace) {
    return Fail(
        ErrorCode::kCorruptFile, path, path,
        ": the field 'partitionToReplaceFileIds' is missing, which every replacecommit has");
  }
  const auto size = static_cast<int64_t>(body.size());
  std::lock_guard lock(history_->commits_mutex);
  if (history_->commit_bytes + size <= kMostBytes &&
      history_->commits.emplace(instant.file_name, std::make_shared<CommitMetadata>(commit))
          .second) {
    history_->commit_bytes += size;
  }
  return commit;
}

arrow::Result<std::string> Timeline::ReadBody(const Instant& instant, InstantState state) const {
  if (state == instant.state) {
    return ReadIfThere(*storage_, InDirectory(layout_, instant.file_name));
  }
  if (state == InstantState::kCompleted) return std::string();
  for (Action action : PlannedAs(instant.action)) {
    std::string path = InDirectory(
        layout_, InstantFileName(action, state, instant.requested, "", layout_.version));
    arrow::Result<std::string> body = storage_->ReadAll(path);
    if (body.ok() || CodeOf(body.status()) != ErrorCode::kNotFound) return body;
  }
  return std::string();
}

arrow::Result<std::vector<Timeline::Replaced>> Timeline::ReplacedFileGroups(
    std::string_view as_of) const {
  std::vector<Replaced> replaced;
  for (const Instant& instant : instants_) {
    if (instant.action != Action::kReplaceCommit || !instant.completed()) continue;
    if (!as_of.empty() && instant.requested > as_of) continue;
    ARROW_ASSIGN_OR_RAISE(CommitMetadata metadata, ReadCommit(instant));
    for (const auto& [partition, file_ids] : metadata.partition_to_replace_file_ids) {
      for (const std::string& file_id : file_ids) {
        replaced.push_back({partition, file_id, instant.requested});
      }
    }
  }
  return replaced;
}

arrow::Result<std::string> Timeline::LatestSchemaJson(std::string_view as_of) const {
  static const std::set<std::string_view> kKeepsSchema = {"CLUSTER", "COMPACT", "INDEX",
                                                          "LOG_COMPACT"};
  for (size_t i = instants_.size(); i-- > 0;) {
    const Instant& instant = instants_[i];
    if (!IsCompletedWrite(instant)) continue;
    if (!as_of.empty() && instant.requested > as_of) continue;
    ARROW_ASSIGN_OR_RAISE(CommitMetadata metadata, ReadCommit(instant));
    if (kKeepsSchema.count(metadata.operation_type) > 0 || metadata.schema_json().empty()) continue;
    arrow::Result<std::string> schema = WithoutMetaFields(metadata.schema_json());
    if (!schema.ok()) {
      return While(schema.status(),
                   "reading the schema in " + InDirectory(layout_, instant.file_name));
    }
    return schema;
  }
  return std::string();
}

}  // namespace hudi
