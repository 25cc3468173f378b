// SPDX-License-Identifier: Apache-2.0
#include "hudi/storage/storage.h"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "hudi/base/testing.h"
#include "hudi/error.h"
#include "hudi/storage/flush_queue.h"
#include "hudi/storage/local_output.h"
#include "hudi/storage/refusal.h"

namespace hudi {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class StorageTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "/storage-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
    HUDI_ASSERT_OK_AND_ASSIGN(storage_, Storage::Open(directory_));
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  std::vector<std::string> Names(std::string_view directory) {
    std::vector<std::string> names;
    for (const FileEntry& entry : storage_->List(directory).ValueOrDie()) {
      names.emplace_back(entry.name());
    }
    return names;
  }

  std::string directory_;
  std::shared_ptr<Storage> storage_;
};

TEST_F(StorageTest, OpenTakesLocalPathsAndFileUrisOnly) {
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<Storage> uri, Storage::Open("file://" + directory_));
  EXPECT_EQ(uri->root(), storage_->root());
  EXPECT_THAT(Storage::Open("s3://bucket/trips"),
              FailsWith(ErrorCode::kUnsupported, "s3://bucket/trips"));
  EXPECT_THAT(Storage::Open(""), FailsWith(ErrorCode::kInvalidArgument));
}

TEST_F(StorageTest, CreateExclusiveKeepsWhatIsThere) {
  HUDI_ASSERT_OK_AND_ASSIGN(bool first, storage_->CreateExclusive("a/b/x.commit", "one"));
  HUDI_ASSERT_OK_AND_ASSIGN(bool second, storage_->CreateExclusive("a/b/x.commit", "two"));
  EXPECT_TRUE(first);
  EXPECT_FALSE(second);
  HUDI_ASSERT_OK_AND_ASSIGN(std::string content, storage_->ReadAll("a/b/x.commit"));
  EXPECT_EQ(content, "one");
  EXPECT_THAT(Names("a/b"), ElementsAre("x.commit"));
}

TEST_F(StorageTest, ReplaceDropsTheStaleChecksumSideFile) {
  std::ofstream(directory_ + "/p") << "old";
  std::ofstream(directory_ + "/.p.crc") << "crc";
  HUDI_ASSERT_OK(storage_->Replace("p", "new"));
  EXPECT_THAT(Names(""), ElementsAre("p"));
  HUDI_ASSERT_OK_AND_ASSIGN(std::string content, storage_->ReadAll("p"));
  EXPECT_EQ(content, "new");
}

TEST_F(StorageTest, FailsByNameOnMissingFiles) {
  EXPECT_THAT(storage_->ReadAll("nope"),
              FailsWith(ErrorCode::kNotFound, storage_->root() + "/nope"));
  EXPECT_THAT(storage_->OpenInput("nope"), FailsWith(ErrorCode::kNotFound));
  HUDI_ASSERT_OK_AND_ASSIGN(bool deleted, storage_->DeleteFile("nope"));
  EXPECT_FALSE(deleted);
  EXPECT_THAT(Names("nope"), IsEmpty());
}

TEST_F(StorageTest, OpenOutputRefusesAnExistingFile) {
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::io::OutputStream> output,
                            storage_->OpenOutput("d/f"));
  HUDI_ASSERT_OK(output->Write("abc", 3));
  HUDI_ASSERT_OK(output->Close());
  EXPECT_THAT(storage_->OpenOutput("d/f"), FailsWith(ErrorCode::kStorage));
  HUDI_ASSERT_OK_AND_ASSIGN(FileEntry entry, storage_->Stat("d/f"));
  EXPECT_EQ(entry.size_bytes, 3);
}

