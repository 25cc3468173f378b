// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/stream/cdc_queue.h"

#include <utility>

#include "hudi/error.h"

namespace hudi {
namespace {

constexpr int64_t kMostImageBytes = 8 * 1024 * 1024;  // of a batch

arrow::Status AppendOrNull(const std::string* text, arrow::StringBuilder* builder) {
  return text == nullptr ? builder->AppendNull() : builder->Append(*text);
}

}  // namespace

std::shared_ptr<arrow::Schema> CdcSchema() {
  static const std::shared_ptr<arrow::Schema> kSchema = arrow::schema(
      {arrow::field("op", arrow::utf8(), false), arrow::field("ts_ms", arrow::utf8(), false),
       arrow::field("before", arrow::utf8()), arrow::field("after", arrow::utf8())});
  return kSchema;
}

CdcQueue::CdcQueue(std::string instant, int64_t batch_rows)
    : instant_(std::move(instant)), batch_rows_(batch_rows) {}

arrow::Status CdcQueue::Add(char op, const std::string* before, const std::string* after) {
  ARROW_RETURN_NOT_OK(op_.Append(&op, 1));
  ARROW_RETURN_NOT_OK(ts_ms_.Append(instant_));
  ARROW_RETURN_NOT_OK(AppendOrNull(before, &before_));
  ARROW_RETURN_NOT_OK(AppendOrNull(after, &after_));
  ++num_rows_;
  const int64_t bytes = before_.value_data_length() + after_.value_data_length();
  return num_rows_ < batch_rows_ && bytes < kMostImageBytes ? arrow::Status::OK() : Finish();
}

arrow::Status CdcQueue::Finish() {
  if (num_rows_ == 0) return arrow::Status::OK();
  arrow::ArrayVector columns;
  for (arrow::StringBuilder* builder : {&op_, &ts_ms_, &before_, &after_}) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> column, builder->Finish());
    columns.push_back(std::move(column));
  }
  ready_.push_back(arrow::RecordBatch::Make(CdcSchema(), num_rows_, std::move(columns)));
  num_rows_ = 0;
  return arrow::Status::OK();
}

std::shared_ptr<arrow::RecordBatch> CdcQueue::Pop() {
  if (ready_.empty()) return nullptr;
  std::shared_ptr<arrow::RecordBatch> batch = std::move(ready_.front());
  ready_.pop_front();
  return batch;
}

CdcSourceRows::CdcSourceRows(std::string instant, std::shared_ptr<const CdcShape> shape)
    : instant_(std::move(instant)),
      shape_(std::move(shape)),
      queue_(instant_, shape_->rows->batch_rows) {}

arrow::Status CdcSourceRows::ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) {
  while ((*batch = queue_.Pop()) == nullptr && !done_) {
    if (shape_->rows->should_stop && shape_->rows->should_stop()) {
      return Fail(ErrorCode::kInterrupted, "", "interrupted");
    }
    ARROW_ASSIGN_OR_RAISE(bool more, Advance());
    if (more) continue;
    done_ = true;
    ARROW_RETURN_NOT_OK(queue_.Finish());
  }
  return arrow::Status::OK();
}

}  // namespace hudi
