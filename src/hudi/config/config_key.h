// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "hudi/config.h"
#include "hudi/config/config_value.h"

namespace hudi {

/// One `hoodie.*` key and the field it fills. Older spellings and Hudi's defaults stand in
/// known_keys.inc under the same name.
template <typename Options>
struct ConfigKey {
  std::string_view name;
  std::string_view effect;
  arrow::Status (*parse)(std::string_view key, std::string_view text, Options& options);
  std::string (*print)(const Options& options);
  /// The default differs from Hudi's on purpose.
  bool own_default = false;
  ConfigValueKind kind = ConfigValueKind::kText;
  /// The words of an enum; null for other kinds.
  std::vector<std::string_view> (*words)() = nullptr;
  /// What a value must be beyond its kind; may be empty.
  std::string_view expected;
};

template <typename Member>
struct MemberTraits;
template <typename Options_, typename Value_>
struct MemberTraits<Value_ Options_::*> {
  using Options = Options_;
  using Value = Value_;
};

template <typename Value>
constexpr ConfigValueKind KindOfValue() {
  if constexpr (std::is_same_v<Value, bool>) return ConfigValueKind::kBoolean;
  if constexpr (std::is_enum_v<Value>) return ConfigValueKind::kWord;
  if constexpr (std::is_integral_v<Value>) return ConfigValueKind::kWholeNumber;
  if constexpr (std::is_floating_point_v<Value>) return ConfigValueKind::kNumber;
  return ConfigValueKind::kText;
}

struct AnyValue {
  static constexpr std::string_view kExpected = "";
  template <typename Value>
  static constexpr bool Holds(const Value&) {
    return true;
  }
};
struct AtLeastZero {
  static constexpr std::string_view kExpected = "a number of at least 0";
  template <typename Value>
  static constexpr bool Holds(Value value) {
    return value >= 0;
  }
};
struct MoreThanZero {
  static constexpr std::string_view kExpected = "a number greater than 0";
  template <typename Value>
  static constexpr bool Holds(Value value) {
    return value > 0;
  }
};
/// A probability, without 0 and 1.
struct BetweenZeroAndOne {
  static constexpr std::string_view kExpected = "a number between 0 and 1";
  static constexpr bool Holds(double value) { return value > 0 && value < 1; }
};

/// Binds `name` to a field. `Check` is what a value must hold beyond parsing.
template <auto Member, typename Check = AnyValue>
constexpr auto Bind(std::string_view name, std::string_view effect, bool own_default = false) {
  using Options = typename MemberTraits<decltype(Member)>::Options;
  using Value = typename MemberTraits<decltype(Member)>::Value;
  ConfigKey<Options> key{};
  key.name = name;
  key.effect = effect;
  key.parse = [](std::string_view key_name, std::string_view text, Options& options) {
    Value value{};
    ARROW_RETURN_NOT_OK(ParseConfigValue(key_name, text, &value));
    if (!Check::Holds(value)) return InvalidValue(key_name, text, Check::kExpected);
    options.*Member = std::move(value);
    return arrow::Status::OK();
  };
  key.print = [](const Options& options) { return PrintConfigValue(options.*Member); };
  key.own_default = own_default;
  key.kind = KindOfValue<Value>();
  key.expected = Check::kExpected;
  if constexpr (std::is_enum_v<Value>) {
    key.words = [] {
      std::vector<std::string_view> words;
      for (const auto& row : EnumWords<Value>::kWords) words.push_back(row.word);
      return words;
    };
  }
  return key;
}

}  // namespace hudi
