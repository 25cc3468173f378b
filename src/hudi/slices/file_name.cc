// SPDX-License-Identifier: Apache-2.0
#include "hudi/slices/file_name.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <random>

#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/storage/storage.h"

namespace hudi {
namespace {

bool AllDigits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), IsDigit);
}

bool IsIdText(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](char c) { return IsDigit(c) || IsLetter(c) || c == '-'; });
}

// "<task>-<stage>-<attempt>"
bool IsWriteToken(std::string_view text) {
  std::vector<std::string> parts = SplitText(text, '-');
  return parts.size() == 3 && AllDigits(parts[0]) && AllDigits(parts[1]) && AllDigits(parts[2]);
}

std::optional<LogFileName> SplitLogFileName(std::string_view name) {
  LogFileName log;
  if (name.empty() || name[0] != '.') return std::nullopt;
  std::string_view rest = name.substr(1);
  size_t underscore = rest.find('_');
  size_t dot = rest.find('.');
  if (underscore == 0 || underscore == std::string_view::npos || dot == std::string_view::npos ||
      dot < underscore) {
    return std::nullopt;
  }
  log.file_id = std::string(rest.substr(0, underscore));
  log.instant = std::string(rest.substr(underscore + 1, dot - underscore - 1));
  constexpr std::string_view kExtension = ".log.";
  if (rest.substr(dot, kExtension.size()) != kExtension) return std::nullopt;
  rest.remove_prefix(dot + kExtension.size());
  // Releases differ in how they set the mark of change data off.
  for (std::string_view mark : {".cdc", "-cdc"}) {
    if (rest.size() > mark.size() && rest.substr(rest.size() - mark.size()) == mark) {
      log.is_cdc = true;
      rest.remove_suffix(mark.size());
      break;
    }
  }
  underscore = rest.find('_');
  std::string_view version_text = rest.substr(0, underscore);
  std::optional<int64_t> version = ParseInt64(version_text);
  if (!AllDigits(version_text) || !version || *version > std::numeric_limits<int>::max()) {
    return std::nullopt;
  }
  log.version = static_cast<int>(*version);
  if (underscore == std::string_view::npos) return log;
  log.write_token = std::string(rest.substr(underscore + 1));
  if (!IsWriteToken(log.write_token)) return std::nullopt;
  return log;
}

}  // namespace

arrow::Result<BaseFileName> ParseBaseFileName(std::string_view name) {
  size_t first = name.find('_');
  size_t second = first == std::string_view::npos ? first : name.find('_', first + 1);
  size_t dot = name.find('.');
  if (second != std::string_view::npos && dot != std::string_view::npos && dot > second) {
    BaseFileName parsed{
        std::string(name.substr(0, first)), std::string(name.substr(first + 1, second - first - 1)),
        std::string(name.substr(second + 1, dot - second - 1)), std::string(name.substr(dot + 1))};
    if (IsIdText(parsed.file_id) && IsIdText(parsed.write_token) && AllDigits(parsed.instant) &&
        IsIdText(parsed.extension) && parsed.extension.find('-') == std::string::npos) {
      return parsed;
    }
  }
  return Fail(ErrorCode::kBadFileName, name, "base file '", name,
              "': expected <fileId>_<writeToken>_<instant>.<extension>");
}

std::string FormatBaseFileName(const BaseFileName& name) {
  return name.file_id + "_" + name.write_token + "_" + name.instant + "." + name.extension;
}

arrow::Result<LogFileName> ParseLogFileName(std::string_view name) {
  std::optional<LogFileName> log = SplitLogFileName(name);
  if (log) return *std::move(log);
  return Fail(ErrorCode::kBadFileName, name, "log file '", name,
              "': expected .<fileId>_<instant>.log.<version>_<writeToken>");
}

std::string FormatLogFileName(const LogFileName& name) {
  std::string text =
      "." + name.file_id + "_" + name.instant + ".log." + std::to_string(name.version);
  if (!name.write_token.empty()) text += "_" + name.write_token;
  return name.is_cdc ? text + ".cdc" : text;
}

bool LooksLikeLogFile(std::string_view name) {
  if (name.empty() || name[0] != '.' || IsChecksumSideFile(name)) return false;
  size_t extension = name.find(".log.");
  if (extension == std::string_view::npos || extension == 0) return false;
  std::string_view after = name.substr(extension + 5);
  // A copy or a file in the making: 1.2 takes no name with more behind the write token, releases
  // before it read such a file as one more log file.
  size_t dot = name.rfind('.');
  if (dot > extension + 5 && name.substr(dot) != ".cdc" && SplitLogFileName(name.substr(0, dot))) {
    return false;
  }
  return name.substr(0, extension).find('_') != std::string_view::npos && !after.empty() &&
         IsDigit(after[0]);
}

std::string NewUuid() {
  std::array<uint32_t, 4> words;
  std::random_device random;
  for (uint32_t& word : words) word = random();
  // Version 4 (random), variant 1.
  words[1] = (words[1] & 0xFFFF0FFF) | 0x00004000;
  words[2] = (words[2] & 0x3FFFFFFF) | 0x80000000;
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string uuid;
  for (int i = 0; i < 32; ++i) {
    if (i == 8 || i == 12 || i == 16 || i == 20) uuid += '-';
    uuid += kHex[(words[static_cast<size_t>(i / 8)] >> (28 - 4 * (i % 8))) & 0xF];
  }
  return uuid;
}

}  // namespace hudi
