// SPDX-License-Identifier: Apache-2.0
#include "hudi/timeline/instant.h"

#include <array>

namespace hudi {
namespace {

struct ActionEntry {
  Action action;
  std::string_view name;
};
constexpr std::array<ActionEntry, 11> kActions = {{
    {Action::kCommit, "commit"},
    {Action::kDeltaCommit, "deltacommit"},
    {Action::kCompaction, "compaction"},
    {Action::kLogCompaction, "logcompaction"},
    {Action::kReplaceCommit, "replacecommit"},
    {Action::kClustering, "clustering"},
    {Action::kClean, "clean"},
    {Action::kRollback, "rollback"},
    {Action::kRestore, "restore"},
    {Action::kIndexing, "indexing"},
    {Action::kSavepoint, "savepoint"},
}};

}  // namespace

std::string_view ActionName(Action action) { return kActions[static_cast<size_t>(action)].name; }

std::optional<Action> ParseAction(std::string_view text) {
  for (const ActionEntry& entry : kActions) {
    if (entry.name == text) return entry.action;
  }
  return std::nullopt;
}

std::string_view StateName(InstantState state) {
  switch (state) {
    case InstantState::kRequested:
      return "REQUESTED";
    case InstantState::kInflight:
      return "INFLIGHT";
    case InstantState::kCompleted:
      return "COMPLETED";
  }
  return "";
}

bool Instant::is_write() const {
  switch (action) {
    case Action::kCommit:
    case Action::kDeltaCommit:
    case Action::kCompaction:
    case Action::kLogCompaction:
    case Action::kReplaceCommit:
    case Action::kClustering:
      return true;
    default:
      return false;
  }
}

}  // namespace hudi
