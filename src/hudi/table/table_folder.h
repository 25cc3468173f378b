// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "hudi/storage/storage.h"
#include "hudi/table/table_config.h"

namespace hudi {

/// For tests: a temporary folder with storage on it, removed at the end.
class TableFolder {
 public:
  TableFolder() {
    path_ = testing::TempDir() + "/hudi-table-XXXXXX";
    EXPECT_NE(mkdtemp(path_.data()), nullptr);
    storage_ = Storage::Open(path_).ValueOrDie();
  }
  ~TableFolder() { std::filesystem::remove_all(path_); }

  const std::string& path() const { return path_; }
  Storage& storage() { return *storage_; }

  void Write(const std::string& name, const std::string& text) {
    const std::filesystem::path file = std::filesystem::path(path_) / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  bool Has(const std::string& name) const {
    return std::filesystem::exists(std::filesystem::path(path_) / name);
  }

 private:
  std::string path_;
  std::shared_ptr<Storage> storage_;
};

/// Properties of a small table of `version`; the checksum is absent.
inline ConfigMap SmallTable(int version) {
  return {{"hoodie.table.name", "t"},
          {"hoodie.table.version", std::to_string(version)},
          {"hoodie.table.type", "COPY_ON_WRITE"},
          {"hoodie.timeline.layout.version", version < 8 ? "1" : "2"},
          {"hoodie.table.recordkey.fields", "id"},
          {"hoodie.table.partition.fields", "dt"},
          {"hoodie.datasource.write.hive_style_partitioning", "false"}};
}

}  // namespace hudi
