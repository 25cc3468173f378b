// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace hudi {

/// What keys are about; known_keys.inc names one by its word.
struct KeyTopic {
  std::string_view word;
  std::string_view title;
  /// Who reads keys of this topic, a sentence.
  std::string_view read_by;
};

/// In the order in which a person reads them.
std::span<const KeyTopic> KeyTopics();
/// The topic of a word of known_keys.inc; null for others.
const KeyTopic* FindKeyTopic(std::string_view word);

}  // namespace hudi
