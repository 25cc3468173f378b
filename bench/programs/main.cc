// SPDX-License-Identifier: Apache-2.0
// The parts of the benchmark that are programs. Each prints one JSON object.
//
//   hudi_bench generate FOLDER ROWS UPSERTS     base.parquet, upserts.parquet; what must come back
//   hudi_bench raw-bulk INPUT TARGET THREADS
//   hudi_bench raw-rewrite TARGET THREADS FILE...
//   hudi_bench raw-append INPUT TARGET THREADS FILE...
//   hudi_bench raw-compact INPUT TARGET THREADS FILE...
//   hudi_bench raw-scan THREADS FILE...
//   hudi_bench aggregate TABLE THREADS          count, sum, sum, max
//   hudi_bench scan TABLE THREADS COLUMNS WHERE drains a snapshot; '' and '': all of it
//   hudi_bench digest TABLE THREADS             rows of a table, without meta columns
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include <arrow/compute/api_aggregate.h>
#include <arrow/compute/initialize.h>
#include <arrow/io/file.h>
#include <parquet/arrow/writer.h>
#include <parquet/properties.h>
#include <nlohmann/json.hpp>

#include "digest.h"
#include "hudi/predicate.h"
#include "hudi/table_reader.h"
#include "raw_logs.h"
#include "raw_parquet.h"
#include "workload.h"

namespace hudi::bench {
namespace {

using nlohmann::json;

constexpr int64_t kBatchRows = 64 * 1024;
constexpr int64_t kRowGroupRows = 256 * 1024;

/// Makes the rows row_of(0), row_of(1), ... batch by batch.
template <typename RowOf, typename Visit>
arrow::Status VisitBatches(int64_t num_rows, RowOf row_of, Visit visit) {
  std::vector<RowId> ids;
  for (int64_t first = 0; first < num_rows; first += kBatchRows) {
    ids.clear();
    for (int64_t i = first; i < std::min(num_rows, first + kBatchRows); ++i) {
      ids.push_back(row_of(i));
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> batch, MakeRows(ids));
    ARROW_RETURN_NOT_OK(visit(*batch));
  }
  return arrow::Status::OK();
}

template <typename RowOf>
arrow::Status WriteRows(const std::string& path, int64_t num_rows, RowOf row_of) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::FileOutputStream> output,
                        arrow::io::FileOutputStream::Open(path));
  parquet::WriterProperties::Builder properties;
  properties.compression(arrow::Compression::ZSTD)->max_row_group_length(kRowGroupRows);
  ARROW_ASSIGN_OR_RAISE(
      std::unique_ptr<parquet::arrow::FileWriter> writer,
      parquet::arrow::FileWriter::Open(*WorkloadSchema(), arrow::default_memory_pool(), output,
                                       properties.build()));
  ARROW_RETURN_NOT_OK(VisitBatches(num_rows, row_of, [&](const arrow::RecordBatch& batch) {
    return writer->WriteRecordBatch(batch);
  }));
  ARROW_RETURN_NOT_OK(writer->Close());
  return output->Close();
}

template <typename RowOf>
arrow::Result<Digest> DigestRows(int64_t num_rows, RowOf row_of) {
  Digest digest;
  ARROW_RETURN_NOT_OK(VisitBatches(
      num_rows, row_of, [&](const arrow::RecordBatch& batch) { return digest.Add(batch); }));
  return digest;
}

json ToJson(const Digest& digest) {
  return {{"rows", digest.rows}, {"digest", std::to_string(digest.sum)}};
}

arrow::Result<json> Generate(const std::string& folder, int64_t num_rows, int64_t num_upserts) {
  const Upserts upserts(num_rows, num_upserts);
  ARROW_RETURN_NOT_OK(WriteRows(folder + "/base.parquet", num_rows, [](int64_t i) {
    return RowId{i, 0};
  }));
  ARROW_RETURN_NOT_OK(WriteRows(folder + "/upserts.parquet", num_upserts,
                                [&](int64_t i) { return upserts.Row(i); }));
  ARROW_ASSIGN_OR_RAISE(Digest loaded, DigestRows(num_rows, [](int64_t i) { return RowId{i, 0}; }));
  ARROW_ASSIGN_OR_RAISE(Digest merged, DigestRows(num_rows + upserts.num_inserts(),
                                                  [&](int64_t i) { return upserts.Final(i); }));
  return json{{"updates", upserts.num_updates()},
              {"inserts", upserts.num_inserts()},
              {"loaded", ToJson(loaded)},
              {"merged", ToJson(merged)}};
}

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

template <typename Use>
arrow::Status Drain(const std::string& table, const ReadOptions& options, Use use) {
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<TableReader> reader, TableReader::Open(table, options));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> rows, reader->Scan());
  for (;;) {
    std::shared_ptr<arrow::RecordBatch> batch;
    ARROW_RETURN_NOT_OK(rows->ReadNext(&batch));
    if (batch == nullptr) return arrow::Status::OK();
    ARROW_RETURN_NOT_OK(use(*batch));
  }
}

