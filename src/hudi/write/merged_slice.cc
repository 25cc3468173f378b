// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/merged_slice.h"

#include <string>
#include <utility>
#include <vector>

#include "hudi/error.h"
#include "hudi/format/log/log_file_reader.h"
#include "hudi/merge/log_blocks.h"
#include "hudi/merge/log_rows.h"
#include "hudi/merge/slice_logs.h"
#include "hudi/merge/slice_merger.h"

namespace hudi {
arrow::Status VisitMergedSlice(const WriteContext& context, const StoredRows& stored,
                               const FileSlice& slice,
                               const std::function<bool(std::string_view key)>& wants_key,
                               const StoredRows::RowVisitor& visit) {
  if (slice.log_files.empty()) return stored.Visit(*slice.base_file, visit);
  std::shared_ptr<const VirtualKeys> virtual_keys;
  if (!context.config.populate_meta_fields) {
    ARROW_ASSIGN_OR_RAISE(virtual_keys, VirtualKeys::Make(context.config.keys));
  }
  ARROW_ASSIGN_OR_RAISE(LogBlockSelection selection,
                        SelectSliceBlocks(*context.storage, slice, context.timeline.get(),
                                          [&context](std::string_view instant) {
                                            return context.timeline->IsCommitted(instant);
                                          }));
  LogRowsOptions options;
  options.merge_schema = AllNullable(*context.file_schema);
  options.merge = context.config.merge;
  options.virtual_keys = virtual_keys;
  options.stored_names = context.stored_names;
  options.wants_key = wants_key;
  ARROW_ASSIGN_OR_RAISE(LogRows logs, ReadLogRows(selection.blocks, options));
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<SliceMerger> merger,
                        SliceMerger::Make(context.config.merge, std::move(logs)));
  auto hand_out = [&](const std::shared_ptr<arrow::RecordBatch>& merged, int64_t first_row) {
    if (merged->num_rows() == 0) return arrow::Status::OK();
    return visit(
        arrow::RecordBatch::Make(context.file_schema, merged->num_rows(), merged->columns()),
        first_row);
  };
  if (slice.base_file) {
    ARROW_RETURN_NOT_OK(stored.Visit(
        *slice.base_file,
        [&](const std::shared_ptr<arrow::RecordBatch>& rows, int64_t first_row) -> arrow::Status {
          std::shared_ptr<arrow::RecordBatch> base =
              arrow::RecordBatch::Make(options.merge_schema, rows->num_rows(), rows->columns());
          if (virtual_keys != nullptr) {
            ARROW_ASSIGN_OR_RAISE(base, virtual_keys->SetIn(base));
          }
          ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> merged,
                                merger->MergeBase(base));
          return hand_out(merged, first_row);
        }));
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> rest, merger->RemainingRows());
  return hand_out(rest, -1);
}

}  // namespace hudi
