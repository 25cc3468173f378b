// SPDX-License-Identifier: Apache-2.0
#include "sql/session/table_options.h"

#include <algorithm>

#include "hudi/config.h"
#include "hudi/error.h"
#include "sql/session/name_list.h"

namespace hudi::sql {
namespace {

constexpr const char* kName = "hoodie.table.name";
constexpr const char* kDatabase = "hoodie.database.name";
constexpr const char* kType = "hoodie.datasource.write.table.type";
constexpr const char* kKey = "hoodie.datasource.write.recordkey.field";
constexpr const char* kPartition = "hoodie.datasource.write.partitionpath.field";
constexpr const char* kOrdering = "hoodie.datasource.write.precombine.field";
constexpr const char* kHiveStyle = "hoodie.datasource.write.hive_style_partitioning";
constexpr const char* kUrlEncode = "hoodie.datasource.write.partitionpath.urlencode";
constexpr const char* kGenerator = "hoodie.datasource.write.keygenerator.class";

struct ShortName {
  std::string_view name;  // lower case
  const char* key;
};
constexpr ShortName kShortNames[] = {
    {"type", kType},
    {"primarykey", kKey},
    {"precombinefield", kOrdering},
    {"orderingfields", kOrdering},
    {"payloadclass", "hoodie.datasource.write.payload.class"},
    {"recordmergemode", "hoodie.write.record.merge.mode"},
    {"recordmergestrategyid", "hoodie.write.record.merge.strategy.id"},
};

// Other spellings of the keys above.
constexpr ShortName kOtherNames[] = {
    {"hoodie.table.type", kType},
    {"hoodie.table.recordkey.fields", kKey},
    {"hoodie.table.partition.fields", kPartition},
    {"hoodie.table.precombine.field", kOrdering},
    {"hoodie.table.ordering.fields", kOrdering},
    {"hoodie.datasource.write.table.name", kName},
};

class Reader {
 public:
  explicit Reader(const arrow::Schema* columns) : columns_(columns) {}

  arrow::Status Take(const std::string& given, const std::string& value) {
    std::string lower = LowerCase(given);
    for (const ShortName& row : kShortNames) {
      if (lower == row.name) return Put(row.key, given, ValueOf(row.key, value));
    }
    for (const ShortName& row : kOtherNames) {
      if (lower == row.name) return Put(row.key, given, ValueOf(row.key, value));
    }
    if (!lower.starts_with("hoodie.")) {
      // Spark keeps what it does not know in its catalog; it does nothing.
      options_.write_options[given] = value;
      return arrow::Status::OK();
    }
    if (FindConfigKey(given) == nullptr) {
      std::string nearest = NearestConfigKey(given);
      return Fail(ErrorCode::kInvalidConfig, given, "unknown config '", given, "'",
                  nearest.empty() ? "" : "; did you mean '" + nearest + "'?");
    }
    return Put(given, given, value);
  }

  arrow::Status CheckType() const {
    std::string type = Get(kType);
    if (type.empty() || type == "COPY_ON_WRITE" || type == "MERGE_ON_READ") {
      return arrow::Status::OK();
    }
    return Fail(ErrorCode::kInvalidConfig, "type", "'type' = '", type,
                "': expected 'cow' or 'mor'");
  }

  // Names in the case that the columns have; an unknown one is an error.
  arrow::Status CheckColumns(const char* key, std::string_view what) {
    if (columns_ == nullptr || Get(key).empty()) return arrow::Status::OK();
    std::vector<std::string> names = SplitNames(Get(key));
    for (std::string& name : names) {
      std::string plain = name.substr(0, name.find(':'));
      std::string top = plain.substr(0, plain.find('.'));
      auto found = std::find_if(columns_->fields().begin(), columns_->fields().end(),
                                [&](const auto& field) { return SameWord(field->name(), top); });
      if (found == columns_->fields().end()) {
        return Fail(ErrorCode::kInvalidConfig, plain, "the ", what, " '", plain,
                    "' is no column of the table: expected one of ", Listed());
      }
      name = (*found)->name() + name.substr(top.size());
    }
    options_.config[key] = JoinNames(names);
    return arrow::Status::OK();
  }

  arrow::Status TakePartitions(const CreateTableStatement& create) {
    std::vector<std::string> given = SplitNames(Get(kPartition));
    std::vector<std::string> plain = given;
    for (std::string& name : plain) name.resize(std::min(name.find(':'), name.size()));
    if (!create.partition_columns.empty()) {
      bool same = std::equal(plain.begin(), plain.end(), create.partition_columns.begin(),
                             create.partition_columns.end(),
                             [](const auto& a, const auto& b) { return SameWord(a, b); });
      if (!given.empty() && !same) {
        return Fail(ErrorCode::kConfigConflict, kPartition, "PARTITIONED BY (",
                    JoinNames(create.partition_columns), ") contradicts '", kPartition, "' = '",
                    Get(kPartition), "'");
      }
      if (given.empty()) options_.config[kPartition] = JoinNames(create.partition_columns);
    }
    ARROW_RETURN_NOT_OK(CheckColumns(kPartition, "partition column"));
    options_.partition_fields = SplitNames(Get(kPartition));
    for (std::string& name : options_.partition_fields) {
      name.resize(std::min(name.find(':'), name.size()));
    }
    return CheckPartitionOrder();
  }

