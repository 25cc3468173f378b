// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/time_zone.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>

#include <fmt/format.h>

#include "hudi/base/calendar.h"
#include "hudi/base/posix_zone_rule.h"
#include "hudi/error.h"

namespace hudi {
namespace {

// The Gregorian calendar, week days included, repeats after this long.
constexpr int64_t kCycleSeconds = 146097 * kSecondsPerDay;
constexpr int kCycleYears = 400;

constexpr const char* kZoneFolders[] = {"/usr/share/zoneinfo", "/usr/lib/zoneinfo",
                                        "/usr/share/lib/zoneinfo", "/etc/zoneinfo"};

struct Alias {
  std::string_view name;
  std::string_view zone;
};
// Three-letter names that Joda-Time and Java map to zones.
constexpr Alias kAliases[] = {
    {"ACT", "Australia/Darwin"},
    {"AET", "Australia/Sydney"},
    {"AGT", "America/Argentina/Buenos_Aires"},
    {"ART", "Africa/Cairo"},
    {"AST", "America/Anchorage"},
    {"BET", "America/Sao_Paulo"},
    {"BST", "Asia/Dhaka"},
    {"CAT", "Africa/Harare"},
    {"CNT", "America/St_Johns"},
    {"CST", "America/Chicago"},
    {"CTT", "Asia/Shanghai"},
    {"EAT", "Africa/Addis_Ababa"},
    {"ECT", "CET"},
    {"EST", "America/New_York"},
    {"HST", "Pacific/Honolulu"},
    {"IET", "America/Indiana/Indianapolis"},
    {"IST", "Asia/Kolkata"},
    {"JST", "Asia/Tokyo"},
    {"MIT", "Pacific/Apia"},
    {"MST", "America/Denver"},
    {"NET", "Asia/Yerevan"},
    {"NST", "Pacific/Auckland"},
    {"PLT", "Asia/Karachi"},
    {"PNT", "America/Phoenix"},
    {"PRT", "America/Puerto_Rico"},
    {"PST", "America/Los_Angeles"},
    {"SST", "Pacific/Guadalcanal"},
    {"VST", "Asia/Ho_Chi_Minh"},
};

/// The offset of "GMT+8", "GMT-0530", "GMT+08:00"; nullopt for other text.
std::optional<int32_t> ParseGmtOffset(std::string_view name) {
  if (name.size() < 5 || name.substr(0, 3) != "GMT") return std::nullopt;
  const bool negative = name[3] == '-';
  if (!negative && name[3] != '+') return std::nullopt;
  std::string_view rest = name.substr(4);
  std::string_view hours = rest;
  std::string_view minutes;
  if (const size_t colon = rest.find(':'); colon != std::string_view::npos) {
    hours = rest.substr(0, colon);
    minutes = rest.substr(colon + 1);
    if (minutes.size() != 2) return std::nullopt;
  } else if (rest.size() > 2) {
    hours = rest.substr(0, rest.size() - 2);
    minutes = rest.substr(rest.size() - 2);
  }
  if (hours.empty() || hours.size() > 2) return std::nullopt;
  int hour = 0;
  int minute = 0;
  for (char c : hours) {
    if (c < '0' || c > '9') return std::nullopt;
    hour = hour * 10 + (c - '0');
  }
  for (char c : minutes) {
    if (c < '0' || c > '9') return std::nullopt;
    minute = minute * 10 + (c - '0');
  }
  if (hour > 23 || minute > 59) return std::nullopt;
  const int32_t seconds = hour * 3600 + minute * 60;
  return negative ? -seconds : seconds;
}

bool IsZoneFileName(std::string_view name) {
  if (name.empty() || name.front() == '/' || name.find("..") != std::string_view::npos) {
    return false;
  }
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '+' || c == '/';
  });
}

/// Nullopt if `path` is no readable file.
std::optional<std::string> ReadWholeFile(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (file.bad()) return std::nullopt;
  return bytes;
}

