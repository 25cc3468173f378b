// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/stream/rows_by_position.h"

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <arrow/table.h>
#include <gmock/gmock.h>

#include "hudi/base/testing.h"
#include "hudi/format/log/record_positions.h"
#include "hudi/merge/slice_logs.h"
#include "hudi/predicate/predicate_eval.h"
#include "hudi/read/test_table.h"

namespace hudi {
namespace {

using log::BlockType;
using log::HeaderKey;
using ::testing::HasSubstr;

constexpr char kBase[] = "20250101000000000";
const int64_t kMemorySizes[] = {500, 2000, 4000, 1 << 20};

std::shared_ptr<arrow::Schema> Columns() {
  return arrow::schema({arrow::field("id", arrow::utf8()), arrow::field("v", arrow::utf8()),
                        arrow::field("n", arrow::int64())});
}

std::shared_ptr<arrow::Schema> LogColumns() {
  return *Columns()->AddField(0, arrow::field(std::string(kRecordKey), arrow::utf8()));
}

/// A block, and where the base file has its rows.
struct TestBlock {
  BlockType type = BlockType::kAvroData;
  std::vector<std::string> keys;
  std::vector<uint64_t> positions;
  std::vector<int64_t> ordering;  // a record
  std::string value = "log";
  bool is_partial = false;      // without the column v
  std::string instant = kBase;  // that positions are for
};

std::string Content(const TestBlock& block, std::string* schema_json) {
  if (block.type == BlockType::kDelete) {
    std::vector<log::DeleteRecord> deletes;
    for (size_t i = 0; i < block.keys.size(); ++i) {
      deletes.push_back(
          {block.keys[i], "", {log::DeleteOrdering::Kind::kLong, block.ordering[i], 0, {}, {}}});
      if (block.keys[i].empty()) deletes.back().record_key.reset();
    }
    return log::EncodeDeleteBlock(deletes);
  }
  std::string json;
  for (size_t i = 0; i < block.keys.size(); ++i) {
    json += (i > 0 ? ",[\"" : "[\"") + block.keys[i] + "\",\"" + block.keys[i] + "\",\"" +
            block.value + "\"," + std::to_string(block.ordering[i]) + "]";
  }
  std::shared_ptr<arrow::RecordBatch> rows = TestTable::Rows(LogColumns(), "[" + json + "]");
  if (block.is_partial) rows = *rows->RemoveColumn(2);
  avro::SchemaPtr schema = *ArrowToAvro(*rows->schema(), "t_record", "hoodie.t");
  *schema_json = schema->ToJson();
  if (block.type == BlockType::kParquetData) {
    auto output = *arrow::io::BufferOutputStream::Create();
    auto writer = *BaseFileWriter::Open(output, rows->schema(), {});
    EXPECT_TRUE(writer->Write(*rows).ok());
    EXPECT_TRUE(writer->Close({}).ok());
    return (*output->Finish())->ToString();
  }
  auto encoder = *avro::RowEncoder::Make(schema);
  EXPECT_TRUE(encoder->Bind(*rows).ok());
  log::AvroDataBlockBuilder data;
  for (int64_t row = 0; row < rows->num_rows(); ++row) {
    EXPECT_TRUE(data.Append(*encoder, row).ok());
  }
  return data.Finish();
}

/// A slice with the keys k0, k1, ... in its base file.
class TestSlice {
 public:
  explicit TestSlice(const std::vector<std::string>& keys) {
    std::string json;
    for (const std::string& key : keys) {
      json += (json.empty() ? "[\"" : ",[\"") + key + "\",\"base\",5]";
    }
    slice_.file_id = "g";
    // Batches and row groups end at other rows than the parts of logs.
    slice_.base_file = {
        table_.AddFile("", "g", kBase, TestTable::Rows(Columns(), "[" + json + "]"), 7), {}, 0};
    slice_.base_file->name.instant = kBase;
  }

