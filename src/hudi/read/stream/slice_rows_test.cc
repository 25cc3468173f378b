// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/stream/slice_rows.h"

#include <numeric>
#include <string>
#include <vector>

#include <arrow/builder.h>
#include <arrow/io/memory.h>
#include <arrow/scalar.h>
#include <arrow/table.h>
#include <gmock/gmock.h>

#include "hudi/base/testing.h"
#include "hudi/format/parquet/base_file_writer.h"
#include "hudi/predicate/predicate_eval.h"

namespace hudi {
namespace {

constexpr int64_t kRows = 1000;
constexpr int64_t kGroupRows = 100;

// Counts the bytes that are asked for.
class CountingFile : public arrow::io::RandomAccessFile {
 public:
  explicit CountingFile(std::shared_ptr<arrow::Buffer> bytes) : file_(std::move(bytes)) {}
  arrow::Status Close() override { return file_.Close(); }
  bool closed() const override { return file_.closed(); }
  arrow::Result<int64_t> Tell() const override { return file_.Tell(); }
  arrow::Status Seek(int64_t position) override { return file_.Seek(position); }
  arrow::Result<int64_t> GetSize() override { return file_.GetSize(); }
  arrow::Result<int64_t> Read(int64_t num_bytes, void* out) override {
    bytes_read += num_bytes;
    return file_.Read(num_bytes, out);
  }
  arrow::Result<std::shared_ptr<arrow::Buffer>> Read(int64_t num_bytes) override {
    bytes_read += num_bytes;
    return file_.Read(num_bytes);
  }

  int64_t bytes_read = 0;

 private:
  arrow::io::BufferReader file_;
};

// Row i: n = i, group = i / 100 (null in the last one), text = 2000 bytes that hardly compress.
std::shared_ptr<arrow::RecordBatch> FileRows() {
  arrow::Int32Builder numbers;
  arrow::Int32Builder groups;
  arrow::StringBuilder texts;
  uint64_t random = 7;
  for (int i = 0; i < kRows; ++i) {
    std::string text;
    for (int k = 0; k < 2000; ++k) {
      random = random * 6364136223846793005ULL + 1442695040888963407ULL;
      text += static_cast<char>('0' + (random >> 33) % 43);
    }
    EXPECT_TRUE(numbers.Append(i).ok());
    EXPECT_TRUE((i < 900 ? groups.Append(i / 100) : groups.AppendNull()).ok());
    EXPECT_TRUE(texts.Append(text).ok());
  }
  return arrow::RecordBatch::Make(
      arrow::schema({arrow::field("n", arrow::int32()), arrow::field("group", arrow::int32()),
                     arrow::field("text", arrow::utf8())}),
      kRows, {*numbers.Finish(), *groups.Finish(), *texts.Finish()});
}

class FilteredRowsTest : public testing::Test {
 protected:
  void SetUp() override {
    auto output = *arrow::io::BufferOutputStream::Create();
    ParquetWriteOptions options;
    options.row_group_rows = kGroupRows;
    auto writer = *BaseFileWriter::Open(output, rows_->schema(), options);
    HUDI_ASSERT_OK(writer->Write(*rows_));
    HUDI_ASSERT_OK(writer->Close({}).status());
    bytes_ = *output->Finish();
  }

  // The rows that pass, read from the file.
  arrow::Result<std::shared_ptr<arrow::Table>> Read(
      const std::string& where, const std::vector<std::string>& columns,
      std::optional<std::vector<int>> row_groups = std::nullopt) {
    auto shape = std::make_shared<RowShape>();
    shape->read_schema = table_schema_;
    ARROW_ASSIGN_OR_RAISE(PredicatePtr parsed, ParsePredicate(where));
    ARROW_ASSIGN_OR_RAISE(shape->filter, BindPredicate(*parsed, *table_schema_));
    arrow::FieldVector output;
    for (const std::string& name : columns) {
      shape->output_columns.push_back(table_schema_->GetFieldIndex(name));
      output.push_back(table_schema_->GetFieldByName(name));
    }
    shape->output_schema = arrow::schema(output);
    file_ = std::make_shared<CountingFile>(bytes_);
    ARROW_ASSIGN_OR_RAISE(auto reader, BaseFileReader::Open(file_, "f.parquet"));
    EXPECT_EQ(reader->num_row_groups(), kRows / kGroupRows);
    ARROW_ASSIGN_OR_RAISE(auto stream,
                          StreamBaseFile(*reader, shape, {{"part", arrow::MakeScalar("p")}},
                                         std::move(row_groups), /*use_threads=*/false));
    return stream->ToTable();
  }

