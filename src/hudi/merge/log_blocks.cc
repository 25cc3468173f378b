// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/log_blocks.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "hudi/base/text.h"
#include "hudi/error.h"

namespace hudi {
namespace {

using log::BlockType;
using log::HeaderKey;

std::string InstantOf(const LogBlockRef& ref) {
  return std::string(ref.block.Header(HeaderKey::kInstantTime));
}

arrow::Status CheckBlock(const log::LogFileReader& file, const log::Block& block) {
  if (block.Header(HeaderKey::kInstantTime).empty()) {
    return CorruptFile(file.path(), block.offset, "a block must name its instant");
  }
  bool is_read = block.type == BlockType::kAvroData || block.type == BlockType::kParquetData ||
                 block.type == BlockType::kDelete || block.type == BlockType::kCommand;
  if (!is_read) {
    return Fail(ErrorCode::kUnsupported, file.path(), file.path(), " at byte ", block.offset, ": ",
                log::BlockTypeName(block.type), " blocks are not supported in a table's log files");
  }
  if (block.type != BlockType::kCommand) return arrow::Status::OK();
  if (block.Header(HeaderKey::kCommandBlockType) != log::kRollbackCommand) {
    return Fail(ErrorCode::kUnsupported, file.path(), file.path(), " at byte ", block.offset,
                ": command '", block.Header(HeaderKey::kCommandBlockType),
                "' of a block is not known; a rollback (", log::kRollbackCommand, ") is");
  }
  if (block.Header(HeaderKey::kTargetInstantTime).empty()) {
    return CorruptFile(file.path(), block.offset, "a rollback block must name what it rolls back");
  }
  return arrow::Status::OK();
}

/// "attempt,number" of release 0.14; nullopt if the block has none.
std::optional<int64_t> AttemptOf(const log::Block& block) {
  std::string_view text = block.Header(HeaderKey::kBlockIdentifier);
  if (text.empty()) return std::nullopt;
  return ParseInt64(text.substr(0, text.find(',')));
}

// A stage that was run twice leaves the blocks of both attempts.
void KeepOneAttempt(std::vector<LogBlockRef>* blocks) {
  std::map<std::string, std::map<int64_t, int64_t>> counts;  // instant -> attempt -> blocks
  for (const LogBlockRef& ref : *blocks) {
    if (std::optional<int64_t> attempt = AttemptOf(ref.block)) ++counts[InstantOf(ref)][*attempt];
  }
  std::map<std::string, int64_t> kept;
  for (const auto& [instant, attempts] : counts) {
    kept[instant] = std::max_element(attempts.begin(), attempts.end(), [](auto& a, auto& b) {
                      return a.second < b.second;
                    })->first;
  }
  std::erase_if(*blocks, [&](const LogBlockRef& ref) {
    std::optional<int64_t> attempt = AttemptOf(ref.block);
    return attempt && *attempt != kept[InstantOf(ref)];
  });
}

// Puts the blocks of log compactions in the place of what they replace.
void ApplyLogCompactions(std::vector<LogBlockRef>* blocks) {
  std::map<std::string, std::set<std::string>> replaced_by;  // compaction -> instants
  for (const LogBlockRef& ref : *blocks) {
    std::string_view names = ref.block.Header(HeaderKey::kCompactedBlockTimes);
    if (names.empty()) continue;
    for (std::string& name : SplitList(names)) replaced_by[InstantOf(ref)].insert(std::move(name));
  }
  if (replaced_by.empty()) return;
  std::set<std::string> gone;
  for (const auto& [compaction, instants] : replaced_by) {
    gone.insert(instants.begin(), instants.end());
  }
  // Where an instant's blocks stand: its own last one, or the last of what it replaces, all the way
  // down.
  std::map<std::string, size_t> place;
  for (size_t i = 0; i < blocks->size(); ++i) {
    std::string instant = InstantOf((*blocks)[i]);
    auto compacted = replaced_by.find(instant);
    size_t at = i;
    if (compacted != replaced_by.end()) {
      if (place.count(instant) > 0) continue;
      std::optional<size_t> newest;
      for (const std::string& replaced : compacted->second) {
        auto found = place.find(replaced);
        if (found != place.end()) newest = std::max(newest.value_or(0), found->second);
      }
      at = newest.value_or(i);
    }
    place[instant] = at;
  }
  std::erase_if(*blocks, [&](const LogBlockRef& ref) { return gone.count(InstantOf(ref)) > 0; });
  std::stable_sort(blocks->begin(), blocks->end(), [&](const auto& a, const auto& b) {
    return place[InstantOf(a)] < place[InstantOf(b)];
  });
}

}  // namespace

arrow::Result<LogBlockSelection> SelectLogBlocks(
    const std::vector<std::shared_ptr<log::LogFileReader>>& files,
    const std::function<bool(std::string_view instant)>& is_visible) {
  LogBlockSelection selection;
  std::vector<LogBlockRef>& blocks = selection.blocks;
  for (const std::shared_ptr<log::LogFileReader>& file : files) {
    while (true) {
      ARROW_ASSIGN_OR_RAISE(std::optional<log::Block> block, file->Next());
      if (!block) break;
      if (block->type == BlockType::kCorrupt) continue;
      ARROW_RETURN_NOT_OK(CheckBlock(*file, *block));
      if (block->type == BlockType::kCommand) {
        std::string target(block->Header(HeaderKey::kTargetInstantTime));
        std::erase_if(blocks, [&](const LogBlockRef& ref) { return InstantOf(ref) == target; });
      } else if (is_visible(block->Header(HeaderKey::kInstantTime))) {
        blocks.push_back({file, *std::move(block)});
      }
    }
  }
  KeepOneAttempt(&blocks);
  ApplyLogCompactions(&blocks);
  for (const LogBlockRef& ref : blocks) selection.content_bytes += ref.block.content_size;
  return selection;
}

}  // namespace hudi