  void Add(const TestBlock& block) {
    log::BlockHeader header = {{HeaderKey::kInstantTime, "2025" + std::to_string(++num_logs_)}};
    std::string schema;
    const std::string content = Content(block, &schema);
    header[HeaderKey::kSchema] = schema;
    if (block.is_partial) header[HeaderKey::kIsPartial] = "true";
    if (!block.instant.empty()) {
      header[HeaderKey::kBaseFileInstantTimeOfRecordPositions] = block.instant;
      header[HeaderKey::kRecordPositions] = log::EncodeRecordPositions(block.positions);
    }
    const std::string path = "log" + std::to_string(num_logs_);
    table_.Write(path, log::EncodeBlock(block.type, header, content));
    slice_.log_files.push_back({path, {}, 0});
  }

  arrow::Result<std::vector<std::string>> Read(const std::vector<std::string>& columns,
                                               const std::string& where, MergeMode mode,
                                               bool by_position, int64_t memory_bytes) const {
    ARROW_ASSIGN_OR_RAISE(auto shapes, Shapes(columns, where, mode, memory_bytes));
    if (!by_position) shapes.second->position_schema = nullptr;
    ARROW_ASSIGN_OR_RAISE(auto stream, StreamMergedSlice(*table_.storage(), slice_, shapes.first,
                                                         shapes.second, {}, false));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Table> rows, stream->ToTable());
    ARROW_RETURN_NOT_OK(rows->ValidateFull());
    std::vector<std::string> texts;
    for (int64_t i = 0; i < rows->num_rows(); ++i) {
      std::string text;
      for (const auto& column : rows->columns()) {
        ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Scalar> value, column->GetScalar(i));
        text += value->ToString() + ",";
      }
      texts.push_back(text);
    }
    std::sort(texts.begin(), texts.end());
    return texts;
  }

  /// Whether rows are found by their positions.
  arrow::Result<bool> UsesPositions(int64_t memory_bytes = 1 << 20) const {
    ARROW_ASSIGN_OR_RAISE(auto shapes, Shapes({"v"}, "", MergeMode::kEventTime, memory_bytes));
    ARROW_ASSIGN_OR_RAISE(LogBlockSelection logs,
                          SelectSliceBlocks(*table_.storage(), slice_, nullptr,
                                            [](std::string_view) { return true; }));
    ARROW_ASSIGN_OR_RAISE(auto file, table_.storage()->OpenInput(slice_.base_file->path));
    ARROW_ASSIGN_OR_RAISE(auto base, BaseFileReader::Open(file, slice_.base_file->path));
    ARROW_ASSIGN_OR_RAISE(
        auto rows, StreamByPosition(*base, kBase, logs, shapes.first, shapes.second, {}, false));
    return rows != nullptr;
  }

 private:
  using ShapePair = std::pair<std::shared_ptr<RowShape>, std::shared_ptr<MergeShape>>;
  static arrow::Result<ShapePair> Shapes(const std::vector<std::string>& columns,
                                         const std::string& where, MergeMode mode,
                                         int64_t memory_bytes) {
    const std::shared_ptr<arrow::Schema> all = WithMetaColumns(*Columns());
    auto shape = std::make_shared<RowShape>();
    auto merge_shape = std::make_shared<MergeShape>();
    arrow::FieldVector output, merged, positioned;
    for (const auto& field : all->fields()) {
      const std::string& name = field->name();
      const bool asked = std::find(columns.begin(), columns.end(), name) != columns.end();
      const bool filtered = name == "v" && !where.empty();
      const bool compared = name == "n" && mode == MergeMode::kEventTime;
      if (asked) output.push_back(field);
      if (asked || filtered || compared) positioned.push_back(field);
      if (asked || filtered || compared || name == kRecordKey) merged.push_back(field);
    }
    shape->output_schema = arrow::schema(output);
    shape->read_schema = arrow::schema(positioned);
    if (!where.empty()) {
      ARROW_ASSIGN_OR_RAISE(PredicatePtr filter, ParsePredicate(where));
      ARROW_ASSIGN_OR_RAISE(shape->filter, BindPredicate(*filter, *all));
    }
    shape->batch_rows = 4;
    merge_shape->merge_schema = arrow::schema(merged);
    merge_shape->position_schema = arrow::schema(positioned);
    merge_shape->merge.mode = mode;
    if (mode == MergeMode::kEventTime) merge_shape->merge.ordering_fields = {"n"};
    merge_shape->is_visible = [](std::string_view) { return true; };
    merge_shape->memory_bytes = memory_bytes;
    return ShapePair{shape, merge_shape};
  }

