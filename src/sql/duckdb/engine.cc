// SPDX-License-Identifier: Apache-2.0
#include "sql/duckdb/engine.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <utility>

#include <arrow/c/bridge.h>
#include <arrow/compute/cast.h>
#include <duckdb/common/arrow/result_arrow_wrapper.hpp>
#include <duckdb/function/replacement_scan.hpp>
#include <duckdb/main/extension/extension_loader.hpp>
#include <duckdb/parser/parser.hpp>
#include <duckdb/parser/statement/select_statement.hpp>
#include <duckdb/parser/tableref/subqueryref.hpp>

#include "hudi/error.h"
#include "sql/duckdb/duckdb_api.h"
#include "sql/duckdb/table_slices.h"
#include "sql/duckdb/watched_rows.h"
#include "sql/parse/rewrite.h"
#include "sql/parse/sql_error.h"

namespace hudi::sql {
namespace {

constexpr uint64_t kBatchRows = 64 * 1024;

// Spark's ways, by settings and macros.
constexpr const char* kSetup[] = {
    "SET default_null_order = 'nulls_first_on_asc_last_on_desc'",
    "SET lambda_syntax = 'ENABLE_SINGLE_ARROW'",
    "SET preserve_insertion_order = true",
    "CREATE MACRO hudi_position(p) AS CASE WHEN p = 0 THEN 1 ELSE p END",
    "CREATE MACRO hudi_trunc_unit(u) AS CASE lower(u) WHEN 'yy' THEN 'year' WHEN 'yyyy' THEN "
    "'year' "
    "WHEN 'mm' THEN 'month' WHEN 'mon' THEN 'month' ELSE lower(u) END",
};

arrow::Result<ErrorCode> CodeOfType(duckdb::ExceptionType type) {
  switch (type) {
    case duckdb::ExceptionType::INTERRUPT:
      return ErrorCode::kInterrupted;
    case duckdb::ExceptionType::IO:
      return ErrorCode::kStorage;
    case duckdb::ExceptionType::OUT_OF_MEMORY:
      return ErrorCode::kStorage;
    case duckdb::ExceptionType::CATALOG:
      return ErrorCode::kNotFound;
    case duckdb::ExceptionType::NOT_IMPLEMENTED:
    case duckdb::ExceptionType::PERMISSION:
    case duckdb::ExceptionType::MISSING_EXTENSION:
      return ErrorCode::kUnsupported;
    case duckdb::ExceptionType::INTERNAL:
    case duckdb::ExceptionType::FATAL:
      return ErrorCode::kInternal;
    case duckdb::ExceptionType::CONVERSION:
    case duckdb::ExceptionType::OUT_OF_RANGE:
    case duckdb::ExceptionType::DIVIDE_BY_ZERO:
      return ErrorCode::kInvalidRow;
    default:
      return ErrorCode::kInvalidArgument;
  }
}

// A column in a type that a Hudi table has.
std::shared_ptr<arrow::DataType> TableType(const arrow::DataType& type) {
  switch (type.id()) {
    case arrow::Type::NA:
      return arrow::utf8();
    case arrow::Type::UINT8:
      return arrow::int16();
    case arrow::Type::UINT16:
      return arrow::int32();
    case arrow::Type::UINT32:
    case arrow::Type::UINT64:
      return arrow::int64();
    case arrow::Type::TIMESTAMP: {
      const auto& timestamp = static_cast<const arrow::TimestampType&>(type);
      if (timestamp.timezone().empty()) return arrow::timestamp(arrow::TimeUnit::MICRO);
      return arrow::timestamp(arrow::TimeUnit::MICRO, "UTC");
    }
    default:
      return nullptr;
  }
}

std::shared_ptr<arrow::DataType> TableTypeOf(const std::shared_ptr<arrow::DataType>& type,
                                             bool is_hugeint) {
  if (is_hugeint) return arrow::int64();
  switch (type->id()) {
    case arrow::Type::LIST: {
      const auto& list = static_cast<const arrow::ListType&>(*type);
      return arrow::list(list.value_field()->WithType(TableTypeOf(list.value_type(), false)));
    }
    case arrow::Type::MAP: {
      const auto& map = static_cast<const arrow::MapType&>(*type);
      return std::make_shared<arrow::MapType>(
          map.key_field()->WithType(TableTypeOf(map.key_type(), false)),
          map.item_field()->WithType(TableTypeOf(map.item_type(), false)));
    }
    case arrow::Type::STRUCT: {
      arrow::FieldVector fields;
      for (const auto& field : type->fields()) {
        fields.push_back(field->WithType(TableTypeOf(field->type(), false)));
      }
      return arrow::struct_(std::move(fields));
    }
    default:
      break;
  }
  std::shared_ptr<arrow::DataType> changed = TableType(*type);
  return changed == nullptr ? type : changed;
}

/// A query's rows, in the types of tables. Keeps the query's connection.
class ResultRows : public arrow::RecordBatchReader {
 public:
  static arrow::Result<std::shared_ptr<ResultRows>> Make(
      std::shared_ptr<duckdb::Connection> connection,
      duckdb::unique_ptr<duckdb::QueryResult> result, std::shared_ptr<const QueryFailure> failure) {
    auto rows = std::make_shared<ResultRows>();
    std::vector<bool> is_hugeint;
    for (const duckdb::LogicalType& type : result->types) {
      is_hugeint.push_back(type.id() == duckdb::LogicalTypeId::HUGEINT ||
                           type.id() == duckdb::LogicalTypeId::UHUGEINT);
    }
    rows->connection_ = std::move(connection);
    rows->failure_ = std::move(failure);
    // Released by the stream's own release function.
    auto* wrapper = new duckdb::ResultArrowArrayStreamWrapper(std::move(result), kBatchRows);
    ARROW_ASSIGN_OR_RAISE(rows->rows_, arrow::ImportRecordBatchReader(&wrapper->stream));
    arrow::FieldVector fields;
    for (int i = 0; i < rows->rows_->schema()->num_fields(); ++i) {
      const std::shared_ptr<arrow::Field>& field = rows->rows_->schema()->field(i);
      fields.push_back(arrow::field(
          field->name(), TableTypeOf(field->type(), is_hugeint[static_cast<size_t>(i)])));
    }
    rows->schema_ = arrow::schema(std::move(fields));
    return rows;
  }

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    *batch = nullptr;
    std::shared_ptr<arrow::RecordBatch> next;
    do {
      arrow::Status status = Caught([&] { return rows_->ReadNext(&next); });
      if (!status.ok()) {
        arrow::Status of_reader = failure_->Get();
        return of_reader.ok() ? StatusOfText(status) : of_reader;
      }
    } while (next != nullptr && next->num_rows() == 0);
    if (next == nullptr) return arrow::Status::OK();
    arrow::ArrayVector columns;
    for (int i = 0; i < next->num_columns(); ++i) {
      std::shared_ptr<arrow::Array> column = next->column(i);
      const std::shared_ptr<arrow::DataType>& type = schema_->field(i)->type();
      if (!column->type()->Equals(*type)) {
        arrow::Result<std::shared_ptr<arrow::Array>> cast = arrow::compute::Cast(*column, type);
        if (!cast.ok()) {
          return Fail(ErrorCode::kInvalidRow, schema_->field(i)->name(), "column '",
                      schema_->field(i)->name(), "': ", cast.status().message());
        }
        column = *std::move(cast);
      }
      columns.push_back(std::move(column));
    }
    *batch = arrow::RecordBatch::Make(schema_, next->num_rows(), std::move(columns));
    return arrow::Status::OK();
  }

