// SPDX-License-Identifier: Apache-2.0
#include "sql/catalog/catalog.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "hudi/error.h"
#include "sql/parse/token.h"

namespace hudi::sql {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* kFolder = ".hudi-catalog";
constexpr const char* kDefault = "default";
constexpr const char* kDatabaseFile = "_database.json";
constexpr const char* kSuffix = ".json";

arrow::Status SystemFailure(const std::string& path, const std::string& doing, int error) {
  return Fail(ErrorCode::kStorage, path, "cannot ", doing, " '", path, "': ", std::strerror(error));
}

arrow::Status FailureOf(const std::string& path, const std::string& doing,
                        const std::error_code& error) {
  return Fail(ErrorCode::kStorage, path, "cannot ", doing, " '", path, "': ", error.message());
}

arrow::Result<Json> ReadJson(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  if (!file) return SystemFailure(path, "read", errno);
  Json json = Json::parse(text.str(), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) {
    return Fail(ErrorCode::kCorruptFile, path, "'", path, "' of the catalog is not a JSON object");
  }
  return json;
}

// The file appears whole, under a name that is free unless `replace`.
arrow::Status WriteJson(const std::string& path, const Json& json, bool replace) {
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (error) return FailureOf(fs::path(path).parent_path().string(), "create", error);
  std::string beside = path + ".tmp-" + std::to_string(getpid());
  {
    std::ofstream file(beside, std::ios::trunc);
    file << json.dump(2) << "\n";
    file.flush();
    if (!file) return SystemFailure(beside, "write", errno);
  }
  if (replace) {
    fs::rename(beside, path, error);
    if (!error) return arrow::Status::OK();
    arrow::Status failed = FailureOf(path, "write", error);
    fs::remove(beside, error);
    return failed;
  }
  int linked = ::link(beside.c_str(), path.c_str());
  int reason = errno;
  fs::remove(beside, error);
  if (linked == 0) return arrow::Status::OK();
  if (reason == EEXIST) {
    return Fail(ErrorCode::kTableExists, path, "'", fs::path(path).stem().string(),
                "' exists already");
  }
  return SystemFailure(path, "create", reason);
}

template <typename T>
void Get(const Json& json, const char* key, T* value) {
  auto found = json.find(key);
  if (found == json.end()) return;
  try {
    found->get_to(*value);
  } catch (const std::exception&) {
    // Of another type: as if it were not there. What must be there is checked by the caller.
  }
}

Json JsonOf(const CatalogEntry& entry) {
  Json json{{"name", entry.name}, {"kind", entry.is_view ? "view" : "table"}};
  if (!entry.comment.empty()) json["comment"] = entry.comment;
  if (entry.is_view) {
    json["query"] = entry.view_query;
    json["query_database"] = entry.view_database;
    json["columns"] = entry.view_columns;
    return json;
  }
  json["location"] = entry.location;
  json["managed"] = entry.managed;
  json["properties"] = entry.properties;
  json["column_comments"] = entry.column_comments;
  return json;
}

arrow::Result<CatalogEntry> EntryOf(const std::string& database, const std::string& path) {
  ARROW_ASSIGN_OR_RAISE(Json json, ReadJson(path));
  CatalogEntry entry;
  entry.database = database;
  std::string kind;
  Get(json, "name", &entry.name);
  Get(json, "kind", &kind);
  entry.is_view = kind == "view";
  Get(json, "comment", &entry.comment);
  Get(json, "location", &entry.location);
  Get(json, "managed", &entry.managed);
  Get(json, "properties", &entry.properties);
  Get(json, "column_comments", &entry.column_comments);
  Get(json, "query", &entry.view_query);
  Get(json, "query_database", &entry.view_database);
  Get(json, "columns", &entry.view_columns);
  bool whole =
      !entry.name.empty() && (entry.is_view ? !entry.view_query.empty() : !entry.location.empty());
  if (!whole) {
    return Fail(ErrorCode::kCorruptFile, path, "'", path,
                "' of the catalog lacks the name, the location or the query");
  }
  return entry;
}

bool IsHudiTable(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / ".hoodie" / "hoodie.properties", ignored);
}

}  // namespace

