// SPDX-License-Identifier: Apache-2.0
#include "hudi/services/rollback/marker_list.h"

#include <fmt/format.h>

#include "hudi/base/testing.h"
#include "hudi/timeline/temporary_table.h"

namespace hudi {
namespace {

using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr char kInstant[] = "20240101000000000";

/// A path in the folder of the instant's markers.
std::string MarkerPath(std::string_view name) {
  return fmt::format(".hoodie/.temp/{}/{}", kInstant, name);
}

std::vector<std::string> Texts(const std::vector<Marker>& markers) {
  std::vector<std::string> texts;
  for (const Marker& marker : markers) {
    texts.push_back(fmt::format("{} {}", marker.type, marker.path));
  }
  return texts;
}

TEST(ListMarkers, ReadsAFileForEachMarker) {
  TemporaryTable table;
  table.Write(MarkerPath("p=1/q=2/f-0_0-1-2_20240101000000000.parquet.marker.CREATE"));
  table.Write(MarkerPath("p=1/g-0_0-1-2_20240101000000000.parquet.marker.MERGE"));
  table.Write(MarkerPath(".h-0_20230101000000000.log.2_0-1-2.marker.APPEND"));
  table.Write(MarkerPath(".h-0_20230101000000000.log.2_0-1-2.marker.APPEND.crc"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto markers, ListMarkers(*table.storage(), kInstant));
  ASSERT_TRUE(markers.has_value());
  EXPECT_THAT(Texts(*markers),
              UnorderedElementsAre("CREATE p=1/q=2/f-0_0-1-2_20240101000000000.parquet",
                                   "MERGE p=1/g-0_0-1-2_20240101000000000.parquet",
                                   "APPEND .h-0_20230101000000000.log.2_0-1-2"));
}

TEST(ListMarkers, ReadsTheFilesOfTheTimelineServer) {
  TemporaryTable table;
  table.Write(MarkerPath("MARKERS.type"), "TIMELINE_SERVER_BASED");
  table.Write(MarkerPath("MARKERS0"),
              "p/f-0_0-1-2_20240101000000000.parquet.marker.CREATE\n"
              "p/.h-0_20230101000000000.log.2_0-1-2.marker.APPEND\n");
  table.Write(MarkerPath("MARKERS3"), "q/g-0_0-1-2_20240101000000000.parquet.marker.MERGE\n");
  HUDI_ASSERT_OK_AND_ASSIGN(auto markers, ListMarkers(*table.storage(), kInstant));
  ASSERT_TRUE(markers.has_value());
  EXPECT_THAT(Texts(*markers), UnorderedElementsAre("CREATE p/f-0_0-1-2_20240101000000000.parquet",
                                                    "APPEND p/.h-0_20230101000000000.log.2_0-1-2",
                                                    "MERGE q/g-0_0-1-2_20240101000000000.parquet"));
}

TEST(ListMarkers, TellsNoDirectoryFromAnEmptyOne) {
  TemporaryTable table;
  HUDI_ASSERT_OK_AND_ASSIGN(auto absent, ListMarkers(*table.storage(), kInstant));
  EXPECT_FALSE(absent.has_value());
  HUDI_ASSERT_OK(table.storage()->MakeDirectory(MarkerPath("")));
  HUDI_ASSERT_OK_AND_ASSIGN(auto empty, ListMarkers(*table.storage(), kInstant));
  ASSERT_TRUE(empty.has_value());
  EXPECT_THAT(*empty, IsEmpty());
}

TEST(ListMarkers, RefusesALineThatIsNoMarker) {
  TemporaryTable table;
  std::string path = MarkerPath("MARKERS0");
  table.Write(path, "p/f-0_0-1-2_20240101000000000.parq");
  EXPECT_THAT(ListMarkers(*table.storage(), kInstant), FailsWith(ErrorCode::kCorruptFile, path));
}

}  // namespace
}  // namespace hudi
