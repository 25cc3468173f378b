// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/type.h>

namespace hudi::bench {

/// Names one row of the workload: its number fixes the key and the partition, number and version
/// together fix every other column. Version 0 is loaded, version 1 arrives by upsert.
struct RowId {
  int64_t number = 0;
  int version = 0;
};

/// The 12 columns: id (key), region (12 partitions), ts (ordering), quantity, price, amount,
/// order_date, updated_at, status, city, note, flag.
std::shared_ptr<arrow::Schema> WorkloadSchema();

arrow::Result<std::shared_ptr<arrow::RecordBatch>> MakeRows(const std::vector<RowId>& ids);

/// The upserts: four in five are rows of the load, spread evenly over it; the rest are new.
class Upserts {
 public:
  Upserts(int64_t num_loaded, int64_t num_upserts);

  int64_t num_updates() const { return num_updates_; }
  int64_t num_inserts() const { return num_inserts_; }
  /// In the order in which they arrive: updates and inserts mixed, updates in no order.
  RowId Row(int64_t i) const;
  /// All rows of the table after the upsert; 0 <= i < num_loaded + num_inserts().
  RowId Final(int64_t i) const;

 private:
  int64_t UpdatedRow(int64_t k) const;

  int64_t num_loaded_;
  int64_t num_updates_;
  int64_t num_inserts_;
  int64_t stride_;
};

}  // namespace hudi::bench