arrow::Result<Catalog> Catalog::Open(const std::string& warehouse) {
  std::string path = warehouse.starts_with("file://") ? warehouse.substr(7) : warehouse;
  if (path.empty()) {
    return Fail(ErrorCode::kInvalidArgument, warehouse, "the warehouse is empty: expected a path");
  }
  if (path.find("://") != std::string::npos) {
    return Fail(ErrorCode::kUnsupported, warehouse, "'", warehouse,
                "': a warehouse on an object store is not supported yet; expected a local path");
  }
  std::error_code error;
  fs::path absolute = fs::absolute(path, error).lexically_normal();
  if (error) return FailureOf(path, "find", error);
  if (fs::exists(absolute, error) && !fs::is_directory(absolute, error)) {
    return Fail(ErrorCode::kStorage, path, "the warehouse '", path, "' is not a folder");
  }
  std::string root = absolute.string();
  while (root.size() > 1 && root.back() == '/') root.pop_back();
  return Catalog(std::move(root));
}

arrow::Status Catalog::CheckName(const std::string& name, const char* kind) {
  bool plain = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
  if (plain && name.size() <= 200) return arrow::Status::OK();
  return Fail(ErrorCode::kInvalidArgument, name, "'", name, "' is no name for a ", kind,
              ": expected letters, digits and underscores");
}

std::string Catalog::EntryPath(const std::string& database, const std::string& name) const {
  return root_ + "/" + kFolder + "/" + LowerCase(database) + "/" + LowerCase(name) + kSuffix;
}

arrow::Result<std::vector<Database>> Catalog::ListDatabases() const {
  std::vector<Database> databases = {{kDefault, "", ""}};
  std::error_code error;
  fs::path folder = fs::path(root_) / kFolder;
  if (!fs::exists(folder, error)) return databases;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::string name = it->path().filename().string();
    std::string file = (it->path() / kDatabaseFile).string();
    if (name == kDefault || !fs::exists(file)) continue;
    ARROW_ASSIGN_OR_RAISE(Json json, ReadJson(file));
    Database database;
    database.name = name;
    Get(json, "location", &database.location);
    Get(json, "comment", &database.comment);
    databases.push_back(std::move(database));
  }
  if (error) return FailureOf(folder.string(), "list", error);
  std::sort(databases.begin(), databases.end(),
            [](const Database& a, const Database& b) { return a.name < b.name; });
  return databases;
}

arrow::Result<bool> Catalog::HasDatabase(const std::string& name) const {
  ARROW_ASSIGN_OR_RAISE(std::vector<Database> databases, ListDatabases());
  return std::any_of(databases.begin(), databases.end(),
                     [&](const Database& one) { return SameWord(one.name, name); });
}

arrow::Status Catalog::CreateDatabase(const Database& database) const {
  ARROW_RETURN_NOT_OK(CheckName(database.name, "database"));
  std::string path = root_ + "/" + kFolder + "/" + LowerCase(database.name) + "/" + kDatabaseFile;
  Json json{{"location", database.location}, {"comment", database.comment}};
  arrow::Status made = LowerCase(database.name) == kDefault
                           ? Fail(ErrorCode::kTableExists, database.name, "")
                           : WriteJson(path, json, /*replace=*/false);
  if (CodeOf(made) == ErrorCode::kTableExists) {
    return Fail(ErrorCode::kTableExists, database.name, "the database '", database.name,
                "' exists already");
  }
  return made;
}

arrow::Status Catalog::DropDatabase(const std::string& name) const {
  if (LowerCase(name) == kDefault) {
    return Fail(ErrorCode::kInvalidArgument, name, "the default database cannot be dropped");
  }
  std::string folder = root_ + "/" + kFolder + "/" + LowerCase(name);
  std::error_code error;
  fs::remove_all(folder, error);
  if (error) return FailureOf(folder, "remove", error);
  fs::remove(root_ + "/" + LowerCase(name) + ".db", error);  // if it is empty
  return arrow::Status::OK();
}

