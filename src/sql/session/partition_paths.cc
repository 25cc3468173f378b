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

// How a table's paths spell a value of a column, as an expression over `value`, which is of the
// column's type.
arrow::Result<std::string> SpelledInPath(SessionState& state, const TableInfo& info,
                                         const arrow::Field& column, const std::string& value) {
  if (column.type()->id() != arrow::Type::TIMESTAMP) return "hudi_text(" + value + ")";
  constexpr const char* kAsText =
      "hoodie.datasource.write.keygenerator.consistent.logical.timestamp.enabled";
  bool reformatted = IsOn(info.properties, kAsText) || SameWord(state.Setting(kAsText, ""), "true");
  for (const char* key : {"hoodie.table.keygenerator.type", "hoodie.table.keygenerator.class"}) {
    auto generator = info.properties.find(key);
    if (generator == info.properties.end()) continue;
    std::string name = LowerCase(generator->second);
    if (name.find("timestamp") != std::string::npos || name.find("custom") != std::string::npos) {
      reformatted = true;
    }
  }
  if (reformatted) {
    return Fail(ErrorCode::kUnsupported, column.name(), "partition column '", column.name(),
                "' is a timestamp that the table's key generator formats, so its partitions cannot "
                "be named by value: DELETE their rows");
  }
  return "CAST(epoch_us(" + value + ") AS VARCHAR)";
}

}  // namespace

arrow::Result<std::string> PartitionValueText(SessionState& state, const Statement& statement,
                                              const TableInfo& info, const PartitionItem& item,
                                              const std::string& field) {
  ARROW_ASSIGN_OR_RAISE(EngineText text, RewriteForEngine(statement, *item.value));
  std::shared_ptr<arrow::Field> column =
      info.schema == nullptr ? nullptr : info.schema->GetFieldByName(field);
  if (column == nullptr) column = arrow::field(field, arrow::utf8());
  const std::string cast = "CAST(v AS " + EngineTypeName(*column->type()) + ")";
  auto spelled = SpelledInPath(state, info, *column, cast);
  if (!spelled.ok()) return AtPlace(spelled.status(), item.offset);
  // The engine would round.
  std::string misfit = "FALSE";
  if (arrow::is_integer(column->type()->id()) || arrow::is_decimal(column->type()->id())) {
    misfit = "typeof(v) = 'BOOLEAN' OR TRY_CAST(v AS DECIMAL(38, 18)) IS DISTINCT FROM TRY_CAST(" +
             cast + " AS DECIMAL(38, 18))";
  }
  ARROW_ASSIGN_OR_RAISE(
      std::shared_ptr<arrow::RecordBatchReader> rows,
      state.engine().Query("SELECT " + *spelled + ", CAST(" + misfit +
                           " AS VARCHAR) FROM (SELECT " + text.text() + " AS v)"));
  ARROW_ASSIGN_OR_RAISE(auto values, FirstRowAsText(*rows));
  if (values.size() == 2 && values[1] && *values[1] == "true") {
    return AtPlace(
        Fail(ErrorCode::kInvalidArgument, item.column, "partition column '", item.column, "' is ",
             EngineTypeName(*column->type()), ", of which ", text.text(), " is no value"),
        item.offset);
  }
  if (values.empty() || !values[0] || values[0]->empty()) return "__HIVE_DEFAULT_PARTITION__";
  return *values[0];
}

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
    ARROW_ASSIGN_OR_RAISE(std::string value,
                          PartitionValueText(state, statement, info, item, *field));
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
