// SPDX-License-Identifier: Apache-2.0
#include "hudi/table/properties_file.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <thread>

#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/table/table_config.h"

namespace hudi {
namespace {

constexpr int kReadAttempts = 5;
constexpr std::chrono::milliseconds kReadPause{20};

/// Nullopt if the file is not there. Errors: kCorruptFile.
arrow::Result<std::optional<ConfigMap>> ReadOne(const Storage& storage, std::string_view path) {
  arrow::Result<std::string> text = storage.ReadAll(path);
  if (!text.ok()) {
    if (CodeOf(text.status()) == ErrorCode::kNotFound) return std::nullopt;
    return text.status();
  }
  ARROW_ASSIGN_OR_RAISE(ConfigMap properties, ParseProperties(*text, path));
  if (!properties.contains("hoodie.table.name")) {
    return CorruptFile(path, static_cast<int64_t>(text->size()),
                       "the file ends without 'hoodie.table.name'");
  }
  const auto checksum = properties.find(kChecksumKey);
  if (checksum != properties.end()) {
    const std::string expected = TableChecksum(properties);
    if (checksum->second != expected) {
      const size_t offset = text->find(kChecksumKey);
      return CorruptFile(path, static_cast<int64_t>(offset == std::string::npos ? 0 : offset),
                         "'hoodie.table.checksum' = '" + checksum->second + "', but database '" +
                             properties["hoodie.database.name"] + "' and table '" +
                             properties["hoodie.table.name"] + "' give " + expected);
    }
  }
  return properties;
}

/// Whether `.hoodie` holds anything that a table has; a writer takes its lock before it makes one.
arrow::Result<bool> HoldsMoreThanLocks(const Storage& storage) {
  ARROW_ASSIGN_OR_RAISE(const std::vector<FileEntry> entries, storage.List(kMetaFolder));
  return std::any_of(entries.begin(), entries.end(),
                     [](const FileEntry& entry) { return entry.name() != ".locks"; });
}

std::string UtcText(const char* pattern) {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm fields{};
  gmtime_r(&now, &fields);
  char text[64];
  return std::string(text, std::strftime(text, sizeof(text), pattern, &fields));
}

}  // namespace

std::string TableChecksum(const ConfigMap& properties) {
  const auto value = [&](std::string_view key) {
    const auto entry = properties.find(key);
    return entry == properties.end() ? std::string() : entry->second;
  };
  return std::to_string(Crc32(value("hoodie.database.name") + "." + value("hoodie.table.name")));
}

arrow::Result<ConfigMap> ReadPropertiesFile(const Storage& storage) {
  arrow::Status damage;
  for (int attempt = 0; attempt < kReadAttempts; ++attempt) {
    damage = arrow::Status::OK();
    for (const std::string_view path : {kPropertiesPath, kPropertiesBackupPath}) {
      arrow::Result<std::optional<ConfigMap>> properties = ReadOne(storage, path);
      if (!properties.ok()) {
        if (CodeOf(properties.status()) != ErrorCode::kCorruptFile) return properties.status();
        if (damage.ok()) damage = properties.status();
      } else if (properties->has_value()) {
        return **std::move(properties);
      }
    }
    if (damage.ok()) {
      ARROW_ASSIGN_OR_RAISE(const bool has_table, HoldsMoreThanLocks(storage));
      if (!has_table) break;
    }
    if (attempt + 1 < kReadAttempts) std::this_thread::sleep_for(kReadPause);
  }
  if (!damage.ok()) return damage;
  return Fail(ErrorCode::kNotATable, storage.root(), storage.root(),
              " is not a Hudi table: it has no ", kPropertiesPath);
}

std::string PropertiesFileText(ConfigMap properties) {
  properties.insert_or_assign(std::string(kChecksumKey), TableChecksum(properties));
  return FormatProperties(properties, "Updated at " + UtcText("%Y-%m-%dT%H:%M:%SZ") + "\n" +
                                          UtcText("%a %b %d %H:%M:%S UTC %Y"));
}

arrow::Status RecoverPropertiesFile(Storage& storage) {
  ARROW_ASSIGN_OR_RAISE(const bool has_backup, storage.Exists(kPropertiesBackupPath));
  if (!has_backup) return arrow::Status::OK();
  const arrow::Result<std::optional<ConfigMap>> current = ReadOne(storage, kPropertiesPath);
  if (!current.ok() && CodeOf(current.status()) != ErrorCode::kCorruptFile) {
    return current.status();
  }
  if (!current.ok() || !current->has_value()) {
    ARROW_ASSIGN_OR_RAISE(const std::optional<ConfigMap> backup,
                          ReadOne(storage, kPropertiesBackupPath));
    if (!backup.has_value()) return current.status();
    ARROW_ASSIGN_OR_RAISE(const std::string bytes, storage.ReadAll(kPropertiesBackupPath));
    ARROW_RETURN_NOT_OK(storage.Replace(kPropertiesPath, bytes));
  }
  return storage.DeleteFile(kPropertiesBackupPath).status();
}

arrow::Status CreateTable(Storage& storage, const ConfigMap& properties) {
  for (const std::string_view path : {kPropertiesPath, kPropertiesBackupPath}) {
    ARROW_ASSIGN_OR_RAISE(const bool exists, storage.Exists(path));
    if (exists) {
      return Fail(ErrorCode::kTableExists, storage.root(), storage.root(),
                  " holds a Hudi table already");
    }
  }
  const TableConfig config = TableConfig::FromProperties(properties);
  const std::string timeline = config.timeline_directory();
  const std::string history = config.history_directory();
  for (const std::string& folder : {timeline, std::string(kMetaFolder)}) {
    ARROW_ASSIGN_OR_RAISE(const std::vector<FileEntry> entries, storage.List(folder));
    for (const FileEntry& entry : entries) {
      if (!entry.is_directory && !IsChecksumSideFile(entry.name())) {
        return Fail(ErrorCode::kTableExists, storage.root(), storage.root(),
                    " holds files of a table without ", kPropertiesPath, ", e.g. ", entry.path,
                    "; remove .hoodie or bring that file back");
      }
    }
  }
  for (const std::string& folder :
       {std::string(".hoodie/.schema"), timeline, history, std::string(".hoodie/.temp"),
        std::string(".hoodie/.aux/.bootstrap/.partitions"),
        std::string(".hoodie/.aux/.bootstrap/.fileids")}) {
    ARROW_RETURN_NOT_OK(storage.MakeDirectory(folder));
  }
  // Last, because from here on it is a table.
  ARROW_ASSIGN_OR_RAISE(const bool created,
                        storage.CreateExclusive(kPropertiesPath, PropertiesFileText(properties)));
  if (!created) {
    return Fail(ErrorCode::kTableExists, storage.root(), storage.root(),
                " holds a Hudi table already");
  }
  return arrow::Status::OK();
}

arrow::Status UpdateTableProperties(Storage& storage, const ConfigMap& changes) {
  ARROW_RETURN_NOT_OK(RecoverPropertiesFile(storage));
  ARROW_ASSIGN_OR_RAISE(ConfigMap properties, ReadPropertiesFile(storage));
  const std::string old_text = PropertiesFileText(properties);
  for (const auto& [key, value] : changes) {
    if (value.empty()) {
      properties.erase(key);
    } else {
      properties.insert_or_assign(key, value);
    }
  }
  ARROW_ASSIGN_OR_RAISE(const bool backed_up,
                        storage.CreateExclusive(kPropertiesBackupPath, old_text));
  if (!backed_up) {
    return Fail(ErrorCode::kWriterConflict, kPropertiesBackupPath, kPropertiesBackupPath,
                " appeared meanwhile: another writer changes the table's properties");
  }
  // Unlike Java we never leave a moment without the file: it is renamed into place.
  ARROW_RETURN_NOT_OK(storage.Replace(kPropertiesPath, PropertiesFileText(std::move(properties))));
  return storage.DeleteFile(kPropertiesBackupPath).status();
}

}  // namespace hudi
