// SPDX-License-Identifier: Apache-2.0
#include "hudi/timeline/body_schemas.h"

namespace hudi {

// clang-format off

const char* const kCommitSchema =
    R"({"type":"record","name":"HoodieCommitMetadata",)"
    R"("namespace":"org.apache.hudi.avro.model","fields":[{"name":"partitionToWriteStats",)"
    R"("type":["null",{"type":"map","values":{"type":"array","items":{"type":"record",)"
    R"("name":"HoodieWriteStat","fields":[{"name":"fileId","type":["null","string"],)"
    R"("default":null},{"name":"path","type":["null","string"],"default":null},)"
    R"({"name":"prevCommit","type":["null","string"],"default":null},{"name":"numWrites",)"
    R"("type":["null","long"],"default":null},{"name":"numDeletes","type":["null","long"],)"
    R"("default":null},{"name":"numUpdateWrites","type":["null","long"],"default":null},)"
    R"({"name":"totalWriteBytes","type":["null","long"],"default":null},)"
    R"({"name":"totalWriteErrors","type":["null","long"],"default":null},)"
    R"({"name":"partitionPath","type":["null","string"],"default":null},)"
    R"({"name":"totalLogRecords","type":["null","long"],"default":null},)"
    R"({"name":"totalLogFiles","type":["null","long"],"default":null},)"
    R"({"name":"totalUpdatedRecordsCompacted","type":["null","long"],"default":null},)"
    R"({"name":"numInserts","type":["null","long"],"default":null},{"name":"totalLogBlocks",)"
    R"("type":["null","long"],"default":null},{"name":"totalCorruptLogBlock","type":["null",)"
    R"("long"],"default":null},{"name":"totalRollbackBlocks","type":["null","long"],)"
    R"("default":null},{"name":"fileSizeInBytes","type":["null","long"],"default":null},)"
    R"({"name":"logVersion","type":["null","int"],"default":null},{"name":"logOffset",)"
    R"("type":["null","long"],"default":null},{"name":"baseFile","type":["null","string"],)"
    R"("default":null},{"name":"logFiles","type":["null",{"type":"array","items":"string",)"
    R"("default":null}],"default":null},{"name":"cdcStats","type":["null",{"type":"map",)"
    R"("values":"long","default":null}],"default":null},{"name":"prevBaseFile","type":["null",)"
    R"("string"],"default":null},{"name":"minEventTime","type":["null","long"],)"
    R"("default":null},{"name":"maxEventTime","type":["null","long"],"default":null},)"
    R"({"name":"runtimeStats","type":["null",{"type":"record","name":"HoodieRuntimeStats",)"
    R"("fields":[{"name":"totalScanTime","type":["null","long"],"default":null},)"
    R"({"name":"totalCreateTime","type":["null","long"],"default":null},)"
    R"({"name":"totalUpsertTime","type":["null","long"],"default":null}]}],"default":null},)"
    R"({"name":"totalLogFilesCompacted","type":["null","long"],"default":null},)"
    R"({"name":"totalLogReadTimeMs","type":["null","long"],"default":null},)"
    R"({"name":"totalLogSizeCompacted","type":["null","long"],"default":null},)"
    R"({"name":"tempPath","type":["null","string"],"default":null},{"name":"numUpdates",)"
    R"("type":["null","long"],"default":null}]}}}],"default":null},{"name":"compacted",)"
    R"("type":["null","boolean"],"default":null},{"name":"extraMetadata","type":["null",)"
    R"({"type":"map","values":"string","default":null}],"default":null},{"name":"version",)"
    R"("type":["int","null"],"default":1},{"name":"operationType","type":["null","string"],)"
    R"("default":null}]})";

const char* const kReplaceCommitSchema =
    R"({"type":"record","name":"HoodieReplaceCommitMetadata",)"
    R"("namespace":"org.apache.hudi.avro.model","fields":[{"name":"partitionToWriteStats",)"
    R"("type":["null",{"type":"map","values":{"type":"array","items":{"type":"record",)"
    R"("name":"HoodieWriteStat","fields":[{"name":"fileId","type":["null","string"],)"
    R"("default":null},{"name":"path","type":["null","string"],"default":null},)"
    R"({"name":"prevCommit","type":["null","string"],"default":null},{"name":"numWrites",)"
    R"("type":["null","long"],"default":null},{"name":"numDeletes","type":["null","long"],)"
    R"("default":null},{"name":"numUpdateWrites","type":["null","long"],"default":null},)"
    R"({"name":"totalWriteBytes","type":["null","long"],"default":null},)"
    R"({"name":"totalWriteErrors","type":["null","long"],"default":null},)"
    R"({"name":"partitionPath","type":["null","string"],"default":null},)"
    R"({"name":"totalLogRecords","type":["null","long"],"default":null},)"
    R"({"name":"totalLogFiles","type":["null","long"],"default":null},)"
    R"({"name":"totalUpdatedRecordsCompacted","type":["null","long"],"default":null},)"
    R"({"name":"numInserts","type":["null","long"],"default":null},{"name":"totalLogBlocks",)"
    R"("type":["null","long"],"default":null},{"name":"totalCorruptLogBlock","type":["null",)"
    R"("long"],"default":null},{"name":"totalRollbackBlocks","type":["null","long"],)"
    R"("default":null},{"name":"fileSizeInBytes","type":["null","long"],"default":null},)"
    R"({"name":"logVersion","type":["null","int"],"default":null},{"name":"logOffset",)"
    R"("type":["null","long"],"default":null},{"name":"baseFile","type":["null","string"],)"
    R"("default":null},{"name":"logFiles","type":["null",{"type":"array","items":"string",)"
    R"("default":null}],"default":null},{"name":"cdcStats","type":["null",{"type":"map",)"
    R"("values":"long","default":null}],"default":null},{"name":"prevBaseFile","type":["null",)"
    R"("string"],"default":null},{"name":"minEventTime","type":["null","long"],)"
    R"("default":null},{"name":"maxEventTime","type":["null","long"],"default":null},)"
    R"({"name":"runtimeStats","type":["null",{"type":"record","name":"HoodieRuntimeStats",)"
    R"("fields":[{"name":"totalScanTime","type":["null","long"],"default":null},)"
    R"({"name":"totalCreateTime","type":["null","long"],"default":null},)"
    R"({"name":"totalUpsertTime","type":["null","long"],"default":null}]}],"default":null},)"
    R"({"name":"totalLogFilesCompacted","type":["null","long"],"default":null},)"
    R"({"name":"totalLogReadTimeMs","type":["null","long"],"default":null},)"
    R"({"name":"totalLogSizeCompacted","type":["null","long"],"default":null},)"
    R"({"name":"tempPath","type":["null","string"],"default":null},{"name":"numUpdates",)"
    R"("type":["null","long"],"default":null}]}}}],"default":null},{"name":"compacted",)"
    R"("type":["null","boolean"],"default":null},{"name":"extraMetadata","type":["null",)"
    R"({"type":"map","values":"string"}],"default":null},{"name":"version","type":["int",)"
    R"("null"],"default":1},{"name":"operationType","type":["null","string"],"default":null},)"
    R"({"name":"partitionToReplaceFileIds","type":["null",{"type":"map",)"
    R"("values":{"type":"array","items":"string"}}],"default":null}]})";

const char* const kRequestedReplaceSchema =
    R"({"type":"record","name":"HoodieRequestedReplaceMetadata",)"
    R"("namespace":"org.apache.hudi.avro.model","fields":[{"name":"operationType",)"
    R"("type":["null","string"],"default":null},{"name":"clusteringPlan","type":["null",)"
    R"({"type":"record","name":"HoodieClusteringPlan","fields":[{"name":"inputGroups",)"
    R"("type":["null",{"type":"array","items":{"type":"record","name":"HoodieClusteringGroup",)"
    R"("fields":[{"name":"slices","type":["null",{"type":"array","items":{"type":"record",)"
    R"("name":"HoodieSliceInfo","fields":[{"name":"dataFilePath","type":["null","string"],)"
    R"("default":null},{"name":"deltaFilePaths","type":["null",{"type":"array",)"
    R"("items":"string"}],"default":null},{"name":"fileId","type":["null","string"]},)"
    R"({"name":"partitionPath","type":["null","string"],"default":null},)"
    R"({"name":"bootstrapFilePath","type":["null","string"],"default":null},{"name":"version",)"
    R"("type":["int","null"],"default":1}]}}],"default":null},{"name":"metrics",)"
    R"("type":["null",{"type":"map","values":"double"}],"default":null},)"
    R"({"name":"numOutputFileGroups","type":["int","null"],"default":1},)"
    R"({"name":"extraMetadata","type":["null",{"type":"map","values":"string"}],)"
    R"("default":null},{"name":"version","type":["int","null"],"default":1}]}}],)"
    R"("default":null},{"name":"strategy","type":["null",{"type":"record",)"
    R"("name":"HoodieClusteringStrategy","fields":[{"name":"strategyClassName","type":["null",)"
    R"("string"],"default":null},{"name":"strategyParams","type":["null",{"type":"map",)"
    R"("values":"string"}],"default":null},{"name":"version","type":["int","null"],)"
    R"("default":1}]}],"default":null},{"name":"extraMetadata","type":["null",{"type":"map",)"
    R"("values":"string"}],"default":null},{"name":"version","type":["int","null"],)"
    R"("default":1},{"name":"preserveHoodieMetadata","type":["null","boolean"],)"
    R"("default":null},{"name":"missingSchedulePartitions","type":["null",{"type":"array",)"
    R"("items":"string"}],"default":null}]}],"default":null},{"name":"extraMetadata",)"
    R"("type":["null",{"type":"map","values":"string"}],"default":null},{"name":"version",)"
    R"("type":["int","null"],"default":1}]})";

const char* const kRollbackPlanSchema =
    R"({"type":"record","name":"HoodieRollbackPlan","namespace":"org.apache.hudi.avro.model",)"
    R"("fields":[{"name":"instantToRollback","type":["null",{"type":"record",)"
    R"("name":"HoodieInstantInfo","fields":[{"name":"commitTime","type":"string"},)"
    R"({"name":"action","type":"string"}]}],"default":null},{"name":"RollbackRequests",)"
    R"("type":["null",{"type":"array","items":{"type":"record","name":"HoodieRollbackRequest",)"
    R"("fields":[{"name":"partitionPath","type":"string"},{"name":"fileId","type":["null",)"
    R"("string"],"default":null},{"name":"latestBaseInstant","type":["null","string"],)"
    R"("default":null},{"name":"filesToBeDeleted","type":{"type":"array","items":"string",)"
    R"("default":[]},"default":[]},{"name":"logBlocksToBeDeleted","type":["null",)"
    R"({"type":"map","values":"long"}],"default":null}]}}],"default":null},{"name":"version",)"
    R"("type":["int","null"],"default":1}]})";

const char* const kRollbackSchema =
    R"({"type":"record","name":"HoodieRollbackMetadata",)"
    R"("namespace":"org.apache.hudi.avro.model","fields":[{"name":"startRollbackTime",)"
    R"("type":"string"},{"name":"timeTakenInMillis","type":"long"},)"
    R"({"name":"totalFilesDeleted","type":"int"},{"name":"commitsRollback",)"
    R"("type":{"type":"array","items":"string"}},{"name":"partitionMetadata",)"
    R"("type":{"type":"map","values":{"type":"record",)"
    R"("name":"HoodieRollbackPartitionMetadata","fields":[{"name":"partitionPath",)"
    R"("type":"string"},{"name":"successDeleteFiles","type":{"type":"array",)"
    R"("items":"string"}},{"name":"failedDeleteFiles","type":{"type":"array",)"
    R"("items":"string"}},{"name":"rollbackLogFiles","type":["null",{"type":"map",)"
    R"("values":"long"}],"default":null},{"name":"logFilesFromFailedCommit","type":["null",)"
    R"({"type":"map","values":"long"}],"default":null}]}}},{"name":"version","type":["int",)"
    R"("null"],"default":1},{"name":"instantsRollback","type":{"type":"array",)"
    R"("items":{"type":"record","name":"HoodieInstantInfo","fields":[{"name":"commitTime",)"
    R"("type":"string"},{"name":"action","type":"string"}]},"default":[]},"default":[]}]})";

// What both forms of the plan have in common: all but the end of the list of fields.
#define HUDI_COMPACTION_PLAN_FIELDS \
    R"({"type":"record","name":"HoodieCompactionPlan","namespace":"org.apache.hudi.avro.model",)" \
    R"("fields":[{"name":"operations","type":["null",{"type":"array","items":{"type":"record",")" \
    R"(name":"HoodieCompactionOperation","fields":[{"name":"baseInstantTime","type":["null","st)" \
    R"(ring"]},{"name":"deltaFilePaths","type":["null",{"type":"array","items":"string"}],"defa)" \
    R"(ult":null},{"name":"dataFilePath","type":["null","string"],"default":null},{"name":"file)" \
    R"(Id","type":["null","string"]},{"name":"partitionPath","type":["null","string"],"default")" \
    R"(:null},{"name":"metrics","type":["null",{"type":"map","values":"double"}],"default":null)" \
    R"(},{"name":"bootstrapFilePath","type":["null","string"],"default":null}]}}],"default":nul)" \
    R"(l},{"name":"extraMetadata","type":["null",{"type":"map","values":"string"}],"default":nu)" \
    R"(ll},{"name":"version","type":["int","null"],"default":1},{"name":"strategy","type":["nul)" \
    R"(l",{"type":"record","name":"HoodieCompactionStrategy","fields":[{"name":"compactorClassN)" \
    R"(ame","type":["null","string"],"default":null},{"name":"strategyParams","type":["null",{")" \
    R"(type":"map","values":"string"}],"default":null},{"name":"version","type":["int","null"],)" \
    R"("default":1}]}],"default":null},{"name":"preserveHoodieMetadata","type":["boolean","null)" \
    R"("],"default":false})"

const char* const kCompactionPlanSchemaV1 = HUDI_COMPACTION_PLAN_FIELDS R"(]})";

const char* const kCompactionPlanSchema = HUDI_COMPACTION_PLAN_FIELDS
    R"(,{"name":"missingSchedulePartitions","type":["null",{"type":"array","items":"string"}],)"
    R"("default":null}]})";

#undef HUDI_COMPACTION_PLAN_FIELDS

// clang-format on

}  // namespace hudi
