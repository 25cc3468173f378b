// SPDX-License-Identifier: Apache-2.0
#include "hudi/compatibility.h"

#include <algorithm>

#include "hudi/api/compatibility_rules.h"
#include "hudi/api/table_features.h"
#include "hudi/read/plan/opened_table.h"
#include "hudi/storage/storage.h"
#include "hudi/table/table_config.h"
#include "hudi/table_reader.h"

namespace hudi {
namespace {

bool IsUsual(const CompatibilityRule& rule) {
  // That an engine only reads stands in the table; it is nothing about this table.
  return rule.feature == TableFeature::kAnyTable;
}

void ApplyRules(const TableFeatures& features, CompatibilityReport* report) {
  for (const EngineRow& row : EngineRows()) {
    EngineVerdict verdict;
    verdict.engine = row.name;
    verdict.release = row.release;
    report->engines.push_back(std::move(verdict));
  }
  for (const FoundFeature& found : features.found) {
    for (const CompatibilityRule& rule : CompatibilityRules()) {
      if (rule.feature != found.feature) continue;
      const size_t index = report->hindrances.size();
      for (size_t i = 0; i < EngineRows().size(); ++i) {
        if ((rule.engines & EngineRows()[i].engine) == 0) continue;
        EngineVerdict& verdict = report->engines[i];
        verdict.read = std::max(verdict.read, rule.read);
        verdict.write = std::max(verdict.write, rule.write);
        if (!IsUsual(rule)) verdict.hindrances.push_back(index);
      }
      if (IsUsual(rule)) continue;
      report->hindrances.push_back(
          {found.name, std::string(rule.why), std::string(rule.remedy), std::string(rule.source)});
    }
  }
}

// A word that no shell takes apart.
std::string ShellWord(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:=@+";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

/// An option of `hudi copy` that carries a property of the old table over.
struct CopyOption {
  std::string_view option;
  std::string_view key;
};
constexpr CopyOption kCopyOptions[] = {
    {"--key ", "hoodie.table.recordkey.fields"},
    {"--partition-by ", "hoodie.table.partition.fields"},
    {"--ordering ", "hoodie.table.ordering.fields"},
    {"--set hoodie.datasource.write.hive_style_partitioning=",
     "hoodie.datasource.write.hive_style_partitioning"},
    {"--set hoodie.datasource.write.partitionpath.urlencode=",
     "hoodie.datasource.write.partitionpath.urlencode"},
};

// Remedies say `hudi copy TABLE NEW`; the reader gets the command for this table.
void FillInCopies(const std::string& base_path, const ConfigMap& properties,
                  CompatibilityReport* report) {
  constexpr std::string_view kPattern = "hudi copy TABLE NEW";
  std::string options;
  for (const CopyOption& row : kCopyOptions) {
    const auto found = properties.find(row.key);
    if (found == properties.end() || found->second.empty() || found->second == "false") continue;
    options += " " + std::string(row.option) + ShellWord(found->second);
  }
  for (Hindrance& hindrance : report->hindrances) {
    const size_t at = hindrance.remedy.find(kPattern);
    if (at == std::string::npos) continue;
    hindrance.remedy.replace(at, kPattern.size(),
                             "hudi copy " + ShellWord(base_path) + " NEW" + options);
  }
}

// Of this library we need not guess: it is asked.
void AskThisLibrary(const Storage& storage, const std::string& base_path,
                    CompatibilityReport* report) {
  EngineVerdict verdict;
  verdict.engine = "hudi-cpp";
  verdict.release = "this one";
  auto refuse = [&](const char* feature, const arrow::Status& status, Verdict* which) {
    if (status.ok()) return;
    *which = Verdict::kNo;
    verdict.hindrances.push_back(report->hindrances.size());
    report->hindrances.push_back({feature, status.message(), "", "the library itself"});
  };
  const arrow::Status readable = TableReader::Open(base_path, {}).status();
  refuse("reading here", readable, &verdict.read);
  const arrow::Result<TableConfig> config = TableConfig::Load(storage);
  const arrow::Status writable =
      config.ok() ? ResolveWriteConfig({}, &*config, config->name()).status() : config.status();
  if (!writable.ok() && writable.message() == readable.message()) {
    verdict.write = Verdict::kNo;
  } else {
    refuse("writing here", writable, &verdict.write);
  }
  if (verdict.write == Verdict::kYes && config->metadata_table_on()) {
    verdict.write = Verdict::kWithCare;
    verdict.hindrances.push_back(report->hindrances.size());
    report->hindrances.push_back(
        {"metadata table", "A write here turns the table's metadata table off.",
         "Hudi on Spark builds it again with its next write.", "the library itself"});
  }
  report->engines.push_back(std::move(verdict));
}

}  // namespace

std::string_view VerdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kYes:
      return "yes";
    case Verdict::kWithCare:
      return "with care";
    case Verdict::kUnknown:
      return "unknown";
    case Verdict::kNo:
      return "no";
  }
  return "";
}

arrow::Result<CompatibilityReport> CheckCompatibility(const std::string& base_path) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> storage, Storage::Open(base_path));
  ARROW_ASSIGN_OR_RAISE(TableFeatures features, FindTableFeatures(*storage));
  CompatibilityReport report;
  report.base_path = storage->root();
  report.name = features.name;
  ApplyRules(features, &report);
  AskThisLibrary(*storage, base_path, &report);
  FillInCopies(report.base_path, features.properties, &report);
  report.features = std::move(features.shown);
  return report;
}

}  // namespace hudi
