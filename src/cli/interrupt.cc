// SPDX-License-Identifier: Apache-2.0
#include "cli/interrupt.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string_view>

#include "hudi/error.h"

namespace hudi::cli {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may take no lock");

void OnSignal(int) {
  interrupted.store(true, std::memory_order_relaxed);
  constexpr std::string_view kNote = "hudi: note: stopping; once more ends the program at once\n";
  // A signal handler may do nothing finer, and has nobody to tell if it fails.
  [[maybe_unused]] ssize_t put = ::write(STDERR_FILENO, kNote.data(), kNote.size());
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

void CatchInterrupts() {
  struct sigaction action = {};
  action.sa_handler = OnSignal;
  // The second signal meets the default handler. Reads from a terminal or pipe are not restarted,
  // but their callers are: the flag is looked at between batches.
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool Interrupted() { return interrupted.load(std::memory_order_relaxed); }

std::shared_ptr<arrow::RecordBatchReader> Interruptible(
    std::shared_ptr<arrow::RecordBatchReader> rows) {
  return std::make_shared<InterruptibleRows>(std::move(rows));
}

}  // namespace hudi::cli
