// SPDX-License-Identifier: Apache-2.0
#include "hudi/metadata/valid_instants.h"

#include <string_view>
#include <vector>

#include "hudi/timeline/commit_metadata.h"

namespace hudi {
namespace {

// Instants of what only initialises the metadata table.
constexpr std::string_view kInitialInstants = "00000000000000";

bool TakesBack(const Instant& instant) {
  return instant.action == Action::kRollback || instant.action == Action::kRestore;
}

arrow::Result<std::vector<std::string>> TakenBackBy(const Timeline& timeline,
                                                    const Instant& instant) {
  ARROW_ASSIGN_OR_RAISE(std::string body, timeline.ReadBody(instant, InstantState::kCompleted));
  if (body.empty()) {
    ARROW_ASSIGN_OR_RAISE(body, timeline.ReadBody(instant, InstantState::kRequested));
  }
  return DecodeRolledBackInstants(body, timeline.layout().directory + "/" + instant.file_name);
}

}  // namespace

arrow::Result<std::set<std::string, std::less<>>> FindValidInstants(const Timeline& table,
                                                                    const Timeline& metadata) {
  std::set<std::string, std::less<>> valid;
  std::set<std::string, std::less<>> pending;
  for (const Instant& instant : table.instants()) {
    (instant.completed() ? valid : pending).insert(instant.requested);
    if (!instant.completed() || !TakesBack(instant)) continue;
    ARROW_ASSIGN_OR_RAISE(std::vector<std::string> taken_back, TakenBackBy(table, instant));
    valid.insert(taken_back.begin(), taken_back.end());
  }
  for (const Instant& instant : metadata.instants()) {
    if (!instant.completed()) continue;
    const bool is_write = instant.action == Action::kDeltaCommit &&
                          (pending.count(instant.requested) == 0 ||
                           instant.requested.rfind(kInitialInstants, 0) == 0);
    if (is_write || TakesBack(instant)) valid.insert(instant.requested);
  }
  return valid;
}

}  // namespace hudi
