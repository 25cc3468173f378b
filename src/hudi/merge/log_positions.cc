// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/log_positions.h"

#include <algorithm>
#include <utility>

#include "hudi/base/key_table.h"
#include "hudi/format/log/record_positions.h"

namespace hudi {

using log::BlockType;
using log::HeaderKey;

std::optional<LogPositions> FindLogPositions(const std::vector<LogBlockRef>& blocks,
                                             std::string_view base_instant, int64_t base_rows) {
  LogPositions positions;
  for (const LogBlockRef& ref : blocks) {
    const log::Block& block = ref.block;
    if (block.type == BlockType::kHfileData ||
        block.Header(HeaderKey::kBaseFileInstantTimeOfRecordPositions) != base_instant) {
      return std::nullopt;
    }
    std::optional<std::vector<uint64_t>> of_block = log::DecodeRecordPositions(
        block.Header(HeaderKey::kRecordPositions), static_cast<uint64_t>(base_rows));
    if (!of_block || of_block->empty() || of_block->back() >= static_cast<uint64_t>(base_rows)) {
      return std::nullopt;
    }
    positions.emplace_back(of_block->begin(), of_block->end());
  }
  return positions;
}

void PositionedKeys::Add(const arrow::StringArray& keys, const std::vector<int64_t>& positions) {
  records_.reserve(records_.size() + positions.size());
  for (int64_t row = 0; row < keys.length(); ++row) {
    records_.push_back({HashKey(keys.GetView(row)), positions[static_cast<size_t>(row)]});
  }
}

bool PositionedKeys::Agree() {
  std::sort(records_.begin(), records_.end(),
            [](const Record& a, const Record& b) { return a.key_hash < b.key_hash; });
  for (size_t i = 1; i < records_.size(); ++i) {
    if (records_[i].key_hash == records_[i - 1].key_hash &&
        records_[i].position != records_[i - 1].position) {
      return false;
    }
  }
  std::sort(records_.begin(), records_.end(),
            [](const Record& a, const Record& b) { return a.position < b.position; });
  for (size_t i = 1; i < records_.size(); ++i) {
    if (records_[i].position == records_[i - 1].position &&
        records_[i].key_hash != records_[i - 1].key_hash) {
      return false;
    }
  }
  return true;
}

PositionedLogRows::PositionedLogRows(LogRowsOptions options, LogBlockParts parts)
    : options_(std::move(options)), opener_(options_, parts) {}

arrow::Result<std::unique_ptr<PositionedLogRows>> PositionedLogRows::Make(
    std::vector<LogBlockRef> blocks, LogPositions positions, LogRowsOptions options,
    LogBlockParts parts) {
  std::unique_ptr<PositionedLogRows> rows(new PositionedLogRows(std::move(options), parts));
  for (size_t i = 0; i < blocks.size(); ++i) {
    ARROW_ASSIGN_OR_RAISE(bool fits, rows->Open(blocks[i], std::move(positions[i])));
    if (!fits) return nullptr;
  }
  return rows;
}

arrow::Result<bool> PositionedLogRows::Open(const LogBlockRef& ref,
                                            std::vector<int64_t> positions) {
  Source source{ref, std::move(positions), 0, nullptr, std::nullopt};
  int64_t num_records = 0;
  if (ref.block.type == BlockType::kDelete) {
    LogRowsCollector collector(options_);
    ARROW_RETURN_NOT_OK(collector.Init());
    ARROW_ASSIGN_OR_RAISE(source.deletes, collector.ReadDeletes(ref));
    num_records = source.deletes->rows->num_rows();
  } else {
    ARROW_ASSIGN_OR_RAISE(source.data, opener_.Open(ref));
    num_records = source.data->remaining();
  }
  if (num_records != static_cast<int64_t>(source.positions.size())) return false;
  sources_.push_back(std::move(source));
  return true;
}

arrow::Result<LogRows> PositionedLogRows::ReadUntil(int64_t end) {
  LogRowsCollector collector(options_);
  ARROW_RETURN_NOT_OK(collector.Init());
  for (Source& source : sources_) {
    auto first = source.positions.begin() + static_cast<int64_t>(source.next);
    const int64_t num_records = std::lower_bound(first, source.positions.end(), end) - first;
    if (num_records == 0) continue;
    const int64_t* positions = source.positions.data() + source.next;
    if (source.deletes) {
      const auto begin = static_cast<int64_t>(source.next);
      ARROW_RETURN_NOT_OK(
          collector.AddDeletes(*source.deletes, begin, begin + num_records, positions));
    } else {
      ARROW_RETURN_NOT_OK(source.data->Take(
          num_records, [&](const std::shared_ptr<arrow::RecordBatch>& batch) -> arrow::Status {
            ARROW_RETURN_NOT_OK(collector.AddData(source.ref, batch, positions));
            positions += batch->num_rows();
            return arrow::Status::OK();
          }));
    }
    source.next += static_cast<size_t>(num_records);
  }
  return collector.Finish();
}

}  // namespace hudi
