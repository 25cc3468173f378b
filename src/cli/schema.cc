// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/result_table.h"
#include "cli/verb.h"
#include "hudi/error.h"
#include "hudi/table_info.h"

namespace hudi::cli {
namespace {

// Names that DDL cannot hold as they are stand in backticks, their own backticks doubled.
std::string DdlName(const std::string& name) {
  bool plain = !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
               std::all_of(name.begin(), name.end(),
                           [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  if (plain) return name;
  std::string quoted = "`";
  for (char c : name) {
    if (c == '`') quoted.push_back('`');
    quoted.push_back(c);
  }
  return quoted + "`";
}

arrow::Status RunSchema(const Arguments& arguments) {
  const std::string& path = arguments.positional("TABLE");
  ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(path));
  if (info.schema == nullptr) {
    return Fail(ErrorCode::kNotFound, path, path,
                ": the table has no schema yet: nothing was written to it");
  }
  std::string format = arguments.Get("--format", "ddl");
  if (format == "avro") return Print(info.avro_schema + "\n");
  if (format != "ddl") {
    using FieldPtr = std::shared_ptr<arrow::Field>;
    const arrow::FieldVector& fields = info.schema->fields();
    ResultTable table;
    ARROW_RETURN_NOT_OK(table.Add({"name", {.min_width = 16, .cut = Cut::kMiddle}}, fields,
                                  [](const FieldPtr& f) { return f->name(); }));
    ARROW_RETURN_NOT_OK(table.Add({"type", {.min_width = 16, .wraps = true}}, fields,
                                  [](const FieldPtr& f) { return SparkTypeText(*f->type()); }));
    ARROW_RETURN_NOT_OK(
        table.Add("nullable", fields, [](const FieldPtr& f) { return f->nullable(); }));
    return table.Print(OutputFormatOf(format));
  }
  std::string ddl;
  for (const std::shared_ptr<arrow::Field>& field : info.schema->fields()) {
    if (!ddl.empty()) ddl += ",\n";
    ddl += DdlName(field->name()) + " " + SparkTypeText(*field->type());
    if (!field->nullable()) ddl += " not null";
  }
  return Print(ddl + "\n");
}

}  // namespace

const Verb& SchemaVerb() {
  static const Verb kVerb = {
      .name = "schema",
      .summary = "Prints a table's columns and types.",
      .positionals = {{"TABLE", "the table's folder"}},
      .options =
          {{"--format",
            "FORMAT",
            "ddl: Spark DDL, as `hudi write --schema` takes it (default); avro: the table's "
            "Avro schema; table, json and csv: a line a column with its name, type and whether "
            "it may be null",
            {"ddl", "avro", "table", "json", "csv"}}},
      .details = "",
      .example = "hudi schema /tmp/numbers",
      .run = RunSchema,
  };
  return kVerb;
}

}  // namespace hudi::cli