// Without columns all are read, with meta columns.
arrow::Result<json> Scan(const std::string& table, int threads, const std::string& columns,
                         const std::string& where) {
  ReadOptions options;
  options.with_meta_columns = columns.empty();
  options.threads = threads;
  std::istringstream names(columns);
  for (std::string name; std::getline(names, name, ',');) options.columns.push_back(name);
  if (!where.empty()) {
    ARROW_ASSIGN_OR_RAISE(options.filter, ParseSqlPredicate(where));
  }
  int64_t num_rows = 0;
  const Stopwatch stopwatch;
  ARROW_RETURN_NOT_OK(Drain(table, options, [&](const arrow::RecordBatch& batch) {
    num_rows += batch.num_rows();
    return arrow::Status::OK();
  }));
  return json{{"rows", num_rows}, {"seconds", stopwatch.seconds()}};
}

// count(*), sum(quantity), sum(price), max(ts)
arrow::Result<json> Aggregate(const std::string& table, int threads) {
  ReadOptions options;
  options.threads = threads;
  options.columns = {"quantity", "price", "ts"};
  int64_t num_rows = 0, quantity = 0, greatest_ts = 0;
  double price = 0;
  const Stopwatch stopwatch;
  ARROW_RETURN_NOT_OK(Drain(table, options, [&](const arrow::RecordBatch& batch) -> arrow::Status {
    num_rows += batch.num_rows();
    ARROW_ASSIGN_OR_RAISE(arrow::Datum quantities, arrow::compute::Sum(batch.column(0)));
    quantity += quantities.scalar_as<arrow::Int64Scalar>().value;
    ARROW_ASSIGN_OR_RAISE(arrow::Datum prices, arrow::compute::Sum(batch.column(1)));
    price += prices.scalar_as<arrow::DoubleScalar>().value;
    ARROW_ASSIGN_OR_RAISE(arrow::Datum times, arrow::compute::MinMax(batch.column(2)));
    const auto& ends = times.scalar_as<arrow::StructScalar>();
    greatest_ts =
        std::max(greatest_ts, static_cast<const arrow::Int64Scalar&>(*ends.value[1]).value);
    return arrow::Status::OK();
  }));
  return json{{"rows", num_rows},
              {"quantity", quantity},
              {"price", price},
              {"ts", greatest_ts},
              {"seconds", stopwatch.seconds()}};
}

arrow::Result<json> DigestTable(const std::string& table, int threads) {
  ReadOptions options;
  options.threads = threads;
  Digest digest;
  ARROW_RETURN_NOT_OK(
      Drain(table, options, [&](const arrow::RecordBatch& batch) { return digest.Add(batch); }));
  return ToJson(digest);
}

arrow::Result<json> Run(const std::vector<std::string>& args) {
  ARROW_RETURN_NOT_OK(arrow::compute::Initialize());
  const std::string verb = args.empty() ? "" : args[0];
  if (verb == "generate" && args.size() == 4) {
    return Generate(args[1], std::atoll(args[2].c_str()), std::atoll(args[3].c_str()));
  }
  if (verb == "scan" && args.size() == 5) {
    return Scan(args[1], std::atoi(args[2].c_str()), args[3], args[4]);
  }
  if (verb == "digest" && args.size() == 3) {
    return DigestTable(args[1], std::atoi(args[2].c_str()));
  }
  if (verb == "raw-bulk" && args.size() == 4) {
    ARROW_RETURN_NOT_OK(RawBulk(args[1], args[2], std::atoi(args[3].c_str())));
    return json::object();
  }
  if (verb == "raw-rewrite" && args.size() > 3) {
    ARROW_RETURN_NOT_OK(
        RawRewrite({args.begin() + 3, args.end()}, args[1], std::atoi(args[2].c_str())));
    return json::object();
  }
  if ((verb == "raw-append" || verb == "raw-compact") && args.size() > 4) {
    const auto raw = verb == "raw-append" ? RawAppend : RawCompact;
    ARROW_RETURN_NOT_OK(
        raw(args[1], {args.begin() + 4, args.end()}, args[2], std::atoi(args[3].c_str())));
    return json::object();
  }
  if (verb == "raw-scan" && args.size() > 2) {
    const Stopwatch stopwatch;
    ARROW_ASSIGN_OR_RAISE(int64_t num_rows,
                          RawScan({args.begin() + 2, args.end()}, std::atoi(args[1].c_str())));
    return json{{"rows", num_rows}, {"seconds", stopwatch.seconds()}};
  }
  if (verb == "aggregate" && args.size() == 3)
    return Aggregate(args[1], std::atoi(args[2].c_str()));
  return arrow::Status::Invalid(
      "expected generate FOLDER ROWS UPSERTS, raw-bulk INPUT TARGET THREADS, raw-rewrite TARGET "
      "THREADS FILE..., raw-append or raw-compact INPUT TARGET THREADS FILE..., raw-scan THREADS "
      "FILE..., scan TABLE THREADS COLUMNS WHERE, aggregate TABLE THREADS or digest TABLE THREADS");
}

}  // namespace
}  // namespace hudi::bench

int main(int argc, char** argv) {
  arrow::Result<nlohmann::json> done = hudi::bench::Run({argv + 1, argv + argc});
  if (!done.ok()) {
    std::cerr << "hudi_bench: error: " << done.status().ToString() << "\n";
    return 1;
  }
  std::cout << done->dump() << "\n";
  return 0;
}
