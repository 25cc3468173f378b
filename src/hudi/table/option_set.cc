// SPDX-License-Identifier: Apache-2.0
#include "hudi/table/option_set.h"

#include "hudi/base/text.h"
#include "hudi/error.h"

namespace hudi {

arrow::Result<const ConfigMap::value_type*> OptionSet::Given(
    std::initializer_list<std::string_view> keys) const {
  const ConfigMap::value_type* found = nullptr;
  for (const std::string_view key : keys) {
    const auto entry = given_.find(key);
    if (entry == given_.end()) continue;
    if (found == nullptr) {
      found = &*entry;
    } else if (found->second != entry->second) {
      return Fail(ErrorCode::kInvalidConfig, entry->first, "config '", entry->first, "' = '",
                  entry->second, "' contradicts '", found->first, "' = '", found->second,
                  "': give one of them");
    }
  }
  return found;
}

const std::string* OptionSet::Find(std::string_view key) const {
  const auto entry = given_.find(key);
  return entry != given_.end() ? &entry->second : FindStored(key);
}

const std::string* OptionSet::FindStored(std::string_view key) const {
  const auto entry = stored_.find(key);
  return entry != stored_.end() ? &entry->second : nullptr;
}

void ConflictList::Add(std::string_view key, std::string_view given, std::string_view stored) {
  if (lines_.empty()) first_key_ = key;
  std::string line(key);
  line += ": given '";
  line += given;
  line += "', stored '";
  line += stored;
  line += "'";
  lines_.push_back(std::move(line));
}

arrow::Status ConflictList::ToStatus() const {
  if (lines_.empty()) return arrow::Status::OK();
  return Fail(ErrorCode::kConfigConflict, first_key_,
              "options contradict hoodie.properties: ", JoinText(lines_, "; "));
}

}  // namespace hudi