  // What SQL fixes unless a property says otherwise.
  void FillIn(const std::string& table_name, const std::string& database) {
    options_.config.emplace(kName, table_name);
    options_.config.emplace(kDatabase, database);
    options_.config.emplace(kHiveStyle, "true");
    options_.config.emplace(kUrlEncode, "false");
    for (const char* key :
         {kGenerator, "hoodie.table.keygenerator.class", "hoodie.table.keygenerator.type",
          "hoodie.datasource.write.keygenerator.type"}) {
      if (!Get(key).empty()) return;
    }
    size_t num_keys = SplitNames(Get(kKey)).size();
    size_t num_partitions = options_.partition_fields.size();
    std::string generator = "org.apache.hudi.keygen.ComplexKeyGenerator";
    if (num_partitions == 0) {
      generator = "org.apache.hudi.keygen.NonpartitionedKeyGenerator";
    } else if (num_partitions == 1 && num_keys <= 1) {
      generator = "org.apache.hudi.keygen.SimpleKeyGenerator";
    }
    options_.config[kGenerator] = generator;
  }

  std::string Get(const char* key) const {
    auto found = options_.config.find(key);
    return found == options_.config.end() ? "" : found->second;
  }

  TableOptions& options() { return options_; }

 private:
  static std::string ValueOf(std::string_view key, const std::string& value) {
    if (key != kType) return value;
    if (SameWord(value, "cow") || SameWord(value, "copy_on_write")) return "COPY_ON_WRITE";
    if (SameWord(value, "mor") || SameWord(value, "merge_on_read")) return "MERGE_ON_READ";
    return value;
  }

  arrow::Status Put(const std::string& key, const std::string& given, const std::string& value) {
    auto [entry, added] = options_.config.emplace(key, value);
    if (added) {
      given_as_[key] = given;
      return arrow::Status::OK();
    }
    if (JoinNames(SplitNames(entry->second)) == JoinNames(SplitNames(value)))
      return arrow::Status::OK();
    return Fail(ErrorCode::kConfigConflict, given, "'", given, "' = '", value, "' contradicts '",
                given_as_[key], "' = '", entry->second, "'");
  }

  // As in the reference: columns of a table are read in the order in which they stand.
  arrow::Status CheckPartitionOrder() const {
    if (columns_ == nullptr) return arrow::Status::OK();
    int last = -1;
    for (const std::string& name : options_.partition_fields) {
      int index = columns_->GetFieldIndex(name);
      if (index < 0) continue;  // a nested one
      if (index < last) {
        return Fail(ErrorCode::kInvalidConfig, name,
                    "the partition columns stand in another order than in the column list: "
                    "expected '",
                    name,
                    "' to come first in PARTITIONED BY, or the columns to "
                    "change places");
      }
      last = index;
    }
    return arrow::Status::OK();
  }

  std::string Listed() const {
    std::string text;
    for (const auto& field : columns_->fields()) {
      text += (text.empty() ? "'" : ", '") + field->name() + "'";
    }
    return text;
  }

  const arrow::Schema* columns_;
  TableOptions options_;
  std::map<std::string, std::string> given_as_;
};

// Keys that hoodie.properties has no place for: options of later writes.
bool IsTableProperty(const std::string& key) {
  for (const char* prefix :
       {"hoodie.table.", "hoodie.database.", "hoodie.datasource.write.table.",
        "hoodie.datasource.write.recordkey.", "hoodie.datasource.write.partitionpath.",
        "hoodie.datasource.write.precombine.", "hoodie.datasource.write.hive_style",
        "hoodie.datasource.write.keygenerator.", "hoodie.datasource.write.payload.",
        "hoodie.write.record.merge.", "hoodie.record.merge.", "hoodie.populate.",
        "hoodie.write.table.version", "hoodie.datasource.write.drop.partition",
        "hoodie.partition.metafile.", "hoodie.keygen.", "hoodie.compaction.payload."}) {
    if (key.starts_with(prefix)) return true;
  }
  return false;
}

}  // namespace

arrow::Result<TableOptions> ReadTableOptions(const CreateTableStatement& create,
                                             const std::string& table_name,
                                             const std::string& database,
                                             const arrow::Schema* columns) {
  Reader reader(columns);
  for (const auto& [key, value] : create.properties) {
    ARROW_RETURN_NOT_OK(reader.Take(key, value));
  }
  ARROW_RETURN_NOT_OK(reader.CheckType());
  ARROW_RETURN_NOT_OK(reader.CheckColumns(kKey, "primary key"));
  ARROW_RETURN_NOT_OK(reader.CheckColumns(kOrdering, "ordering field"));
  ARROW_RETURN_NOT_OK(reader.TakePartitions(create));
  for (const auto& [key, value] : reader.options().config) {
    if (!IsTableProperty(key)) reader.options().write_options[key] = value;
  }
  if (columns != nullptr) reader.FillIn(table_name, database);
  return std::move(reader.options());
}

}  // namespace hudi::sql
