// SPDX-License-Identifier: Apache-2.0
#include "hudi/config/java_classes.h"

#include "hudi/base/text.h"

namespace hudi {
namespace {

constexpr KeyGeneratorName kKeyGenerators[] = {
    {"SIMPLE", "org.apache.hudi.keygen.SimpleKeyGenerator", KeyGeneratorType::kSimple},
    {"SIMPLE_AVRO", "org.apache.hudi.keygen.SimpleAvroKeyGenerator", KeyGeneratorType::kSimple},
    {"COMPLEX", "org.apache.hudi.keygen.ComplexKeyGenerator", KeyGeneratorType::kComplex},
    {"COMPLEX_AVRO", "org.apache.hudi.keygen.ComplexAvroKeyGenerator", KeyGeneratorType::kComplex},
    {"TIMESTAMP", "org.apache.hudi.keygen.TimestampBasedKeyGenerator",
     KeyGeneratorType::kTimestamp},
    {"TIMESTAMP_AVRO", "org.apache.hudi.keygen.TimestampBasedAvroKeyGenerator",
     KeyGeneratorType::kTimestamp},
    {"CUSTOM", "org.apache.hudi.keygen.CustomKeyGenerator", KeyGeneratorType::kCustom},
    {"CUSTOM_AVRO", "org.apache.hudi.keygen.CustomAvroKeyGenerator", KeyGeneratorType::kCustom},
    {"NON_PARTITION", "org.apache.hudi.keygen.NonpartitionedKeyGenerator",
     KeyGeneratorType::kNonPartitioned},
    {"NON_PARTITION_AVRO", "org.apache.hudi.keygen.NonpartitionedAvroKeyGenerator",
     KeyGeneratorType::kNonPartitioned},
    {"GLOBAL_DELETE", "org.apache.hudi.keygen.GlobalDeleteKeyGenerator",
     KeyGeneratorType::kGlobalDelete},
    {"GLOBAL_DELETE_AVRO", "org.apache.hudi.keygen.GlobalAvroDeleteKeyGenerator",
     KeyGeneratorType::kGlobalDelete},
};

struct PayloadName {
  std::string_view java_class;
  PayloadKind kind;
};

constexpr PayloadName kPayloads[] = {
    {kOverwriteWithLatestPayload, PayloadKind::kOverwriteWithLatest},
    {kDefaultPayload, PayloadKind::kDefault},
    {"org.apache.hudi.common.model.EventTimeAvroPayload", PayloadKind::kEventTime},
    {"org.apache.hudi.common.model.OverwriteNonDefaultsWithLatestAvroPayload",
     PayloadKind::kOverwriteNonDefaults},
    {"org.apache.hudi.common.model.PartialUpdateAvroPayload", PayloadKind::kPartialUpdate},
    {"org.apache.hudi.common.model.EmptyHoodieRecordPayload", PayloadKind::kEmpty},
    {"org.apache.hudi.common.model.AWSDmsAvroPayload", PayloadKind::kAwsDms},
    {"org.apache.hudi.common.model.debezium.MySqlDebeziumAvroPayload", PayloadKind::kMySqlDebezium},
    {"org.apache.hudi.common.model.debezium.PostgresDebeziumAvroPayload",
     PayloadKind::kPostgresDebezium},
    {"org.apache.hudi.common.model.FirstValueAvroPayload", PayloadKind::kFirstValue},
};

}  // namespace

const KeyGeneratorName* FindKeyGenerator(std::string_view type_or_class) {
  for (const KeyGeneratorName& row : kKeyGenerators) {
    if (row.java_class == type_or_class || EqualsIgnoreCase(row.type, type_or_class)) return &row;
  }
  return nullptr;
}

const KeyGeneratorName& KeyGeneratorNameOf(KeyGeneratorType generator) {
  const KeyGeneratorName* row = kKeyGenerators;
  while (row->generator != generator) ++row;
  return *row;
}

std::optional<PayloadKind> FindPayload(std::string_view java_class) {
  for (const PayloadName& row : kPayloads) {
    if (row.java_class == java_class) return row.kind;
  }
  return std::nullopt;
}

}  // namespace hudi
