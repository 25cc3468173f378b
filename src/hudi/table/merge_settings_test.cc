// SPDX-License-Identifier: Apache-2.0
#include "hudi/table/merge_settings.h"

#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/table/table_config.h"

namespace hudi {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string Payload(const char* name) {
  return std::string("org.apache.hudi.common.model.") + name;
}

MergeOptions New(int version, const ConfigMap& more) {
  ConfigMap options = {{"hoodie.write.table.version", std::to_string(version)},
                       {"hoodie.datasource.write.recordkey.field", "id"}};
  options.insert(more.begin(), more.end());
  return ResolveWriteConfig(options, nullptr, "t").ValueOrDie().merge;
}

constexpr const char* kPayload = "hoodie.datasource.write.payload.class";
constexpr const char* kOrdering = "hoodie.datasource.write.precombine.field";

struct PayloadCase {
  const char* label;
  const char* payload;
  int version;
  MergeMode mode;
  PayloadKind kind;
};
class PayloadTest : public testing::TestWithParam<PayloadCase> {};
TEST_P(PayloadTest, GivesModeAndKind) {
  const MergeOptions merge =
      New(GetParam().version, {{kPayload, Payload(GetParam().payload)}, {kOrdering, "ts"}});
  EXPECT_EQ(merge.mode, GetParam().mode);
  EXPECT_EQ(merge.payload, GetParam().kind);
  EXPECT_EQ(merge.table_version, GetParam().version);
}
INSTANTIATE_TEST_SUITE_P(
    Classes, PayloadTest,
    testing::Values(PayloadCase{"Latest6", "OverwriteWithLatestAvroPayload", 6,
                                MergeMode::kCommitTime, PayloadKind::kOverwriteWithLatest},
                    PayloadCase{"Latest8", "OverwriteWithLatestAvroPayload", 8,
                                MergeMode::kCommitTime, PayloadKind::kNone},
                    PayloadCase{"Latest9", "OverwriteWithLatestAvroPayload", 9,
                                MergeMode::kCommitTime, PayloadKind::kNone},
                    PayloadCase{"Default6", "DefaultHoodieRecordPayload", 6, MergeMode::kEventTime,
                                PayloadKind::kDefault},
                    PayloadCase{"Default8", "DefaultHoodieRecordPayload", 8, MergeMode::kEventTime,
                                PayloadKind::kNone},
                    PayloadCase{"EventTime6", "EventTimeAvroPayload", 6, MergeMode::kEventTime,
                                PayloadKind::kEventTime},
                    PayloadCase{"EventTime8", "EventTimeAvroPayload", 8, MergeMode::kCustom,
                                PayloadKind::kEventTime},
                    PayloadCase{"EventTime9", "EventTimeAvroPayload", 9, MergeMode::kEventTime,
                                PayloadKind::kNone},
                    PayloadCase{"Partial6", "PartialUpdateAvroPayload", 6, MergeMode::kCustom,
                                PayloadKind::kPartialUpdate},
                    PayloadCase{"Partial9", "PartialUpdateAvroPayload", 9, MergeMode::kEventTime,
                                PayloadKind::kNone},
                    PayloadCase{"Empty8", "EmptyHoodieRecordPayload", 8, MergeMode::kCustom,
                                PayloadKind::kEmpty},
                    PayloadCase{"Empty9", "EmptyHoodieRecordPayload", 9, MergeMode::kCustom,
                                PayloadKind::kEmpty}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(MergeOptions, Version6OrdersBatchesByTsUnlessTold) {
  const MergeOptions plain = New(6, {});
  EXPECT_THAT(plain.ordering_fields, ElementsAre("ts"));
  EXPECT_TRUE(plain.ordering_is_default);
  const MergeOptions told = New(6, {{kOrdering, "n"}});
  EXPECT_THAT(told.ordering_fields, ElementsAre("n"));
  EXPECT_FALSE(told.ordering_is_default);
  EXPECT_THAT(New(8, {}).ordering_fields, IsEmpty());
}

TEST(MergeOptions, Version9CarriesWhatThePayloadStoodFor) {
  const MergeOptions postgres =
      New(9, {{kPayload, Payload("debezium.PostgresDebeziumAvroPayload")}});
  EXPECT_TRUE(postgres.fill_unavailable);
  EXPECT_EQ(postgres.unavailable_value, "__debezium_unavailable_value");
  EXPECT_EQ(postgres.delete_field, "_change_operation_type");
  EXPECT_EQ(postgres.delete_marker, "d");
  EXPECT_THAT(postgres.ordering_fields, ElementsAre("_event_lsn"));
  const MergeOptions mysql = New(9, {{kPayload, Payload("debezium.MySqlDebeziumAvroPayload")}});
  EXPECT_THAT(mysql.ordering_fields, ElementsAre("_event_bin_file", "_event_pos"));
  EXPECT_TRUE(New(9, {{kPayload, Payload("PartialUpdateAvroPayload")}}).ignore_defaults);
  EXPECT_EQ(New(9, {{kPayload, Payload("AWSDmsAvroPayload")}}).delete_field, "Op");
}

TEST(MergeOptions, DeleteMarkerCountsWhereTheReleaseHeedsIt) {
  const auto field = [](int version, ConfigMap more) {
    more["hoodie.payload.delete.field"] = "op";
    more["hoodie.payload.delete.marker"] = "D";
    return New(version, more).delete_field;
  };
  EXPECT_EQ(field(6, {}), "");
  EXPECT_EQ(field(6, {{kPayload, Payload("DefaultHoodieRecordPayload")}}), "op");
  EXPECT_EQ(field(8, {}), "");
  EXPECT_EQ(field(8, {{kOrdering, "ts"}}), "op");
  EXPECT_EQ(field(8, {{kPayload, Payload("EventTimeAvroPayload")}}), "op");
  EXPECT_EQ(field(9, {}), "op");
}

TEST(ReadMergeOptions, InfersAnAbsentMode) {
  const auto mode = [](const ConfigMap& properties) {
    return ReadMergeOptions(8, properties, {}).ValueOrDie().mode;
  };
  EXPECT_EQ(mode({}), MergeMode::kCommitTime);
  EXPECT_EQ(mode({{"hoodie.table.ordering.fields", "ts"}}), MergeMode::kEventTime);
  EXPECT_EQ(mode({{"hoodie.record.merge.strategy.id", "ce9acb64-bde0-424c-9b91-f6ebba25356d"},
                  {"hoodie.table.ordering.fields", "ts"}}),
            MergeMode::kCommitTime);
  EXPECT_EQ(mode({{"hoodie.compaction.payload.class", Payload("DefaultHoodieRecordPayload")}}),
            MergeMode::kEventTime);
}

TEST(ReadMergeOptions, RefusesWhatItDoesNotKnow) {
  EXPECT_THAT(ReadMergeOptions(9, {{"hoodie.table.partial.update.mode", "KEEP_ALL"}}, {}),
              FailsWith(ErrorCode::kUnsupported, "hoodie.table.partial.update.mode"));
  EXPECT_THAT(ReadMergeOptions(9, {{"hoodie.table.partial.update.mode", "FILL_UNAVAILABLE"}}, {}),
              FailsWith(ErrorCode::kInvalidConfig));
  EXPECT_THAT(ReadMergeOptions(9, {{"hoodie.record.merge.mode", "CUSTOM"}}, {}),
              FailsWith(ErrorCode::kUnsupported, "hoodie.compaction.payload.class"));
  EXPECT_THAT(
      ReadMergeOptions(8,
                       {{"hoodie.record.merge.mode", "CUSTOM"},
                        {"hoodie.compaction.payload.class", Payload("PartialUpdateAvroPayload")},
                        {"hoodie.record.merge.strategy.id", "0a"}},
                       {}),
      FailsWith(ErrorCode::kUnsupported, "hoodie.record.merge.strategy.id"));
  EXPECT_THAT(ReadMergeOptions(6, {{"hoodie.compaction.payload.class", "x.Y"}}, {}),
              FailsWith(ErrorCode::kUnsupported, "hoodie.compaction.payload.class"));
}

TEST(ResolveWriteConfig, DeleteMarkerMustEqualTheStoredOne) {
  const ConfigMap created = {{"hoodie.write.table.version", "9"},
                             {"hoodie.payload.delete.field", "op"},
                             {"hoodie.payload.delete.marker", "D"}};
  HUDI_ASSERT_OK_AND_ASSIGN(WriteConfig config, ResolveWriteConfig(created, nullptr, "t"));
  HUDI_ASSERT_OK_AND_ASSIGN(ConfigMap properties, NewTableProperties(config, created));
  const TableConfig table = TableConfig::FromProperties(properties);
  HUDI_ASSERT_OK_AND_ASSIGN(config, ResolveWriteConfig({}, &table, "t"));
  EXPECT_EQ(config.merge.delete_field, "op");
  EXPECT_EQ(config.merge.delete_marker, "D");
  HUDI_ASSERT_OK(ResolveWriteConfig({{"hoodie.payload.delete.field", "op"}}, &table, "t"));
  EXPECT_THAT(ResolveWriteConfig({{"hoodie.payload.delete.field", "val"}}, &table, "t"),
              FailsWith(ErrorCode::kConfigConflict, "hoodie.payload.delete.field"));
}

}  // namespace
}  // namespace hudi
