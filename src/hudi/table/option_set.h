// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

#include "hudi/config/properties.h"

namespace hudi {

/// The caller's options and the table's properties, both under main spellings.
class OptionSet {
 public:
  OptionSet(const ConfigMap& given, const ConfigMap& stored) : given_(given), stored_(stored) {}

  const ConfigMap& given() const { return given_; }
  const ConfigMap& stored() const { return stored_; }

  /// Key and value of an option that may go by several names; null if none is given. Errors:
  /// kInvalidConfig if two of the names are given with different values.
  arrow::Result<const ConfigMap::value_type*> Given(
      std::initializer_list<std::string_view> keys) const;
  /// The given value of one key, else the stored one, else null.
  const std::string* Find(std::string_view key) const;
  const std::string* FindStored(std::string_view key) const;

 private:
  const ConfigMap& given_;
  const ConfigMap& stored_;
};

/// Options that contradict hoodie.properties, collected so that the user sees all of them at once.
class ConflictList {
 public:
  void Add(std::string_view key, std::string_view given, std::string_view stored);
  /// kConfigConflict, subject the first key, if there is any conflict.
  arrow::Status ToStatus() const;

 private:
  std::string first_key_;
  std::vector<std::string> lines_;
};

}  // namespace hudi
