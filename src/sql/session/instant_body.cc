// SPDX-License-Identifier: Apache-2.0
#include "sql/session/instant_body.h"

#include <utility>

namespace hudi::sql {

arrow::Result<InstantBody> InstantBody::Read(const std::string& base_path,
                                             const TimelineEntry& entry) {
  ARROW_ASSIGN_OR_RAISE(std::string text, ReadCommitAsJson(base_path, entry.begin, entry.action));
  return Parse(text);
}

InstantBody InstantBody::Parse(const std::string& json) {
  return InstantBody("", nlohmann::json::parse(json, nullptr, /*allow_exceptions=*/false));
}

std::string InstantBody::Text(const char* key) const {
  auto found = json_.is_object() ? json_.find(key) : json_.end();
  return found != json_.end() && found->is_string() ? found->get<std::string>() : "";
}

int64_t InstantBody::Number(const char* key) const {
  auto found = json_.is_object() ? json_.find(key) : json_.end();
  return found != json_.end() && found->is_number() ? found->get<int64_t>() : 0;
}

bool InstantBody::Truth(const char* key) const {
  auto found = json_.is_object() ? json_.find(key) : json_.end();
  return found != json_.end() && found->is_boolean() && found->get<bool>();
}

std::vector<std::string> InstantBody::Texts(const char* key) const {
  std::vector<std::string> texts;
  auto found = json_.is_object() ? json_.find(key) : json_.end();
  if (found == json_.end() || !found->is_array()) return texts;
  for (const nlohmann::json& one : *found) {
    if (one.is_string()) texts.push_back(one.get<std::string>());
  }
  return texts;
}

std::vector<InstantBody> InstantBody::Partitions() const {
  std::vector<InstantBody> parts;
  auto found = json_.is_object() ? json_.find("partitionMetadata") : json_.end();
  if (found == json_.end() || !found->is_object()) return parts;
  for (const auto& [name, part] : found->items()) parts.push_back(InstantBody(name, part));
  return parts;
}

}  // namespace hudi::sql
