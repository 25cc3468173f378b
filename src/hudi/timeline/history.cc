// SPDX-License-Identifier: Apache-2.0
// Instants that archival moved off the active timeline.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <nlohmann/json.hpp>

#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/format/parquet/base_file_reader.h"
#include "hudi/timeline/archive_log.h"
#include "hudi/timeline/instant_file_name.h"
#include "hudi/timeline/timeline.h"

namespace hudi {
namespace {

constexpr std::string_view kManifestPrefix = "manifest_";

/// What is wanted of a history, and what was found.
struct Found {
  std::string_view first;  // empty: no bound
  std::string_view last;
  bool with_bodies = false;
  std::map<std::pair<std::string, Action>, ArchivedBody> instants;

  bool Wants(std::string_view requested) const {
    return requested >= first && (last.empty() || requested <= last);
  }
};

arrow::Status AddInstant(std::string_view path, std::string_view requested,
                         std::string_view completion, std::string_view action_name,
                         std::string_view body, Found* found) {
  std::optional<Action> action = ParseAction(action_name);
  // Actions of later releases are none of ours, as on the active timeline.
  if (!action) return arrow::Status::OK();
  if (requested.empty()) return CorruptFile(path, 0, "an archived instant without a time");
  if (!found->Wants(requested)) return arrow::Status::OK();
  Instant instant;
  instant.requested = std::string(requested);
  instant.completion = std::string(completion);
  instant.action = CompletedAction(*action);
  instant.state = InstantState::kCompleted;
  ArchivedBody& archived = found->instants[{instant.requested, instant.action}];
  archived.instant = std::move(instant);
  archived.body = std::string(body);
  return arrow::Status::OK();
}

// The number of the manifest in force. A reader may meet the moment in which the version file is
// being replaced; the newest manifest is right then.
arrow::Result<std::optional<int64_t>> CurrentManifest(const Storage& storage,
                                                      const std::string& directory) {
  std::string version_path = directory + "/_version_";
  arrow::Result<std::string> version = storage.ReadAll(version_path);
  if (version.ok() && !version->empty()) {
    std::optional<int64_t> number = ParseInt64(TrimWhitespace(*version));
    if (!number) return CorruptFile(version_path, 0, "'" + *version + "': expected a number");
    ARROW_ASSIGN_OR_RAISE(
        bool exists,
        storage.Exists(directory + "/" + std::string(kManifestPrefix) + std::to_string(*number)));
    if (exists) return number;
  } else if (!version.ok() && CodeOf(version.status()) != ErrorCode::kNotFound) {
    return version.status();
  }
  ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> entries, storage.List(directory));
  std::optional<int64_t> newest;
  for (const FileEntry& entry : entries) {
    std::string_view name = entry.name();
    if (name.substr(0, kManifestPrefix.size()) != kManifestPrefix) continue;
    std::optional<int64_t> number = ParseInt64(name.substr(kManifestPrefix.size()));
    if (number && (!newest || *number > *newest)) newest = number;
  }
  return newest;
}

arrow::Result<std::vector<std::string>> ManifestFiles(const Storage& storage,
                                                      const std::string& path) {
  ARROW_ASSIGN_OR_RAISE(std::string text, storage.ReadAll(path));
  nlohmann::json manifest = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  constexpr std::string_view kRule = R"(expected {"files":[{"fileName":"..."}, ...]})";
  if (!manifest.is_object() || !manifest.contains("files") || !manifest["files"].is_array()) {
    return CorruptFile(path, 0, kRule);
  }
  std::vector<std::string> files;
  for (const nlohmann::json& file : manifest["files"]) {
    if (!file.is_object() || !file.contains("fileName") || !file["fileName"].is_string()) {
      return CorruptFile(path, 0, kRule);
    }
    files.push_back(file["fileName"].get<std::string>());
  }
  return files;
}

arrow::Status ReadHistoryFile(const Storage& storage, const std::string& path, Found* found) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::RandomAccessFile> file, storage.OpenInput(path));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<BaseFileReader> reader, BaseFileReader::Open(file, path));
  ScanOptions options;
  options.columns = {"instantTime", "completionTime", "action"};
  if (found->with_bodies) options.columns.emplace_back("metadata");
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> batches, reader->Scan(options));
  if (batches->schema()->num_fields() != static_cast<int>(options.columns.size())) {
    return CorruptFile(path, 0, "expected the columns " + JoinText(options.columns, ", "));
  }
  for (const std::shared_ptr<arrow::Field>& field : batches->schema()->fields()) {
    const bool is_body = field->name() == "metadata";
    if (field->type()->id() != (is_body ? arrow::Type::BINARY : arrow::Type::STRING)) {
      return CorruptFile(path, 0,
                         "column " + field->name() + " is " + field->type()->ToString() +
                             ", expected " + (is_body ? "bytes" : "text"));
    }
  }
  while (true) {
    std::shared_ptr<arrow::RecordBatch> batch;
    ARROW_RETURN_NOT_OK(batches->ReadNext(&batch));
    if (batch == nullptr) return arrow::Status::OK();
    const auto& requested = static_cast<const arrow::StringArray&>(*batch->column(0));
    const auto& completion = static_cast<const arrow::StringArray&>(*batch->column(1));
    const auto& action = static_cast<const arrow::StringArray&>(*batch->column(2));
    const arrow::BinaryArray* bodies =
        found->with_bodies ? static_cast<const arrow::BinaryArray*>(batch->column(3).get())
                           : nullptr;
    for (int64_t i = 0; i < batch->num_rows(); ++i) {
      const std::string_view body =
          bodies == nullptr || bodies->IsNull(i) ? std::string_view() : bodies->GetView(i);
      ARROW_RETURN_NOT_OK(AddInstant(path, requested.GetView(i), completion.GetView(i),
                                     action.GetView(i), body, found));
    }
  }
}

