// SPDX-License-Identifier: Apache-2.0
#include "cli/chart.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "cli/amounts.h"

namespace hudi::cli {
namespace {

constexpr size_t kUsualWidth = 80;

constexpr std::array<std::string_view, 9> kEighthsAcross = {
    "", "\u258f", "\u258e", "\u258d", "\u258c", "\u258b", "\u258a", "\u2589", "\u2588"};
constexpr std::array<std::string_view, 9> kEighthsUp = {
    " ", "\u2581", "\u2582", "\u2583", "\u2584", "\u2585", "\u2586", "\u2587", "\u2588"};

// ---- sizes ---------------------------------------------------------------------------------

struct SizeClass {
  int64_t from = 0;  ///< the first size of the class
  int64_t to = 0;    ///< the first size beyond it
  int64_t files = 0;
  int64_t bytes = 0;
};

// Bounds in steps of `steps` (such as 1, 2, 5) of each `decades`-th power of ten, from the last
// that is not above `least` to the first above `greatest`.
std::vector<int64_t> Bounds(int64_t least, int64_t greatest, const std::vector<int64_t>& steps,
                            int decades) {
  constexpr int kLastPower = 18;
  std::vector<int64_t> bounds = {0};
  int64_t power = 1;
  for (int exponent = 0; exponent < kLastPower; ++exponent, power *= 10) {
    if (exponent % decades != 0) continue;
    for (int64_t step : steps) {
      int64_t bound = step * power;
      if (bound <= least) bounds.clear();
      bounds.push_back(bound);
      if (bound > greatest) return bounds;
    }
  }
  return bounds;
}

std::vector<SizeClass> Classify(const std::vector<int64_t>& sizes) {
  constexpr size_t kMostClasses = 10;
  auto [least, greatest] = std::minmax_element(sizes.begin(), sizes.end());
  std::vector<int64_t> bounds;
  for (const auto& [steps, decades] : std::vector<std::pair<std::vector<int64_t>, int>>{
           {{1, 2, 5}, 1}, {{1, 3}, 1}, {{1}, 1}, {{1}, 2}}) {
    bounds = Bounds(*least, *greatest, steps, decades);
    if (bounds.size() <= kMostClasses + 1) break;
  }
  std::vector<SizeClass> classes;
  for (size_t i = 0; i + 1 < bounds.size(); ++i) classes.push_back({bounds[i], bounds[i + 1]});
  for (int64_t size : sizes) {
    for (SizeClass& one : classes) {
      if (size < one.from || size >= one.to) continue;
      ++one.files;
      one.bytes += size;
    }
  }
  return classes;
}

// Bounds are round, so that no digits are lost: "200 kB".
std::string BoundText(int64_t bytes) {
  constexpr std::array<std::string_view, 6> kUnits = {"B", "kB", "MB", "GB", "TB", "PB"};
  size_t unit = 0;
  while (bytes >= 1000 && bytes % 1000 == 0 && unit + 1 < kUnits.size()) {
    bytes /= 1000;
    ++unit;
  }
  return fmt::format("{} {}", bytes, kUnits[unit]);
}

// ---- time ----------------------------------------------------------------------------------

// Milliseconds since 1970 in the time zone of the instant; nullopt for instants that are no times,
// such as those of a bootstrap.
std::optional<int64_t> MillisecondsOf(std::string_view instant) {
  if (instant.size() < 14) return std::nullopt;
  auto number = [&](size_t begin, size_t length) {
    int value = -1;
    std::from_chars(instant.data() + begin, instant.data() + begin + length, value);
    return value;
  };
  std::chrono::year_month_day date{std::chrono::year(number(0, 4)),
                                   std::chrono::month(static_cast<unsigned>(number(4, 2))),
                                   std::chrono::day(static_cast<unsigned>(number(6, 2)))};
  if (!date.ok()) return std::nullopt;
  int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
  int64_t seconds = days * 86400 + number(8, 2) * 3600 + number(10, 2) * 60 + number(12, 2);
  return seconds * 1000 + (instant.size() >= 17 ? number(14, 3) : 0);
}

// "2025-07-28 08:30:00".
std::string TimeText(std::string_view instant) {
  return fmt::format("{}-{}-{} {}:{}:{}", instant.substr(0, 4), instant.substr(4, 2),
                     instant.substr(6, 2), instant.substr(8, 2), instant.substr(10, 2),
                     instant.substr(12, 2));
}

struct Lane {
  std::string action;
  std::vector<int64_t> counts;  ///< a column
  std::vector<Style> styles;    ///< a column
};

std::string BlockOf(int64_t count, int64_t most, bool unicode) {
  if (count == 0) return " ";
  if (!unicode) return count > 9 ? "+" : fmt::format("{}", count);
  return std::string(kEighthsUp[static_cast<size_t>((count * 8 + most - 1) / most)]);
}

// When the lane begins and ends, and how long that is: as much of it as there is room for.
std::string AxisText(std::string_view first, std::string_view last, int64_t span_ms, size_t width,
                     bool unicode) {
  std::string span = SpanText(span_ms);
  std::string begin = TimeText(first);
  std::string end = TimeText(last);
  size_t fixed = span.size() + 2 + 2 * std::string_view(" - ").size();
  if (begin.size() + end.size() + fixed > width) {
    // Without the year and the seconds.
    begin = begin.substr(5, 11);
    end = end.substr(5, 11);
  }
  if (begin.size() + end.size() + fixed > width) return span.substr(0, width);
  size_t strokes = width - begin.size() - end.size() - span.size() - 4;
  auto stroke = [unicode](size_t count) {
    std::string text;
    for (size_t i = 0; i < count; ++i) text += unicode ? "\u2500" : "-";
    return text;
  };
  return fmt::format("{} {} {} {} {}", begin, stroke(strokes / 2), span,
                     stroke(strokes - strokes / 2), end);
}

}  // namespace

std::string Bar(double share, size_t cells, bool unicode) {
  share = std::clamp(share, 0.0, 1.0);
  size_t per_cell = unicode ? 8 : 1;
  auto filled = static_cast<size_t>(std::lround(share * static_cast<double>(cells * per_cell)));
  if (share > 0) filled = std::max<size_t>(filled, 1);
  std::string bar;
  for (size_t i = 0; i < filled / per_cell; ++i) bar += unicode ? kEighthsAcross[8] : "#";
  return bar + std::string(kEighthsAcross[unicode ? filled % per_cell : 0]);
}

std::string SizeHistogram(const std::vector<int64_t>& sizes, const Screen& screen, size_t indent) {
  if (sizes.size() < 2) return "";
  constexpr size_t kWidestBar = 40;
  constexpr size_t kNarrowestBar = 1;
  std::vector<SizeClass> classes = Classify(sizes);
  int64_t most = 0;
  size_t label_width = 0;
  std::vector<std::string> labels;
  std::vector<std::string> counts;
  size_t count_width = 0;
  std::string_view dash = screen.unicode ? "\u2013" : "-";
  for (const SizeClass& one : classes) {
    most = std::max(most, one.files);
    labels.push_back(fmt::format("{:>6} {} {:>6}", BoundText(one.from), dash, BoundText(one.to)));
    label_width = std::max(label_width, DisplayWidth(labels.back()));
    counts.push_back(fmt::format("{} file{}", GroupedText(one.files), one.files == 1 ? "" : "s"));
    count_width = std::max(count_width, counts.back().size());
  }
  size_t width = screen.width == std::string::npos ? kUsualWidth : screen.width;
  size_t taken =
      indent + label_width + 2 + 2 + count_width + 2 + std::string_view("999.9 MB").size();
  size_t bar_width = std::clamp(width - std::min(width, taken), kNarrowestBar, kWidestBar);
  std::string text;
  for (size_t i = 0; i < classes.size(); ++i) {
    double share = static_cast<double>(classes[i].files) / static_cast<double>(most);
    std::string bar = Bar(share, bar_width, screen.unicode);
    std::string line = fmt::format("{}{:>{}}  {}{}", std::string(indent, ' '), labels[i],
                                   label_width, Styled(bar, Style::kAccent, screen),
                                   std::string(bar_width - DisplayWidth(bar), ' '));
    if (classes[i].files > 0) {
      line += fmt::format("  {:>{}}  {:>8}", counts[i], count_width, SizeText(classes[i].bytes));
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string TimelineChart(const std::vector<ChartedAction>& actions, const Screen& screen) {
  constexpr size_t kFewest = 3;
  constexpr size_t kWidest = 100;
  constexpr size_t kNarrowest = 20;
  struct Event {
    int64_t time;
    const ChartedAction* action;
  };
  std::vector<Event> events;
  size_t label_width = 0;
  for (const ChartedAction& action : actions) {
    std::optional<int64_t> time = MillisecondsOf(action.begin);
    if (!time) continue;
    events.push_back({*time, &action});
    label_width = std::max(label_width, action.action.size());
  }
  if (events.size() < kFewest) return "";
  auto [first, last] = std::minmax_element(
      events.begin(), events.end(), [](const Event& a, const Event& b) { return a.time < b.time; });
  int64_t span = last->time - first->time;
  size_t screen_width = std::min(screen.width, kWidest);
  size_t width = screen_width - std::min(screen_width, label_width + 2);
  if (span == 0 || width < kNarrowest) return "";

  std::vector<Lane> lanes;
  int64_t most = 0;
  for (const Event& event : events) {
    auto lane = std::find_if(lanes.begin(), lanes.end(),
                             [&](const Lane& one) { return one.action == event.action->action; });
    if (lane == lanes.end()) {
      lane = lanes.insert(lanes.end(), {event.action->action, std::vector<int64_t>(width, 0),
                                        std::vector<Style>(width, Style::kGood)});
    }
    double share = static_cast<double>(event.time - first->time) / static_cast<double>(span);
    auto column = static_cast<size_t>(share * static_cast<double>(width - 1));
    most = std::max(most, ++lane->counts[column]);
    // What is pending must not hide among what is done.
    if (event.action->style != Style::kGood) lane->styles[column] = event.action->style;
  }
  std::string text(label_width + 2, ' ');
  text += Styled(AxisText(first->action->begin, last->action->begin, span, width, screen.unicode),
                 Style::kFaint, screen) +
          "\n";
  for (const Lane& lane : lanes) {
    std::string line = fmt::format("{:<{}}  ", lane.action, label_width);
    for (size_t i = 0; i < width; ++i) {
      line += Styled(BlockOf(lane.counts[i], most, screen.unicode),
                     lane.counts[i] == 0 ? Style::kPlain : lane.styles[i], screen);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace hudi::cli
