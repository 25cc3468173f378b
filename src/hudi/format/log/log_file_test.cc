// SPDX-License-Identifier: Apache-2.0
// Log files as a whole: those of the reference, our own, and broken ones.
#include <fstream>
#include <sstream>

#include <arrow/array.h>
#include <arrow/io/memory.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/format/log/data_block.h"
#include "hudi/format/log/delete_block.h"
#include "hudi/format/log/log_file_reader.h"
#include "hudi/format/log/record_positions.h"

namespace hudi::log {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string Fixture(const std::string& name) {
  std::ifstream file(std::string(HUDI_LOG_FIXTURES "/") + name, std::ios::binary);
  std::stringstream content;
  content << file.rdbuf();
  return content.str();
}

arrow::Result<std::unique_ptr<LogFileReader>> Open(const std::string& bytes) {
  auto file = std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(bytes));
  return LogFileReader::Open(file, "f.log");
}

arrow::Result<std::vector<Block>> Blocks(const std::string& bytes) {
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<LogFileReader> reader, Open(bytes));
  std::vector<Block> blocks;
  while (true) {
    ARROW_ASSIGN_OR_RAISE(std::optional<Block> block, reader->Next());
    if (!block) return blocks;
    blocks.push_back(*block);
  }
}

std::vector<std::string> Types(const std::vector<Block>& blocks) {
  std::vector<std::string> names;
  for (const Block& block : blocks) names.emplace_back(BlockTypeName(block.type));
  return names;
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> Rows(const LogFileReader& reader,
                                                        const Block& block) {
  ARROW_ASSIGN_OR_RAISE(avro::SchemaPtr schema,
                        avro::Schema::Parse(block.Header(HeaderKey::kSchema)));
  ARROW_ASSIGN_OR_RAISE(auto decoder,
                        avro::ColumnDecoder::Make(schema, arrow::default_memory_pool()));
  ARROW_ASSIGN_OR_RAISE(auto content, reader.ReadContent(block));
  ARROW_ASSIGN_OR_RAISE(
      auto batches,
      DecodeAvroDataBlock(std::string_view(*content), reader.OriginOf(block), decoder.get(), 1000));
  return batches.size() == 1 ? batches[0] : nullptr;
}

std::string Cell(const arrow::RecordBatch& batch, const std::string& column) {
  return (*batch.GetColumnByName(column)->GetScalar(0))->ToString();
}

TEST(LogFileTest, RollbackBlockOfVersion6) {
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<Block> blocks, Blocks(Fixture("v6_rollback.log")));
  ASSERT_EQ(blocks.size(), 1U);
  EXPECT_EQ(blocks[0].type, BlockType::kCommand);
  EXPECT_EQ(blocks[0].Header(HeaderKey::kInstantTime), "20261130031522441");
  EXPECT_EQ(blocks[0].Header(HeaderKey::kTargetInstantTime), "20261130031506861");
  EXPECT_EQ(blocks[0].Header(HeaderKey::kCommandBlockType), kRollbackCommand);
  EXPECT_EQ(blocks[0].content_size, 0);
  EXPECT_EQ(EncodeBlock(blocks[0].type, blocks[0].header, "").size(),
            static_cast<size_t>(blocks[0].size));
}

