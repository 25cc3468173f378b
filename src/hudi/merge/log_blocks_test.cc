// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/log_blocks.h"

#include <set>

#include <arrow/io/memory.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/error.h"
#include "hudi/format/log/delete_block.h"

namespace hudi {
namespace {

using log::BlockType;
using log::HeaderKey;
using testing::ElementsAre;
using testing::HasSubstr;

std::string Block(const std::string& instant, log::BlockHeader header = {}) {
  header[HeaderKey::kInstantTime] = instant;
  return log::EncodeBlock(BlockType::kDelete, header, log::EncodeDeleteBlock({}));
}

std::string Rollback(const std::string& target) {
  return log::EncodeBlock(BlockType::kCommand,
                          {{HeaderKey::kInstantTime, "900"},
                           {HeaderKey::kTargetInstantTime, target},
                           {HeaderKey::kCommandBlockType, "0"}},
                          "");
}

arrow::Result<std::vector<std::string>> Selected(const std::vector<std::string>& files,
                                                 const std::set<std::string>& hidden = {}) {
  std::vector<std::shared_ptr<log::LogFileReader>> readers;
  for (const std::string& bytes : files) {
    auto file = std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(bytes));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<log::LogFileReader> reader,
                          log::LogFileReader::Open(file, "f.log"));
    readers.push_back(std::move(reader));
  }
  ARROW_ASSIGN_OR_RAISE(LogBlockSelection selection,
                        SelectLogBlocks(readers, [&](std::string_view instant) {
                          return hidden.count(std::string(instant)) == 0;
                        }));
  std::vector<std::string> instants;
  for (const LogBlockRef& ref : selection.blocks) {
    instants.emplace_back(ref.block.Header(HeaderKey::kInstantTime));
  }
  return instants;
}

TEST(LogBlocksTest, VisibleInstantsInFileOrder) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto blocks,
                            Selected({Block("1") + Block("2"), Block("3"), Block("4")}, {"3"}));
  EXPECT_THAT(blocks, ElementsAre("1", "2", "4"));
}

TEST(LogBlocksTest, ARollbackTakesTheBlocksBeforeItOnly) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto blocks, Selected({Block("1") + Block("2") + Block("2"), Rollback("2"), Block("2")}));
  EXPECT_THAT(blocks, ElementsAre("1", "2"));
}

TEST(LogBlocksTest, HalfWrittenBlocksAreLeftOut) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto blocks, Selected({Block("1").substr(0, 40) + Block("2")}));
  EXPECT_THAT(blocks, ElementsAre("2"));
}

TEST(LogBlocksTest, OfSeveralAttemptsTheOneWithTheMostBlocks) {
  auto attempt = [](const char* id) { return Block("1", {{HeaderKey::kBlockIdentifier, id}}); };
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto blocks, Selected({attempt("0,0"), attempt("1,0") + attempt("1,1"), Block("2")}));
  EXPECT_THAT(blocks, ElementsAre("1", "1", "2"));
}

TEST(LogBlocksTest, ALogCompactionStandsWhereItsNewestInstantStood) {
  auto compaction = [](const char* instant, const char* of) {
    return Block(instant, {{HeaderKey::kCompactedBlockTimes, of}});
  };
  HUDI_ASSERT_OK_AND_ASSIGN(auto blocks,
                            Selected({Block("1"), Block("2"), Block("3"), compaction("4", "2,1")}));
  EXPECT_THAT(blocks, ElementsAre("4", "3"));
  // One of another.
  HUDI_ASSERT_OK_AND_ASSIGN(blocks, Selected({Block("1"), Block("2"), compaction("3", "2,1"),
                                              Block("4"), Block("5"), compaction("6", "4,3")}));
  EXPECT_THAT(blocks, ElementsAre("6", "5"));
  // Not completed.
  HUDI_ASSERT_OK_AND_ASSIGN(blocks,
                            Selected({Block("1"), Block("2"), compaction("3", "2,1")}, {"3"}));
  EXPECT_THAT(blocks, ElementsAre("1", "2"));
}

TEST(LogBlocksTest, RefusesWhatItDoesNotKnow) {
  auto error = [](BlockType type, const log::BlockHeader& header) {
    return Selected({log::EncodeBlock(type, header, "")}).status();
  };
  EXPECT_EQ(CodeOf(error(BlockType::kDelete, {})), ErrorCode::kCorruptFile);
  auto cdc = error(BlockType::kCdcData, {{HeaderKey::kInstantTime, "1"}});
  EXPECT_EQ(CodeOf(cdc), ErrorCode::kUnsupported);
  EXPECT_THAT(cdc.message(), HasSubstr("f.log at byte 0: CDC data blocks"));
  auto command = error(BlockType::kCommand,
                       {{HeaderKey::kInstantTime, "1"}, {HeaderKey::kCommandBlockType, "1"}});
  EXPECT_THAT(command.message(), HasSubstr("command '1' of a block is not known"));
}

TEST(LogBlocksTest, TellsWhatBecomesOfEveryBlock) {
  auto attempt = [](const char* id) { return Block("5", {{HeaderKey::kBlockIdentifier, id}}); };
  const std::vector<std::string> files = {
      Block("1") + Block("2") + Block("9") + Block("8").substr(0, 40) + Block("3"),
      Rollback("2") + attempt("0,0") + attempt("1,0") + attempt("1,1") +
          Block("6", {{HeaderKey::kCompactedBlockTimes, "3,1"}})};
  std::vector<std::shared_ptr<log::LogFileReader>> readers;
  for (const std::string& bytes : files) {
    auto file = std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(bytes));
    HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<log::LogFileReader> reader,
                              log::LogFileReader::Open(file, "f.log"));
    readers.push_back(std::move(reader));
  }
  HUDI_ASSERT_OK_AND_ASSIGN(auto judged, JudgeLogBlocks(readers, [](std::string_view instant) {
                              return instant != "9";
                            }));
  std::vector<LogBlockFate> fates;
  for (const JudgedLogBlock& block : judged) fates.push_back(block.fate);
  using enum LogBlockFate;
  EXPECT_THAT(fates, ElementsAre(kCompacted, kRolledBack, kNotCommitted, kCorrupt, kCompacted,
                                 kCommand, kOtherAttempt, kCounts, kCounts, kCounts));
}

}  // namespace
}  // namespace hudi
