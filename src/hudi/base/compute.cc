// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/compute.h"

#include <arrow/compute/initialize.h>

namespace hudi {

arrow::Status InitializeCompute() {
  static const arrow::Status status = arrow::compute::Initialize();
  return status;
}

}  // namespace hudi
