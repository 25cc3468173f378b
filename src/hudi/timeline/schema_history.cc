// SPDX-License-Identifier: Apache-2.0
#include "hudi/timeline/schema_history.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "hudi/error.h"

namespace hudi {
namespace {

constexpr std::string_view kDirectory = ".hoodie/.schema";
constexpr std::string_view kSuffix = ".schemacommit";
constexpr int kLayoutWithCompletion = 2;

// The instant that a file of the folder belongs to; empty for other files.
std::string_view InstantOf(std::string_view name) {
  if (name.find(kSuffix) == std::string_view::npos) return {};
  return name.substr(0, name.find_first_not_of("0123456789"));
}

arrow::Status While(const arrow::Status& status, const std::string& path) {
  return hudi::While(status, "reading " + path);
}

arrow::Result<std::vector<InternalSchema>> NewestHistory(const Storage& storage,
                                                         const Timeline& timeline) {
  ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> entries, storage.List(kDirectory));
  const FileEntry* newest = nullptr;
  for (const FileEntry& entry : entries) {
    if (!entry.name().ends_with(kSuffix)) continue;
    const std::string_view instant = InstantOf(entry.name());
    if (instant.empty() || !timeline.IsCommitted(instant)) continue;
    if (newest == nullptr || InstantOf(newest->name()) <= instant) newest = &entry;
  }
  if (newest == nullptr) return std::vector<InternalSchema>();
  ARROW_ASSIGN_OR_RAISE(std::string text, storage.ReadAll(newest->path));
  arrow::Result<std::vector<InternalSchema>> schemas = ParseSchemaHistory(text);
  if (!schemas.ok()) return While(schemas.status(), newest->path);
  return schemas;
}

// The schema that a commit carries; nothing if it carries none.
arrow::Status AddSchemaOf(const Timeline& timeline, const Instant& write,
                          std::vector<InternalSchema>* schemas) {
  ARROW_ASSIGN_OR_RAISE(CommitMetadata commit, timeline.ReadCommit(write));
  auto latest = commit.extra_metadata.find(std::string(kLatestSchemaKey));
  if (latest == commit.extra_metadata.end() || latest->second.empty()) return arrow::Status::OK();
  arrow::Result<InternalSchema> schema = ParseInternalSchema(latest->second);
  if (!schema.ok()) return While(schema.status(), write.file_name);
  const bool known = std::any_of(schemas->begin(), schemas->end(), [&](const InternalSchema& one) {
    return one.version_id == schema->version_id;
  });
  if (!known) schemas->push_back(*std::move(schema));
  return arrow::Status::OK();
}

}  // namespace

arrow::Result<SchemaVersions> LoadSchemaVersions(const Storage& storage, const Timeline& timeline) {
  ARROW_ASSIGN_OR_RAISE(std::vector<InternalSchema> schemas, NewestHistory(storage, timeline));
  const std::vector<Instant> writes = timeline.CompletedWrites();
  if (writes.empty()) return SchemaVersions(std::move(schemas));
  const bool has_history = !schemas.empty();
  ARROW_RETURN_NOT_OK(AddSchemaOf(timeline, writes.back(), &schemas));
  if (has_history || schemas.empty()) return SchemaVersions(std::move(schemas));
  // The folder is gone: what the commits of the active timeline carry is left.
  for (const Instant& write : writes) {
    ARROW_RETURN_NOT_OK(AddSchemaOf(timeline, write, &schemas));
  }
  return SchemaVersions(std::move(schemas));
}

arrow::Status SaveSchemaHistory(Storage& storage, const Timeline& timeline,
                                std::string_view instant, std::string_view completion,
                                const SchemaVersions& versions) {
  ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> entries, storage.List(kDirectory));
  for (const FileEntry& entry : entries) {
    const std::string_view owner = InstantOf(entry.name());
    if (owner.empty() || timeline.IsCommitted(owner)) continue;
    ARROW_RETURN_NOT_OK(storage.DeleteFile(entry.path).status());
  }
  std::string stem(kDirectory);
  stem.append("/").append(instant);
  std::string completed = stem;
  if (timeline.layout().version >= kLayoutWithCompletion) {
    completed.append("_").append(completion);
  }
  completed.append(kSuffix);
  for (const char* state : {".requested", ".inflight"}) {
    std::string pending = stem;
    pending.append(kSuffix).append(state);
    ARROW_RETURN_NOT_OK(storage.CreateExclusive(pending, "").status());
  }
  return storage.CreateExclusive(completed, SchemaHistoryJson(versions.newest_first())).status();
}

arrow::Status RemoveSchemaHistory(Storage& storage, std::string_view instant) {
  ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> entries, storage.List(kDirectory));
  for (const FileEntry& entry : entries) {
    if (InstantOf(entry.name()) != instant) continue;
    ARROW_RETURN_NOT_OK(storage.DeleteFile(entry.path).status());
  }
  return arrow::Status::OK();
}

}  // namespace hudi
