// SPDX-License-Identifier: Apache-2.0
#include "hudi/config/write_config.h"

#include "hudi/config/enum_words.h"

namespace hudi {

std::string_view OperationName(WriteOperation operation) { return EnumName(operation); }
std::string_view TableTypeName(TableType type) { return EnumName(type); }
std::string_view MergeModeName(MergeMode mode) { return EnumName(mode); }
std::string_view CdcModeName(CdcMode mode) { return EnumName(mode); }

}  // namespace hudi
