// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/amounts.h"
#include "cli/arguments.h"
#include "cli/chart.h"
#include "cli/log_report.h"
#include "cli/output.h"
#include "cli/result_table.h"
#include "cli/verb.h"
#include "hudi/table_info.h"

namespace hudi::cli {
namespace {

struct PartitionSum {
  int64_t file_groups = 0;
  int64_t log_files = 0;
  int64_t rows = 0;
  int64_t bytes = 0;
};

std::map<std::string, PartitionSum> SumPartitions(const TableInfo& info) {
  std::map<std::string, PartitionSum> sums;
  for (const std::string& partition : info.partitions) sums[partition];
  for (const FileInfo& file : info.files) {
    PartitionSum& sum = sums[file.partition];
    ++sum.file_groups;
    sum.log_files += file.num_log_files;
    sum.rows += std::max<int64_t>(file.num_rows, 0);
    sum.bytes += file.size_bytes;
  }
  return sums;
}

PartitionSum Total(const std::map<std::string, PartitionSum>& partitions) {
  PartitionSum total;
  for (const auto& [name, sum] : partitions) {
    total.file_groups += sum.file_groups;
    total.log_files += sum.log_files;
    total.rows += sum.rows;
    total.bytes += sum.bytes;
  }
  return total;
}

// Whether the rows of every live file are known.
bool HasRowCounts(const TableInfo& info) {
  return std::all_of(info.files.begin(), info.files.end(),
                     [](const FileInfo& file) { return file.num_rows >= 0; });
}

constexpr size_t kIndent = 2;
constexpr size_t kManyLines = 100;

std::string Heading(std::string_view text, const Screen& screen) {
  return Styled(text, Style::kStrong, screen) + "\n";
}

using Pairs = std::vector<std::pair<std::string, std::string>>;

// Names and values; what is too wide goes on in further lines.
std::string PairsText(const Pairs& pairs, size_t max_lines, const Screen& screen) {
  constexpr size_t kLeastOfName = 24;
  constexpr size_t kLeastOfValue = 16;
  TextTable table(
      {{.title = "", .min_width = kLeastOfName, .cut = Cut::kMiddle},
       {.title = "", .min_width = kLeastOfValue, .wraps = true, .max_lines = max_lines}});
  for (const auto& [name, value] : pairs) table.AddRow({{name}, {value}});
  return table.Text(screen, kIndent, /*with_header=*/false);
}

arrow::Result<ResultTable> PartitionTable(const std::map<std::string, PartitionSum>& partitions,
                                          size_t shown, bool with_rows, bool for_people) {
  std::vector<std::pair<std::string, PartitionSum>> rows;
  for (const auto& [name, sum] : partitions) {
    if (rows.size() == shown) break;
    rows.emplace_back(name.empty() && for_people ? "(none)" : name, sum);
  }
  bool with_logs = std::any_of(rows.begin(), rows.end(),
                               [](const auto& row) { return row.second.log_files > 0; });
  using Row = std::pair<std::string, PartitionSum>;
  ResultTable table;
  ARROW_RETURN_NOT_OK(table.Add({"partition", {.min_width = 12, .cut = Cut::kMiddle}}, rows,
                                [](const Row& r) { return r.first; }));
  ARROW_RETURN_NOT_OK(table.Add({"file_groups", {.title = "file groups", .short_title = "groups"}},
                                rows, [](const Row& r) { return r.second.file_groups; }));
  if (with_logs || !for_people) {
    ARROW_RETURN_NOT_OK(table.Add({"log_files", {.title = "log files", .short_title = "logs"}},
                                  rows, [](const Row& r) { return r.second.log_files; }));
  }
  ARROW_RETURN_NOT_OK(table.Add({"bytes", {.title = "size"}, Form::kSize}, rows,
                                [](const Row& r) { return r.second.bytes; }));
  if (with_rows) {
    ARROW_RETURN_NOT_OK(table.Add("rows", rows, [](const Row& r) { return r.second.rows; }));
  }
  return table;
}

Pairs SummaryOf(const TableInfo& info, const PartitionSum& total, bool with_rows,
                const LogReport& logs) {
  Pairs summary = {
      {"table", info.name},
      {"path", info.base_path},
      {"type", info.type},
      {"version", std::to_string(info.version)},
  };
  constexpr std::pair<const char*, const char*> kFacts[] = {
      {"record key", "hoodie.table.recordkey.fields"},
      {"partitioned by", "hoodie.table.partition.fields"},
      {"ordering", "hoodie.table.ordering.fields"},
      {"ordering", "hoodie.table.precombine.field"},
  };
  for (const auto& [name, key] : kFacts) {
    auto property = info.properties.find(key);
    if (property == info.properties.end() || property->second.empty()) continue;
    if (summary.back().first != name) summary.emplace_back(name, property->second);
  }
  summary.emplace_back("partitions", GroupedText(static_cast<int64_t>(info.partitions.size())));
  summary.emplace_back("file groups", GroupedText(total.file_groups));
  summary.emplace_back("log files", GroupedText(total.log_files));
  if (logs.has_files()) summary.emplace_back("log blocks", logs.CountsText());
  if (with_rows) {
    // Rows in log files cannot be told from their footers.
    summary.emplace_back(total.log_files > 0 ? "rows in base files" : "rows",
                         GroupedText(total.rows));
  }
  summary.emplace_back("size", SizeText(total.bytes));
  summary.emplace_back("old files", fmt::format("{}, {}", GroupedText(info.num_old_files),
                                                SizeText(info.old_bytes)));
  return summary;
}

std::string SchemaText(const TableInfo& info, const Screen& screen) {
  if (info.schema == nullptr) return "  none yet: nothing was written\n";
  Pairs columns;
  for (const std::shared_ptr<arrow::Field>& field : info.schema->fields()) {
    columns.emplace_back(field->name(),
                         SparkTypeText(*field->type()) + (field->nullable() ? "" : " not null"));
  }
  return PairsText(columns, kManyLines, screen);
}

/// What the caller wants to see besides the summary.
struct Shown {
  bool all = false;         ///< long lists whole
  bool all_blocks = false;  ///< every block of the log files
};

arrow::Result<std::string> AsText(const TableInfo& info, const LogReport& logs, Shown wanted,
                                  const Screen& screen) {
  constexpr size_t kMostPartitions = 20;
  std::map<std::string, PartitionSum> partitions = SumPartitions(info);
  bool with_rows = HasRowCounts(info);
  std::string text = Heading("summary", screen);
  text += PairsText(SummaryOf(info, Total(partitions), with_rows, logs), kManyLines, screen);
  text += "\n" + Heading("properties", screen);
  text += PairsText({info.properties.begin(), info.properties.end()}, /*max_lines=*/3, screen);
  text += "\n" + Heading("schema", screen) + SchemaText(info, screen);
  if (!partitions.empty()) {
    size_t shown = wanted.all ? partitions.size() : std::min(partitions.size(), kMostPartitions);
    ARROW_ASSIGN_OR_RAISE(ResultTable table,
                          PartitionTable(partitions, shown, with_rows, /*for_people=*/true));
    text += "\n" + Heading("partitions", screen) + table.Text(screen, kIndent);
    if (shown < partitions.size()) {
      text += fmt::format("  {} {} more (--all shows them)\n", screen.unicode ? "\u2026" : "...",
                          GroupedText(static_cast<int64_t>(partitions.size() - shown)));
    }
  }
  std::vector<int64_t> sizes;
  for (const FileInfo& file : info.files) {
    if (!file.path.empty()) sizes.push_back(file.size_bytes);
  }
  std::string histogram = SizeHistogram(sizes, screen, kIndent);
  if (!histogram.empty()) text += "\n" + Heading("sizes of base files", screen) + histogram;
  ARROW_ASSIGN_OR_RAISE(std::string left_out,
                        logs.LeftOutText(screen, kIndent, wanted.all ? SIZE_MAX : kMostPartitions));
  if (!left_out.empty()) {
    text += "\n" + Heading("log blocks that queries leave out", screen) + left_out;
  }
  if (wanted.all_blocks) {
    ARROW_ASSIGN_OR_RAISE(std::string blocks, logs.BlocksText(screen, kIndent));
    if (!blocks.empty()) text += "\n" + Heading("log blocks", screen) + blocks;
  }
  return text;
}

std::string AsJson(const TableInfo& info, const LogReport& logs, bool all_blocks) {
  using Json = nlohmann::ordered_json;
  std::map<std::string, PartitionSum> partitions = SumPartitions(info);
  PartitionSum total = Total(partitions);
  bool with_rows = HasRowCounts(info);
  Json object = {
      {"name", info.name},       {"path", info.base_path},           {"type", info.type},
      {"version", info.version}, {"file_groups", total.file_groups}, {"log_files", total.log_files},
      {"bytes", total.bytes},    {"old_files", info.num_old_files},  {"old_bytes", info.old_bytes}};
  if (with_rows) object["rows"] = total.rows;
  object["properties"] = info.properties;
  Json columns = Json::array();
  if (info.schema != nullptr) {
    for (const std::shared_ptr<arrow::Field>& field : info.schema->fields()) {
      columns.push_back({{"name", field->name()},
                         {"type", SparkTypeText(*field->type())},
                         {"nullable", field->nullable()}});
    }
  }
  object["schema"] = std::move(columns);
  Json list = Json::array();
  for (const auto& [name, sum] : partitions) {
    Json partition = {{"partition", name},
                      {"file_groups", sum.file_groups},
                      {"log_files", sum.log_files},
                      {"bytes", sum.bytes}};
    if (with_rows) partition["rows"] = sum.rows;
    list.push_back(std::move(partition));
  }
  object["partitions"] = std::move(list);
  if (logs.has_files()) logs.AddTo(&object, all_blocks);
  return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

arrow::Status RunInspect(const Arguments& arguments) {
  const std::string& path = arguments.positional("TABLE");
  ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(path));
  if (arguments.Has("--rows")) {
    ARROW_ASSIGN_OR_RAISE(info.files, ListTableFiles(path, /*live_only=*/true, /*with_rows=*/true));
  }
  std::string format = arguments.Get("--format", "table");
  if (format == "csv") {
    std::map<std::string, PartitionSum> partitions = SumPartitions(info);
    ARROW_ASSIGN_OR_RAISE(ResultTable table,
                          PartitionTable(partitions, partitions.size(), arguments.Has("--rows"),
                                         /*for_people=*/false));
    return table.Print(RowOutputFormat::kCsv);
  }
  Shown wanted{arguments.Has("--all"), arguments.Has("--logs")};
  std::vector<LogFileInfo> log_files;
  if (info.type == "MERGE_ON_READ" || wanted.all_blocks) {
    ARROW_ASSIGN_OR_RAISE(log_files, ListLogFiles(path, /*live_only=*/!wanted.all_blocks));
  }
  LogReport logs(std::move(log_files));
  if (format == "json") return Print(AsJson(info, logs, wanted.all_blocks));
  ARROW_ASSIGN_OR_RAISE(std::string text, AsText(info, logs, wanted, OutputScreen()));
  return Print(text);
}

}  // namespace

const Verb& InspectVerb() {
  static const Verb kVerb = {
      .name = "inspect",
      .summary = "Shows a table's properties, schema, partitions, file groups and sizes.",
      .positionals = {{"TABLE", "the table's folder"}},
      .options =
          {{"--all", "", "every partition, however many there are", {}},
           {"--logs", "", "every block of the log files, of old slices and change data too", {}},
           {"--rows", "", "count the rows, from the footer of each file", {}},
           {"--format",
            "FORMAT",
            "table; json: all of it as one object; csv: a line a partition; default table",
            {"table", "json", "csv"}}},
      .details =
          "Sizes and counts are those of the latest file slices; files that a later commit "
          "replaced "
          "are the old files. Blocks of log files that queries leave out are named: half-written "
          "or "
          "damaged ones, and those of writes that failed or were rolled back.",
      .example = "hudi inspect /tmp/numbers",
      .run = RunInspect,
  };
  return kVerb;
}

}  // namespace hudi::cli
