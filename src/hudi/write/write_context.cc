// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/write_context.h"

#include "hudi/error.h"

namespace hudi {

arrow::Status WriteContext::CheckStop() const {
  if (should_stop && should_stop()) {
    return Fail(ErrorCode::kInterrupted, storage->root(),
                "interrupted; the table is as it was before");
  }
  return arrow::Status::OK();
}

}  // namespace hudi