 private:
  // The stream's interface has room for the engine's message only, which begins with its kind.
  static arrow::Status StatusOfText(const arrow::Status& status) {
    if (FindErrorDetail(status) != nullptr) return status;
    std::string message = status.message();
    ErrorCode code = ErrorCode::kInvalidRow;
    if (message.find("INTERRUPT") != std::string::npos) code = ErrorCode::kInterrupted;
    if (message.starts_with("IO Error: ")) code = ErrorCode::kStorage;
    size_t colon = message.find(" Error: ");
    if (colon != std::string::npos && colon < 30) message = message.substr(colon + 8);
    return Fail(code, "", code == ErrorCode::kInterrupted ? "the query was stopped" : message);
  }

  std::shared_ptr<duckdb::Connection> connection_;
  std::shared_ptr<const QueryFailure> failure_;
  std::shared_ptr<arrow::RecordBatchReader> rows_;
  std::shared_ptr<arrow::Schema> schema_;
};

}  // namespace

arrow::Status StatusOf(const duckdb::ErrorData& error) {
  ErrorCode code = CodeOfType(error.Type()).ValueOr(ErrorCode::kInvalidArgument);
  if (code == ErrorCode::kInterrupted) return Fail(code, "", "the query was stopped");
  std::string message = error.RawMessage();
  // The engine adds the line with a caret of its own.
  size_t line = message.find("\n\nLINE ");
  if (line == std::string::npos) line = message.find("\nLINE ");
  if (line != std::string::npos) message.resize(line);
  arrow::Status status = Fail(code, "", message);
  auto position = error.ExtraInfo().find("position");
  if (position == error.ExtraInfo().end()) return status;
  return AtPlace(status, static_cast<size_t>(std::strtoull(position->second.c_str(), nullptr, 10)));
}