std::vector<std::string> ZoneFolders() {
  std::vector<std::string> folders;
  if (const char* folder = std::getenv("TZDIR"); folder != nullptr && *folder != '\0') {
    folders.emplace_back(folder);
  }
  folders.insert(folders.end(), std::begin(kZoneFolders), std::end(kZoneFolders));
  return folders;
}

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}
  size_t offset() const { return offset_; }
  bool Has(size_t count) const { return bytes_.size() - offset_ >= count; }
  void Skip(size_t count) { offset_ += count; }
  uint8_t Byte() { return static_cast<uint8_t>(bytes_[offset_++]); }
  int64_t BigEndian(int width) {
    uint64_t value = 0;
    for (int i = 0; i < width; ++i) value = value << 8 | Byte();
    return width == 4 ? static_cast<int32_t>(static_cast<uint32_t>(value))
                      : static_cast<int64_t>(value);
  }
  std::string_view Bytes(size_t count) {
    std::string_view part = bytes_.substr(offset_, count);
    offset_ += count;
    return part;
  }

 private:
  std::string_view bytes_;
  size_t offset_ = 0;
};

struct TzifHeader {
  uint8_t version = 0;
  std::array<uint32_t, 6> counts{};  // isut, isstd, leap, time, type, char
  size_t BodyBytes(int time_width) const {
    return size_t{counts[3]} * time_width + counts[3] + size_t{counts[4]} * 6 + counts[5] +
           size_t{counts[2]} * (time_width + 4) + counts[1] + counts[0];
  }
};

constexpr size_t kHeaderBytes = 44;

bool ReadHeader(ByteReader* reader, TzifHeader* header) {
  if (!reader->Has(kHeaderBytes)) return false;
  if (reader->Bytes(4) != "TZif") return false;
  header->version = reader->Byte();
  reader->Skip(15);
  for (uint32_t& count : header->counts) count = static_cast<uint32_t>(reader->BigEndian(4));
  return header->counts[3] < 100000 && header->counts[4] > 0 && header->counts[4] <= 256 &&
         header->counts[5] < 10000 && header->counts[2] < 10000 && header->counts[0] <= 256 &&
         header->counts[1] <= 256;
}

}  // namespace

std::shared_ptr<const TimeZone> TimeZone::Fixed(int32_t offset_seconds) {
  std::shared_ptr<TimeZone> zone(new TimeZone());
  if (offset_seconds == 0) {
    zone->name_ = "UTC";
  } else {
    const int32_t distance = std::abs(offset_seconds);
    zone->name_ = fmt::format("{}{:02}:{:02}", offset_seconds < 0 ? '-' : '+', distance / 3600,
                              distance / 60 % 60);
    if (distance % 60 != 0) zone->name_ += fmt::format(":{:02}", distance % 60);
  }
  zone->kinds_.push_back({offset_seconds, zone->name_});
  return zone;
}

std::shared_ptr<const TimeZone> TimeZone::Utc() {
  static const std::shared_ptr<const TimeZone> utc = Fixed(0);
  return utc;
}

arrow::Result<std::shared_ptr<const TimeZone>> TimeZone::Find(std::string_view name) {
  if (name == "UTC" || name == "GMT" || name == "Z" || name == "UT") return Utc();
  if (std::optional<int32_t> offset = ParseGmtOffset(name)) return Fixed(*offset);
  std::string_view file_name = name;
  for (const Alias& alias : kAliases) {
    if (alias.name == name) file_name = alias.zone;
  }
  bool any_folder = false;
  if (IsZoneFileName(file_name)) {
    for (const std::string& folder : ZoneFolders()) {
      std::error_code ignored;
      any_folder = any_folder || std::filesystem::is_directory(folder, ignored);
      const std::string path = folder + "/" + std::string(file_name);
      std::optional<std::string> bytes = ReadWholeFile(path);
      // The folder also holds tables in plain text, which are no zones.
      if (bytes.has_value() && bytes->substr(0, 4) == "TZif")
        return FromTzif(*bytes, file_name, path);
    }
    if (!any_folder) {
      return Fail(ErrorCode::kNotFound, name, "time zone '", name,
                  "': this system has no time zone database; install the package tzdata or set "
                  "TZDIR to its folder");
    }
  }
  return Fail(ErrorCode::kInvalidArgument, name, "time zone '", name,
              "' is unknown; expected a name such as 'Europe/Warsaw', 'UTC' or 'GMT+08:00'");
}

