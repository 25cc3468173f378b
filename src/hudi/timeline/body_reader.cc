// SPDX-License-Identifier: Apache-2.0
#include "hudi/timeline/body_reader.h"

#include <algorithm>

#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/format/avro/container.h"

namespace hudi {

arrow::Result<TimelineBody> TimelineBody::Parse(std::string_view body, std::string_view path) {
  auto state = std::make_shared<State>();
  state->path = std::string(path);
  if (body.substr(0, avro::kContainerMagic.size()) == avro::kContainerMagic) {
    ARROW_ASSIGN_OR_RAISE(std::vector<avro::Document> documents,
                          avro::ReadContainerDocuments(body, path));
    if (documents.size() != 1) {
      return CorruptFile(path, 0, "expected one record, found " + std::to_string(documents.size()));
    }
    state->document = std::move(documents[0]);
  } else {
    std::string_view start = TrimWhitespace(body);
    if (start.empty() || start[0] != '{') {
      return CorruptFile(path, 0, "expected a JSON object or an Avro container file");
    }
    try {
      state->document = avro::Document::parse(body);
    } catch (const avro::Document::parse_error& error) {
      // The parser counts from 1.
      auto offset = static_cast<int64_t>(error.byte) - 1;
      return CorruptFile(path, std::max<int64_t>(offset, 0), "malformed JSON");
    } catch (const std::exception& error) {
      return CorruptFile(path, 0, error.what());
    }
  }
  if (!state->document.is_object()) return CorruptFile(path, 0, "expected a record");
  return TimelineBody(std::move(state));
}

BodyReader TimelineBody::reader() const { return BodyReader(state_.get(), &state_->document); }

const avro::Document* BodyReader::Find(const char* key) const {
  if (object_ == nullptr) return nullptr;
  auto found = object_->find(key);
  return found == object_->end() || found->is_null() ? nullptr : &*found;
}

void BodyReader::Misfit(const char* key, const avro::Document& value,
                        std::string_view expected) const {
  if (!state_->status.ok()) return;
  std::string shown =
      value.dump(-1, ' ', false, avro::Document::error_handler_t::replace).substr(0, 60);
  state_->status = Fail(ErrorCode::kCorruptFile, state_->path, state_->path, ": '", key,
                        "' = ", shown, ": expected ", expected);
}

bool BodyReader::Has(const char* key) const { return object_ != nullptr && object_->contains(key); }

void BodyReader::Expect(const char* key) const {
  if (Has(key) || !state_->status.ok()) return;
  state_->status = Fail(ErrorCode::kCorruptFile, state_->path, state_->path, ": the field '", key,
                        "' is missing, which every release writes");
}

std::optional<std::string> BodyReader::OptionalText(const char* key) const {
  const avro::Document* value = Find(key);
  if (value == nullptr) return std::nullopt;
  if (value->is_string()) return value->get<std::string>();
  Misfit(key, *value, "text");
  return std::nullopt;
}

std::string BodyReader::Text(const char* key) const { return OptionalText(key).value_or(""); }

std::optional<int64_t> BodyReader::OptionalInteger(const char* key) const {
  const avro::Document* value = Find(key);
  if (value == nullptr) return std::nullopt;
  if (value->is_number_integer()) return value->get<int64_t>();
  Misfit(key, *value, "a whole number");
  return std::nullopt;
}

int64_t BodyReader::Integer(const char* key) const { return OptionalInteger(key).value_or(0); }

bool BodyReader::Bool(const char* key) const {
  const avro::Document* value = Find(key);
  if (value == nullptr) return false;
  if (value->is_boolean()) return value->get<bool>();
  Misfit(key, *value, "true or false");
  return false;
}

std::vector<std::string> BodyReader::TextsOf(const char* key, const avro::Document& value) const {
  std::vector<std::string> texts;
  if (!value.is_array()) {
    Misfit(key, value, "a list of texts");
    return texts;
  }
  for (const avro::Document& item : value) {
    if (item.is_string()) {
      texts.push_back(item.get<std::string>());
    } else {
      Misfit(key, item, "text");
    }
  }
  return texts;
}

std::vector<BodyReader> BodyReader::ObjectsOf(const char* key, const avro::Document& value) const {
  std::vector<BodyReader> objects;
  if (!value.is_array()) {
    Misfit(key, value, "a list of objects");
    return objects;
  }
  for (const avro::Document& item : value) {
    if (item.is_object()) {
      objects.push_back(BodyReader(state_, &item));
    } else {
      Misfit(key, item, "an object");
    }
  }
  return objects;
}

std::vector<std::string> BodyReader::Texts(const char* key) const {
  const avro::Document* value = Find(key);
  if (value == nullptr) return {};
  return TextsOf(key, *value);
}

std::map<std::string, std::string> BodyReader::TextMap(const char* key) const {
  std::map<std::string, std::string> texts;
  const avro::Document* value = Find(key);
  if (value == nullptr) return texts;
  if (!value->is_object()) Misfit(key, *value, "an object");
  for (const auto& [name, item] : value->items()) {
    // Java writes a null for an attribute that was set to nothing.
    if (item.is_null()) continue;
    if (item.is_string()) {
      texts[name] = item.get<std::string>();
    } else {
      Misfit(key, item, "text");
    }
  }
  return texts;
}

std::map<std::string, int64_t> BodyReader::IntegerMap(const char* key) const {
  std::map<std::string, int64_t> numbers;
  const avro::Document* value = Find(key);
  if (value == nullptr) return numbers;
  if (!value->is_object()) Misfit(key, *value, "an object");
  for (const auto& [name, item] : value->items()) {
    if (item.is_number_integer()) {
      numbers[name] = item.get<int64_t>();
    } else {
      Misfit(key, item, "a whole number");
    }
  }
  return numbers;
}

std::map<std::string, std::vector<std::string>> BodyReader::TextLists(const char* key) const {
  std::map<std::string, std::vector<std::string>> lists;
  const avro::Document* value = Find(key);
  if (value == nullptr) return lists;
  if (!value->is_object()) Misfit(key, *value, "an object");
  for (const auto& [name, item] : value->items()) lists[name] = TextsOf(key, item);
  return lists;
}

BodyReader BodyReader::Object(const char* key) const {
  const avro::Document* value = Find(key);
  if (value != nullptr && !value->is_object()) Misfit(key, *value, "an object");
  return BodyReader(state_, value != nullptr && value->is_object() ? value : nullptr);
}

std::vector<BodyReader> BodyReader::Objects(const char* key) const {
  const avro::Document* value = Find(key);
  if (value == nullptr) return {};
  return ObjectsOf(key, *value);
}

std::map<std::string, std::vector<BodyReader>> BodyReader::ObjectLists(const char* key) const {
  std::map<std::string, std::vector<BodyReader>> lists;
  const avro::Document* value = Find(key);
  if (value == nullptr) return lists;
  if (!value->is_object()) Misfit(key, *value, "an object");
  for (const auto& [name, item] : value->items()) lists.emplace(name, ObjectsOf(key, item));
  return lists;
}

}  // namespace hudi
