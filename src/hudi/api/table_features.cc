// SPDX-License-Identifier: Apache-2.0
#include "hudi/api/table_features.h"

#include <algorithm>

#include "hudi/base/text.h"
#include "hudi/config/java_classes.h"
#include "hudi/config/option_names.h"
#include "hudi/table/properties_file.h"

namespace hudi {
namespace {

// Footers that are read: the newest files tell how a table is written now.
constexpr size_t kMaxFooters = 200;

struct KnownVersion {
  std::string_view text;
  TableFeature feature;
};
constexpr KnownVersion kKnownVersions[] = {
    {"", TableFeature::kNoVersion},   {"0", TableFeature::kOldVersion},
    {"1", TableFeature::kOldVersion}, {"2", TableFeature::kOldVersion},
    {"3", TableFeature::kOldVersion}, {"4", TableFeature::kOldVersion},
    {"5", TableFeature::kVersion5},   {"6", TableFeature::kVersion6},
    {"7", TableFeature::kVersion7},   {"8", TableFeature::kVersion8},
    {"9", TableFeature::kVersion9},
};

enum class Match { kIs, kIsNot, kIsSet };

/// A feature that one property shows.
struct PropertyFeature {
  TableFeature feature;
  std::string_view name;
  std::string_view key;
  Match match;
  std::string_view value;  ///< what the property is taken to be if absent, for kIsNot
};
constexpr PropertyFeature kPropertyFeatures[] = {
    {TableFeature::kMergeOnRead, "merge-on-read", "hoodie.table.type", Match::kIs, "MERGE_ON_READ"},
    {TableFeature::kOtherBaseFormat, "base files that are not Parquet",
     "hoodie.table.base.file.format", Match::kIsNot, "PARQUET"},
    {TableFeature::kSeveralBaseFormats, "several base file formats",
     "hoodie.table.multiple.base.file.formats.enable", Match::kIs, "true"},
    {TableFeature::kForeignTableFormat, "another table format", "hoodie.table.format",
     Match::kIsNot, "native"},
    {TableFeature::kDroppedPartitionColumns, "partition columns only in paths",
     "hoodie.datasource.write.drop.partition.columns", Match::kIs, "true"},
    {TableFeature::kSlashSeparatedDates, "dates as yyyy/mm/dd in paths",
     "hoodie.datasource.write.slash.separated.date.partitioning", Match::kIs, "true"},
    {TableFeature::kBootstrapped, "bootstrapped from plain files", "hoodie.bootstrap.base.path",
     Match::kIsSet, ""},
    {TableFeature::kMetadataTable, "metadata table", "hoodie.table.metadata.partitions",
     Match::kIsSet, ""},
    {TableFeature::kRecordKey, "record key", "hoodie.table.recordkey.fields", Match::kIsSet, ""},
};

struct ShownProperty {
  std::string_view name;
  std::string_view key;
};
constexpr ShownProperty kShownProperties[] = {
    {"version", "hoodie.table.version"},
    {"type", "hoodie.table.type"},
    {"record key", "hoodie.table.recordkey.fields"},
    {"partition", "hoodie.table.partition.fields"},
    {"ordering", "hoodie.table.ordering.fields"},
    {"key generator", "hoodie.table.keygenerator.type"},
    {"key generator", "hoodie.table.keygenerator.class"},
    {"merge mode", "hoodie.record.merge.mode"},
    {"payload", "hoodie.compaction.payload.class"},
    {"partial updates", "hoodie.table.partial.update.mode"},
    {"metadata table", "hoodie.table.metadata.partitions"},
    {"time zone", "hoodie.table.timeline.timezone"},
    {"table format", "hoodie.table.format"},
};

std::string Get(const ConfigMap& properties, std::string_view key) {
  const auto found = properties.find(key);
  return found == properties.end() ? "" : found->second;
}

bool Matches(const PropertyFeature& row, const std::string& value) {
  switch (row.match) {
    case Match::kIs:
      return EqualsIgnoreCase(value, row.value);
    case Match::kIsNot:
      return !value.empty() && !EqualsIgnoreCase(value, row.value);
    case Match::kIsSet:
      return !value.empty();
  }
  return false;
}

FoundFeature VersionFeature(const std::string& version) {
  for (const KnownVersion& row : kKnownVersions) {
    if (row.text != version) continue;
    return {row.feature, version.empty() ? "no table version" : "table version " + version};
  }
  return {TableFeature::kFutureVersion, "table version " + version};
}

void AddMergeFeatures(const ConfigMap& properties, std::vector<FoundFeature>* found) {
  const bool merges_on_read =
      EqualsIgnoreCase(Get(properties, "hoodie.table.type"), "MERGE_ON_READ");
  std::string payload = Get(properties, "hoodie.compaction.payload.class");
  if (payload.empty()) payload = Get(properties, "hoodie.table.legacy.payload.class");
  bool own_class = !payload.empty() && !FindPayload(payload).has_value();
  if (payload.empty() && EqualsIgnoreCase(Get(properties, "hoodie.record.merge.mode"), "CUSTOM")) {
    payload = "of its own";
    own_class = true;
  }
  if (own_class) found->push_back({TableFeature::kOwnMergeClass, "merging by class " + payload});
  if (!merges_on_read) return;
  if (own_class) {
    found->push_back(
        {TableFeature::kMergeOnReadWithOwnClass, "log files merged by class " + payload});
  }
  if (Get(properties, "hoodie.table.ordering.fields").empty() ||
      EqualsIgnoreCase(Get(properties, "hoodie.populate.meta.fields"), "false")) {
    found->push_back({TableFeature::kMergeOnReadWithoutOrdering, "log files without ordering"});
  } else if (Get(properties, "hoodie.record.merge.mode") == "COMMIT_TIME_ORDERING") {
    found->push_back({TableFeature::kMergeOnReadByCommitTime, "log files in commit order"});
  }
}

void AddKeyFeatures(const ConfigMap& properties, std::vector<FoundFeature>* found) {
  std::string generator = Get(properties, "hoodie.table.keygenerator.type");
  if (generator.empty()) generator = Get(properties, "hoodie.table.keygenerator.class");
  if (generator.empty()) return;
  const KeyGeneratorName* known = FindKeyGenerator(generator);
  if (known == nullptr) {
    found->push_back({TableFeature::kOwnKeyGenerator, "key generator " + generator});
    return;
  }
  const std::string version = Get(properties, "hoodie.table.version");
  const std::string key = Get(properties, "hoodie.table.recordkey.fields");
  if (known->generator == KeyGeneratorType::kComplex && (version == "6" || version == "8") &&
      !key.empty() && key.find(',') == std::string::npos) {
    found->push_back({TableFeature::kComplexKeyOfOneColumn, "complex key of one column"});
  }
}

void AddFileFeatures(const FooterFacts& files, TableFeatures* features) {
  struct Codec {
    std::string_view name;
    TableFeature feature;
  };
  constexpr Codec kCodecs[] = {{"zstd", TableFeature::kZstd},
                               {"lz4_raw", TableFeature::kLz4Raw},
                               {"brotli", TableFeature::kBrotli}};
  for (const Codec& codec : kCodecs) {
    if (files.codecs.contains(std::string(codec.name))) {
      features->found.push_back({codec.feature, "codec " + std::string(codec.name)});
    }
  }
  std::string codecs;
  for (const std::string& codec : files.codecs) codecs += (codecs.empty() ? "" : ", ") + codec;
  if (!codecs.empty()) features->shown.emplace_back("codecs", codecs);
  if (files.has_local_timestamps) {
    features->found.push_back({TableFeature::kLocalTimestamps, "timestamps without zone"});
    features->shown.emplace_back("timestamps", "without zone");
  }
  if (files.has_int96) features->shown.emplace_back("timestamps", "as INT96");
  if (files.has_two_level_lists) features->shown.emplace_back("lists", "in two levels");
}

arrow::Result<FooterFacts> ReadNewestFooters(const Storage& storage) {
  ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> entries, storage.ListRecursive(""));
  std::erase_if(entries, [](const FileEntry& entry) {
    return entry.is_directory || entry.path.starts_with(".hoodie/") ||
           !entry.path.ends_with(".parquet") || entry.name().starts_with('.');
  });
  std::sort(entries.begin(), entries.end(),
            [](const FileEntry& a, const FileEntry& b) { return a.mtime_ms > b.mtime_ms; });
  if (entries.size() > kMaxFooters) entries.resize(kMaxFooters);
  FooterFacts all;
  for (const FileEntry& entry : entries) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::RandomAccessFile> file,
                          storage.OpenInput(entry.path));
    arrow::Result<FooterFacts> facts = ReadFooterFacts(std::move(file), entry.path);
    // What a failed writer left is no part of the table; a damaged file is for a read to report.
    if (!facts.ok()) continue;
    all.codecs.insert(facts->codecs.begin(), facts->codecs.end());
    all.has_local_timestamps |= facts->has_local_timestamps;
    all.has_int96 |= facts->has_int96;
    all.has_two_level_lists |= facts->has_two_level_lists;
  }
  return all;
}

}  // namespace