  TestTable table_;
  FileSlice slice_;
  int num_logs_ = 0;
};

std::vector<std::string> Keys(int64_t count) {
  std::vector<std::string> keys;
  for (int64_t i = 0; i < count; ++i) keys.push_back("k" + std::to_string(i));
  return keys;
}

TestBlock RandomBlock(int64_t num_rows, int number, std::mt19937* random) {
  const auto pick = [&](int64_t below) {
    return static_cast<int64_t>((*random)() % static_cast<uint64_t>(below));
  };
  TestBlock block;
  constexpr BlockType kTypes[] = {BlockType::kAvroData, BlockType::kAvroData,
                                  BlockType::kParquetData, BlockType::kDelete};
  block.type = kTypes[pick(4)];
  block.is_partial = block.type == BlockType::kAvroData && pick(4) == 0;
  block.value = "log" + std::to_string(number);
  const int64_t chance = 1 + pick(5);
  for (int64_t row = 0; row < num_rows; ++row) {
    if (pick(chance) > 0) continue;
    block.positions.push_back(static_cast<uint64_t>(row));
    block.keys.push_back("k" + std::to_string(row));
    block.ordering.push_back(3 + pick(5));
  }
  if (block.positions.empty()) {
    block.positions = {0};
    block.keys = {"k0"};
    block.ordering = {9};
  }
  return block;
}

TEST(RowsByPositionTest, GivesWhatKeysGive) {
  const std::vector<std::vector<std::string>> kColumns = {
      {"v"}, {"id", "v", "n"}, {"_hoodie_record_key", "v"}, {"n"}, {}};
  for (uint32_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const int64_t num_rows = 1 + random() % 40;
    TestSlice slice(Keys(num_rows));
    const int num_blocks = 1 + static_cast<int>(random() % 5);
    for (int i = 0; i < num_blocks; ++i) slice.Add(RandomBlock(num_rows, i, &random));
    EXPECT_THAT(slice.UsesPositions(), ::testing::Eq(arrow::Result<bool>(true)));
    const std::vector<std::string>& columns = kColumns[seed % kColumns.size()];
    const std::string where = random() % 3 == 0 ? "v <> 'base'" : "";
    for (MergeMode mode : {MergeMode::kCommitTime, MergeMode::kEventTime}) {
      HUDI_ASSERT_OK_AND_ASSIGN(auto by_key, slice.Read(columns, where, mode, false, 1 << 20));
      for (int64_t memory_bytes : kMemorySizes) {
        HUDI_ASSERT_OK_AND_ASSIGN(auto rows, slice.Read(columns, where, mode, true, memory_bytes));
        EXPECT_EQ(rows, by_key) << memory_bytes;
      }
    }
  }
}

TEST(RowsByPositionTest, ReadsLogsInPartsThatFitIntoTheMemory) {
  TestSlice slice(Keys(500));
  std::mt19937 random(1);
  for (int i = 0; i < 3; ++i) slice.Add(RandomBlock(500, i, &random));
  HUDI_ASSERT_OK_AND_ASSIGN(bool in_parts, slice.UsesPositions(40000));
  EXPECT_TRUE(in_parts);
  // The positions alone would not fit.
  HUDI_ASSERT_OK_AND_ASSIGN(bool too_little, slice.UsesPositions(2000));
  EXPECT_FALSE(too_little);
  HUDI_ASSERT_OK_AND_ASSIGN(auto by_key,
                            slice.Read({"id", "v"}, "", MergeMode::kCommitTime, false, 1 << 20));
  for (int64_t memory_bytes : {2000, 40000}) {
    HUDI_ASSERT_OK_AND_ASSIGN(
        auto rows, slice.Read({"id", "v"}, "", MergeMode::kCommitTime, true, memory_bytes));
    EXPECT_EQ(rows, by_key) << memory_bytes;
  }
}

