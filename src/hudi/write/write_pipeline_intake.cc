// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/write_pipeline_intake.h"

#include <algorithm>

#include <arrow/builder.h>

#include "hudi/error.h"
#include "hudi/schema/evolution.h"
#include "hudi/schema/meta_columns.h"
#include "hudi/table_writer.h"
#include "hudi/write/keys/key_generator.h"
#include "hudi/write/working_rows.h"

namespace hudi {

std::shared_ptr<arrow::Schema> IntakeSchema(const WriteContext& context,
                                            const arrow::Schema& incoming) {
  bool keys_only = context.config.operation == WriteOperation::kDelete ||
                   context.config.operation == WriteOperation::kDeletePartition;
  if (!keys_only) return context.table_schema;
  if (context.keys_from_meta_columns) {
    return arrow::schema({arrow::field(std::string(kRecordKey), arrow::utf8()),
                          arrow::field(std::string(kPartitionPath), arrow::utf8())});
  }
  arrow::FieldVector fields;
  for (const std::shared_ptr<arrow::Field>& field : context.table_schema->fields()) {
    // Whatever else a delete carries is not looked at, so it need not be complete.
    if (incoming.GetFieldIndex(field->name()) >= 0) fields.push_back(field->WithNullable(true));
  }
  return arrow::schema(std::move(fields));
}

namespace {

/// The texts of a column of `data`; where it has none, or the row has no stored key, the others.
arrow::Result<std::shared_ptr<arrow::StringArray>> StoredOr(const arrow::RecordBatch& data,
                                                            const char* column,
                                                            const arrow::StringArray& others) {
  const auto& keys =
      static_cast<const arrow::StringArray&>(*data.GetColumnByName(kStoredKeyColumn));
  const auto& stored = static_cast<const arrow::StringArray&>(*data.GetColumnByName(column));
  arrow::StringBuilder texts;
  ARROW_RETURN_NOT_OK(texts.Reserve(data.num_rows()));
  for (int64_t row = 0; row < data.num_rows(); ++row) {
    const bool is_stored = keys.IsValid(row) && stored.IsValid(row);
    ARROW_RETURN_NOT_OK(texts.Append(is_stored ? stored.GetView(row) : others.GetView(row)));
  }
  std::shared_ptr<arrow::StringArray> result;
  ARROW_RETURN_NOT_OK(texts.Finish(&result));
  return result;
}

/// Takes rows of one task after the other and hands out working batches.
class Intake {
 public:
  Intake(const WriteContext& context, std::shared_ptr<arrow::Schema> data_schema,
         const OrderingCheck& ordering_check, PartitionNumbers* partitions,
         const IntakeVisitor& visit)
      : context_(context),
        data_schema_(std::move(data_schema)),
        ordering_check_(ordering_check),
        partitions_(partitions),
        visit_(visit) {
    keys_only_ = context_.config.operation == WriteOperation::kDelete ||
                 context_.config.operation == WriteOperation::kDeletePartition;
    working_schema_ = WorkingSchema(keys_only_ ? *arrow::schema({}) : *data_schema_);
  }

  arrow::Status Open() {
    if (context_.keys_from_meta_columns) return arrow::Status::OK();
    bool row_writer =
        context_.config.operation == WriteOperation::kBulkInsert && context_.config.row_writer;
    return KeyGenerator::Make(context_.config.keys, data_schema_, row_writer).Value(&generator_);
  }

  arrow::Result<std::shared_ptr<arrow::RecordBatch>> Align(
      const std::shared_ptr<arrow::RecordBatch>& batch) {
    ARROW_RETURN_NOT_OK(context_.CheckStop());
    arrow::Result<std::shared_ptr<arrow::RecordBatch>> aligned = AlignBatch(batch, data_schema_);
    if (!aligned.ok()) {
      return While(aligned.status(), "reading input rows " + std::to_string(aligned_rows_ + 1) +
                                         " to " +
                                         std::to_string(aligned_rows_ + batch->num_rows()));
    }
    aligned_rows_ += batch->num_rows();
    context_.progress->rows_read.store(aligned_rows_, std::memory_order_relaxed);
    return aligned;
  }

  void BeginTask(int task) {
    task_ = task;
    task_row_ = 0;
  }