class Engine::Impl {
 public:
  explicit Impl(EngineOptions given) : options(std::move(given)) {}

  struct ScanData : public duckdb::ReplacementScanData {
    explicit ScanData(Impl* of) : impl(of) {}
    Impl* impl;
  };

  static duckdb::unique_ptr<duckdb::TableRef> Replace(
      duckdb::ClientContext&, duckdb::ReplacementScanInput& input,
      duckdb::optional_ptr<duckdb::ReplacementScanData> data) {
    return static_cast<ScanData*>(data.get())->impl->Resolve(input);
  }

  duckdb::unique_ptr<duckdb::TableRef> Resolve(const duckdb::ReplacementScanInput& input) {
    std::vector<std::string> name;
    for (const std::string& part : {input.catalog_name, input.schema_name, input.table_name}) {
      if (!part.empty()) name.push_back(part);
    }
    arrow::Result<std::optional<TableContent>> content = options.resolve(name);
    if (!content.ok()) {
      failure = content.status();
      throw duckdb::BinderException(failure.message());
    }
    if (!content->has_value()) return nullptr;
    std::string text = TextOf(std::move(**content));
    duckdb::Parser parser;
    parser.ParseQuery(text);
    auto select = duckdb::unique_ptr_cast<duckdb::SQLStatement, duckdb::SelectStatement>(
        std::move(parser.statements[0]));
    return duckdb::make_uniq<duckdb::SubqueryRef>(std::move(select), (*content)->alias);
  }

  std::string TextOf(TableContent&& content) {
    if (!content.query.empty()) return content.query;
    if (content.rows != nullptr) {
      sources.push_back(std::make_unique<std::shared_ptr<const RowSource>>(
          WatchRows(content.rows, query_failure)));
      return "SELECT * FROM hudi_rows(CAST(" +
             std::to_string(reinterpret_cast<uintptr_t>(sources.back().get())) + " AS UBIGINT))";
    }
    return ScanText(content);
  }

  std::string ScanText(const TableContent& content) {
    auto table = std::make_shared<TableSlices>(content.table, content.columns);
    table->report = std::make_shared<ScanReport>();
    table->report->table = content.alias;
    for (const SliceInfo& slice : table->slices()) {
      ScanReport::Slice reported;
      reported.partition = slice.partition;
      reported.file_name = std::filesystem::path(slice.path).filename().string();
      reported.num_log_files = slice.num_log_files;
      table->report->slices.push_back(std::move(reported));
    }
    table->plain_files = plain_files;
    table->footers = footers;
    table->failure = query_failure;
    tables.push_back(std::make_unique<std::shared_ptr<TableSlices>>(std::move(table)));
    last_scans.push_back(*tables.back());
    return "SELECT * FROM hudi_scan('" +
           std::to_string(reinterpret_cast<uintptr_t>(tables.back().get())) + "')";
  }

  arrow::Status Start() {
    duckdb::DBConfig config;
    config.options.autoinstall_known_extensions = false;
    config.options.autoload_known_extensions = false;
    config.options.allow_community_extensions = false;
    config.replacement_scans.emplace_back(Replace, duckdb::make_uniq<ScanData>(this));
    std::error_code ignored;
    std::filesystem::path temporary = std::filesystem::temp_directory_path(ignored);
    config.options.temporary_directory =
        (temporary / ("hudi-sql-" + std::to_string(getpid()))).string();
    if (options.threads > 0) {
      config.SetOptionByName("threads", duckdb::Value::BIGINT(options.threads));
    }
    if (options.memory_limit_bytes > 0) {
      config.options.maximum_memory = static_cast<uint64_t>(options.memory_limit_bytes);
    }
    database = std::make_unique<duckdb::DuckDB>(nullptr, &config);
    duckdb::DBConfig::GetConfig(*database->instance)
        .SetOption(KeptFooters::kSetting, duckdb::Value::BOOLEAN(true));
    RegisterSparkFunctions(*database->instance);
    duckdb::ExtensionLoader loader(*database->instance, "hudi");
    loader.RegisterFunction(SlicesFunction(*database->instance));
    return arrow::Status::OK();
  }

