// SPDX-License-Identifier: Apache-2.0
#include "hudi/timeline/instant_file_name.h"

namespace hudi {
namespace {

// Takes the digits off the front of `text`.
std::string_view TakeDigits(std::string_view* text) {
  size_t end = 0;
  while (end < text->size() && (*text)[end] >= '0' && (*text)[end] <= '9') ++end;
  std::string_view digits = text->substr(0, end);
  text->remove_prefix(end);
  return digits;
}

}  // namespace

Action CompletedAction(Action action) {
  switch (action) {
    case Action::kCompaction:
      return Action::kCommit;
    case Action::kLogCompaction:
      return Action::kDeltaCommit;
    case Action::kClustering:
      return Action::kReplaceCommit;
    default:
      return action;
  }
}

std::optional<Instant> ParseInstantFileName(std::string_view name, int layout_version) {
  Instant instant;
  instant.file_name = std::string(name);
  std::string_view rest = name;
  instant.requested = std::string(TakeDigits(&rest));
  if (instant.requested.empty()) return std::nullopt;
  if (layout_version >= 2 && !rest.empty() && rest[0] == '_') {
    rest.remove_prefix(1);
    instant.completion = std::string(TakeDigits(&rest));
    if (instant.completion.empty()) return std::nullopt;
  }
  if (rest.empty() || rest[0] != '.') return std::nullopt;
  rest.remove_prefix(1);
  if (rest == "inflight" && instant.completion.empty()) {
    instant.state = InstantState::kInflight;
    return instant;
  }
  size_t dot = rest.find('.');
  std::optional<Action> action = ParseAction(rest.substr(0, dot));
  if (!action) return std::nullopt;
  instant.action = *action;
  if (dot == std::string_view::npos) {
    // Pending-only actions have no completed file.
    if (CompletedAction(*action) != *action) return std::nullopt;
    instant.state = InstantState::kCompleted;
    instant.legacy_body = layout_version >= 2 && instant.completion.empty();
    return instant;
  }
  if (!instant.completion.empty()) return std::nullopt;
  std::string_view state = rest.substr(dot + 1);
  if (state == "requested") {
    instant.state = InstantState::kRequested;
  } else if (state == "inflight") {
    instant.state = InstantState::kInflight;
  } else {
    return std::nullopt;
  }
  return instant;
}

std::string InstantFileName(Action action, InstantState state, std::string_view requested,
                            std::string_view completion, int layout_version) {
  std::string name(requested);
  if (state == InstantState::kCompleted) {
    if (layout_version >= 2) name.append("_").append(completion);
    return name.append(".").append(ActionName(CompletedAction(action)));
  }
  if (layout_version < 2 && action == Action::kClustering) action = Action::kReplaceCommit;
  if (state == InstantState::kInflight && action == Action::kCommit) return name + ".inflight";
  name.append(".").append(ActionName(action));
  return name + (state == InstantState::kRequested ? ".requested" : ".inflight");
}

}  // namespace hudi
