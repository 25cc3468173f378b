// SPDX-License-Identifier: Apache-2.0
#include "hudi/table/properties_file.h"

#include "hudi/base/testing.h"
#include "hudi/table/table_folder.h"

namespace hudi {
namespace {

using testing::AnyOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Key;
using testing::Not;
using testing::Pair;

const std::string kPath(kPropertiesPath);
const std::string kBackup(kPropertiesBackupPath);
const std::string kTableText = PropertiesFileText(SmallTable(8));
// The checksum of another table's name.
const std::string kDamagedText =
    "hoodie.table.name=t\nhoodie.table.version=8\nhoodie.table.checksum=1\n";

// Values of the reference, see the table of hoodie.table.checksum.
TEST(TableChecksum, IsTheOneOfTheReference) {
  EXPECT_EQ(TableChecksum({{"hoodie.table.name", "cow_ops"}}), "3070669500");
  EXPECT_EQ(TableChecksum({{"hoodie.table.name", "mor_ops"}, {"hoodie.database.name", ""}}),
            "802768529");
}

TEST(PropertiesFileText, HasTwoCommentLinesAndTheChecksum) {
  HUDI_ASSERT_OK_AND_ASSIGN(const ConfigMap read, ParseProperties(kTableText, "f"));
  EXPECT_EQ(read.size(), SmallTable(8).size() + 1);
  EXPECT_THAT(read, Contains(Pair("hoodie.table.checksum", TableChecksum(SmallTable(8)))));
  EXPECT_TRUE(kTableText.starts_with("#Updated at 2"));
  EXPECT_EQ(kTableText[kTableText.find('\n') + 1], '#');
}

TEST(ReadPropertiesFile, RefusesAFolderWithoutTable) {
  TableFolder folder;
  EXPECT_THAT(ReadPropertiesFile(folder.storage()),
              FailsWith(ErrorCode::kNotATable, folder.storage().root()));
  folder.Write(".hoodie/.temp/x", "");
  EXPECT_THAT(ReadPropertiesFile(folder.storage()), FailsWith(ErrorCode::kNotATable));
}

TEST(ReadPropertiesFile, TakesTheBackupWhenTheFileIsMissingOrDamaged) {
  TableFolder folder;
  folder.Write(kBackup, kTableText);
  HUDI_ASSERT_OK(ReadPropertiesFile(folder.storage()));
  for (const std::string& text : {kDamagedText, std::string("a=\\u00"), std::string()}) {
    folder.Write(kPath, text);
    HUDI_ASSERT_OK_AND_ASSIGN(const ConfigMap read, ReadPropertiesFile(folder.storage()));
    EXPECT_THAT(read, Contains(Key("hoodie.timeline.layout.version")));
  }
}

TEST(ReadPropertiesFile, RefusesDamageWithoutBackup) {
  TableFolder folder;
  folder.Write(kPath, kDamagedText);
  const auto got = ReadPropertiesFile(folder.storage());
  EXPECT_THAT(got, FailsWith(ErrorCode::kCorruptFile, kPath));
  EXPECT_THAT(got.status().message(), HasSubstr("'hoodie.table.checksum' = '1'"));
  EXPECT_THAT(got.status().message(), HasSubstr("at byte 43"));
  folder.Write(kPath, "hoodie.table.version=8\n");
  EXPECT_THAT(ReadPropertiesFile(folder.storage()), FailsWith(ErrorCode::kCorruptFile, kPath));
}

TEST(ReadPropertiesFile, AcceptsAFileWithoutChecksum) {
  TableFolder folder;
  folder.Write(kPath, FormatProperties(SmallTable(6), ""));
  HUDI_ASSERT_OK_AND_ASSIGN(const ConfigMap read, ReadPropertiesFile(folder.storage()));
  EXPECT_EQ(read, SmallTable(6));
}

TEST(CreateTable, MakesTheFoldersOfEachVersion) {
  TableFolder v6, v8;
  HUDI_ASSERT_OK(CreateTable(v6.storage(), SmallTable(6)));
  HUDI_ASSERT_OK(CreateTable(v8.storage(), SmallTable(8)));
  for (TableFolder* folder : {&v6, &v8}) {
    for (const char* name :
         {".hoodie/hoodie.properties", ".hoodie/.aux/.bootstrap/.partitions",
          ".hoodie/.aux/.bootstrap/.fileids", ".hoodie/.temp", ".hoodie/.schema"}) {
      EXPECT_TRUE(folder->Has(name)) << name;
    }
  }
  EXPECT_TRUE(v6.Has(".hoodie/archived"));
  EXPECT_FALSE(v6.Has(".hoodie/timeline"));
  EXPECT_TRUE(v8.Has(".hoodie/timeline/history"));
  EXPECT_FALSE(v8.Has(".hoodie/archived"));
  HUDI_ASSERT_OK_AND_ASSIGN(const TableConfig config, TableConfig::Load(v8.storage()));
  EXPECT_EQ(config.name(), "t");
}

TEST(CreateTable, RefusesAnExistingTable) {
  TableFolder folder;
  HUDI_ASSERT_OK(CreateTable(folder.storage(), SmallTable(8)));
  EXPECT_THAT(CreateTable(folder.storage(), SmallTable(8)), FailsWith(ErrorCode::kTableExists));
  TableFolder updated;  // a writer is replacing the file at this moment
  updated.Write(kBackup, kTableText);
  EXPECT_THAT(CreateTable(updated.storage(), SmallTable(8)), FailsWith(ErrorCode::kTableExists));
}

TEST(CreateTable, RefusesATimelineWithoutProperties) {
  TableFolder folder;
  folder.Write(".hoodie/timeline/20240101000000000.commit.requested", "");
  EXPECT_THAT(CreateTable(folder.storage(), SmallTable(8)), FailsWith(ErrorCode::kTableExists));
  TableFolder leftover;  // a creation that stopped before its last step
  leftover.Write(".hoodie/.temp/.x.crc", "");
  HUDI_ASSERT_OK(CreateTable(leftover.storage(), SmallTable(8)));
}

TEST(UpdateTableProperties, SetsAndRemovesKeysAndKeepsUnknownOnes) {
  TableFolder folder;
  ConfigMap properties = SmallTable(8);
  properties["some.unknown=key"] = " v:1 ";
  HUDI_ASSERT_OK(CreateTable(folder.storage(), properties));
  folder.Write(".hoodie/.hoodie.properties.crc", "stale");
  HUDI_ASSERT_OK(UpdateTableProperties(
      folder.storage(),
      {{"hoodie.table.metadata.partitions", "files"}, {"hoodie.table.recordkey.fields", ""}}));
  HUDI_ASSERT_OK_AND_ASSIGN(const TableConfig config, TableConfig::Load(folder.storage()));
  EXPECT_TRUE(config.metadata_table_on());
  EXPECT_THAT(config.properties(), Not(Contains(Key("hoodie.table.recordkey.fields"))));
  EXPECT_EQ(config.Get("some.unknown=key"), " v:1 ");
  EXPECT_FALSE(folder.Has(kBackup));
  EXPECT_FALSE(folder.Has(".hoodie/.hoodie.properties.crc"));
}

TEST(UpdateTableProperties, RecoversFromABackupFirst) {
  TableFolder folder;
  folder.Write(kPath, kDamagedText);
  folder.Write(kBackup, kTableText);
  HUDI_ASSERT_OK(UpdateTableProperties(folder.storage(), {{"a", "1"}}));
  HUDI_ASSERT_OK_AND_ASSIGN(const ConfigMap read, ReadPropertiesFile(folder.storage()));
  EXPECT_THAT(read, Contains(Pair("a", "1")));
  EXPECT_THAT(read, Contains(Key("hoodie.timeline.layout.version")));
  EXPECT_FALSE(folder.Has(kBackup));
}

TEST(UpdateTableProperties, RefusesWhenNothingIsReadable) {
  TableFolder folder;
  EXPECT_THAT(UpdateTableProperties(folder.storage(), {{"a", "1"}}),
              FailsWith(ErrorCode::kNotATable));
  folder.Write(kPath, kDamagedText);
  folder.Write(kBackup, kDamagedText);
  EXPECT_THAT(UpdateTableProperties(folder.storage(), {{"a", "1"}}),
              FailsWith(ErrorCode::kCorruptFile));
}

TEST(UpdateTableProperties, StopsWhenAnotherWriterChangesTheFileAtTheSameTime) {
  TableFolder folder;
  HUDI_ASSERT_OK(CreateTable(folder.storage(), SmallTable(8)));
  int looks_at_backup = 0;
  folder.storage().set_hook([&](StorageCall, std::string_view path) {
    // The first look is the one for a backup of an earlier update.
    if (path == kBackup && ++looks_at_backup == 2) folder.Write(kBackup, kTableText);
    return arrow::Status::OK();
  });
  EXPECT_THAT(UpdateTableProperties(folder.storage(), {{"a", "1"}}),
              FailsWith(ErrorCode::kWriterConflict, kBackup));
}

TEST(UpdateTableProperties, LeavesOldOrNewAtEveryFault) {
  for (int fault = 0;; ++fault) {
    SCOPED_TRACE(fault);
    TableFolder folder;
    HUDI_ASSERT_OK(CreateTable(folder.storage(), SmallTable(8)));
    int calls = 0;
    folder.storage().set_hook([&](StorageCall, std::string_view path) {
      return calls++ == fault ? Fail(ErrorCode::kStorage, path, "injected") : arrow::Status::OK();
    });
    const arrow::Status status = UpdateTableProperties(folder.storage(), {{"a", "1"}});
    folder.storage().set_hook(nullptr);
    HUDI_ASSERT_OK_AND_ASSIGN(TableConfig config, TableConfig::Load(folder.storage()));
    EXPECT_THAT(config.Get("a"), AnyOf(status.ok() ? "1" : "", "1"));
    HUDI_ASSERT_OK(UpdateTableProperties(folder.storage(), {{"b", "2"}}));
    HUDI_ASSERT_OK_AND_ASSIGN(config, TableConfig::Load(folder.storage()));
    EXPECT_EQ(config.Get("b"), "2");
    EXPECT_FALSE(folder.Has(kBackup));
    if (calls <= fault) break;
  }
}

TEST(CreateTable, IsNoTableOrAWholeOneAtEveryFault) {
  for (int fault = 0;; ++fault) {
    SCOPED_TRACE(fault);
    TableFolder folder;
    int calls = 0;
    folder.storage().set_hook([&](StorageCall, std::string_view path) {
      return calls++ == fault ? Fail(ErrorCode::kStorage, path, "injected") : arrow::Status::OK();
    });
    const arrow::Status status = CreateTable(folder.storage(), SmallTable(8));
    folder.storage().set_hook(nullptr);
    const arrow::Result<TableConfig> config = TableConfig::Load(folder.storage());
    if (status.ok()) {
      HUDI_ASSERT_OK(config);
    } else if (!config.ok()) {
      EXPECT_THAT(config, FailsWith(ErrorCode::kNotATable));
      HUDI_ASSERT_OK(CreateTable(folder.storage(), SmallTable(8)));
    }
    if (calls <= fault) break;
  }
}

}  // namespace
}  // namespace hudi
