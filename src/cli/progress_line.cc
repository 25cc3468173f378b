// SPDX-License-Identifier: Apache-2.0
#include "cli/progress_line.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "cli/amounts.h"
#include "cli/chart.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"

namespace hudi::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view kClearLine = "\r\x1b[K";
constexpr auto kFirstDrawing = std::chrono::milliseconds(1000);
constexpr auto kBetweenDrawings = std::chrono::milliseconds(100);

std::atomic<bool> line_drawn{false};
// Guards standard error while a line may be drawn.
std::mutex& ScreenMutex() {
  static std::mutex mutex;
  return mutex;
}

void WriteToErrors(std::string_view text) {
  while (!text.empty()) {
    ssize_t put = ::write(STDERR_FILENO, text.data(), text.size());
    if (put <= 0) return;  // nobody to tell
    text.remove_prefix(static_cast<size_t>(put));
  }
}

double SecondsBetween(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

std::string_view PhaseName(Progress::Phase phase) {
  switch (phase) {
    case Progress::Phase::kOpen:
      return "open";
    case Progress::Phase::kInfer:
      return "scan";
    case Progress::Phase::kRead:
      return "read";
    case Progress::Phase::kIndex:
      return "index";
    case Progress::Phase::kWrite:
      return "write";
    case Progress::Phase::kCommit:
      return "commit";
  }
  return "";
}

}  // namespace

std::string ProgressText(const ProgressView& view, size_t width, bool unicode) {
  constexpr size_t kPhaseWidth = 6;
  constexpr size_t kBarWidth = 20;
  std::string text = fmt::format("{:<{}}", view.phase, kPhaseWidth);
  // In the order of their worth.
  std::vector<std::string> parts;
  bool known = view.share >= 0;
  std::string bar;
  if (known) {
    bar = Bar(view.share, kBarWidth, unicode);
    bar += std::string(kBarWidth - DisplayWidth(bar), ' ');
    bar = unicode ? "\u2595" + bar + "\u258f" : "[" + bar + "]";
    parts.push_back(fmt::format("{:>3}%", static_cast<int>(view.share * 100)));
  }
  if (view.seconds_left >= 0) {
    parts.push_back(fmt::format("ETA {}", ClockText(view.seconds_left)));
  } else {
    parts.push_back(ClockText(view.seconds));
  }
  if (view.rows > 0) parts.push_back(fmt::format("{} rows", RoundedText(view.rows)));
  if (view.rows_per_second >= 1) {
    parts.push_back(
        fmt::format("{} rows/s", RoundedText(static_cast<int64_t>(view.rows_per_second))));
  }
  if (view.files_total > 0) {
    parts.push_back(
        fmt::format("{}/{} files", GroupedText(view.files_done), GroupedText(view.files_total)));
  }
  if (view.bytes > 0) parts.push_back(SizeText(view.bytes));
  if (view.bytes_per_second >= 1) {
    parts.push_back(SizeText(static_cast<int64_t>(view.bytes_per_second)) + "/s");
  }
  size_t used = DisplayWidth(text);
  bool with_bar = known && used + 2 + kBarWidth + 2 + 1 + parts[0].size() <= width;
  if (with_bar) {
    text += " " + bar;
    used += 1 + kBarWidth + 2;
  }
  for (const std::string& part : parts) {
    size_t wanted = 2 + part.size();
    if (used + wanted > width) break;
    text += "  " + part;
    used += wanted;
  }
  return CutToWidth(text, width, Cut::kEnd, unicode);
}

class ProgressLine::Drawer {
 public:
  Drawer(std::shared_ptr<const Progress> input, std::shared_ptr<const Progress> work)
      : input_(std::move(input)), work_(std::move(work)), thread_([this] { Run(); }) {}

