// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

namespace hudi {

inline constexpr std::string_view kCommitTime = "_hoodie_commit_time";
inline constexpr std::string_view kCommitSeqno = "_hoodie_commit_seqno";
inline constexpr std::string_view kRecordKey = "_hoodie_record_key";
inline constexpr std::string_view kPartitionPath = "_hoodie_partition_path";
inline constexpr std::string_view kFileName = "_hoodie_file_name";
/// The five, in file order.
inline constexpr std::array<std::string_view, 5> kMetaColumns = {
    kCommitTime, kCommitSeqno, kRecordKey, kPartitionPath, kFileName};
/// A boolean data column: true marks the row as a delete.
inline constexpr std::string_view kIsDeleted = "_hoodie_is_deleted";

/// The sixth, of change streams.
inline constexpr std::string_view kOperationColumn = "_hoodie_operation";
/// True for the five, and for `_hoodie_operation`.
bool IsMetaColumn(std::string_view name);

/// The record keys of rows that have them.
const arrow::StringArray& RecordKeysOf(const arrow::RecordBatch& rows);

/// The five nullable utf8 columns, then the fields of `schema`.
std::shared_ptr<arrow::Schema> WithMetaColumns(const arrow::Schema& schema);
/// `schema` without meta columns.
std::shared_ptr<arrow::Schema> WithoutMetaColumns(const arrow::Schema& schema);

}  // namespace hudi