  arrow::Status Take(const std::shared_ptr<arrow::RecordBatch>& data) {
    if (data->num_rows() == 0) return arrow::Status::OK();
    if (ordering_check_) ARROW_RETURN_NOT_OK(ordering_check_(*data, row_));
    std::shared_ptr<arrow::StringArray> keys;
    std::shared_ptr<arrow::StringArray> paths;
    bool without_keys = context_.config.keys.key_fields.empty() ||
                        context_.config.operation == WriteOperation::kDeletePartition;
    if (context_.keys_from_meta_columns) {
      keys = std::static_pointer_cast<arrow::StringArray>(data->column(0));
      paths = std::static_pointer_cast<arrow::StringArray>(data->column(1));
    } else if (without_keys) {
      ARROW_ASSIGN_OR_RAISE(paths, generator_->PartitionPaths(*data, row_));
      ARROW_ASSIGN_OR_RAISE(keys,
                            GeneratedKeys(context_.instant(), task_, task_row_, data->num_rows()));
      if (context_.keys_as_stored) {
        ARROW_ASSIGN_OR_RAISE(paths, StoredOr(*data, kStoredPartitionColumn, *paths));
        ARROW_ASSIGN_OR_RAISE(keys, StoredOr(*data, kStoredKeyColumn, *keys));
      }
    } else {
      ARROW_ASSIGN_OR_RAISE(RowKeys generated, generator_->Generate(*data, row_));
      keys = std::move(generated.record_keys);
      paths = std::move(generated.partition_paths);
    }
    for (int64_t i = 0; i < paths->length(); ++i) partitions_->Number(paths->GetView(i));
    std::shared_ptr<arrow::RecordBatch> kept = data;
    if (keys_only_) {
      kept = arrow::RecordBatch::Make(arrow::schema({}), data->num_rows(),
                                      std::vector<std::shared_ptr<arrow::Array>>{});
    }
    std::shared_ptr<arrow::RecordBatch> working =
        MakeWorkingBatch(*kept, working_schema_, std::move(keys), std::move(paths), row_);
    row_ += data->num_rows();
    task_row_ += data->num_rows();
    return visit_(task_, std::move(working));
  }

  int64_t num_rows() const { return row_; }

 private:
  const WriteContext& context_;
  std::shared_ptr<arrow::Schema> data_schema_;
  const OrderingCheck& ordering_check_;
  PartitionNumbers* partitions_;
  const IntakeVisitor& visit_;
  bool keys_only_ = false;
  std::shared_ptr<arrow::Schema> working_schema_;
  std::unique_ptr<KeyGenerator> generator_;
  int64_t aligned_rows_ = 0;
  int64_t row_ = 0;
  int task_ = 0;
  int64_t task_row_ = 0;
};

}  // namespace

arrow::Result<int64_t> TakeIn(const WriteContext& context, arrow::RecordBatchReader& rows,
                              const std::shared_ptr<arrow::Schema>& data_schema,
                              const OrderingCheck& ordering_check, PartitionNumbers* partitions,
                              const IntakeVisitor& visit) {
  Intake intake(context, data_schema, ordering_check, partitions, visit);
  ARROW_RETURN_NOT_OK(intake.Open());
  std::shared_ptr<arrow::RecordBatch> batch;
  if (context.input_tasks <= 1) {
    intake.BeginTask(0);
    while (true) {
      ARROW_RETURN_NOT_OK(rows.ReadNext(&batch));
      if (batch == nullptr) return intake.num_rows();
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> data, intake.Align(batch));
      ARROW_RETURN_NOT_OK(intake.Take(data));
    }
  }

  RowSpool spool(data_schema, context.budget, context.spill_directory);
  while (true) {
    ARROW_RETURN_NOT_OK(rows.ReadNext(&batch));
    if (batch == nullptr) break;
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> data, intake.Align(batch));
    ARROW_RETURN_NOT_OK(spool.Append(std::move(data)));
  }
  ARROW_RETURN_NOT_OK(spool.Finish());
  // Task i takes rows [i * n / tasks, (i + 1) * n / tasks), as the reference cuts a list into
  // partitions.
  int64_t n = spool.num_rows();
  int64_t tasks = context.input_tasks;
  int64_t row = 0;
  int task = -1;
  int64_t task_end = 0;
  for (size_t b = 0; b < spool.num_batches(); ++b) {
    ARROW_ASSIGN_OR_RAISE(batch, spool.ReadBatch(b));
    int64_t offset = 0;
    while (offset < batch->num_rows()) {
      while (row >= task_end) {
        intake.BeginTask(++task);
        task_end = (task + 1) * n / tasks;
      }
      int64_t length = std::min(batch->num_rows() - offset, task_end - row);
      ARROW_RETURN_NOT_OK(intake.Take(batch->Slice(offset, length)));
      offset += length;
      row += length;
    }
  }
  return intake.num_rows();
}

}  // namespace hudi
