// SPDX-License-Identifier: Apache-2.0
#include "sql/session/partition_paths.h"

#include <algorithm>

#include "hudi/error.h"
#include "hudi/table_writer.h"
#include "sql/parse/sql_error.h"
#include "sql/session/engine_types.h"
#include "sql/session/result_rows.h"
#include "sql/session/statements.h"
#include "sql/session/table_source.h"

namespace hudi::sql {
namespace {

bool IsOn(const std::map<std::string, std::string>& properties, const char* key) {
  auto found = properties.find(key);
  return found != properties.end() && SameWord(found->second, "true");
}

// As the reference encodes a value in a path.
std::string UrlEncoded(const std::string& text) {
  constexpr std::string_view kEscaped = "\"#%'*/:=?\\{[]^";
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string encoded;
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F || kEscaped.find(c) != std::string_view::npos) {
      encoded.push_back('%');
      encoded.push_back(kHex[byte >> 4]);
      encoded.push_back(kHex[byte & 15]);
    } else {
      encoded.push_back(c);
    }
  }
  return encoded;
}

std::vector<std::string> SplitPath(const std::string& path) {
  std::vector<std::string> parts;
  size_t begin = 0;
  while (begin <= path.size()) {
    size_t end = std::min(path.find('/', begin), path.size());
    parts.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace

arrow::Result<std::vector<std::string>> PartitionsOfSpec(SessionState& state,
                                                         const Statement& statement,
                                                         const NamedTable& table,
                                                         const TableInfo& info,
                                                         const PartitionSpec& spec) {
  const std::vector<std::string> fields = PartitionFieldsOf(info.properties);
  if (fields.empty()) {
    return AtPlace(
        Fail(ErrorCode::kInvalidArgument, table.name, "'", table.name, "' is not partitioned"),
        spec.front().offset);
  }
  const bool hive_style = IsOn(info.properties, "hoodie.datasource.write.hive_style_partitioning");
  const bool url_encode = IsOn(info.properties, "hoodie.datasource.write.partitionpath.urlencode");
  std::vector<std::optional<std::string>> wanted(fields.size());
  for (const PartitionItem& item : spec) {
    auto field = std::find_if(fields.begin(), fields.end(),
                              [&](const std::string& name) { return SameWord(name, item.column); });
    if (field == fields.end()) {
      return AtPlace(Fail(ErrorCode::kInvalidArgument, item.column, "'", item.column,
                          "' is no partition column of '", table.name, "'"),
                     item.offset);
    }
    if (!item.value) {
      return AtPlace(Fail(ErrorCode::kInvalidArgument, item.column, "partition column '",
                          item.column, "' needs a value: ", item.column, " = '...'"),
                     item.offset);
    }
    ARROW_ASSIGN_OR_RAISE(EngineText text, RewriteForEngine(statement, *item.value));
    std::shared_ptr<arrow::Field> column =
        info.schema == nullptr ? nullptr : info.schema->GetFieldByName(*field);
    std::string type = column == nullptr ? "VARCHAR" : EngineTypeName(*column->type());
    ARROW_ASSIGN_OR_RAISE(
        std::shared_ptr<arrow::RecordBatchReader> rows,
        state.engine().Query("SELECT hudi_text(CAST(" + text.text() + " AS " + type + "))"));
    ARROW_ASSIGN_OR_RAISE(auto values, FirstRowAsText(*rows));
    std::string value = values.empty() || !values[0] || values[0]->empty()
                            ? "__HIVE_DEFAULT_PARTITION__"
                            : *values[0];
    if (url_encode) value = UrlEncoded(value);
    size_t index = static_cast<size_t>(field - fields.begin());
    wanted[index] = hive_style ? fields[index] + "=" + value : value;
  }
  bool all_given =
      std::all_of(wanted.begin(), wanted.end(), [](const auto& part) { return part.has_value(); });
  if (all_given) {
    std::string path;
    for (const auto& part : wanted) path += (path.empty() ? "" : "/") + *part;
    return std::vector<std::string>{path};
  }
  std::vector<std::string> found;
  for (const std::string& path : info.partitions) {
    std::vector<std::string> parts = SplitPath(path);
    bool matches = parts.size() == wanted.size();
    for (size_t i = 0; matches && i < parts.size(); ++i) {
      matches = !wanted[i] || *wanted[i] == parts[i];
    }
    if (matches) found.push_back(path);
  }
  return found;
}

arrow::Result<StatementResult> DeletePartitions(SessionState& state, const NamedTable& table,
                                                const std::vector<std::string>& paths) {
  std::string list;
  for (const std::string& path : paths) {
    if (path.find_first_of(",*") != std::string::npos) {
      return Fail(
          ErrorCode::kUnsupported, path, "the partition '", path,
          "' has a comma or a star in its path, so it cannot be named here: DELETE its rows");
    }
    list += (list.empty() ? "" : ",") + path;
  }
  StatementResult result;
  if (list.empty()) {
    state.Notice("no partition matches; nothing was dropped");
    return result;
  }
  WriteOptions write = state.OptionsOfWrite(table);
  write.config["hoodie.datasource.write.operation"] = "delete_partition";
  write.config["hoodie.datasource.write.partitions.to.delete"] = list;
  ARROW_ASSIGN_OR_RAISE(WriteResult written, WriteTable(table.base_path, nullptr, write));
  result.change = SummaryOf(table, written);
  return result;
}

}  // namespace hudi::sql
