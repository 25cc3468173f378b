// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>
#include <CLI/Version.hpp>
#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/text_table.h"
#include "cli/verb.h"
#include "hudi/environment.h"
#include "hudi/error.h"

namespace hudi::cli {
namespace {

bool IsBroken(const EnvironmentCheck& check) { return check.needed && !check.ok; }

std::string CheckTable(const std::vector<EnvironmentCheck>& checks, const Screen& screen) {
  TextTable table({{}, {}, {.min_width = 18, .wraps = true}, {.min_width = 18, .wraps = true}});
  for (const EnvironmentCheck& check : checks) {
    const Cell state = check.ok       ? Cell{"ok", Style::kGood}
                       : check.needed ? Cell{"broken", Style::kBad}
                                      : Cell{"off", Style::kWarning};
    table.AddRow({state, {check.name}, {check.value}, {check.note, Style::kFaint}});
  }
  return table.Text(screen, 2, /*with_header=*/false);
}

std::string LibraryTable(const std::vector<LibraryInfo>& libraries, const Screen& screen) {
  TextTable table({{.title = "library"},
                   {.title = "built with"},
                   {.title = "running"},
                   {.title = "for", .min_width = 14, .wraps = true},
                   {.title = "from", .min_width = 12, .cut = Cut::kMiddle}});
  for (const LibraryInfo& library : libraries) {
    const std::string running =
        library.path.empty() && library.running.empty() ? "compiled in" : library.running;
    table.AddRow(
        {{library.name}, {library.built_with}, {running}, {library.purpose}, {library.path}});
  }
  return table.Text(screen, 2);
}

std::string FeatureTable(const std::vector<FeatureInfo>& features, const Screen& screen) {
  TextTable table({{}, {.min_width = 24, .wraps = true}, {.min_width = 20, .wraps = true}});
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

std::string ReportAsText(const EnvironmentReport& report, const std::string& folder,
                         const std::vector<EnvironmentCheck>& folder_checks) {
  const Screen screen = OutputScreen();
  auto title = [&screen](std::string_view text) {
    return Styled(text, Style::kStrong, screen) + "\n";
  };
  std::string text = fmt::format("hudi {}, built with {} ({})\n", HUDI_VERSION, report.compiler,
                                 report.build_type);
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
  ARROW_RETURN_NOT_OK(Print(arguments.Get("--format", "table") == "json"
                                ? ReportAsJson(report, folder, folder_checks)
                                : ReportAsText(report, folder, folder_checks)));
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
      .options = {{"--format", "FORMAT", "json: one object; default table", {"table", "json"}}},
      .details =
          "Fails (exit 1) if something that is needed is broken. What is tried out in PATH "
          "happens in a hidden folder that is removed again.",
      .example = "hudi doctor /tmp",
      .run = RunDoctor,
  };
  return kVerb;
}

}  // namespace hudi::cli
