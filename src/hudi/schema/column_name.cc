// SPDX-License-Identifier: Apache-2.0
#include "hudi/schema/column_name.h"

#include <algorithm>

#include <arrow/compute/api_scalar.h>
#include <arrow/compute/exec.h>
#include <arrow/scalar.h>

#include "hudi/base/compute.h"
#include "hudi/base/text.h"
#include "hudi/error.h"

namespace hudi {
namespace {

bool IsAsciiNameByte(unsigned char c, bool first) {
  const bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
  return letter || (!first && c >= '0' && c <= '9');
}

arrow::Result<bool> HasProperty(const char* function, std::string_view text) {
  ARROW_ASSIGN_OR_RAISE(
      arrow::Datum result,
      arrow::compute::CallFunction(
          function, {arrow::Datum(std::make_shared<arrow::StringScalar>(std::string(text)))}));
  return result.scalar_as<arrow::BooleanScalar>().value;
}

// Letters (and from the second character on decimal digits) of any script.
arrow::Result<bool> IsUnicodeNameCharacter(std::string_view character, bool first) {
  ARROW_ASSIGN_OR_RAISE(bool letter, HasProperty("utf8_is_alpha", character));
  if (letter || first) return letter;
  return HasProperty("utf8_is_decimal", character);
}

size_t Utf8Length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

arrow::Result<bool> IsValidName(std::string_view name) {
  if (name.empty()) return false;
  for (size_t i = 0; i < name.size();) {
    const unsigned char c = static_cast<unsigned char>(name[i]);
    if (c < 0x80) {
      if (!IsAsciiNameByte(c, i == 0)) return false;
      ++i;
      continue;
    }
    const size_t length = Utf8Length(c);
    if (length == 0 || i + length > name.size()) return false;
    // Java's names are UTF-16: a character beyond U+FFFF is two surrogates, which are no letters.
    if (length == 4) return false;
    for (size_t j = i + 1; j < i + length; ++j) {
      if ((static_cast<unsigned char>(name[j]) & 0xC0) != 0x80) return false;
    }
    ARROW_RETURN_NOT_OK(InitializeCompute());
    ARROW_ASSIGN_OR_RAISE(bool valid, IsUnicodeNameCharacter(name.substr(i, length), i == 0));
    if (!valid) return false;
    i += length;
  }
  return true;
}

}  // namespace

arrow::Status CheckColumnName(std::string_view name, const std::string& path) {
  ARROW_ASSIGN_OR_RAISE(bool valid, IsValidName(name));
  if (valid) return arrow::Status::OK();
  return Fail(ErrorCode::kInvalidSchema, path, "column name '", name,
              "': a name starts with a letter or '_' and goes on with letters, digits and '_'");
}

arrow::Result<int> FindFieldIndex(const arrow::FieldVector& fields, std::string_view name,
                                  std::string_view what) {
  int found = -1;
  std::vector<std::string> alike;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (fields[i]->name() == name) return static_cast<int>(i);
    if (EqualsIgnoreCase(fields[i]->name(), name)) {
      found = static_cast<int>(i);
      alike.push_back(fields[i]->name());
    }
  }
  if (alike.size() == 1) return found;
  if (alike.size() > 1) {
    return Fail(ErrorCode::kInvalidArgument, name, what, " '", name,
                "' is ambiguous: ", JoinText(alike, ", "), " differ in case alone");
  }
  std::vector<std::string> names;
  names.reserve(fields.size());
  for (const std::shared_ptr<arrow::Field>& field : fields) names.push_back(field->name());
  const std::string nearest = NearestWord(name, names);
  if (nearest.empty()) {
    return Fail(ErrorCode::kNotFound, name, what, " '", name,
                "' does not exist; there are: ", JoinText(names, ", "));
  }
  return Fail(ErrorCode::kNotFound, name, what, " '", name, "' does not exist; did you mean '",
              nearest, "'?");
}

}  // namespace hudi