arrow::Result<std::string> Catalog::DatabaseFolder(const std::string& database) const {
  if (LowerCase(database) == kDefault) return root_;
  ARROW_ASSIGN_OR_RAISE(std::vector<Database> databases, ListDatabases());
  for (const Database& one : databases) {
    if (SameWord(one.name, database) && !one.location.empty()) return one.location;
  }
  return root_ + "/" + LowerCase(database) + ".db";
}

arrow::Result<std::string> Catalog::ManagedLocation(const std::string& database,
                                                    const std::string& name) const {
  ARROW_ASSIGN_OR_RAISE(std::string folder, DatabaseFolder(database));
  return folder + "/" + LowerCase(name);
}

arrow::Result<std::vector<CatalogEntry>> Catalog::List(const std::string& database) const {
  std::map<std::string, CatalogEntry> entries;
  std::error_code error;
  fs::path folder = fs::path(root_) / kFolder / LowerCase(database);
  if (fs::exists(folder, error)) {
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
      const fs::path& path = it->path();
      if (path.extension() != kSuffix || path.filename() == kDatabaseFile) continue;
      ARROW_ASSIGN_OR_RAISE(CatalogEntry entry, EntryOf(LowerCase(database), path.string()));
      entries.emplace(entry.name, std::move(entry));
    }
    if (error) return FailureOf(folder.string(), "list", error);
  }
  ARROW_ASSIGN_OR_RAISE(std::string tables, DatabaseFolder(database));
  if (fs::exists(tables, error)) {
    for (fs::directory_iterator it(tables, error), end; !error && it != end; it.increment(error)) {
      std::string name = it->path().filename().string();
      if (!CheckName(name, "table").ok() || name != LowerCase(name)) continue;
      if (entries.count(name) > 0 || !IsHudiTable(it->path())) continue;
      CatalogEntry entry;
      entry.database = LowerCase(database);
      entry.name = name;
      entry.location = it->path().string();
      entry.managed = true;
      entries.emplace(name, std::move(entry));
    }
    if (error) return FailureOf(tables, "list", error);
  }
  std::vector<CatalogEntry> list;
  for (auto& [name, entry] : entries) list.push_back(std::move(entry));
  return list;
}

arrow::Result<std::optional<CatalogEntry>> Catalog::Find(const std::string& database,
                                                         const std::string& name) const {
  if (!CheckName(database, "database").ok() || !CheckName(name, "table").ok()) return std::nullopt;
  std::string path = EntryPath(database, name);
  std::error_code error;
  if (fs::exists(path, error)) {
    ARROW_ASSIGN_OR_RAISE(CatalogEntry entry, EntryOf(LowerCase(database), path));
    return entry;
  }
  ARROW_ASSIGN_OR_RAISE(std::string folder, ManagedLocation(database, name));
  if (!IsHudiTable(folder)) return std::nullopt;
  CatalogEntry entry;
  entry.database = LowerCase(database);
  entry.name = LowerCase(name);
  entry.location = folder;
  entry.managed = true;
  return entry;
}

arrow::Status Catalog::Add(const CatalogEntry& entry) const {
  ARROW_RETURN_NOT_OK(CheckName(entry.name, entry.is_view ? "view" : "table"));
  arrow::Status added =
      WriteJson(EntryPath(entry.database, entry.name), JsonOf(entry), /*replace=*/false);
  if (CodeOf(added) == ErrorCode::kTableExists) {
    return Fail(ErrorCode::kTableExists, entry.name, "'", entry.database, ".", entry.name,
                "' exists already");
  }
  return added;
}

arrow::Status Catalog::Replace(const CatalogEntry& entry) const {
  ARROW_RETURN_NOT_OK(CheckName(entry.name, entry.is_view ? "view" : "table"));
  return WriteJson(EntryPath(entry.database, entry.name), JsonOf(entry), /*replace=*/true);
}

arrow::Status Catalog::Remove(const CatalogEntry& entry) const {
  std::error_code error;
  std::string path = EntryPath(entry.database, entry.name);
  fs::remove(path, error);
  return error ? FailureOf(path, "remove", error) : arrow::Status::OK();
}

}  // namespace hudi::sql
