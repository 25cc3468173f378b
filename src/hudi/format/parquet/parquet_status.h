// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <new>
#include <utility>

#include <arrow/status.h>
#include <parquet/exception.h>

namespace hudi {

/// Runs `body`, which returns a Status, and makes a Status of whatever Parquet throws out of it.
template <typename Body>
arrow::Status CatchParquet(Body&& body) {
  try {
    return std::forward<Body>(body)();
  } catch (const parquet::ParquetStatusException& e) {
    return e.status();
  } catch (const std::bad_alloc&) {
    return arrow::Status::OutOfMemory("out of memory");
  } catch (const std::exception& e) {
    return arrow::Status::IOError(e.what());
  }
}

}  // namespace hudi
