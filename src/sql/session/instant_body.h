// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <arrow/result.h>
#include <nlohmann/json.hpp>

#include "hudi/table_info.h"

namespace hudi::sql {

/// What stands in the file of a completed clean, rollback or savepoint, or in a part of it.
class InstantBody {
 public:
  static arrow::Result<InstantBody> Read(const std::string& base_path, const TimelineEntry& entry);

  static InstantBody Parse(const std::string& json);

  /// Of the part: the key under which it stands.
  const std::string& name() const { return name_; }
  // Empty, 0 and false where there is no such key.
  std::string Text(const char* key) const;
  int64_t Number(const char* key) const;
  bool Truth(const char* key) const;
  std::vector<std::string> Texts(const char* key) const;
  /// The parts in "partitionMetadata", by partition path.
  std::vector<InstantBody> Partitions() const;

 private:
  InstantBody(std::string name, nlohmann::json json)
      : name_(std::move(name)), json_(std::move(json)) {}

  std::string name_;
  nlohmann::json json_;
};

}  // namespace hudi::sql
