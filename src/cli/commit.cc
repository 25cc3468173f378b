// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/result_table.h"
#include "cli/verb.h"
#include "hudi/error.h"
#include "hudi/table_info.h"

namespace hudi::cli {
namespace {

using Json = nlohmann::ordered_json;

struct FileStat {
  std::string partition;
  std::string file_id;
  std::string path;
  int64_t writes = 0;
  int64_t inserts = 0;
  int64_t updates = 0;
  int64_t deletes = 0;
  int64_t bytes = 0;
};

std::string TextOf(const Json& object, const char* name) {
  auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

int64_t NumberOf(const Json& object, const char* name) {
  auto found = object.find(name);
  return found != object.end() && found->is_number_integer() ? found->get<int64_t>() : 0;
}

// The write stats of a commit; none for other actions.
std::vector<FileStat> FileStats(const Json& metadata) {
  std::vector<FileStat> stats;
  auto partitions = metadata.find("partitionToWriteStats");
  if (partitions == metadata.end() || !partitions->is_object()) return stats;
  for (const auto& [partition, files] : partitions->items()) {
    for (const Json& file : files) {
      if (!file.is_object()) continue;
      stats.push_back({partition, TextOf(file, "fileId"), TextOf(file, "path"),
                       NumberOf(file, "numWrites"), NumberOf(file, "numInserts"),
                       NumberOf(file, "numUpdateWrites"), NumberOf(file, "numDeletes"),
                       NumberOf(file, "fileSizeInBytes")});
    }
  }
  return stats;
}

// The file groups that a replacecommit took out of sight, as a table of its own; empty without any.
arrow::Result<std::string> ReplacedText(const Json& metadata) {
  std::vector<std::pair<std::string, std::string>> groups;
  auto partitions = metadata.find("partitionToReplaceFileIds");
  if (partitions == metadata.end() || !partitions->is_object()) return "";
  for (const auto& [partition, ids] : partitions->items()) {
    for (const Json& id : ids) {
      if (id.is_string()) groups.emplace_back(partition, id.get<std::string>());
    }
  }
  if (groups.empty()) return "";
  Screen screen = OutputScreen();
  ResultTable table;
  ARROW_RETURN_NOT_OK(table.Add({"partition", {.min_width = 10, .cut = Cut::kMiddle}}, groups,
                                [](const auto& group) { return group.first; }));
  ARROW_RETURN_NOT_OK(table.Add({"file_id", {.min_width = 13, .cut = Cut::kMiddle}}, groups,
                                [](const auto& group) { return group.second; }));
  return "\n" + Styled("replaced file groups", Style::kStrong, screen) + "\n" + table.Text(screen);
}

arrow::Status PrintStats(const Json& metadata, const std::vector<FileStat>& stats,
                         RowOutputFormat format) {
  ResultTable table;
  using Stat = FileStat;
  ARROW_RETURN_NOT_OK(table.Add({"partition", {.min_width = 10, .cut = Cut::kMiddle}}, stats,
                                [](const Stat& s) { return s.partition; }));
  ARROW_RETURN_NOT_OK(table.Add({"file_id", {.min_width = 13, .cut = Cut::kMiddle}}, stats,
                                [](const Stat& s) { return s.file_id; }));
  ARROW_RETURN_NOT_OK(
      table.Add({"rows", {.rank = 1}}, stats, [](const Stat& s) { return s.writes; }));
  ARROW_RETURN_NOT_OK(table.Add({"inserted", {.short_title = "ins"}}, stats,
                                [](const Stat& s) { return s.inserts; }));
  ARROW_RETURN_NOT_OK(table.Add({"updated", {.short_title = "upd"}}, stats,
                                [](const Stat& s) { return s.updates; }));
  ARROW_RETURN_NOT_OK(table.Add({"deleted", {.short_title = "del"}}, stats,
                                [](const Stat& s) { return s.deletes; }));
  ARROW_RETURN_NOT_OK(table.Add({"bytes", {.title = "size", .rank = 2}, Form::kSize}, stats,
                                [](const Stat& s) { return s.bytes; }));
  // Partition and file id say the same.
  ARROW_RETURN_NOT_OK(table.Add({"path", {.min_width = 60, .cut = Cut::kMiddle, .rank = 3}}, stats,
                                [](const Stat& s) { return s.path; }));
  if (format != RowOutputFormat::kTable) return table.Print(format);
  ARROW_ASSIGN_OR_RAISE(std::string replaced, ReplacedText(metadata));
  return Print(table.Text(OutputScreen()) + replaced);
}

// The metadata of an action that wrote no files: a line a value, named by its place in the
// document.
arrow::Status PrintValues(const Json& metadata, RowOutputFormat format) {
  std::vector<std::pair<std::string, std::string>> values;
  if (!metadata.empty()) {
    const Json flat = metadata.flatten();
    for (const auto& [pointer, value] : flat.items()) {
      std::string text = value.is_string()
                             ? value.get<std::string>()
                             : value.dump(-1, ' ', false, Json::error_handler_t::replace);
      values.emplace_back(pointer.substr(std::min<size_t>(1, pointer.size())), std::move(text));
    }
  }
  ResultTable table;
  ARROW_RETURN_NOT_OK(table.Add({"name", {.min_width = 20, .cut = Cut::kMiddle}}, values,
                                [](const auto& pair) { return pair.first; }));
  ARROW_RETURN_NOT_OK(table.Add({"value", {.min_width = 20, .cut = Cut::kMiddle}}, values,
                                [](const auto& pair) { return pair.second; }));
  return table.Print(format);
}

arrow::Status RunCommit(const Arguments& arguments) {
  const std::string& instant = arguments.positional("INSTANT");
  ARROW_ASSIGN_OR_RAISE(std::string text, ReadCommitAsJson(arguments.positional("TABLE"), instant));
  Json metadata = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (metadata.is_discarded()) {
    return Fail(ErrorCode::kCorruptFile, instant, "instant ", instant,
                ": its metadata is no JSON document");
  }
  std::string format = arguments.Get("--format", "table");
  if (format == "json") {
    return Print(metadata.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
  }
  std::vector<FileStat> stats = FileStats(metadata);
  return stats.empty() ? PrintValues(metadata, OutputFormatOf(format))
                       : PrintStats(metadata, stats, OutputFormatOf(format));
}

}  // namespace

const Verb& CommitVerb() {
  static const Verb kVerb = {
      .name = "commit",
      .summary = "Shows what one instant did: the files it wrote, or all its metadata.",
      .positionals = {{"TABLE", "the table's folder"},
                      {"INSTANT", "begin of the instant, as `hudi timeline` shows it"}},
      .options =
          {{"--format",
            "FORMAT",
            "table or csv: a line a written file, or of an instant that wrote none a line a value "
            "of its metadata; json: the instant's whole metadata; default table",
            {"table", "json", "csv"}}},
      .details = "",
      .example = "hudi commit /tmp/numbers 20250728083000123 --format json",
      .run = RunCommit,
  };
  return kVerb;
}

}  // namespace hudi::cli
