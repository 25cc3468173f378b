// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arrow/status.h>

#include "hudi/storage/storage.h"

namespace hudi {

/// Takes a table's metadata table out of use, as the reference does when it writes with
/// `hoodie.metadata.enable=false`: the properties that name its partitions are cleared first, then
/// its files and the index definitions that live on it are deleted. Readers list storage from then
/// on.
///
/// Must be done before a commit that the metadata table does not know becomes visible.
arrow::Status SwitchOffMetadataTable(Storage& storage);

}  // namespace hudi
