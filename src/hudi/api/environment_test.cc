// SPDX-License-Identifier: Apache-2.0
#include "hudi/environment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <arrow/util/config.h>

#include "hudi/timeline/temporary_table.h"

namespace hudi {
namespace {

const EnvironmentCheck* Find(const std::vector<EnvironmentCheck>& checks, std::string_view name) {
  const auto found = std::find_if(checks.begin(), checks.end(),
                                  [name](const EnvironmentCheck& c) { return c.name == name; });
  return found == checks.end() ? nullptr : &*found;
}

/// Sets a variable of the environment for a while.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value, 1);
  }
  ~Variable() {
    if (before_) {
      setenv(name_, before_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST(DescribeEnvironment, NamesArrowTwiceAndItsFile) {
  const EnvironmentReport report = DescribeEnvironment();
  const auto arrow = std::find_if(report.libraries.begin(), report.libraries.end(),
                                  [](const LibraryInfo& l) { return l.name == "Arrow"; });
  ASSERT_NE(arrow, report.libraries.end());
  EXPECT_EQ(arrow->built_with, ARROW_VERSION_STRING);
  EXPECT_EQ(arrow->running, ARROW_VERSION_STRING);
  EXPECT_TRUE(std::filesystem::exists(arrow->path)) << arrow->path;
  EXPECT_FALSE(report.compiler.empty());
}

TEST(DescribeEnvironment, WhatIsOffSaysWhy) {
  for (const FeatureInfo& feature : DescribeEnvironment().features) {
    EXPECT_TRUE(feature.on || !feature.note.empty()) << feature.name;
  }
}

TEST(DescribeEnvironment, ATemporaryFolderThatIsMissingIsBroken) {
  const Variable variable("TMPDIR", "/nowhere/at/all");
  const EnvironmentReport report = DescribeEnvironment();
  const EnvironmentCheck* check = Find(report.checks, "temporary folder");
  ASSERT_NE(check, nullptr);
  EXPECT_FALSE(check->ok);
  EXPECT_TRUE(check->needed);
  EXPECT_NE(check->value.find("/nowhere/at/all"), std::string::npos);
}

TEST(DescribeEnvironment, ATimeZoneThatDoesNotExistIsBroken) {
  const Variable variable("TZ", "Nowhere/Nothing");
  const EnvironmentReport report = DescribeEnvironment();
  const EnvironmentCheck* check = Find(report.checks, "time zone");
  ASSERT_NE(check, nullptr);
  EXPECT_FALSE(check->ok);
  EXPECT_TRUE(check->needed);
}

TEST(DescribeEnvironment, ShowsTheOffsetOfTheZone) {
  const Variable variable("TZ", "Asia/Kathmandu");
  const EnvironmentReport report = DescribeEnvironment();
  EXPECT_NE(Find(report.checks, "time zone")->value.find("+05:45"), std::string::npos);
}

TEST(CheckFolder, TriesEverythingAndLeavesNothing) {
  const TemporaryTable folder;
  const std::vector<EnvironmentCheck> checks = CheckFolder(folder.storage()->root());
  for (const char* name : {"file system", "free space", "writing", "exclusive creation",
                           "renaming over a file", "locks", "swapping two folders"}) {
    const EnvironmentCheck* check = Find(checks, name);
    ASSERT_NE(check, nullptr) << name;
    EXPECT_TRUE(check->ok || !check->needed) << name << ": " << check->value;
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.storage()->root()));
}

TEST(CheckFolder, AFolderThatIsNoneIsBroken) {
  TemporaryTable folder;
  folder.Write("file", "x");
  for (const std::string path : {"/missing", "/file"}) {
    const std::vector<EnvironmentCheck> checks = CheckFolder(folder.storage()->root() + path);
    ASSERT_EQ(checks.size(), 1U);
    EXPECT_TRUE(!checks[0].ok && checks[0].needed);
  }
}

TEST(CheckFolder, AFolderOnAnotherStorageIsNamed) {
  const std::vector<EnvironmentCheck> checks = CheckFolder("s3://bucket/table");
  ASSERT_EQ(checks.size(), 1U);
  EXPECT_FALSE(checks[0].ok);
  EXPECT_NE(checks[0].value.find("s3"), std::string::npos);
}

}  // namespace
}  // namespace hudi
