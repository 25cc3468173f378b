// SPDX-License-Identifier: Apache-2.0
#include "cli/interrupt.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstring>

#include "cli/progress_line.h"
#include "hudi/error.h"

namespace hudi::cli {
namespace {

std::atomic<int> caught_signal{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may take no lock");

void OnSignal(int number) {
  if (caught_signal.exchange(number, std::memory_order_relaxed) != 0) {
    // The second one, of whatever kind: no more waiting.
    std::signal(number, SIG_DFL);
    std::raise(number);
    return;
  }
  constexpr std::string_view kNote = "hudi: note: stopping; once more ends the program at once\n";
  // One call, so that nothing of another thread comes between.
  char text[16 + kNote.size()];
  std::string_view clear = ClearProgressSequence();
  std::memcpy(text, clear.data(), clear.size());
  std::memcpy(text + clear.size(), kNote.data(), kNote.size());
  // A signal handler may do nothing finer, and has nobody to tell if it fails.
  [[maybe_unused]] ssize_t put = ::write(STDERR_FILENO, text, clear.size() + kNote.size());
}

void OnSignalEnd(int number) {
  std::string_view clear = ClearProgressSequence();
  [[maybe_unused]] ssize_t put = ::write(STDERR_FILENO, clear.data(), clear.size());
  std::signal(number, SIG_DFL);
  std::raise(number);  // meets the default once this handler returns
}

void Handle(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  // Calls that wait are restarted; whoever makes them looks at the flag now and then.
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (int number : {SIGINT, SIGTERM, SIGHUP}) {
    // What was ignored from the start (nohup, a background job) stays ignored.
    struct sigaction present = {};
    if (sigaction(number, nullptr, &present) == 0 && present.sa_handler == SIG_IGN) continue;
    sigaction(number, &action, nullptr);
  }
}

class InterruptibleRows : public arrow::RecordBatchReader {
 public:
  explicit InterruptibleRows(std::shared_ptr<arrow::RecordBatchReader> rows)
      : rows_(std::move(rows)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return rows_->schema(); }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    if (Interrupted()) return Fail(ErrorCode::kInterrupted, "", "interrupted");
    return rows_->ReadNext(batch);
  }

 private:
  std::shared_ptr<arrow::RecordBatchReader> rows_;
};

}  // namespace

void CatchInterrupts() { Handle(OnSignal); }
void EndAtOnceOnInterrupt() { Handle(OnSignalEnd); }

bool Interrupted() { return caught_signal.load(std::memory_order_relaxed) != 0; }
int InterruptExitCode() { return 128 + caught_signal.load(std::memory_order_relaxed); }

std::shared_ptr<arrow::RecordBatchReader> Interruptible(
    std::shared_ptr<arrow::RecordBatchReader> rows) {
  return std::make_shared<InterruptibleRows>(std::move(rows));
}

arrow::Status WithOutcomeOfInterrupt(const arrow::Status& status, std::string_view outcome) {
  if (CodeOf(status) != ErrorCode::kInterrupted) return status;
  return Fail(ErrorCode::kInterrupted, "", "interrupted: ", outcome);
}

}  // namespace hudi::cli