// Slices whose rows must be found by their keys.
struct FallBackCase {
  const char* label;
  std::vector<std::string> base_keys;
  std::vector<TestBlock> blocks;
};
class FallBackTest : public testing::TestWithParam<FallBackCase> {};
TEST_P(FallBackTest, FindsRowsByKeys) {
  TestSlice slice(GetParam().base_keys);
  for (const TestBlock& block : GetParam().blocks) slice.Add(block);
  HUDI_ASSERT_OK_AND_ASSIGN(bool uses_positions, slice.UsesPositions());
  EXPECT_FALSE(uses_positions);
  for (int64_t memory_bytes : kMemorySizes) {
    HUDI_ASSERT_OK_AND_ASSIGN(
        auto by_key, slice.Read({"id", "v"}, "", MergeMode::kEventTime, false, memory_bytes));
    HUDI_ASSERT_OK_AND_ASSIGN(
        auto rows, slice.Read({"id", "v"}, "", MergeMode::kEventTime, true, memory_bytes));
    EXPECT_EQ(rows, by_key);
  }
}
TestBlock Block(std::vector<std::string> keys, std::vector<uint64_t> positions,
                BlockType type = BlockType::kAvroData, std::string instant = kBase) {
  TestBlock block;
  block.type = type;
  block.ordering.assign(keys.size(), 9);
  block.keys = std::move(keys);
  block.positions = std::move(positions);
  block.instant = std::move(instant);
  return block;
}
INSTANTIATE_TEST_SUITE_P(
    Slices, FallBackTest,
    testing::Values(
        FallBackCase{"ABlockWithoutPositions",
                     {"a", "b", "c"},
                     {Block({"a"}, {0}), Block({"b"}, {}, BlockType::kAvroData, "")}},
        FallBackCase{"ADeleteBlockWithoutPositions",
                     {"a", "b", "c"},
                     {Block({"a"}, {0}), Block({"b"}, {}, BlockType::kDelete, "")}},
        FallBackCase{"PositionsOfAnotherBaseFile",
                     {"a", "b", "c"},
                     {Block({"a"}, {2}, BlockType::kAvroData, "20240101000000000")}},
        FallBackCase{"NoPositionsForTheBaseFile", {"a", "b"}, {Block({"a"}, {})}},
        FallBackCase{"APositionBehindTheLastRow", {"a", "b"}, {Block({"a"}, {2})}},
        FallBackCase{"FewerPositionsThanRecords", {"a", "b", "c"}, {Block({"a", "c"}, {0})}},
        FallBackCase{"MorePositionsThanRecords", {"a", "b", "c"}, {Block({"a"}, {0, 2})}},
        FallBackCase{"FewerPositionsThanRowsOfAParquetBlock",
                     {"a", "b", "c"},
                     {Block({"a", "c"}, {0}, BlockType::kParquetData)}},
        FallBackCase{
            "ADeleteWithoutKey", {"a", "b", "c"}, {Block({"a", ""}, {0, 1}, BlockType::kDelete)}},
        // The reference gives each row of a key a record of its own.
        FallBackCase{"AKeyThatTheBaseFileHoldsTwice", {"a", "b", "a"}, {Block({"a", "a"}, {0, 2})}},
        FallBackCase{
            "AKeyWhoseBlocksDisagree", {"a", "b", "c"}, {Block({"a"}, {0}), Block({"a"}, {1})}},
        FallBackCase{
            "ARowWhoseBlocksDisagree", {"a", "b", "c"}, {Block({"a"}, {0}), Block({"b"}, {0})}}),
    [](const auto& info) { return std::string(info.param.label); });

// Where the query needs the keys anyhow, they are compared.
TEST(RowsByPositionTest, ARecordForARowOfAnotherKeyIsAnError) {
  TestSlice slice({"a", "b", "c"});
  slice.Add(Block({"a"}, {1}));
  auto rows = slice.Read({"_hoodie_record_key", "v"}, "", MergeMode::kCommitTime, true, 1 << 20);
  EXPECT_THAT(rows, FailsWith(ErrorCode::kCorruptFile));
  EXPECT_THAT(rows.status().message(), HasSubstr("row 1 of the base file has key 'b'"));
}

}  // namespace
}  // namespace hudi
