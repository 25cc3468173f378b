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
  if (block.type == BlockType::kCdcData) {
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

using Judged = std::vector<JudgedLogBlock>;

bool Counts(const JudgedLogBlock& judged) { return judged.fate == LogBlockFate::kCounts; }

// A stage that was run twice leaves the blocks of both attempts.
void KeepOneAttempt(Judged* blocks) {
  std::map<std::string, std::map<int64_t, int64_t>> counts;  // instant -> attempt -> blocks
  for (const JudgedLogBlock& judged : *blocks) {
    if (!Counts(judged)) continue;
    if (std::optional<int64_t> attempt = AttemptOf(judged.ref.block)) {
      ++counts[InstantOf(judged.ref)][*attempt];
    }
  }
  std::map<std::string, int64_t> kept;
  for (const auto& [instant, attempts] : counts) {
    kept[instant] = std::max_element(attempts.begin(), attempts.end(), [](auto& a, auto& b) {
                      return a.second < b.second;
                    })->first;
  }
  for (JudgedLogBlock& judged : *blocks) {
    if (!Counts(judged)) continue;
    std::optional<int64_t> attempt = AttemptOf(judged.ref.block);
    if (attempt && *attempt != kept[InstantOf(judged.ref)]) {
      judged.fate = LogBlockFate::kOtherAttempt;
    }
  }
}

// The instants that log compactions stand for, by the compaction's instant.
using ReplacedInstants = std::map<std::string, std::set<std::string>>;

ReplacedInstants FindReplaced(const Judged& blocks) {
  ReplacedInstants replaced_by;
  for (const JudgedLogBlock& judged : blocks) {
    if (!Counts(judged)) continue;
    std::string_view names = judged.ref.block.Header(HeaderKey::kCompactedBlockTimes);
    if (names.empty()) continue;
    for (std::string& name : SplitList(names)) {
      replaced_by[InstantOf(judged.ref)].insert(std::move(name));
    }
  }
  return replaced_by;
}

// Leaves out what log compactions stand for.
void DropCompacted(Judged* blocks) {
  std::set<std::string> gone;
  for (const auto& [compaction, instants] : FindReplaced(*blocks)) {
    gone.insert(instants.begin(), instants.end());
  }
  for (JudgedLogBlock& judged : *blocks) {
    if (Counts(judged) && gone.count(InstantOf(judged.ref)) > 0) {
      judged.fate = LogBlockFate::kCompacted;
    }
  }
}

// Where an instant's blocks stand: its own last one, or the last of what it replaces, all the way
// down.
std::map<std::string, size_t> PlacesOf(const Judged& blocks, const ReplacedInstants& replaced_by) {
  std::map<std::string, size_t> place;
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (!Counts(blocks[i]) && blocks[i].fate != LogBlockFate::kCompacted) continue;
    std::string instant = InstantOf(blocks[i].ref);
    auto compacted = replaced_by.find(instant);
    size_t at = i;
    if (compacted != replaced_by.end()) {
      if (place.count(instant) > 0) continue;
      std::optional<size_t> newest;
      for (const std::string& name : compacted->second) {
        auto found = place.find(name);
        if (found != place.end()) newest = std::max(newest.value_or(0), found->second);
      }
      at = newest.value_or(i);
    }
    place[instant] = at;
  }
  return place;
}

void ApplyRollback(const log::Block& rollback, Judged* blocks) {
  std::string target(rollback.Header(HeaderKey::kTargetInstantTime));
  for (JudgedLogBlock& judged : *blocks) {
    if (judged.fate == LogBlockFate::kCounts || judged.fate == LogBlockFate::kNotCommitted) {
      if (InstantOf(judged.ref) == target) judged.fate = LogBlockFate::kRolledBack;
    }
  }
}

using BlockCheck = std::function<arrow::Status(size_t file, const log::Block& block)>;

arrow::Result<Judged> Judge(const std::vector<std::shared_ptr<log::LogFileReader>>& files,
                            const std::function<bool(std::string_view instant)>& is_visible,
                            bool check, const BlockCheck& further_check = {}) {
  Judged blocks;
  for (size_t f = 0; f < files.size(); ++f) {
    const std::shared_ptr<log::LogFileReader>& file = files[f];
    while (true) {
      ARROW_ASSIGN_OR_RAISE(std::optional<log::Block> block, file->Next());
      if (!block) break;
      if (further_check) ARROW_RETURN_NOT_OK(further_check(f, *block));
      LogBlockFate fate = LogBlockFate::kCounts;
      if (block->type == BlockType::kCorrupt) {
        fate = LogBlockFate::kCorrupt;
      } else {
        if (check) ARROW_RETURN_NOT_OK(CheckBlock(*file, *block));
        if (block->type == BlockType::kCommand) {
          ApplyRollback(*block, &blocks);
          fate = LogBlockFate::kCommand;
        } else if (!is_visible(block->Header(HeaderKey::kInstantTime))) {
          fate = LogBlockFate::kNotCommitted;
        }
      }
      blocks.push_back({{file, *std::move(block)}, fate});
    }
  }
  KeepOneAttempt(&blocks);
  return blocks;
}

// What a compressed content comes to when it is read, about.
constexpr int64_t kDecompressedTimes = 5;

int64_t ContentBytes(const log::Block& block) {
  bool compressed = block.type == BlockType::kParquetData || block.type == BlockType::kHfileData;
  return block.content_size * (compressed ? kDecompressedTimes : 1);
}

}  // namespace

arrow::Result<std::vector<JudgedLogBlock>> JudgeLogBlocks(
    const std::vector<std::shared_ptr<log::LogFileReader>>& files,
    const std::function<bool(std::string_view instant)>& is_visible) {
  ARROW_ASSIGN_OR_RAISE(Judged blocks, Judge(files, is_visible, /*check=*/false));
  DropCompacted(&blocks);
  return blocks;
}

arrow::Result<LogBlockSelection> SelectLogBlocks(
    const std::vector<std::shared_ptr<log::LogFileReader>>& files,
    const std::function<bool(std::string_view instant)>& is_visible, const BlockCheck& check) {
  ARROW_ASSIGN_OR_RAISE(Judged judged, Judge(files, is_visible, /*check=*/true, check));
  const ReplacedInstants replaced_by = FindReplaced(judged);
  DropCompacted(&judged);
  std::map<std::string, size_t> places;
  if (!replaced_by.empty()) places = PlacesOf(judged, replaced_by);
  std::erase_if(judged, [](const JudgedLogBlock& block) { return !Counts(block); });
  if (!replaced_by.empty()) {
    std::stable_sort(judged.begin(), judged.end(), [&](const auto& a, const auto& b) {
      return places[InstantOf(a.ref)] < places[InstantOf(b.ref)];
    });
  }
  LogBlockSelection selection;
  for (JudgedLogBlock& block : judged) {
    selection.content_bytes += ContentBytes(block.ref.block);
    selection.blocks.push_back(std::move(block.ref));
  }
  return selection;
}

}  // namespace hudi
