// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/result_table.h"
#include "cli/verb.h"
#include "hudi/compatibility.h"

namespace hudi::cli {
namespace {

Style StyleOfVerdict(Verdict verdict) {
  switch (verdict) {
    case Verdict::kYes:
      return Style::kGood;
    case Verdict::kNo:
      return Style::kBad;
    case Verdict::kWithCare:
    case Verdict::kUnknown:
      return Style::kWarning;
  }
  return Style::kPlain;
}

Cell VerdictCell(Verdict verdict) {
  return {std::string(VerdictName(verdict)), StyleOfVerdict(verdict)};
}

// Lines of `text` behind a hanging indent.
void AppendHanging(std::string_view first, const std::string& text, const Screen& screen,
                   std::string* out) {
  const size_t indent = first.size();
  const bool wraps = screen.width != std::string::npos && screen.width > indent + 12;
  bool is_first = true;
  for (const std::string& line :
       WrapToWidth(text, wraps ? screen.width - indent : std::string::npos)) {
    *out += is_first ? std::string(first) : std::string(indent, ' ');
    *out += line + "\n";
    is_first = false;
  }
}

std::string HindranceText(size_t number, const Hindrance& hindrance, const Screen& screen) {
  std::string text;
  AppendHanging(fmt::format("{:>3}  ", number), hindrance.feature + ": " + hindrance.why, screen,
                &text);
  if (!hindrance.remedy.empty()) {
    AppendHanging("     what to do: ", hindrance.remedy, screen, &text);
  }
  AppendHanging("     known from: ", hindrance.source, screen, &text);
  return text;
}

arrow::Status PrintReport(const CompatibilityReport& report) {
  const Screen screen = OutputScreen();
  const std::string path = CutToWidth(report.base_path, screen.width, Cut::kMiddle, screen.unicode);
  std::string text = fmt::format("{}\n", Styled(path, Style::kStrong, screen));
  TextTable features({{}, {.min_width = 16, .wraps = true}});
  for (const auto& [name, value] : report.features) features.AddRow({{name}, {value}});
  text += features.Text(screen, 2, /*with_header=*/false);
  text += "\n";
  TextTable table({{.title = "engine"},
                   {.title = "release"},
                   {.title = "read"},
                   {.title = "write"},
                   {.title = "see", .min_width = 4, .wraps = true}});
  // Numbers of those that are named, in the order of their first appearance.
  std::vector<size_t> numbers(report.hindrances.size());
  std::string reasons;
  size_t count = 0;
  for (const EngineVerdict& engine : report.engines) {
    std::vector<std::string> see;
    for (const size_t index : engine.hindrances) {
      if (numbers[index] == 0) {
        numbers[index] = ++count;
        reasons += HindranceText(count, report.hindrances[index], screen);
      }
      see.push_back(std::to_string(numbers[index]));
    }
    table.AddRow({{engine.engine},
                  {engine.release},
                  VerdictCell(engine.read),
                  VerdictCell(engine.write),
                  {fmt::format("{}", fmt::join(see, ", "))}});
  }
  text += table.Text(screen);
  if (count > 0) text += "\nwhat stands in the way:\n" + reasons;
  return Print(text);
}

// One object an engine.
arrow::Status PrintAsJson(const CompatibilityReport& report) {
  std::string text;
  for (const EngineVerdict& engine : report.engines) {
    nlohmann::ordered_json object;
    object["engine"] = engine.engine;
    object["release"] = engine.release;
    object["read"] = VerdictName(engine.read);
    object["write"] = VerdictName(engine.write);
    nlohmann::ordered_json hindrances = nlohmann::ordered_json::array();
    for (const size_t index : engine.hindrances) {
      const Hindrance& hindrance = report.hindrances[index];
      hindrances.push_back({{"feature", hindrance.feature},
                            {"why", hindrance.why},
                            {"remedy", hindrance.remedy},
                            {"source", hindrance.source}});
    }
    object["hindrances"] = std::move(hindrances);
    text += object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  }
  return Print(text);
}

arrow::Status PrintAsCsv(const CompatibilityReport& report) {
  auto joined = [&report](const EngineVerdict& engine, std::string Hindrance::*part) {
    std::vector<std::string> parts;
    for (const size_t index : engine.hindrances) {
      if (!(report.hindrances[index].*part).empty()) {
        parts.push_back(report.hindrances[index].*part);
      }
    }
    return fmt::format("{}", fmt::join(parts, " "));
  };
  ResultTable table;
  using Engine = EngineVerdict;
  const std::vector<Engine>& engines = report.engines;
  ARROW_RETURN_NOT_OK(table.Add("engine", engines, [](const Engine& e) { return e.engine; }));
  ARROW_RETURN_NOT_OK(table.Add("release", engines, [](const Engine& e) { return e.release; }));
  ARROW_RETURN_NOT_OK(
      table.Add("read", engines, [](const Engine& e) { return std::string(VerdictName(e.read)); }));
  ARROW_RETURN_NOT_OK(table.Add("write", engines,
                                [](const Engine& e) { return std::string(VerdictName(e.write)); }));
  ARROW_RETURN_NOT_OK(
      table.Add("why", engines, [&](const Engine& e) { return joined(e, &Hindrance::why); }));
  ARROW_RETURN_NOT_OK(
      table.Add("remedy", engines, [&](const Engine& e) { return joined(e, &Hindrance::remedy); }));
  return table.Print(RowOutputFormat::kCsv);
}

arrow::Status RunCompat(const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(CompatibilityReport report,
                        CheckCompatibility(arguments.positional("TABLE")));
  const std::string format = arguments.Get("--format", "table");
  if (format == "json") return PrintAsJson(report);
  if (format == "csv") return PrintAsCsv(report);
  return PrintReport(report);
}

}  // namespace

const Verb& CompatVerb() {
  static const Verb kVerb = {
      .name = "compat",
      .summary = "Says which engine releases can read and write a table, and what is in the way.",
      .positionals = {{"TABLE", "the table's folder"}},
      .options = {{"--format",
                   "FORMAT",
                   "json: one object an engine; default table",
                   {"table", "json", "csv"}}},
      .details =
          "The answers come from the table's properties and the newest files, and from what the "
          "engines' sources and documentation say; the table need not be one that this program "
          "reads. `with care` names a condition, `unknown` means that nothing we can point to "
          "says.",
      .example = "hudi compat /tmp/numbers",
      .run = RunCompat,
  };
  return kVerb;
}

}  // namespace hudi::cli
