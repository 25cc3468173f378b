// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>
#include <CLI/Version.hpp>
#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/result_table.h"
#include "cli/text_table.h"
#include "cli/verb.h"
#include "hudi/environment.h"
#include "hudi/error.h"

namespace hudi::cli {
namespace {

bool IsBroken(const EnvironmentCheck& check) { return check.needed && !check.ok; }

std::string StateOf(const EnvironmentCheck& check) {
  if (check.ok) return "ok";
  return check.needed ? "broken" : "off";
}

std::string CheckTable(const std::vector<EnvironmentCheck>& checks, const Screen& screen) {
  TextTable table({{},
                   {.min_width = 8, .wraps = true},
                   {.min_width = 10, .wraps = true},
                   {.min_width = 10, .wraps = true}});
  for (const EnvironmentCheck& check : checks) {
    const Style style = check.ok ? Style::kGood : IsBroken(check) ? Style::kBad : Style::kWarning;
    table.AddRow(
        {{StateOf(check), style}, {check.name}, {check.value}, {check.note, Style::kFaint}});
  }
  return table.Text(screen, 2, /*with_header=*/false);
}

std::string LibraryTable(const std::vector<LibraryInfo>& libraries, const Screen& screen) {
  TextTable table({{.title = "library"},
                   {.title = "built with"},
                   {.title = "running"},
                   {.title = "for", .min_width = 14, .wraps = true},
                   {.title = "from", .min_width = 12, .cut = Cut::kMiddle, .rank = 1}});
  for (const LibraryInfo& library : libraries) {
    const std::string running =
        library.path.empty() && library.running.empty() ? "compiled in" : library.running;
    table.AddRow(
        {{library.name}, {library.built_with}, {running}, {library.purpose}, {library.path}});
  }
  return table.Text(screen, 2);
}

std::string FeatureTable(const std::vector<FeatureInfo>& features, const Screen& screen) {
  TextTable table({{}, {.min_width = 14, .wraps = true}, {.min_width = 14, .wraps = true}});
  for (const FeatureInfo& feature : features) {
    table.AddRow({feature.on ? Cell{"on", Style::kGood} : Cell{"off", Style::kWarning},
                  {feature.name},
                  {feature.note, Style::kFaint}});
  }
  return table.Text(screen, 2, /*with_header=*/false);
}

nlohmann::ordered_json ChecksAsJson(const std::vector<EnvironmentCheck>& checks) {
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (const EnvironmentCheck& check : checks) {
    array.push_back({{"name", check.name},
                     {"ok", check.ok},
                     {"needed", check.needed},
                     {"value", check.value},
                     {"note", check.note}});
  }
  return array;
}

std::string ReportAsJson(const EnvironmentReport& report, const std::string& folder,
                         const std::vector<EnvironmentCheck>& folder_checks) {
  nlohmann::ordered_json object;
  object["hudi"] = HUDI_VERSION;
  object["compiler"] = report.compiler;
  object["build_type"] = report.build_type;
  nlohmann::ordered_json libraries = nlohmann::ordered_json::array();
  for (const LibraryInfo& library : report.libraries) {
    libraries.push_back({{"name", library.name},
                         {"built_with", library.built_with},
                         {"running", library.running},
                         {"purpose", library.purpose},
                         {"path", library.path}});
  }
  object["libraries"] = std::move(libraries);
  object["checks"] = ChecksAsJson(report.checks);
  nlohmann::ordered_json features = nlohmann::ordered_json::array();
  for (const FeatureInfo& feature : report.features) {
    features.push_back({{"name", feature.name}, {"on", feature.on}, {"note", feature.note}});
  }
  object["features"] = std::move(features);
  if (!folder.empty()) {
    object["folder"] = folder;
    object["folder_checks"] = ChecksAsJson(folder_checks);
  }
  return object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

/// What is reported, flat: a line of CSV.
struct ReportLine {
  std::string section;
  std::string name;
  std::string state;  ///< of a check or a feature
  std::string value;
  std::string note;
  std::string built_with;
  std::string path;
};

arrow::Status PrintAsCsv(const EnvironmentReport& report,
                         const std::vector<EnvironmentCheck>& folder_checks) {
  std::vector<ReportLine> lines = {
      {"program", "hudi", "", HUDI_VERSION, report.build_type, report.compiler, ""}};
  for (const LibraryInfo& library : report.libraries) {
    lines.push_back({"libraries", library.name, "", library.running, library.purpose,
                     library.built_with, library.path});
  }
  auto add_checks = [&lines](const char* section, const std::vector<EnvironmentCheck>& checks) {
    for (const EnvironmentCheck& check : checks) {
      lines.push_back({section, check.name, StateOf(check), check.value, check.note, "", ""});
    }
  };
  add_checks("checks", report.checks);
  for (const FeatureInfo& feature : report.features) {
    lines.push_back(
        {"features", feature.name, feature.on ? "on" : "off", "", feature.note, "", ""});
  }
  add_checks("folder_checks", folder_checks);
  using L = ReportLine;
  ResultTable table;
  ARROW_RETURN_NOT_OK(table.Add("section", lines, [](const L& l) { return l.section; }));
  ARROW_RETURN_NOT_OK(table.Add("name", lines, [](const L& l) { return l.name; }));
  ARROW_RETURN_NOT_OK(table.Add("state", lines, [](const L& l) { return l.state; }));
  ARROW_RETURN_NOT_OK(table.Add("value", lines, [](const L& l) { return l.value; }));
  ARROW_RETURN_NOT_OK(table.Add("note", lines, [](const L& l) { return l.note; }));
  ARROW_RETURN_NOT_OK(table.Add("built_with", lines, [](const L& l) { return l.built_with; }));
  ARROW_RETURN_NOT_OK(table.Add("path", lines, [](const L& l) { return l.path; }));
  return table.Print(RowOutputFormat::kCsv);
}

std::string ReportAsText(const EnvironmentReport& report, const std::string& folder,
                         const std::vector<EnvironmentCheck>& folder_checks) {
  const Screen screen = OutputScreen();
  auto title = [&screen](std::string_view text) {
    return Styled(CutToWidth(text, screen.width, Cut::kMiddle, screen.unicode), Style::kStrong,
                  screen) +
           "\n";
  };
  std::string text = Wrapped(
      fmt::format("hudi {}, built with {} ({})", HUDI_VERSION, report.compiler, report.build_type),
      screen);
  text += "\n" + title("libraries") + LibraryTable(report.libraries, screen);
  text += "\n" + title("this machine") + CheckTable(report.checks, screen);
  if (!folder.empty()) {
    text += "\n" + title("folder " + folder) + CheckTable(folder_checks, screen);
  }
  text += "\n" + title("features") + FeatureTable(report.features, screen);
  return text;
}

arrow::Status RunDoctor(const Arguments& arguments) {
  EnvironmentReport report = DescribeEnvironment();
  report.libraries.push_back({"CLI11", "the command line", CLI11_VERSION, "", ""});
  std::string folder;
  std::vector<EnvironmentCheck> checks = report.checks;
  std::vector<EnvironmentCheck> folder_checks;
  if (arguments.HasPositional("PATH")) {
    folder = arguments.positional("PATH");
    folder_checks = CheckFolder(folder);
    checks.insert(checks.end(), folder_checks.begin(), folder_checks.end());
  }
  const std::string format = arguments.Get("--format", "table");
  if (format == "csv") {
    ARROW_RETURN_NOT_OK(PrintAsCsv(report, folder_checks));
  } else {
    ARROW_RETURN_NOT_OK(Print(format == "json" ? ReportAsJson(report, folder, folder_checks)
                                               : ReportAsText(report, folder, folder_checks)));
  }
  const auto broken = std::find_if(checks.begin(), checks.end(), IsBroken);
  if (broken == checks.end()) return arrow::Status::OK();
  return Fail(ErrorCode::kStorage, broken->name, broken->name, ": ", broken->value,
              broken->note.empty() ? "" : "; ", broken->note);
}

}  // namespace

const Verb& DoctorVerb() {
  static const Verb kVerb = {
      .name = "doctor",
      .summary = "Shows what this program is built of, and whether this machine has what it needs.",
      .positionals = {{"PATH",
                       "a folder to try out: exclusive creation, renaming, locks, free space",
                       /*optional=*/true}},
      .options = {{"--format",
                   "FORMAT",
                   "json: one object; csv: a line a finding; default table",
                   {"table", "json", "csv"}}},
      .details =
          "Fails (exit 1) if something that is needed is broken. What is tried out in PATH "
          "happens in a hidden folder that is removed again.",
      .example = "hudi doctor /tmp",
      .run = RunDoctor,
  };
  return kVerb;
}

}  // namespace hudi::cli