  ~Drawer() {
    {
      std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    wake_.notify_all();
    thread_.join();
    std::lock_guard lock(ScreenMutex());
    if (line_drawn.exchange(false)) WriteToErrors(kClearLine);
  }

 private:
  struct Sample {
    Clock::time_point time;
    int64_t rows;
    int64_t bytes;
  };

  void Run() {
    std::unique_lock lock(mutex_);
    bool stopped = wake_.wait_for(lock, kFirstDrawing, [this] { return stopped_; });
    while (!stopped) {
      ProgressView view = Look();
      // The note on how to end at once stays in sight.
      if (!Interrupted()) Draw(view);
      stopped = wake_.wait_for(lock, kBetweenDrawings, [this] { return stopped_; });
    }
  }

  void Draw(const ProgressView& view) {
    // Another job may have the terminal now. A terminal that is not ours to control has no jobs.
    pid_t foreground = ::tcgetpgrp(STDERR_FILENO);
    if (foreground >= 0 && foreground != ::getpgrp()) return;
    Screen screen = ErrorScreen();
    // The last cell stays free: some terminals would go to the next line.
    size_t width = std::max<size_t>(screen.width, 2) - 1;
    std::string line = fmt::format("\r{}\x1b[K", ProgressText(view, width, screen.unicode));
    std::lock_guard lock(ScreenMutex());
    line_drawn = true;
    WriteToErrors(line);
  }

  ProgressView Look() {
    Clock::time_point now = Clock::now();
    Progress::Phase phase = work_ != nullptr ? work_->phase.load() : input_->phase.load();
    // Until the write takes over, what happens to the input counts.
    bool by_input = input_ != nullptr && (work_ == nullptr || phase == Progress::Phase::kOpen ||
                                          phase == Progress::Phase::kRead);
    const Progress& shown = by_input ? *input_ : *work_;
    if (by_input && phase == Progress::Phase::kOpen) phase = input_->phase.load();
    if (phase != phase_) {
      phase_ = phase;
      phase_begin_ = now;
      samples_.clear();
    }
    ProgressView view;
    view.phase = PhaseName(phase);
    view.seconds = static_cast<int64_t>(SecondsBetween(begin_, now));
    bool writes = phase == Progress::Phase::kWrite;
    if (work_ != nullptr && (writes || phase == Progress::Phase::kRead)) {
      view.rows = writes ? work_->rows_written.load() : work_->rows_read.load();
    } else if (phase == Progress::Phase::kRead) {
      view.rows = input_->rows_read.load();
    }
    view.files_done = shown.files_done;
    view.files_total = shown.files_total;
    int64_t done = shown.bytes_done;
    int64_t total = shown.bytes_total;
    if (by_input) view.bytes = done;
    if (total == 0 && writes) {
      // Rows that were taken in are what there is to write.
      done = work_->rows_written;
      total = work_->rows_read;
    }
    AddRates({now, view.rows, view.bytes}, &view);
    if (total > 0 && phase != Progress::Phase::kCommit) {
      view.share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
      double seconds = SecondsBetween(phase_begin_, now);
      if (done != last_done_) {
        last_done_ = done;
        last_change_ = now;
      }
      // A guess from too little is worse than none; so is one that time has overtaken.
      if (view.share >= 0.03 && view.share < 1 && seconds >= 0.5) {
        // From the last moment that something was done: some things are done a file at a time.
        double spent = SecondsBetween(phase_begin_, last_change_);
        double left = spent * (1 - view.share) / view.share - SecondsBetween(last_change_, now);
        if (left >= 0) view.seconds_left = static_cast<int64_t>(left + 0.5);
      }
      if (view.share >= 1) view.rows_per_second = view.bytes_per_second = 0;
    }
    return view;
  }

  // Over the last seconds, so that they follow what happens without jumping.
  void AddRates(const Sample& sample, ProgressView* view) {
    constexpr double kWindowSeconds = 3;
    samples_.push_back(sample);
    while (SecondsBetween(samples_.front().time, sample.time) > kWindowSeconds) {
      samples_.pop_front();
    }
    double seconds = SecondsBetween(samples_.front().time, sample.time);
    if (seconds < 0.3) return;
    view->rows_per_second = static_cast<double>(sample.rows - samples_.front().rows) / seconds;
    view->bytes_per_second = static_cast<double>(sample.bytes - samples_.front().bytes) / seconds;
  }

  std::shared_ptr<const Progress> input_;
  std::shared_ptr<const Progress> work_;
  Clock::time_point begin_ = Clock::now();
  Progress::Phase phase_ = Progress::Phase::kOpen;
  Clock::time_point phase_begin_ = begin_;
  int64_t last_done_ = 0;
  Clock::time_point last_change_ = begin_;
  std::deque<Sample> samples_;

  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopped_ = false;
  std::thread thread_;  // the last: it uses all above
};

ProgressLine::ProgressLine(bool quiet, std::shared_ptr<const Progress> input,
                           std::shared_ptr<const Progress> work) {
  if (quiet || !ErrorScreen().redraws) return;
  try {
    drawer_ = std::make_unique<Drawer>(std::move(input), std::move(work));
  } catch (const std::system_error&) {
    // Without another thread the work goes on unseen.
  }
}

ProgressLine::~ProgressLine() = default;
void ProgressLine::Stop() { drawer_.reset(); }

void PrintAboveProgress(const std::string& line) {
  std::lock_guard lock(ScreenMutex());
  std::string text = line_drawn.exchange(false) ? std::string(kClearLine) : "";
  WriteToErrors(text + line + "\n");
}

std::string_view ClearProgressSequence() { return line_drawn ? kClearLine : std::string_view(); }

}  // namespace hudi::cli