arrow::Result<std::shared_ptr<const TimeZone>> TimeZone::Local() {
  const char* variable = std::getenv("TZ");
  if (variable != nullptr) {
    std::string_view name = variable;
    if (!name.empty() && name.front() == ':') name.remove_prefix(1);
    if (name.empty()) return Utc();
    if (name.front() == '/') {
      std::optional<std::string> bytes = ReadWholeFile(std::string(name));
      if (!bytes.has_value()) {
        return Fail(ErrorCode::kNotFound, name, "TZ=", name, ": no such file");
      }
      return FromTzif(*bytes, name, name);
    }
    arrow::Result<std::shared_ptr<const TimeZone>> found = Find(name);
    if (found.ok()) return found;
    std::shared_ptr<TimeZone> zone(new TimeZone());
    zone->name_ = name;
    if (zone->AppendRule(name, "TZ").ok()) return zone;
    return While(found.status(), "reading the variable TZ");
  }
  constexpr const char* kLocalTime = "/etc/localtime";
  std::optional<std::string> bytes = ReadWholeFile(kLocalTime);
  if (!bytes.has_value()) return Utc();
  std::error_code no_link;
  std::string name = std::filesystem::read_symlink(kLocalTime, no_link).string();
  constexpr std::string_view kFolder = "zoneinfo/";
  if (const size_t at = name.find(kFolder); at != std::string::npos) {
    name = name.substr(at + kFolder.size());
  }
  if (name == "Etc/UTC" || name == "UTC") return Utc();
  return FromTzif(*bytes, name.empty() ? "local" : name, kLocalTime);
}

arrow::Result<std::shared_ptr<const TimeZone>> TimeZone::FromTzif(std::string_view bytes,
                                                                  std::string_view name,
                                                                  std::string_view path) {
  ByteReader reader(bytes);
  TzifHeader header;
  if (!ReadHeader(&reader, &header)) {
    return CorruptFile(path, 0, "expected the header of a compiled time zone file");
  }
  int time_width = 4;
  if (header.version >= '2') {
    // The first block holds the times that fit 32 bits; a second one holds all.
    if (!reader.Has(header.BodyBytes(4))) {
      return CorruptFile(path, static_cast<int64_t>(bytes.size()), "the file ends too early");
    }
    reader.Skip(header.BodyBytes(4));
    if (!ReadHeader(&reader, &header)) {
      return CorruptFile(path, static_cast<int64_t>(reader.offset()), "expected a second header");
    }
    time_width = 8;
  }
  if (!reader.Has(header.BodyBytes(time_width))) {
    return CorruptFile(path, static_cast<int64_t>(bytes.size()), "the file ends too early");
  }
  std::shared_ptr<TimeZone> zone(new TimeZone());
  zone->name_ = name;
  const size_t num_times = header.counts[3];
  const size_t num_kinds = header.counts[4];
  for (size_t i = 0; i < num_times; ++i) zone->transitions_.push_back(reader.BigEndian(time_width));
  for (size_t i = 0; i < num_times; ++i) {
    const uint8_t kind = reader.Byte();
    if (kind >= num_kinds) {
      return CorruptFile(path, static_cast<int64_t>(reader.offset()) - 1,
                         "a transition names a kind of time that the file does not have");
    }
    zone->after_.push_back(kind);
  }
  if (!std::is_sorted(zone->transitions_.begin(), zone->transitions_.end())) {
    return CorruptFile(path, static_cast<int64_t>(reader.offset()), "transition times must ascend");
  }
  std::vector<size_t> name_offsets;
  for (size_t i = 0; i < num_kinds; ++i) {
    const int32_t offset = static_cast<int32_t>(reader.BigEndian(4));
    reader.Skip(1);  // whether it is daylight saving time
    name_offsets.push_back(reader.Byte());
    zone->kinds_.push_back({offset, ""});
  }
  const std::string_view names = reader.Bytes(header.counts[5]);
  for (size_t i = 0; i < num_kinds; ++i) {
    if (name_offsets[i] >= names.size()) {
      return CorruptFile(path, static_cast<int64_t>(reader.offset()),
                         "an abbreviation lies outside the table of abbreviations");
    }
    const std::string_view tail = names.substr(name_offsets[i]);
    zone->kinds_[i].abbreviation = std::string(tail.substr(0, tail.find('\0')));
  }
  reader.Skip(size_t{header.counts[2]} * (time_width + 4) + header.counts[1] + header.counts[0]);
  if (time_width == 8) {
    const std::string_view footer = bytes.substr(reader.offset());
    if (footer.size() < 2 || footer.front() != '\n' || footer.find('\n', 1) == footer.npos) {
      return CorruptFile(path, static_cast<int64_t>(reader.offset()),
                         "expected a line with the rule for later times");
    }
    const std::string_view rule = footer.substr(1, footer.find('\n', 1) - 1);
    if (!rule.empty()) ARROW_RETURN_NOT_OK(zone->AppendRule(rule, path));
  }
  return zone;
}