  std::shared_ptr<duckdb::Connection> Connect() {
    auto connection = std::make_shared<duckdb::Connection>(*database);
    std::lock_guard<std::mutex> lock(mutex);
    std::erase_if(connections, [](const auto& one) { return one.expired(); });
    connections.push_back(connection);
    return connection;
  }

  // What the resolver said counts, not what the engine made of it.
  arrow::Status Failure(const duckdb::ErrorData& error) {
    if (!failure.ok()) return std::exchange(failure, arrow::Status::OK());
    arrow::Status of_reader = query_failure->Get();
    return of_reader.ok() ? StatusOf(error) : of_reader;
  }

  EngineOptions options;
  std::unique_ptr<duckdb::DuckDB> database;
  arrow::Status failure;
  // The engine is handed pointers to these while it binds a query.
  std::vector<std::unique_ptr<std::shared_ptr<const RowSource>>> sources;
  std::vector<std::unique_ptr<std::shared_ptr<TableSlices>>> tables;
  std::vector<std::shared_ptr<TableSlices>> last_scans;
  std::shared_ptr<PlainFiles> plain_files = std::make_shared<PlainFiles>();
  std::shared_ptr<KeptFooters> footers = std::make_shared<KeptFooters>();
  // Of the query that runs; its readers and its stream keep it.
  std::shared_ptr<QueryFailure> query_failure = std::make_shared<QueryFailure>();
  std::mutex mutex;
  std::vector<std::weak_ptr<duckdb::Connection>> connections;
};

Engine::Engine(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Engine::~Engine() = default;

arrow::Result<std::unique_ptr<Engine>> Engine::Open(EngineOptions options) {
  auto impl = std::make_unique<Impl>(std::move(options));
  ARROW_RETURN_NOT_OK(Caught([&] { return impl->Start(); }));
  std::unique_ptr<Engine> engine(new Engine(std::move(impl)));
  for (const char* statement : kSetup) ARROW_RETURN_NOT_OK(engine->Run(statement));
  return engine;
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Engine::Query(const std::string& text) {
  std::shared_ptr<arrow::RecordBatchReader> rows;
  impl_->failure = arrow::Status::OK();
  impl_->query_failure = std::make_shared<QueryFailure>();
  impl_->last_scans.clear();
  ARROW_RETURN_NOT_OK(Caught([&]() -> arrow::Status {
    std::shared_ptr<duckdb::Connection> connection = impl_->Connect();
    duckdb::unique_ptr<duckdb::QueryResult> result = connection->SendQuery(text);
    impl_->sources.clear();
    impl_->tables.clear();
    if (result->HasError()) return impl_->Failure(result->GetErrorObject());
    return ResultRows::Make(std::move(connection), std::move(result), impl_->query_failure)
        .Value(&rows);
  }));
  return rows;
}

arrow::Result<std::shared_ptr<arrow::Schema>> Engine::SchemaOf(const std::string& text) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> rows,
                        Query("SELECT * FROM (" + text + ") LIMIT 0"));
  return rows->schema();
}

arrow::Result<std::vector<ScanReport>> Engine::LastScans() const {
  std::vector<ScanReport> reports;
  ARROW_RETURN_NOT_OK(Caught([&]() -> arrow::Status {
    for (const std::shared_ptr<TableSlices>& table : impl_->last_scans) {
      ScanReport report = *table->report;
      for (size_t i = 0; i < report.slices.size(); ++i) {
        if (!report.slices[i].dropped_by.empty()) continue;
        report.slices[i].is_plain = table->PlainRows(i).has_value();
      }
      reports.push_back(std::move(report));
    }
    return arrow::Status::OK();
  }));
  return reports;
}

arrow::Status Engine::Run(const std::string& text) {
  return Caught([&]() -> arrow::Status {
    duckdb::unique_ptr<duckdb::MaterializedQueryResult> result = impl_->Connect()->Query(text);
    if (result->HasError()) return impl_->Failure(result->GetErrorObject());
    return arrow::Status::OK();
  });
}

void Engine::Interrupt() {
  std::lock_guard<std::mutex> lock(impl_->mutex);
  for (const std::weak_ptr<duckdb::Connection>& one : impl_->connections) {
    if (std::shared_ptr<duckdb::Connection> connection = one.lock()) connection->Interrupt();
  }
}

}  // namespace hudi::sql
