// SPDX-License-Identifier: Apache-2.0
#include "hudi/config/java_classes.h"

#include <gtest/gtest.h>

namespace hudi {
namespace {

TEST(FindKeyGenerator, KnowsTypeWordsAndClasses) {
  EXPECT_EQ(FindKeyGenerator("complex")->generator, KeyGeneratorType::kComplex);
  EXPECT_EQ(FindKeyGenerator("NON_PARTITION_AVRO")->java_class,
            "org.apache.hudi.keygen.NonpartitionedAvroKeyGenerator");
  EXPECT_EQ(FindKeyGenerator("org.apache.hudi.keygen.TimestampBasedKeyGenerator")->type,
            "TIMESTAMP");
  EXPECT_EQ(FindKeyGenerator("com.example.KeyGenerator"), nullptr);
  EXPECT_EQ(FindKeyGenerator(""), nullptr);
}

TEST(KeyGeneratorNameOf, GivesTheOneOfTheDataSource) {
  EXPECT_EQ(KeyGeneratorNameOf(KeyGeneratorType::kNonPartitioned).java_class,
            "org.apache.hudi.keygen.NonpartitionedKeyGenerator");
  EXPECT_EQ(KeyGeneratorNameOf(KeyGeneratorType::kGlobalDelete).type, "GLOBAL_DELETE");
}

TEST(FindPayload, KnowsClassesByTheirFullName) {
  EXPECT_EQ(FindPayload("org.apache.hudi.common.model.debezium.PostgresDebeziumAvroPayload"),
            PayloadKind::kPostgresDebezium);
  EXPECT_EQ(FindPayload(kDefaultPayload), PayloadKind::kDefault);
  EXPECT_EQ(FindPayload("DefaultHoodieRecordPayload"), std::nullopt);
}

}  // namespace
}  // namespace hudi
