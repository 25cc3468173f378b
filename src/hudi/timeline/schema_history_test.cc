// SPDX-License-Identifier: Apache-2.0
#include "hudi/timeline/schema_history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/error.h"
#include "hudi/timeline/temporary_table.h"

namespace hudi {
namespace {

constexpr const char* kFirst = "20240101000000000";
constexpr const char* kSecond = "20240201000000000";
constexpr const char* kThird = "20240301000000000";

InternalSchema Schema(int64_t version, const char* column) {
  InternalSchema schema = AssignColumnIds(*arrow::schema({arrow::field(column, arrow::int32())}));
  schema.version_id = version;
  return schema;
}

class SchemaHistoryTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(table_.storage()->MakeDirectory(".hoodie/timeline").ok()); }

  std::string Timelines(const std::string& name) { return ".hoodie/timeline/" + name; }
  void Commit(const std::string& instant, const InternalSchema* schema) {
    CommitMetadata metadata;
    metadata.operation_type = "UPSERT";
    if (schema != nullptr) metadata.extra_metadata["latest_schema"] = InternalSchemaJson(*schema);
    table_.Write(Timelines(instant + "_" + instant + ".commit"),
                 *EncodeCommitMetadata(metadata, 2));
  }
  std::shared_ptr<const Timeline> Load() { return *Timeline::Load(table_.storage(), {}); }
  std::vector<int64_t> Versions() {
    arrow::Result<SchemaVersions> versions = LoadSchemaVersions(*table_.storage(), *Load());
    EXPECT_TRUE(versions.ok()) << versions.status();
    std::vector<int64_t> ids;
    for (const InternalSchema& schema : versions->newest_first()) ids.push_back(schema.version_id);
    return ids;
  }
  void Save(const std::string& instant, std::vector<InternalSchema> schemas) {
    ASSERT_TRUE(SaveSchemaHistory(*table_.storage(), *Load(), instant, instant,
                                  SchemaVersions(std::move(schemas)))
                    .ok());
  }

  TemporaryTable table_;
};

TEST_F(SchemaHistoryTest, IsEmptyForMostTables) {
  EXPECT_THAT(Versions(), testing::IsEmpty());
  Commit(kFirst, nullptr);
  EXPECT_THAT(Versions(), testing::IsEmpty());
}

TEST_F(SchemaHistoryTest, IsThatOfTheNewestCompletedWrite) {
  Commit(kFirst, nullptr);
  Save(kSecond, {Schema(20240201000000000, "b"), Schema(0, "a")});
  // Until the write is complete nobody sees it.
  EXPECT_THAT(Versions(), testing::IsEmpty());
  InternalSchema second = Schema(20240201000000000, "b");
  Commit(kSecond, &second);
  EXPECT_THAT(Versions(), testing::ElementsAre(20240201000000000, 0));
  ASSERT_TRUE(*table_.storage()->Exists(".hoodie/.schema/20240201000000000.schemacommit.inflight"));
  // What a writer left that never completed is not read, and removed by the next one.
  table_.Write(".hoodie/.schema/20240215000000000_20240215000000000.schemacommit", "{");
  EXPECT_THAT(Versions(), testing::ElementsAre(20240201000000000, 0));
  Save(kThird, {Schema(20240301000000000, "c"), second, Schema(0, "a")});
  EXPECT_FALSE(*table_.storage()->Exists(
      ".hoodie/.schema/20240215000000000_20240215000000000.schemacommit"));
  ASSERT_TRUE(RemoveSchemaHistory(*table_.storage(), kThird).ok());
  EXPECT_THAT(Versions(), testing::ElementsAre(20240201000000000, 0));
}

TEST_F(SchemaHistoryTest, IsMadeOfTheCommitsWhereItsFolderIsGone) {
  InternalSchema first = Schema(20240101000000000, "a");
  InternalSchema second = Schema(20240201000000000, "b");
  Commit(kFirst, &first);
  Commit(kSecond, &second);
  EXPECT_THAT(Versions(), testing::ElementsAre(20240201000000000, 20240101000000000));
}

TEST_F(SchemaHistoryTest, RefusesWhatItCannotRead) {
  Commit(kFirst, nullptr);
  table_.Write(".hoodie/.schema/20240101000000000_20240101000000000.schemacommit", "{}");
  EXPECT_THAT(LoadSchemaVersions(*table_.storage(), *Load()).status(),
              FailsWith(ErrorCode::kInvalidSchema));
}

}  // namespace
}  // namespace hudi
