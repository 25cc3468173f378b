// SPDX-License-Identifier: Apache-2.0
#include "sql/parse/table_reference.h"

namespace hudi::sql {
namespace {

constexpr char kFieldMark = '\x1F';
constexpr char kVersionMark = '=';
constexpr std::string_view kReferenceMark = "hudi\x1F";

}  // namespace

std::string NameOfReference(const TableReference& reference) {
  std::string name(kReferenceMark);
  name += reference.function;
  name += kFieldMark;
  if (reference.by_version) name += kVersionMark;
  name += reference.as_of;
  for (const std::string& text :
       reference.function.empty() ? reference.parts : reference.arguments) {
    name += kFieldMark;
    name += text;
  }
  return name;
}

std::optional<TableReference> ReferenceOfName(std::string_view name) {
  if (!name.starts_with(kReferenceMark)) return std::nullopt;
  name.remove_prefix(kReferenceMark.size());
  std::vector<std::string> fields;
  while (true) {
    size_t mark = name.find(kFieldMark);
    fields.emplace_back(name.substr(0, mark));
    if (mark == std::string_view::npos) break;
    name.remove_prefix(mark + 1);
  }
  if (fields.size() < 2) return std::nullopt;
  TableReference reference;
  reference.function = fields[0];
  reference.by_version = fields[1].starts_with(kVersionMark);
  reference.as_of = fields[1].substr(reference.by_version ? 1 : 0);
  std::vector<std::string>& rest =
      reference.function.empty() ? reference.parts : reference.arguments;
  rest.assign(fields.begin() + 2, fields.end());
  return reference;
}

}  // namespace hudi::sql