TableFeatures FeaturesOf(const ConfigMap& stored, const FooterFacts& files,
                         bool has_schema_history) {
  const ConfigMap properties = NormalizeStored(stored);
  TableFeatures features;
  features.properties = properties;
  features.name = Get(properties, "hoodie.table.name");
  features.found.push_back({TableFeature::kAnyTable, "any table"});
  features.found.push_back(VersionFeature(Get(properties, "hoodie.table.version")));
  for (const PropertyFeature& row : kPropertyFeatures) {
    if (Matches(row, Get(properties, row.key))) {
      features.found.push_back({row.feature, std::string(row.name)});
    }
  }
  AddMergeFeatures(properties, &features.found);
  AddKeyFeatures(properties, &features.found);
  if (has_schema_history) {
    features.found.push_back({TableFeature::kSchemaOnRead, "schema evolution on read"});
  }
  for (const ShownProperty& row : kShownProperties) {
    const std::string value = Get(properties, row.key);
    const bool is_shown =
        std::any_of(features.shown.begin(), features.shown.end(),
                    [&row](const auto& shown) { return shown.first == row.name; });
    if (!value.empty() && !is_shown) features.shown.emplace_back(row.name, value);
  }
  AddFileFeatures(files, &features);
  return features;
}

arrow::Result<TableFeatures> FindTableFeatures(const Storage& storage) {
  ARROW_ASSIGN_OR_RAISE(const ConfigMap properties, ReadPropertiesFile(storage));
  ARROW_ASSIGN_OR_RAISE(const FooterFacts files, ReadNewestFooters(storage));
  // The history of schemas exists once schema evolution on read was used.
  ARROW_ASSIGN_OR_RAISE(const std::vector<FileEntry> schemas, storage.List(".hoodie/.schema"));
  const bool has_schema_history =
      std::any_of(schemas.begin(), schemas.end(),
                  [](const FileEntry& entry) { return entry.name().ends_with(".schemacommit"); });
  return FeaturesOf(properties, files, has_schema_history);
}

}  // namespace hudi