TEST_F(StorageTest, AQueueTakesClosedFilesOver) {
  FlushQueue queue;
  for (int i = 0; i < 200; ++i) {
    HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::io::OutputStream> output,
                              storage_->OpenOutput("d/f" + std::to_string(i)));
    FlushLater(output.get(), &queue);
    ASSERT_TRUE(output->Write("x", 1).ok());
    ASSERT_TRUE(output->Close().ok());
    EXPECT_TRUE(output->closed());
  }
  EXPECT_TRUE(queue.Wait().ok());
  EXPECT_EQ(storage_->List("d")->size(), 200);
}

TEST(FlushQueueTest, TellsOfEveryFailureByName) {
  FlushQueue queue;
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  queue.Add(ends[0], "/somewhere/pipe");  // which cannot be flushed
  for (int i = 0; i < 2; ++i) {
    arrow::Status status = queue.Wait();
    EXPECT_EQ(CodeOf(status), ErrorCode::kStorage);
    EXPECT_THAT(status.message(), ::testing::HasSubstr("cannot write '/somewhere/pipe': "));
  }
  EXPECT_NE(close(ends[0]), 0);  // it is closed all the same
  close(ends[1]);
}

TEST_F(StorageTest, AFailedCreateLeavesNothingBehind) {
  storage_->set_hook([](StorageCall call, std::string_view path) {
    return call == StorageCall::kRename ? Fail(ErrorCode::kStorage, path, "refused")
                                        : arrow::Status::OK();
  });
  EXPECT_THAT(storage_->CreateExclusive("x", "1"), FailsWith(ErrorCode::kStorage));
  EXPECT_THAT(storage_->Replace("x", "1"), FailsWith(ErrorCode::kStorage));
  EXPECT_THAT(Names(""), IsEmpty());
}

TEST_F(StorageTest, OnlyOneHolderOfALock) {
  HUDI_ASSERT_OK_AND_ASSIGN(std::unique_ptr<Storage::Lock> first, storage_->TryLock("l/lock"));
  HUDI_ASSERT_OK_AND_ASSIGN(std::unique_ptr<Storage::Lock> second, storage_->TryLock("l/lock"));
  EXPECT_NE(first, nullptr);
  EXPECT_EQ(second, nullptr);
  first.reset();
  HUDI_ASSERT_OK_AND_ASSIGN(std::unique_ptr<Storage::Lock> third, storage_->TryLock("l/lock"));
  EXPECT_NE(third, nullptr);
}

TEST_F(StorageTest, NamesTheFileThatStandsWhereAFolderShouldBe) {
  std::ofstream(directory_ + "/file") << "x";
  const std::string rule = "'" + storage_->root() +
                           "/file' is a file, where a folder should be; move it away, or choose";
  for (const arrow::Status& status :
       {storage_->MakeDirectory("file/a/b"), storage_->List("file/a").status(),
        storage_->ReadAll("file/a").status(), storage_->OpenOutput("file/a/b").status(),
        storage_->CreateExclusive("file/a", "x").status()}) {
    EXPECT_EQ(CodeOf(status), ErrorCode::kStorage) << status;
    EXPECT_THAT(status.message(), ::testing::HasSubstr(rule));
  }
}

TEST_F(StorageTest, SaysWhoseAFolderIsThatRefuses) {
  const std::string text = RefusalText(directory_ + "/not/there", EACCES);
  EXPECT_THAT(text, ::testing::HasSubstr("'" + directory_ + "' belongs to "));
  EXPECT_THAT(text, ::testing::HasSubstr(" (rwx------), and this runs as "));
  EXPECT_THAT(text, ::testing::HasSubstr("chmod or chown it, or choose another place"));
}

TEST(IsChecksumSideFileTest, KnowsSideFilesOfDataAndLogFiles) {
  EXPECT_TRUE(IsChecksumSideFile(".a.parquet.crc"));
  EXPECT_TRUE(IsChecksumSideFile("..f_1.log.1_0-1-0.crc"));
  EXPECT_FALSE(IsChecksumSideFile("a.crc"));
  EXPECT_FALSE(IsChecksumSideFile(".f_1.log.1_0-1-0"));
}

}  // namespace
}  // namespace hudi