  // The numbers of the rows that pass.
  std::vector<int64_t> Numbers(const std::string& where,
                               std::optional<std::vector<int>> row_groups = std::nullopt) {
    auto table = Read(where, {"text", "n"}, std::move(row_groups));
    EXPECT_TRUE(table.ok()) << table.status();
    std::vector<int64_t> numbers;
    if (!table.ok() || (*table)->num_rows() == 0) return numbers;
    auto batch = *(*table)->CombineChunksToBatch();
    const auto& column = static_cast<const arrow::Int64Array&>(*batch->column(1));
    const auto& texts = static_cast<const arrow::StringArray&>(*batch->column(0));
    const auto& stored = static_cast<const arrow::StringArray&>(*rows_->column(2));
    for (int64_t i = 0; i < column.length(); ++i) {
      numbers.push_back(column.Value(i));
      EXPECT_EQ(texts.GetView(i), stored.GetView(column.Value(i)));
    }
    return numbers;
  }

  static std::vector<int64_t> Range(int64_t first, int64_t end) {
    std::vector<int64_t> numbers(static_cast<size_t>(end - first));
    std::iota(numbers.begin(), numbers.end(), first);
    return numbers;
  }

  std::shared_ptr<arrow::RecordBatch> rows_ = FileRows();
  // A column that the file lacks, and a partition column that the path decides.
  std::shared_ptr<arrow::Schema> table_schema_ =
      arrow::schema({arrow::field("n", arrow::int64()), arrow::field("group", arrow::int32()),
                     arrow::field("text", arrow::utf8()), arrow::field("later", arrow::utf8()),
                     arrow::field("part", arrow::utf8())});
  std::shared_ptr<arrow::Buffer> bytes_;
  std::shared_ptr<CountingFile> file_;
};

TEST_F(FilteredRowsTest, AreTheRowsThatPass) {
  using Rows = std::vector<int64_t>;
  EXPECT_EQ(Numbers("n = 437"), Rows{437});
  EXPECT_EQ(Numbers("n in (99, 100, 899)"), (Rows{99, 100, 899}));
  EXPECT_EQ(Numbers("n = 5000"), Rows{});
  EXPECT_EQ(Numbers("n >= 0"), Range(0, 1000));
  EXPECT_EQ(Numbers("group = 3"), Range(300, 400));
  EXPECT_EQ(Numbers("group is null"), Range(900, 1000));
  EXPECT_EQ(Numbers("not group >= 0"), Rows{});
}

TEST_F(FilteredRowsTest, MayDependOnColumnsThatTheFileLacks) {
  using Rows = std::vector<int64_t>;
  EXPECT_EQ(Numbers("later is null and n = 12"), Rows{12});
  EXPECT_EQ(Numbers("later = 'x' or n = 12"), Rows{12});
  EXPECT_EQ(Numbers("later = 'x'"), Rows{});
  EXPECT_EQ(Numbers("part = 'p' and n < 2"), (Rows{0, 1}));
  EXPECT_EQ(Numbers("part = 'p'"), Range(0, 1000));
  EXPECT_EQ(Numbers("part = 'q' or n = 999"), Rows{999});
}

TEST_F(FilteredRowsTest, ComeFromTheRowGroupsGivenInTheirOrder) {
  std::vector<int64_t> want = Range(890, 900);
  for (int64_t n : Range(200, 300)) want.push_back(n);
  EXPECT_EQ(Numbers("n >= 890 or n < 300", std::vector<int>{8, 2, 5}), want);
  EXPECT_EQ(Numbers("n = 437", std::vector<int>{3, 5}), std::vector<int64_t>{});
  EXPECT_EQ(Numbers("n = 437", std::vector<int>{}), std::vector<int64_t>{});
}

TEST_F(FilteredRowsTest, MayBeChosenByTheLargestColumn) {
  const auto& texts = static_cast<const arrow::StringArray&>(*rows_->column(2));
  EXPECT_EQ(Numbers("text = '" + texts.GetString(437) + "'"), std::vector<int64_t>{437});
}

TEST_F(FilteredRowsTest, AreReadInFullOnlyInRowGroupsWhereOnePasses) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Read("n = 437", {"text"}));
  EXPECT_EQ(rows->num_rows(), 1);
  EXPECT_LT(file_->bytes_read, bytes_->size() / 4);
  HUDI_ASSERT_OK_AND_ASSIGN(rows, Read("n >= 0", {"text"}));
  EXPECT_EQ(rows->num_rows(), kRows);
  EXPECT_GT(file_->bytes_read, bytes_->size() / 2);
}

}  // namespace
}  // namespace hudi
