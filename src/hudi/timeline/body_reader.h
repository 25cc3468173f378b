// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <arrow/result.h>

#include "hudi/format/avro/document.h"

namespace hudi {

class BodyReader;

/// The body of a timeline file: one JSON object, or an Avro container with one record.
///
/// Values are taken by name through readers. A value of the wrong type is remembered in status(),
/// so that the code which takes them stays free of checks; look there at the end.
class TimelineBody {
 public:
  /// Tells the two forms apart by the first bytes. Errors: kCorruptFile with the path and the byte.
  static arrow::Result<TimelineBody> Parse(std::string_view body, std::string_view path);

  BodyReader reader() const;
  /// kCorruptFile for the first value that did not have the type it was taken as.
  arrow::Status status() const { return state_->status; }

 private:
  friend class BodyReader;
  struct State {
    std::string path;
    avro::Document document;
    arrow::Status status;
  };
  explicit TimelineBody(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;
};

/// Takes values out of one object of a body. A key that is absent or null gives the empty value.
class BodyReader {
 public:
  bool Has(const char* key) const;
  /// A key that every release writes: remembers that the body is damaged if it is absent.
  void Expect(const char* key) const;
  std::string Text(const char* key) const;
  std::optional<std::string> OptionalText(const char* key) const;
  int64_t Integer(const char* key) const;
  std::optional<int64_t> OptionalInteger(const char* key) const;
  bool Bool(const char* key) const;
  std::vector<std::string> Texts(const char* key) const;
  std::map<std::string, std::string> TextMap(const char* key) const;
  std::map<std::string, int64_t> IntegerMap(const char* key) const;
  std::map<std::string, std::vector<std::string>> TextLists(const char* key) const;
  BodyReader Object(const char* key) const;
  std::vector<BodyReader> Objects(const char* key) const;
  std::map<std::string, std::vector<BodyReader>> ObjectLists(const char* key) const;

 private:
  friend class TimelineBody;
  BodyReader(TimelineBody::State* state, const avro::Document* object)
      : state_(state), object_(object) {}

  // The value of a key; null if absent or JSON's null.
  const avro::Document* Find(const char* key) const;
  // Remembers that `value` is not what `expected` says.
  void Misfit(const char* key, const avro::Document& value, std::string_view expected) const;
  std::vector<std::string> TextsOf(const char* key, const avro::Document& value) const;
  std::vector<BodyReader> ObjectsOf(const char* key, const avro::Document& value) const;

  TimelineBody::State* state_;
  const avro::Document* object_;  // null: every key is absent
};

}  // namespace hudi
