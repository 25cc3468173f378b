// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/export.h"
#include "hudi/table_reader.h"

namespace hudi {

/// The changes of one commit.
struct HUDI_EXPORT ChangeSet {
  /// A feed that begins after this instant goes on behind these changes.
  std::string checkpoint;
  /// `op`, `ts_ms`, `before`, `after`; see ReadOptions::changes.
  std::shared_ptr<arrow::RecordBatchReader> rows;
};

/// Follows a table that keeps a change log: its changes commit by commit, in the order in which the
/// commits completed (version 6: in the order of their instants, up to the first that is pending).
///
/// For one thread; the streams that it hands out may outlive it.
class HUDI_EXPORT ChangeFeed {
 public:
  /// `options.from`: the instant after which changes are wanted, e.g. the checkpoint of the change
  /// set that was worked off last, or "earliest".
  ///
  /// Errors: those of TableReader::Open(); kUnsupported for a table without change log;
  /// kInstantUnavailable, naming the oldest begin that can be used, if commits after `from` are
  /// archived or their files gone.
  static arrow::Result<std::unique_ptr<ChangeFeed>> Open(std::string base_path,
                                                         ReadOptions options);
  ~ChangeFeed();

  /// The next commit that changed data; nullopt if there is none now. Then a later call looks
  /// again. Errors: as Open().
  arrow::Result<std::optional<ChangeSet>> Next();

  /// `hoodie.table.name`.
  const std::string& table_name() const;

  /// Behind what Next() gave so far, and behind later commits without changes.
  const std::string& checkpoint() const;

 private:
  class Impl;
  explicit ChangeFeed(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace hudi
