// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace hudi {

// Avro schemas of the timeline bodies that we write (those of Hudi 1.0 to 1.2).
extern const char* const kCommitSchema;            // HoodieCommitMetadata
extern const char* const kReplaceCommitSchema;     // HoodieReplaceCommitMetadata
extern const char* const kRequestedReplaceSchema;  // HoodieRequestedReplaceMetadata
extern const char* const kRollbackPlanSchema;      // HoodieRollbackPlan
extern const char* const kCompactionPlanSchema;    // HoodieCompactionPlan
extern const char* const kCompactionPlanSchemaV1;  // the same, of Hudi 0.15
extern const char* const kRollbackSchema;          // HoodieRollbackMetadata

}  // namespace hudi
