// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

#include <arrow/result.h>

namespace hudi {

/// Text keys and values, as a caller passes them and as files hold them.
using ConfigMap = std::map<std::string, std::string, std::less<>>;

/// Parses Java `.properties` text (ISO-8859-1 with \uXXXX escapes, continuation lines, '=' ':' or
/// blank separators). Values come out as UTF-8. Errors: kCorruptFile with `path` and the byte for a
/// malformed escape.
arrow::Result<ConfigMap> ParseProperties(std::string_view text, std::string_view path);

/// The reverse, with Java's escapes and `comment` lines first (each gets a '#').
std::string FormatProperties(const ConfigMap& properties, std::string_view comment);

}  // namespace hudi
