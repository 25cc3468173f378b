// SPDX-License-Identifier: Apache-2.0
#include "sql/session/history_notice.h"

#include <filesystem>
#include <map>

#include "hudi/table_info.h"

namespace hudi::sql {

arrow::Status NoticeIfNoHistory(SessionState& state, const std::string& base_path) {
  ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(base_path));
  auto property = [&](const char* key, const char* fallback) {
    const auto found = info.properties.find(key);
    return found == info.properties.end() ? std::string(fallback) : found->second;
  };
  const std::string folder =
      property("hoodie.timeline.layout.version", info.version < 8 ? "1" : "2") == "1"
          ? ".hoodie/" + property("hoodie.archivelog.folder", "archived")
          : ".hoodie/" + property("hoodie.timeline.path", "timeline") + "/" +
                property("hoodie.timeline.history.path", "history");
  const std::filesystem::path path = std::filesystem::path(info.base_path) / folder;
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    state.Notice("the folder '" + folder + "' with the history of the timeline is not there: " +
                 "what was archived cannot be shown, nor can changes be read from before the "
                 "oldest active instant");
  } else if (std::filesystem::is_empty(path, error)) {
    state.Notice("the history of the timeline, '" + folder + "', has nothing: no instant was " +
                 "archived, or it was deleted");
  }
  return arrow::Status::OK();
}

}  // namespace hudi::sql