// Writes the transitions of a rule out, from the last known one on, for a whole cycle of the
// calendar; later times are looked up a number of cycles earlier.
arrow::Status TimeZone::AppendRule(std::string_view rule_text, std::string_view path) {
  std::optional<PosixZoneRule> rule = ParsePosixZoneRule(rule_text);
  if (!rule.has_value()) {
    return Fail(ErrorCode::kCorruptFile, path, path, ": time zone rule '", rule_text,
                "' does not parse");
  }
  const uint16_t standard = static_cast<uint16_t>(kinds_.size());
  kinds_.push_back({rule->standard_offset_seconds, rule->standard_name});
  if (!rule->has_daylight) {
    // The table of a file ends in the kind that its rule names.
    if (standard > 0) kinds_.pop_back();
    return arrow::Status::OK();
  }
  const uint16_t daylight = static_cast<uint16_t>(kinds_.size());
  kinds_.push_back({rule->daylight_offset_seconds, rule->daylight_name});
  const int64_t last =
      transitions_.empty() ? std::numeric_limits<int64_t>::min() : transitions_.back();
  const int64_t first_year =
      transitions_.empty() ? 1900 : CivilFromDays(FloorDiv(last, kSecondsPerDay)).year;
  for (int64_t year = first_year; year <= first_year + kCycleYears + 1; ++year) {
    int64_t begin = rule->begin.SecondsIn(year) - rule->standard_offset_seconds;
    int64_t end = rule->end.SecondsIn(year) - rule->daylight_offset_seconds;
    uint16_t begin_kind = daylight;
    uint16_t end_kind = standard;
    if (end < begin) {
      std::swap(begin, end);
      std::swap(begin_kind, end_kind);
    }
    if (begin > last) {
      transitions_.push_back(begin);
      after_.push_back(begin_kind);
    }
    if (end > last) {
      transitions_.push_back(end);
      after_.push_back(end_kind);
    }
  }
  repeats_ = true;
  return arrow::Status::OK();
}

TimeZone::Span TimeZone::SpanAt(int64_t utc_seconds) const {
  Span span;
  span.begin_seconds = std::numeric_limits<int64_t>::min();
  span.end_seconds = std::numeric_limits<int64_t>::max();
  int64_t shift = 0;
  if (repeats_ && utc_seconds >= transitions_.back()) {
    shift = ((utc_seconds - transitions_.back()) / kCycleSeconds + 1) * kCycleSeconds;
  }
  const auto next = std::upper_bound(transitions_.begin(), transitions_.end(), utc_seconds - shift);
  const size_t index = static_cast<size_t>(next - transitions_.begin());
  if (index > 0) span.begin_seconds = transitions_[index - 1] + shift;
  if (next != transitions_.end()) span.end_seconds = *next + shift;
  const Kind& kind = kinds_[index == 0 ? 0 : after_[index - 1]];
  span.offset_seconds = kind.offset_seconds;
  span.abbreviation = kind.abbreviation;
  return span;
}

std::optional<int64_t> TimeZone::LocalToUtc(int64_t local_seconds) const {
  // No zone is more than a day away from UTC, so these two spans hold every candidate.
  const Span before = SpanAt(local_seconds - kSecondsPerDay);
  const Span after = SpanAt(local_seconds + kSecondsPerDay);
  std::optional<int64_t> earliest;
  for (Span span = before;; span = SpanAt(span.end_seconds)) {
    const int64_t utc = local_seconds - span.offset_seconds;
    if (utc >= span.begin_seconds && utc < span.end_seconds) {
      if (!earliest.has_value() || utc < *earliest) earliest = utc;
    }
    if (span.begin_seconds >= after.begin_seconds) break;
  }
  return earliest;
}

}  // namespace hudi
