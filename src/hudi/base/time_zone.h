// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

namespace hudi {

/// Offsets from UTC over time, as the system's time zone database gives them.
///
/// Immutable; may be shared between threads.
class TimeZone {
 public:
  /// A zone by one of the names that java.util.TimeZone knows: of the database ("Europe/Warsaw"),
  /// "UTC", "GMT", an offset as "GMT+8", "GMT+0800" or "GMT+08:00", or an old abbreviation ("PST").
  ///
  /// Errors: kInvalidArgument for any other text (Java would silently take GMT), kNotFound if the
  /// system has no time zone database, kCorruptFile for a file of it that does not parse.
  static arrow::Result<std::shared_ptr<const TimeZone>> Find(std::string_view name);

  /// The zone of this process: the variable TZ, else /etc/localtime, else UTC. Same errors.
  static arrow::Result<std::shared_ptr<const TimeZone>> Local();

  static std::shared_ptr<const TimeZone> Utc();

  /// Constant offset, east of UTC. Named "UTC" or "+hh:mm[:ss]".
  static std::shared_ptr<const TimeZone> Fixed(int32_t offset_seconds);

  /// From the bytes of a compiled database file (TZif, RFC 8536); `path` is for messages.
  static arrow::Result<std::shared_ptr<const TimeZone>> FromTzif(std::string_view bytes,
                                                                 std::string_view name,
                                                                 std::string_view path);

  const std::string& name() const { return name_; }

  /// A stretch of time with one offset: `begin_seconds` <= t < `end_seconds`, in UTC.
  struct Span {
    int64_t begin_seconds = 0;
    int64_t end_seconds = 0;
    int32_t offset_seconds = 0;
    std::string_view abbreviation;  ///< "CET"; lives as long as the zone
  };
  Span SpanAt(int64_t utc_seconds) const;
  int32_t OffsetAt(int64_t utc_seconds) const { return SpanAt(utc_seconds).offset_seconds; }

  /// The instant that clocks of the zone show as `local_seconds` (counted as if it were UTC).
  /// Nullopt when clocks skipped it; the earlier one when they showed it twice.
  std::optional<int64_t> LocalToUtc(int64_t local_seconds) const;

 private:
  struct Kind {
    int32_t offset_seconds;
    std::string abbreviation;
  };

  TimeZone() = default;
  arrow::Status AppendRule(std::string_view rule, std::string_view path);

  std::string name_;
  std::vector<Kind> kinds_;           // the first holds before the first transition
  std::vector<int64_t> transitions_;  // ascending UTC seconds
  std::vector<uint16_t> after_;       // index into kinds_ from transitions_[i] on
  bool repeats_ = false;              // the last 400 years of transitions_ go on for ever
};

}  // namespace hudi
