// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/merge_rules.h"

#include "hudi/base/nested_column.h"
#include "hudi/error.h"

namespace hudi {
namespace {

using InBatch = MergeRules::InBatch;
using AgainstStored = MergeRules::AgainstStored;
using Fill = MergeRules::Fill;

constexpr std::string_view kDebeziumUnavailable = "__debezium_unavailable_value";

arrow::Status UnknownMode() {
  return Fail(ErrorCode::kUnsupported, "hoodie.record.merge.mode",
              "merge mode CUSTOM with a payload or merger of one's own is not supported; expected "
              "COMMIT_TIME_ORDERING, EVENT_TIME_ORDERING or one of Hudi's payload classes");
}

void ByOrdering(MergeRules* rules) {
  rules->in_batch = InBatch::kGreater;
  rules->against_stored = AgainstStored::kGreaterOrEqual;
}

/// Versions 6 and 8 ask the payload class: its preCombine() in a batch, its
/// combineAndGetUpdateValue() against a stored row.
arrow::Status ApplyPayload(PayloadKind payload, MergeRules* rules) {
  switch (payload) {
    case PayloadKind::kNone:
      return UnknownMode();
    case PayloadKind::kOverwriteWithLatest:
      return arrow::Status::OK();
    case PayloadKind::kDefault:
      ByOrdering(rules);
      return arrow::Status::OK();
    case PayloadKind::kEventTime:
      ByOrdering(rules);
      rules->deletes_always_win = true;
      return arrow::Status::OK();
    case PayloadKind::kOverwriteNonDefaults:
      rules->in_batch = InBatch::kGreater;
      rules->fill = Fill::kNulls;
      return arrow::Status::OK();
    case PayloadKind::kPartialUpdate:
      ByOrdering(rules);
      rules->deletes_always_win = true;
      rules->fill = Fill::kNulls;
      rules->fills_in_batch = true;
      rules->fills_older = true;
      rules->rewrites_older = true;
      return arrow::Status::OK();
    case PayloadKind::kEmpty:
      rules->against_stored = AgainstStored::kDelete;
      return arrow::Status::OK();
    case PayloadKind::kAwsDms:
      rules->in_batch = InBatch::kGreater;
      return arrow::Status::OK();
    case PayloadKind::kMySqlDebezium:
      rules->in_batch = InBatch::kGreater;
      rules->against_stored = AgainstStored::kGreater;
      rules->stored_key = {{std::string(kDebeziumSequence)}, true};
      // The reference compares the position as text in a batch ("00001.9" beats "00001.111").
      rules->in_batch_key = rules->stored_key;
      return arrow::Status::OK();
    case PayloadKind::kPostgresDebezium:
      ByOrdering(rules);
      rules->stored_key = {{std::string(kDebeziumLsn)}, false};
      rules->fill = Fill::kUnavailable;
      return arrow::Status::OK();
    case PayloadKind::kFirstValue:
      rules->in_batch = InBatch::kGreaterFirst;
      rules->against_stored = AgainstStored::kGreater;
      return arrow::Status::OK();
  }
  return UnknownMode();
}

/// From version 9 on Hudi's payloads stand for a merge mode, an ordering and a way to fill.
arrow::Status ApplyModernPayload(const MergeOptions& options, MergeRules* rules) {
  rules->deletes_without_value = true;
  MergeMode mode = options.mode;
  bool ignore_defaults = options.ignore_defaults;
  bool fill_unavailable = options.fill_unavailable;
  std::vector<std::string> forced_fields;
  switch (options.payload) {
    case PayloadKind::kEmpty:
    case PayloadKind::kFirstValue:
      return ApplyPayload(options.payload, rules);
    case PayloadKind::kNone:
      break;
    case PayloadKind::kOverwriteWithLatest:
    case PayloadKind::kAwsDms:
      mode = MergeMode::kCommitTime;
      break;
    case PayloadKind::kOverwriteNonDefaults:
      mode = MergeMode::kCommitTime;
      ignore_defaults = true;
      break;
    case PayloadKind::kDefault:
    case PayloadKind::kEventTime:
      mode = MergeMode::kEventTime;
      break;
    case PayloadKind::kPartialUpdate:
      mode = MergeMode::kEventTime;
      ignore_defaults = true;
      break;
    case PayloadKind::kMySqlDebezium:
      mode = MergeMode::kEventTime;
      forced_fields = {"_event_bin_file", "_event_pos"};
      break;
    case PayloadKind::kPostgresDebezium:
      mode = MergeMode::kEventTime;
      fill_unavailable = true;
      forced_fields = {std::string(kDebeziumLsn)};
      break;
  }
  if (mode == MergeMode::kCustom) return UnknownMode();
  if (mode == MergeMode::kEventTime) ByOrdering(rules);
  if (rules->in_batch_key.fields.empty()) {
    rules->in_batch_key.fields = forced_fields;
    rules->stored_key.fields = forced_fields;
  }
  if (ignore_defaults) rules->fill = Fill::kNulls;
  if (fill_unavailable) rules->fill = Fill::kUnavailable;
  rules->fills_in_batch = rules->fill != Fill::kNone;
  rules->fills_older = rules->fill != Fill::kNone;
  return arrow::Status::OK();
}

arrow::Status CheckFields(const OrderingKey& key, const arrow::Schema& schema) {
  for (const std::string& field : key.fields) {
    ARROW_RETURN_NOT_OK(FindColumn(schema, field, "ordering field").status());
  }
  return arrow::Status::OK();
}

}  // namespace

arrow::Result<MergeRules> ResolveMergeRules(const MergeOptions& options,
                                            const arrow::Schema& schema) {
  MergeRules rules;
  rules.in_batch_key.fields = options.ordering_fields;
  if (options.ordering_is_default && !CheckFields(rules.in_batch_key, schema).ok()) {
    rules.in_batch_key.fields.clear();
  }
  rules.stored_key = rules.in_batch_key;
  rules.unavailable = options.unavailable_value.empty() ? std::string(kDebeziumUnavailable)
                                                        : options.unavailable_value;
  if (options.merger != nullptr) {
    rules.merger = options.merger;
    rules.deletes_without_value = true;
    ByOrdering(&rules);
  } else if (options.table_version >= 9) {
    ARROW_RETURN_NOT_OK(ApplyModernPayload(options, &rules));
  } else {
    PayloadKind payload = options.payload;
    if (payload == PayloadKind::kNone) {
      if (options.table_version < 8 || options.mode == MergeMode::kCommitTime) {
        payload = PayloadKind::kOverwriteWithLatest;
      } else if (options.mode == MergeMode::kEventTime) {
        payload = PayloadKind::kDefault;
      }
    }
    ARROW_RETURN_NOT_OK(ApplyPayload(payload, &rules));
    if (payload == PayloadKind::kOverwriteWithLatest && options.table_version < 8) {
      rules.in_batch = InBatch::kGreater;
    }
  }
  // Without an ordering field all rows are equal.
  if (rules.in_batch_key.fields.empty() && rules.in_batch == InBatch::kGreater) {
    rules.in_batch = InBatch::kLater;
  }
  if (rules.stored_key.fields.empty() && (rules.against_stored == AgainstStored::kGreater ||
                                          rules.against_stored == AgainstStored::kGreaterOrEqual)) {
    rules.against_stored = AgainstStored::kNewer;
  }
  if (rules.in_batch != InBatch::kLater) {
    ARROW_RETURN_NOT_OK(CheckFields(rules.in_batch_key, schema));
  }
  if (rules.against_stored == AgainstStored::kGreater ||
      rules.against_stored == AgainstStored::kGreaterOrEqual) {
    ARROW_RETURN_NOT_OK(CheckFields(rules.stored_key, schema));
  }
  return rules;
}

}  // namespace hudi