TEST(LogFileTest, UpdatesAndDeletesOfOneCommit) {
  std::string bytes = Fixture("v8_isdel.log");
  HUDI_ASSERT_OK_AND_ASSIGN(auto reader, Open(bytes));
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<Block> blocks, Blocks(bytes));
  ASSERT_THAT(Types(blocks), ElementsAre("Avro data", "delete"));
  EXPECT_EQ(blocks[0].Header(HeaderKey::kBaseFileInstantTimeOfRecordPositions),
            "20261130025613029");
  EXPECT_THAT(*DecodeRecordPositions(blocks[0].Header(HeaderKey::kRecordPositions)),
              ElementsAre(1));

  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Rows(*reader, blocks[0]));
  ASSERT_NE(rows, nullptr);
  ASSERT_EQ(rows->num_rows(), 1);
  EXPECT_EQ(Cell(*rows, "_hoodie_record_key"), "3002");
  EXPECT_EQ(Cell(*rows, "_hoodie_commit_time"), "20261130025618629");
  EXPECT_EQ(Cell(*rows, "_hoodie_is_deleted"), "false");

  HUDI_ASSERT_OK_AND_ASSIGN(auto content, reader->ReadContent(blocks[1]));
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto deletes, DecodeDeleteBlock(std::string_view(*content), reader->OriginOf(blocks[1])));
  ASSERT_EQ(deletes.size(), 1U);
  EXPECT_EQ(deletes[0].record_key, "3001");
  EXPECT_EQ(deletes[0].partition_path, "dt=2025-07-28");
  EXPECT_EQ(deletes[0].ordering, (DeleteOrdering{DeleteOrdering::Kind::kLong, 99, 0, {}, {}}));
  EXPECT_EQ(EncodeDeleteBlock(deletes), std::string_view(*content));
}

TEST(LogFileTest, ADeleteOperationAlwaysWins) {
  std::string bytes = Fixture("v8_delete.log");
  HUDI_ASSERT_OK_AND_ASSIGN(auto reader, Open(bytes));
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<Block> blocks, Blocks(bytes));
  ASSERT_THAT(Types(blocks), ElementsAre("delete"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto content, reader->ReadContent(blocks[0]));
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto deletes, DecodeDeleteBlock(std::string_view(*content), reader->OriginOf(blocks[0])));
  EXPECT_THAT(deletes,
              ElementsAre(DeleteRecord{"3002", "dt=2025-07-28", DeleteOrdering::Always()}));
  EXPECT_TRUE(deletes[0].ordering.is_always());
}

TEST(LogFileTest, EveryTypeOfARow) {
  std::string bytes = Fixture("v9_types.log");
  HUDI_ASSERT_OK_AND_ASSIGN(auto reader, Open(bytes));
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<Block> blocks, Blocks(bytes));
  ASSERT_THAT(Types(blocks), ElementsAre("Avro data"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Rows(*reader, blocks[0]));
  ASSERT_TRUE(rows->ValidateFull().ok());
  const std::pair<const char*, const char*> expected[] = {
      {"c_bool", "true"},       {"c_byte", "1"},
      {"c_int", "3"},           {"c_long", "4"},
      {"c_float", "1.5"},       {"c_double", "2.5"},
      {"c_dec10", "12.34"},     {"c_dec30", "12345678901234567890.123"},
      {"c_date", "2024-02-29"}, {"c_ts", "2024-02-29 12:34:56.789123Z"},
      {"c_null", "null"}};
  for (const auto& [column, value] : expected) EXPECT_EQ(Cell(*rows, column), value) << column;
  EXPECT_THAT(Cell(*rows, "c_struct"), HasSubstr("deep"));

  // Written back, the content is the same.
  HUDI_ASSERT_OK_AND_ASSIGN(auto schema, avro::Schema::Parse(blocks[0].Header(HeaderKey::kSchema)));
  HUDI_ASSERT_OK_AND_ASSIGN(auto encoder, avro::RowEncoder::Make(schema));
  ASSERT_TRUE(encoder->Bind(*rows).ok());
  AvroDataBlockBuilder builder;
  ASSERT_TRUE(builder.Append(*encoder, 0).ok());
  HUDI_ASSERT_OK_AND_ASSIGN(auto content, reader->ReadContent(blocks[0]));
  EXPECT_EQ(builder.Finish(), std::string_view(*content));
}

// The 80 bytes that the metadata table's creation writes.
TEST(LogFileTest, AnEmptyDeleteBlockHas80Bytes) {
  std::string block = EncodeBlock(
      BlockType::kDelete, {{HeaderKey::kInstantTime, "00000000000000011"}}, EncodeDeleteBlock({}));
  EXPECT_EQ(block.size(), 80U);
  EXPECT_EQ(block.substr(0, 14), std::string("#HUDI#\0\0\0\0\0\0\0\x42", 14));
  EXPECT_EQ(block.substr(72), std::string("\0\0\0\0\0\0\0\x48", 8));
}

