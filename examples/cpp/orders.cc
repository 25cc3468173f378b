// SPDX-License-Identifier: Apache-2.0
// Writes three orders into a table, upserts one of them and reads the PAID ones back.
//
//   orders TABLE_PATH
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <arrow/api.h>

#include <hudi/table_reader.h>
#include <hudi/table_writer.h>

namespace {

std::shared_ptr<arrow::Schema> OrderSchema() {
  return arrow::schema({arrow::field("order_id", arrow::utf8()), arrow::field("dt", arrow::utf8()),
                        arrow::field("status", arrow::utf8()), arrow::field("ts", arrow::int64())});
}

struct Order {
  std::string order_id, dt, status;
  int64_t ts;
};

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Rows(const std::vector<Order>& orders) {
  arrow::StringBuilder order_id, dt, status;
  arrow::Int64Builder ts;
  for (const Order& order : orders) {
    ARROW_RETURN_NOT_OK(order_id.Append(order.order_id));
    ARROW_RETURN_NOT_OK(dt.Append(order.dt));
    ARROW_RETURN_NOT_OK(status.Append(order.status));
    ARROW_RETURN_NOT_OK(ts.Append(order.ts));
  }
  std::vector<std::shared_ptr<arrow::Array>> columns(4);
  ARROW_RETURN_NOT_OK(order_id.Finish(&columns[0]));
  ARROW_RETURN_NOT_OK(dt.Finish(&columns[1]));
  ARROW_RETURN_NOT_OK(status.Finish(&columns[2]));
  ARROW_RETURN_NOT_OK(ts.Finish(&columns[3]));
  auto batch = arrow::RecordBatch::Make(OrderSchema(), static_cast<int64_t>(orders.size()),
                                        std::move(columns));
  return arrow::RecordBatchReader::Make({batch}, OrderSchema());
}

arrow::Status Run(const std::string& path) {
  hudi::WriteOptions options;
  options.config = {{"hoodie.table.name", "orders"},
                    {"hoodie.datasource.write.recordkey.field", "order_id"},
                    {"hoodie.datasource.write.partitionpath.field", "dt"},
                    {"hoodie.datasource.write.precombine.field", "ts"}};
  options.mode = hudi::SaveMode::kOverwrite;
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> rows,
                        Rows({{"3001", "2025-07-28", "CREATED", 1},
                              {"3002", "2025-07-28", "CREATED", 2},
                              {"3003", "2025-07-29", "PAID", 3}}));
  ARROW_ASSIGN_OR_RAISE(hudi::WriteResult first, hudi::WriteTable(path, rows, options));

  // The table remembers its key, partition and ordering columns.
  hudi::WriteOptions update;
  ARROW_ASSIGN_OR_RAISE(rows, Rows({{"3001", "2025-07-28", "PAID", 4}}));
  ARROW_ASSIGN_OR_RAISE(hudi::WriteResult second, hudi::WriteTable(path, rows, update));
  std::cout << "inserted " << first.inserted << ", updated " << second.updated << "\n";

  hudi::ReadOptions read;
  read.columns = {"order_id", "status"};
  ARROW_ASSIGN_OR_RAISE(read.filter, hudi::ParseSqlPredicate("status = 'PAID'"));
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<hudi::TableReader> table,
                        hudi::TableReader::Open(path, read));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> found, table->Scan());
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Table> paid, found->ToTable());
  std::cout << "paid: " << paid->num_rows() << "\n";
  return arrow::Status::OK();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: orders TABLE_PATH\n";
    return 2;
  }
  arrow::Status status = Run(argv[1]);
  if (!status.ok()) {
    std::cerr << "orders: error: " << status.message() << "\n";
    return 1;
  }
  return 0;
}
