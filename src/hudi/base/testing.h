// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <arrow/result.h>
#include <gmock/gmock.h>

#include "hudi/error.h"

/// Stops the test with the status' text if `expr` (a Status or Result) failed.
#define HUDI_ASSERT_OK(expr)                                                        \
  do {                                                                              \
    const auto& hudi_status_ = (expr);                                              \
    ASSERT_TRUE(hudi_status_.ok()) << ::hudi::testing_internal::Text(hudi_status_); \
  } while (false)

/// Assigns the value of a Result, or stops the test.
#define HUDI_ASSERT_OK_AND_ASSIGN(lhs, expr) \
  HUDI_ASSERT_OK_AND_ASSIGN_(HUDI_CONCAT_(hudi_result_, __LINE__), lhs, expr)
#define HUDI_ASSERT_OK_AND_ASSIGN_(name, lhs, expr)     \
  auto name = (expr);                                   \
  ASSERT_TRUE(name.ok()) << (name).status().ToString(); \
  lhs = std::move(name).ValueUnsafe()
#define HUDI_CONCAT_(a, b) HUDI_CONCAT2_(a, b)
#define HUDI_CONCAT2_(a, b) a##b

namespace hudi {
namespace testing_internal {
inline std::string Text(const arrow::Status& status) { return status.ToString(); }
template <typename T>
std::string Text(const arrow::Result<T>& result) {
  return result.status().ToString();
}
inline const arrow::Status& StatusOf(const arrow::Status& status) { return status; }
template <typename T>
const arrow::Status& StatusOf(const arrow::Result<T>& result) {
  return result.status();
}
}  // namespace testing_internal

/// Matches a failed Status or Result with this code and, if given, this subject.
MATCHER_P(FailsWith, code, std::string("fails with ") + std::string(ErrorCodeName(code))) {
  const arrow::Status& status = testing_internal::StatusOf(arg);
  *result_listener << status.ToString();
  return CodeOf(status) == code;
}
MATCHER_P2(FailsWith, code, subject,
           std::string("fails with ") + std::string(ErrorCodeName(code)) + " on " +
               std::string(subject)) {
  const arrow::Status& status = testing_internal::StatusOf(arg);
  *result_listener << status.ToString();
  const ErrorDetail* detail = FindErrorDetail(status);
  return detail != nullptr && detail->code() == code && detail->subject() == std::string(subject);
}

}  // namespace hudi