std::string SmallBlock(const std::string& instant) {
  return EncodeBlock(BlockType::kDelete, {{HeaderKey::kInstantTime, instant}},
                     EncodeDeleteBlock({{"k", "p", DeleteOrdering::Always()}}));
}

class BrokenLogTest : public testing::TestWithParam<size_t> {};

// A writer died within the second of three blocks, at every byte.
TEST_P(BrokenLogTest, AHalfWrittenBlockIsPassedOver) {
  std::string middle = SmallBlock("2").substr(0, GetParam());
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<Block> blocks,
                            Blocks(SmallBlock("1") + middle + SmallBlock("3")));
  std::vector<std::string> instants;
  int64_t bytes = 0;
  for (const Block& block : blocks) {
    bytes += block.size;
    if (block.type != BlockType::kCorrupt) {
      instants.emplace_back(block.Header(HeaderKey::kInstantTime));
    }
  }
  EXPECT_THAT(instants, ElementsAre("1", "3"));
  EXPECT_EQ(bytes, static_cast<int64_t>(2 * SmallBlock("1").size() + middle.size()));

  // At the end of the file.
  HUDI_ASSERT_OK_AND_ASSIGN(blocks, Blocks(SmallBlock("1") + middle));
  EXPECT_EQ(blocks[0].Header(HeaderKey::kInstantTime), "1");
  EXPECT_EQ(blocks.size(), GetParam() == 0 ? 1U : 2U);
}

// Whatever stands between blocks, the blocks stay.
TEST(LogFileReaderTest, GarbageBetweenBlocksIsABlockOfItsOwn) {
  for (const std::string& garbage :
       {std::string("x"), std::string("garbage"), std::string(3000000, '\0'), std::string("#HUDI"),
        std::string("#HUDI##HUDI#")}) {
    HUDI_ASSERT_OK_AND_ASSIGN(std::vector<Block> blocks,
                              Blocks(SmallBlock("1") + garbage + SmallBlock("3") + garbage));
    std::vector<std::string> instants;
    int64_t corrupt = 0;
    for (const Block& block : blocks) {
      if (block.type == BlockType::kCorrupt) {
        corrupt += block.size;
      } else {
        instants.emplace_back(block.Header(HeaderKey::kInstantTime));
      }
    }
    EXPECT_THAT(instants, ElementsAre("1", "3"));
    EXPECT_EQ(corrupt, 2 * static_cast<int64_t>(garbage.size()));
  }
}

INSTANTIATE_TEST_SUITE_P(Bytes, BrokenLogTest, testing::Range<size_t>(0, SmallBlock("2").size()));

TEST(LogFileTest, FilesWithoutBlocks) {
  EXPECT_EQ(Blocks("")->size(), 0U);
  // A magic that was cut off.
  EXPECT_THAT(Types(*Blocks("#HUD")), ElementsAre("corrupt"));
  auto status = Blocks("PAR1 and more").status();
  EXPECT_EQ(CodeOf(status), ErrorCode::kCorruptFile);
  EXPECT_THAT(status.message(), HasSubstr("f.log at byte 0: a log file must start with"));
}

// Whole by its size and pointer, and wrong inside.
TEST(LogFileTest, AWholeBlockThatContradictsItselfIsAnError) {
  auto changed = [](size_t at, char byte) {
    std::string bytes = SmallBlock("1");
    bytes[at] = byte;
    auto blocks = Blocks(bytes);
    return blocks.ok() ? "ok" : blocks.status().message();
  };
  EXPECT_THAT(changed(17, 0), HasSubstr("at byte 14: log format version 0 is not supported"));
  EXPECT_THAT(changed(21, 9), HasSubstr("at byte 18: block type 9 is not known"));
  EXPECT_THAT(changed(25, 9), HasSubstr("the block ends before its header"));
  EXPECT_THAT(changed(29, 77), HasSubstr("header key 77 of a block is not known"));
  EXPECT_THAT(changed(32, 1), HasSubstr("the block ends before its header"));
}

