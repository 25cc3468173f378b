// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>
#include <arrow/type.h>

#include "hudi/config/write_config.h"

namespace hudi {

inline constexpr std::string_view kDmsOperation = "Op";
inline constexpr std::string_view kDebeziumOperation = "_change_operation_type";
/// MySQL's position "file.position", e.g. "00001.111".
inline constexpr std::string_view kDebeziumSequence = "_event_seq";
inline constexpr std::string_view kDebeziumLsn = "_event_lsn";

/// What the order of two rows is read from.
struct OrderingKey {
  std::vector<std::string> fields;  ///< compared one after the other; empty: no order
  bool sequence = false;            ///< the one field is kDebeziumSequence, compared as two numbers
};

/// How rows of one key are decided, with everything about table versions and payloads resolved.
struct MergeRules {
  enum class InBatch {
    kLater,         ///< the later row
    kGreater,       ///< the greater ordering value; equal: the later row
    kGreaterFirst,  ///< the greater ordering value; equal: the first row
  };
  enum class AgainstStored {
    kNewer,           ///< the incoming row
    kGreaterOrEqual,  ///< the incoming row if its ordering value is not less
    kGreater,         ///< the incoming row only if its ordering value is greater
    kDelete,          ///< every key that is written is deleted
  };
  /// Which columns of the winner take the other row's value.
  enum class Fill {
    kNone,
    kNulls,        ///< columns that are null
    kUnavailable,  ///< texts and bytes equal to `unavailable`
  };

  InBatch in_batch = InBatch::kLater;
  OrderingKey in_batch_key;
  AgainstStored against_stored = AgainstStored::kNewer;
  OrderingKey stored_key;
  bool deletes_always_win = false;     ///< against stored rows, whatever their ordering value
  bool deletes_without_value = false;  ///< a delete without ordering value wins and yields always
  Fill fill = Fill::kNone;
  bool fills_in_batch = false;
  bool fills_older = false;     ///< also a stored row that wins is filled
  bool rewrites_older = false;  ///< ... and counts as written even if nothing changed
  std::string unavailable;
  /// Makes the row of two that are both no deletes; the rest is about deletes then. Null: none.
  std::shared_ptr<const RecordMerger> merger;
};

/// Errors: kUnsupported for merge mode CUSTOM without a payload we know; kNotFound for an ordering
/// field that `schema` lacks.
arrow::Result<MergeRules> ResolveMergeRules(const MergeOptions& options,
                                            const arrow::Schema& schema);

}  // namespace hudi
