// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <arrow/result.h>

#include "hudi/config/write_config.h"

namespace hudi {

/// How the creator of a table says which of two rows of a key wins.
struct MergeRequest {
  std::optional<MergeMode> mode;
  std::string payload_class;  ///< empty: not given
  std::string strategy_id;    ///< empty: not given
  std::vector<std::string> ordering_fields;
};

/// The properties in which the release of `table_version` stores a request; the ordering fields are
/// among them where the payload class dictates them.
///
/// Errors: kInvalidConfig if mode, payload and strategy contradict each other or leave the
/// behaviour open; kUnsupported for payload classes and strategies that are user code.
arrow::Result<ConfigMap> MergeProperties(int table_version, const MergeRequest& request);

/// What a table's properties (main spellings) say about merging. Of what a write is `given` version
/// 6 alone heeds something: payload class and strategy.
///
/// Errors: kUnsupported for modes, payloads, strategies and partial updates that we do not have.
arrow::Result<MergeOptions> ReadMergeOptions(int table_version, const ConfigMap& properties,
                                             const MergeRequest& given);

}  // namespace hudi