TEST(DeleteBlockTest, RefusesSerialisedJavaObjects) {
  std::string content = EncodeDeleteBlock({{"k", "p", {}}});
  content[3] = 2;
  auto status = DecodeDeleteBlock(content, {"f.log", 100}).status();
  EXPECT_EQ(CodeOf(status), ErrorCode::kUnsupported);
  EXPECT_THAT(status.message(), HasSubstr("f.log at byte 100: content version 2"));
}

TEST(DeleteBlockTest, EveryKindOfOrderingValueComesBack) {
  using Kind = DeleteOrdering::Kind;
  std::vector<DeleteRecord> records;
  for (int kind = 0; kind <= 11; ++kind) {
    DeleteOrdering value;
    value.kind = static_cast<Kind>(kind);
    if (kind == 4 || kind == 5) value.real = -1.5;
    if (kind == 6 || kind == 7 || kind == 9) value.bytes = "bytes";
    if (kind == 1) value.number = 1;
    if (kind == 2 || kind == 3 || kind == 8 || kind > 9) value.number = -7;
    records.push_back({"k" + std::to_string(kind), "p", value});
  }
  DeleteOrdering several;
  several.kind = Kind::kSeveral;
  several.several = {{Kind::kLong, 5, 0, {}, {}}, {}, {Kind::kLocalDate, 19782, 0, {}, {}}};
  records.push_back({"s", std::nullopt, several});
  HUDI_ASSERT_OK_AND_ASSIGN(auto back, DecodeDeleteBlock(EncodeDeleteBlock(records), {"f.log"}));
  EXPECT_EQ(back, records);
}

TEST(DeleteBlockTest, EveryPrefixIsAnError) {
  std::string content =
      EncodeDeleteBlock({{"key", "p", {DeleteOrdering::Kind::kText, 0, 0, "t", {}}}});
  for (size_t size = 0; size < content.size(); ++size) {
    EXPECT_FALSE(DecodeDeleteBlock(content.substr(0, size), {"f.log"}).ok()) << size;
  }
}

TEST(RecordPositionsTest, TheReferencesTextAndBeyond32Bits) {
  EXPECT_EQ(EncodeRecordPositions({0}), "AQAAAAAAAAAAAAAAOjAAAAEAAAAAAAAAEAAAAAAA");
  std::vector<uint64_t> positions = {0, 1, 65536, uint64_t{1} << 32, (uint64_t{3} << 32) + 7};
  EXPECT_EQ(DecodeRecordPositions(EncodeRecordPositions(positions)), positions);
  EXPECT_EQ(DecodeRecordPositions("AQAAAAAAAAAAAAAAOjAA"), std::nullopt);
  EXPECT_EQ(DecodeRecordPositions(EncodeRecordPositions(positions), positions.size() - 1),
            std::nullopt);
  // Lists, bits and many containers.
  std::vector<uint64_t> many;
  for (uint64_t i = 0; i < 300000; ++i) {
    if (i % 3 != 1 && (i < 150000 || i % 50 == 0)) many.push_back(i);
  }
  EXPECT_EQ(DecodeRecordPositions(EncodeRecordPositions(many)), many);
  // As the reference writes a run, 10 to 109: two buckets' worth of header, then the container.
  const char run[] =
      "\1\0\0\0\0\0\0\0"
      "\0\0\0\0"
      "\x3B\x30\0\0"
      "\1"
      "\0\0\x63\0"
      "\1\0\x0A\0\x63\0";
  std::vector<uint64_t> ten_to_109;
  for (uint64_t i = 10; i < 110; ++i) ten_to_109.push_back(i);
  EXPECT_EQ(DecodeRecordPositions(Base64Encode(std::string_view(run, sizeof(run) - 1))),
            ten_to_109);
  EXPECT_EQ(DecodeRecordPositions("no base64!"), std::nullopt);
}

}  // namespace
}  // namespace hudi::log
