// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <arrow/result.h>

namespace hudi::sql {

/// A table or view of a database.
struct CatalogEntry {
  std::string database;
  std::string name;
  bool is_view = false;
  /// Of a table: its base path, absolute.
  std::string location;
  /// The folder is the warehouse's own: DROP TABLE deletes it.
  bool managed = false;
  std::string comment;
  /// Write options of CREATE TABLE and ALTER TABLE SET TBLPROPERTIES that hoodie.properties does
  /// not hold.
  std::map<std::string, std::string> properties;
  std::map<std::string, std::string> column_comments;
  /// Of a view: the query as it was written, the database that its names are looked up in, and the
  /// names of its columns, if it was given any.
  std::string view_query;
  std::string view_database;
  std::vector<std::string> view_columns;
};

struct Database {
  std::string name;
  std::string location;  ///< empty: in the warehouse
  std::string comment;
};

/// A warehouse folder as a catalog.
///
/// An entry is a JSON file below `.hudi-catalog/DATABASE/`; it appears and changes in one step. A
/// table's folder in the warehouse that has no entry is a managed table too, so that what other
/// programs put there is found. Nothing is made on disk before the first entry is.
///
/// Names are kept in lower case; they hold letters, digits and underscores only.
class Catalog {
 public:
  /// `warehouse`: a path, relative to the present folder or absolute.
  static arrow::Result<Catalog> Open(const std::string& warehouse);

  const std::string& root() const { return root_; }

  arrow::Result<std::vector<Database>> ListDatabases() const;
  arrow::Result<bool> HasDatabase(const std::string& name) const;
  arrow::Status CreateDatabase(const Database& database) const;
  /// Errors: kInvalidArgument for the default database.
  arrow::Status DropDatabase(const std::string& name) const;

  /// Tables and views, by name.
  arrow::Result<std::vector<CatalogEntry>> List(const std::string& database) const;
  arrow::Result<std::optional<CatalogEntry>> Find(const std::string& database,
                                                  const std::string& name) const;
  /// Errors: kTableExists.
  arrow::Status Add(const CatalogEntry& entry) const;
  arrow::Status Replace(const CatalogEntry& entry) const;
  arrow::Status Remove(const CatalogEntry& entry) const;

  /// Where a table without LOCATION goes.
  arrow::Result<std::string> ManagedLocation(const std::string& database,
                                             const std::string& name) const;

  /// Errors: kInvalidArgument for a name that no entry can have.
  static arrow::Status CheckName(const std::string& name, const char* kind);

 private:
  explicit Catalog(std::string root) : root_(std::move(root)) {}
  std::string EntryPath(const std::string& database, const std::string& name) const;
  arrow::Result<std::string> DatabaseFolder(const std::string& database) const;

  std::string root_;
};

}  // namespace hudi::sql
