// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>

#include "hudi/storage/storage.h"

namespace hudi {

/// A directory for one test, removed with it.
class TemporaryTable {
 public:
  TemporaryTable() {
    std::string name = (std::filesystem::temp_directory_path() / "hudi-timeline-XXXXXX").string();
    root_ = mkdtemp(name.data());
    storage_ = Storage::Open(root_).ValueOrDie();
  }
  ~TemporaryTable() { std::filesystem::remove_all(root_); }
  TemporaryTable(const TemporaryTable&) = delete;
  TemporaryTable& operator=(const TemporaryTable&) = delete;

  const std::shared_ptr<Storage>& storage() const { return storage_; }

  void Write(const std::string& path, std::string_view content = {}) {
    std::filesystem::path full = std::filesystem::path(root_) / path;
    std::filesystem::create_directories(full.parent_path());
    std::ofstream(full, std::ios::binary) << content;
  }

  std::string Read(const std::string& path) const {
    std::ifstream file(std::filesystem::path(root_) / path, std::ios::binary);
    std::stringstream content;
    content << file.rdbuf();
    return content.str();
  }

  void SetModificationTime(const std::string& path, int64_t epoch_ms) {
    struct timespec times[2];
    times[0].tv_sec = times[1].tv_sec = epoch_ms / 1000;
    times[0].tv_nsec = times[1].tv_nsec = epoch_ms % 1000 * 1000000;
    utimensat(AT_FDCWD, (std::filesystem::path(root_) / path).c_str(), times, 0);
  }

 private:
  std::string root_;
  std::shared_ptr<Storage> storage_;
};

}  // namespace hudi
