// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/terminal.h"
#include "hudi/config.h"

namespace hudi::cli {

/// The default as people read it: one text, or one a table version; ours first where it differs.
std::string DefaultOfKey(const ConfigKeyInfo& key);

/// Name, default and effect of each key, for a terminal.
std::string KeyList(const std::vector<ConfigKeyInfo>& keys, const Screen& screen);

/// Everything about one key, which was asked for as `asked`.
std::string KeyPage(const ConfigKeyInfo& key, const std::string& asked, const Screen& screen);

/// A reference of keys by topic, in Markdown.
std::string KeyReference(const std::vector<ConfigKeyInfo>& keys);

}  // namespace hudi::cli
