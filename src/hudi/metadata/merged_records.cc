// SPDX-License-Identifier: Apache-2.0
#include "hudi/metadata/merged_records.h"

#include <optional>
#include <queue>
#include <string>
#include <tuple>
#include <utility>

#include <arrow/array/concatenate.h>

namespace hudi {
namespace {

constexpr int64_t kMergedBatchRows = 4096;

class MergedRecords : public arrow::RecordBatchReader {
 public:
  MergedRecords(std::shared_ptr<arrow::Schema> schema, std::unique_ptr<RecordSource> base,
                std::vector<std::unique_ptr<RecordSource>> logs)
      : schema_(std::move(schema)), has_base_(base != nullptr) {
    if (has_base_) sources_.push_back(std::move(base));
    for (std::unique_ptr<RecordSource>& log : logs) sources_.push_back(std::move(log));
    for (size_t i = 0; i < sources_.size(); ++i) Wait(i);
  }

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    *batch = nullptr;
    if (!status_.ok()) return status_;
    status_ = Fill(batch);
    return status_;
  }

 private:
  // Rows of one batch that stand one after the other.
  struct Run {
    std::shared_ptr<arrow::RecordBatch> batch;
    int64_t begin = 0;
    int64_t length = 0;
  };
  // A source that has a record; of one key the oldest source comes first.
  struct Waiting {
    std::string key;
    size_t source = 0;
    bool operator>(const Waiting& other) const {
      return std::tie(key, source) > std::tie(other.key, other.source);
    }
  };

  void Wait(size_t source) {
    if (!sources_[source]->at_end()) {
      waiting_.push({std::string(sources_[source]->key()), source});
    }
  }

  arrow::Status Fill(std::shared_ptr<arrow::RecordBatch>* batch) {
    std::vector<Run> runs;
    for (int64_t num_rows = 0; num_rows < kMergedBatchRows && !waiting_.empty();) {
      ARROW_ASSIGN_OR_RAISE(std::optional<MetadataRecord> record, NextKey());
      if (!record) continue;
      ++num_rows;
      if (!runs.empty() && runs.back().batch == record->batch &&
          runs.back().begin + runs.back().length == record->row) {
        ++runs.back().length;
      } else {
        runs.push_back({std::move(record->batch), record->row, 1});
      }
    }
    if (runs.empty()) return arrow::Status::OK();
    ARROW_ASSIGN_OR_RAISE(*batch, Join(runs));
    return arrow::Status::OK();
  }

  // What all sources make of the least key; nullopt: it is deleted.
  arrow::Result<std::optional<MetadataRecord>> NextKey() {
    const std::string key = waiting_.top().key;
    std::optional<MetadataRecord> base;
    std::optional<MetadataRecord> log;
    while (!waiting_.empty() && waiting_.top().key == key) {
      const size_t index = waiting_.top().source;
      waiting_.pop();
      RecordSource& source = *sources_[index];
      const MetadataRecord record = source.record();
      std::optional<MetadataRecord>& older = has_base_ && index == 0 ? base : log;
      if (record.batch == nullptr) {
        base.reset();
        log.reset();
      } else {
        ARROW_RETURN_NOT_OK(Add(record, source.path(), &older));
      }
      ARROW_RETURN_NOT_OK(source.Advance());
      Wait(index);
    }
    if (base && log) {
      ARROW_RETURN_NOT_OK(Add(*log, sources_[0]->path(), &base));
    }
    return base ? base : log;
  }

  static arrow::Status Add(const MetadataRecord& newer, const std::string& path,
                           std::optional<MetadataRecord>* older) {
    if (!*older) {
      *older = newer;
      return arrow::Status::OK();
    }
    ARROW_ASSIGN_OR_RAISE(*older, CombineRecords(**older, newer, path));
    return arrow::Status::OK();
  }

  arrow::Result<std::shared_ptr<arrow::RecordBatch>> Join(const std::vector<Run>& runs) const {
    if (runs.size() == 1) return runs[0].batch->Slice(runs[0].begin, runs[0].length);
    arrow::ArrayVector columns;
    int64_t num_rows = 0;
    for (const Run& run : runs) num_rows += run.length;
    for (int i = 0; i < schema_->num_fields(); ++i) {
      arrow::ArrayVector parts;
      for (const Run& run : runs) {
        parts.push_back(run.batch->column(i)->Slice(run.begin, run.length));
      }
      ARROW_ASSIGN_OR_RAISE(columns.emplace_back(), arrow::Concatenate(parts));
    }
    return arrow::RecordBatch::Make(schema_, num_rows, std::move(columns));
  }

  std::shared_ptr<arrow::Schema> schema_;
  bool has_base_;
  std::vector<std::unique_ptr<RecordSource>> sources_;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting_;
  arrow::Status status_;
};

}  // namespace

std::shared_ptr<arrow::RecordBatchReader> MergeRecords(
    std::shared_ptr<arrow::Schema> schema, std::unique_ptr<RecordSource> base,
    std::vector<std::unique_ptr<RecordSource>> logs) {
  return std::make_shared<MergedRecords>(std::move(schema), std::move(base), std::move(logs));
}

}  // namespace hudi
