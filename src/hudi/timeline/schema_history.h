// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include <arrow/result.h>

#include "hudi/schema/stored_names.h"
#include "hudi/storage/storage.h"
#include "hudi/timeline/timeline.h"

namespace hudi {

// The history of a table's columns with their ids: `.hoodie/.schema/<t>.schemacommit`, in layout 2
// `<t>_<c>.schemacommit`, with files of the requested and inflight states beside it. <t> is the
// instant of the write that saved it. Each file holds all schemas, so the newest one of a completed
// write is the history. Commits hold the schema that was newest then as `latest_schema`.

/// Key of the extra metadata of commits.
inline constexpr std::string_view kLatestSchemaKey = "latest_schema";

/// What the table's columns were and are; empty if it does not use schema-on-read evolution.
/// Errors: kInvalidSchema, kUnsupported, kCorruptFile.
arrow::Result<SchemaVersions> LoadSchemaVersions(const Storage& storage, const Timeline& timeline);

/// Saves the history for the write `instant`, which is about to complete at `completion`, and
/// removes what failed writes have left.
arrow::Status SaveSchemaHistory(Storage& storage, const Timeline& timeline,
                                std::string_view instant, std::string_view completion,
                                const SchemaVersions& versions);
/// Takes back what a write that failed has saved.
arrow::Status RemoveSchemaHistory(Storage& storage, std::string_view instant);

}  // namespace hudi
