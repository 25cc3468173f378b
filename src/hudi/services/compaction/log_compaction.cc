// SPDX-License-Identifier: Apache-2.0
#include "hudi/services/compaction/log_compaction.h"

#include "hudi/error.h"

namespace hudi {

arrow::Result<std::vector<CompactedGroup>> RunLogCompactionPlan(const WriteContext& context,
                                                                const CompactionPlan&) {
  return Fail(ErrorCode::kUnsupported, context.instant(), "instant ", context.instant(),
              " is a log compaction, which is not supported yet");
}

}  // namespace hudi
