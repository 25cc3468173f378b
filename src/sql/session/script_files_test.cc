// SPDX-License-Identifier: Apache-2.0
// Runs every tests/sql/*.test in a warehouse of its own; tests/sql/README.md explains their format.
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <arrow/compute/initialize.h>
#include <arrow/scalar.h>
#include <arrow/table.h>

#include "hudi/error.h"
#include "hudi/sql.h"

namespace hudi::sql {
namespace {

namespace fs = std::filesystem;

struct Record {
  int line = 0;
  std::string kind;      ///< "ok", "rows", "sorted", "error"
  std::string argument;  ///< of "error": the code
  std::string statement;
  std::vector<std::string> expected;
};

// Records end at an empty line; those that begin with # are comments.
std::vector<Record> ReadRecords(const std::string& path) {
  std::ifstream file(path);
  std::vector<Record> records;
  std::string line;
  int number = 0;
  bool inside = false;
  bool in_rows = false;
  while (std::getline(file, line)) {
    ++number;
    if (line.empty()) {
      inside = in_rows = false;
      continue;
    }
    if (!inside && line[0] == '#') continue;
    if (!inside) {
      Record record;
      record.line = number;
      size_t blank = line.find(' ');
      record.kind = line.substr(0, blank);
      if (blank != std::string::npos) record.argument = line.substr(blank + 1);
      records.push_back(std::move(record));
      inside = true;
    } else if (line == "----") {
      in_rows = true;
    } else if (in_rows) {
      records.back().expected.push_back(line);
    } else {
      records.back().statement += line + "\n";
    }
  }
  return records;
}

std::string Replaced(std::string text, const std::string& what, const std::string& by) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

arrow::Result<std::vector<std::string>> RowsAsText(arrow::RecordBatchReader& rows) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Table> table, rows.ToTable());
  std::vector<std::string> lines;
  for (int64_t row = 0; row < table->num_rows(); ++row) {
    std::string text;
    for (int column = 0; column < table->num_columns(); ++column) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Scalar> value,
                            table->column(column)->GetScalar(row));
      text += (column > 0 ? "|" : "") + (value->is_valid ? value->ToString() : "NULL");
    }
    lines.push_back(std::move(text));
  }
  return lines;
}

// One run of a file: `{type}` and `{version}` in it stand for these.
struct ScriptRun {
  std::string path;
  std::string type;
  std::string version;

  std::string Name() const {
    std::string name = fs::path(path).stem().string();
    if (!type.empty()) name += "_" + type;
    if (!version.empty()) name += "_" + version;
    return name;
  }
};

void PrintTo(const ScriptRun& run, std::ostream* out) { *out << run.Name(); }

class ScriptFileTest : public testing::TestWithParam<ScriptRun> {
 protected:
  void SetUp() override {
    setenv("TZ", "UTC", 1);
    ASSERT_TRUE(arrow::compute::Initialize().ok());
    std::string pattern = (fs::temp_directory_path() / "hudi-sql-test-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  void Open() {
    session_.reset();
    SessionOptions options;
    options.warehouse = folder_ + "/warehouse";
    options.settings["spark.sql.session.timeZone"] = "UTC";
    arrow::Result<std::unique_ptr<Session>> session = Session::Open(options);
    ASSERT_TRUE(session.ok()) << session.status();
    session_ = *std::move(session);
  }

  arrow::Result<std::vector<std::string>> Run(const std::string& statement) {
    ARROW_ASSIGN_OR_RAISE(StatementResult result, session_->Run(statement));
    if (result.rows != nullptr) return RowsAsText(*result.rows);
    std::vector<std::string> lines;
    if (result.change) {
      lines.push_back(std::to_string(result.change->rows_inserted) + " inserted, " +
                      std::to_string(result.change->rows_updated) + " updated, " +
                      std::to_string(result.change->rows_deleted) + " deleted");
    }
    return lines;
  }

  std::string folder_;
  std::unique_ptr<Session> session_;
};

TEST_P(ScriptFileTest, GivesTheRowsAndErrorsThatStandInTheFile) {
  Open();
  for (const Record& record : ReadRecords(GetParam().path)) {
    SCOPED_TRACE(GetParam().path + ":" + std::to_string(record.line));
    if (record.kind == "session") {  // a new one over the same warehouse
      Open();
      continue;
    }
    std::string statement = Replaced(record.statement, "{dir}", folder_);
    statement = Replaced(statement, "{type}", GetParam().type);
    statement = Replaced(statement, "{version}", GetParam().version);
    arrow::Result<std::vector<std::string>> got = Run(statement);
    if (record.kind == "error") {
      ASSERT_FALSE(got.ok()) << statement;
      EXPECT_EQ(ErrorCodeName(CodeOf(got.status()).value_or(ErrorCode::kInternal)), record.argument)
          << got.status();
      for (const std::string& part : record.expected) {
        EXPECT_THAT(DescribeError(got.status(), statement), testing::HasSubstr(part));
      }
      continue;
    }
    ASSERT_TRUE(got.ok()) << DescribeError(got.status(), statement);
    std::vector<std::string> expected = record.expected;
    if (record.kind == "ok" && expected.empty()) continue;
    for (std::string& line : expected) line = Replaced(line, "{dir}", folder_);
    if (record.kind == "sorted") {
      std::sort(got->begin(), got->end());
      std::sort(expected.begin(), expected.end());
    }
    EXPECT_THAT(*got, testing::ElementsAreArray(expected)) << statement;
  }
}

std::vector<ScriptRun> ScriptRuns() {
  std::vector<ScriptRun> runs;
  for (const fs::directory_entry& entry : fs::directory_iterator(HUDI_SQL_TESTS)) {
    if (entry.path().extension() != ".test") continue;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const auto values = [&](const char* mark, std::vector<std::string> all) {
      return text.find(mark) == std::string::npos ? std::vector<std::string>{""} : std::move(all);
    };
    for (const std::string& type : values("{type}", {"cow", "mor"})) {
      for (const std::string& version : values("{version}", {"6", "8", "9"})) {
        runs.push_back({entry.path().string(), type, version});
      }
    }
  }
  std::sort(runs.begin(), runs.end(),
            [](const ScriptRun& a, const ScriptRun& b) { return a.Name() < b.Name(); });
  return runs;
}

INSTANTIATE_TEST_SUITE_P(Files, ScriptFileTest, testing::ValuesIn(ScriptRuns()),
                         [](const auto& info) { return info.param.Name(); });

}  // namespace
}  // namespace hudi::sql
