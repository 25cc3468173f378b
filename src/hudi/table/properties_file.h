// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include <arrow/result.h>

#include "hudi/config/properties.h"
#include "hudi/storage/storage.h"

namespace hudi {

inline constexpr std::string_view kMetaFolder = ".hoodie";
inline constexpr std::string_view kPropertiesPath = ".hoodie/hoodie.properties";
inline constexpr std::string_view kPropertiesBackupPath = ".hoodie/hoodie.properties.backup";
inline constexpr std::string_view kChecksumKey = "hoodie.table.checksum";

/// Decimal CRC-32 of "<database>.<table>", the only text that the table checksum covers.
std::string TableChecksum(const ConfigMap& properties);

/// Reads hoodie.properties or, if it is missing or damaged, its backup: a writer may be replacing
/// it at this moment, so it looks several times.
/// Errors: kNotATable; kCorruptFile with the damaged file as subject.
arrow::Result<ConfigMap> ReadPropertiesFile(const Storage& storage);

/// Text of hoodie.properties, the checksum set anew.
std::string PropertiesFileText(ConfigMap properties);

/// Puts the backup in the place of a missing or damaged hoodie.properties and removes it, as every
/// writer must before it changes the file.
arrow::Status RecoverPropertiesFile(Storage& storage);

}  // namespace hudi