arrow::Status LoadLsmHistory(const Storage& storage, const std::string& directory, Found* found) {
  ARROW_ASSIGN_OR_RAISE(std::optional<int64_t> number, CurrentManifest(storage, directory));
  if (!number) return arrow::Status::OK();
  std::string manifest = directory + "/" + std::string(kManifestPrefix) + std::to_string(*number);
  ARROW_ASSIGN_OR_RAISE(std::vector<std::string> files, ManifestFiles(storage, manifest));
  for (const std::string& file : files) {
    ARROW_RETURN_NOT_OK(ReadHistoryFile(storage, directory + "/" + file, found));
  }
  return arrow::Status::OK();
}

arrow::Status LoadArchiveLogs(const Storage& storage, const std::string& directory, Found* found) {
  ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> entries, storage.List(directory));
  for (const FileEntry& entry : entries) {
    if (entry.is_directory || !IsArchiveLogName(entry.name())) continue;
    ARROW_ASSIGN_OR_RAISE(std::string body, storage.ReadAll(entry.path));
    ARROW_ASSIGN_OR_RAISE(std::vector<ArchivedEntry> archived, ReadArchiveLog(body, entry.path));
    for (const ArchivedEntry& item : archived) {
      if (item.state != StateName(InstantState::kCompleted)) continue;
      ARROW_RETURN_NOT_OK(
          AddInstant(entry.path, item.requested, item.completion, item.action, item.body, found));
    }
  }
  return arrow::Status::OK();
}

arrow::Status Load(const Storage& storage, const TimelineLayout& layout, Found* found) {
  return layout.version >= 2 ? LoadLsmHistory(storage, layout.history_directory, found)
                             : LoadArchiveLogs(storage, layout.history_directory, found);
}

}  // namespace

arrow::Result<std::vector<Instant>> LoadHistory(const Storage& storage,
                                                const TimelineLayout& layout) {
  Found found;
  ARROW_RETURN_NOT_OK(Load(storage, layout, &found));
  std::vector<Instant> instants;
  for (auto& [key, archived] : found.instants) instants.push_back(std::move(archived.instant));
  return instants;
}

arrow::Result<std::vector<ArchivedBody>> LoadHistoryBodies(const Storage& storage,
                                                           const TimelineLayout& layout,
                                                           std::string_view first,
                                                           std::string_view last) {
  Found found{first, last, /*with_bodies=*/true, {}};
  ARROW_RETURN_NOT_OK(Load(storage, layout, &found));
  std::vector<ArchivedBody> archived;
  for (auto& [key, one] : found.instants) archived.push_back(std::move(one));
  return archived;
}

}  // namespace hudi
