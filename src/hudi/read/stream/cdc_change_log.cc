// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/stream/cdc_change_log.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <arrow/array.h>
#include <arrow/array/util.h>

#include "hudi/base/gather.h"
#include "hudi/base/key_table.h"
#include "hudi/error.h"
#include "hudi/format/avro/column_decoder.h"
#include "hudi/format/log/data_block.h"
#include "hudi/format/log/log_file_reader.h"
#include "hudi/read/stream/cdc_rows.h"
#include "hudi/schema/evolution.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

using Constants = std::map<std::string, std::shared_ptr<arrow::Scalar>, std::less<>>;
using Texts = std::vector<std::optional<std::string>>;

// Rows of the log whose images are looked up together.
constexpr int64_t kLeastLookups = 1024;
constexpr int64_t kMostLookups = 1024 * 1024;
// An image takes more room than what Parquet stores of its row.
constexpr int64_t kImageBytesPerStoredByte = 8;
constexpr int64_t kImageBytes = 64;

class ChangeLogRows : public CdcSourceRows {
 public:
  ChangeLogRows(const Storage& storage, ChangeLogFiles files, std::shared_ptr<const CdcShape> shape,
                Constants constants)
      : CdcSourceRows(files.instant, std::move(shape)),
        storage_(storage),
        files_(std::move(files)),
        constants_(std::move(constants)) {
    arrow::FieldVector stored;
    for (const std::shared_ptr<arrow::Field>& field : shape_->rows->read_schema->fields()) {
      if (IsMetaColumn(field->name()) || constants_.count(field->name()) > 0) continue;
      stored.push_back(field);
    }
    image_schema_ = arrow::schema(std::move(stored));
  }

 private:
  arrow::Result<bool> Advance() override {
    if (!records_.empty()) {
      std::shared_ptr<arrow::RecordBatch> records = std::move(records_.back());
      records_.pop_back();
      ARROW_RETURN_NOT_OK(AddRecords(*records));
      return true;
    }
    if (file_ == nullptr) {
      if (next_file_ == files_.cdc_files.size()) return false;
      const std::string& path = files_.cdc_files[next_file_++];
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::RandomAccessFile> file,
                            storage_.OpenInput(path));
      ARROW_ASSIGN_OR_RAISE(file_, log::LogFileReader::Open(std::move(file), path));
    }
    ARROW_ASSIGN_OR_RAISE(std::optional<log::Block> block, file_->Next());
    if (block) {
      ARROW_RETURN_NOT_OK(DecodeBlock(*block));
    } else {
      file_.reset();
    }
    return true;
  }

  arrow::Status DecodeBlock(const log::Block& block) {
    if (block.type != log::BlockType::kCdcData) {
      return CorruptFile(file_->path(), block.offset,
                         block.type == log::BlockType::kCorrupt
                             ? "a block of the change log is not whole"
                             : "a change log has blocks of change data only");
    }
    const std::string json(block.Header(log::HeaderKey::kSchema));
    if (decoder_ == nullptr || json != decoder_schema_) {
      arrow::Result<avro::SchemaPtr> record = avro::Schema::Parse(json);
      if (!record.ok()) return While(record.status(), "reading " + file_->path());
      ARROW_ASSIGN_OR_RAISE(decoder_,
                            avro::ColumnDecoder::Make(*record, arrow::default_memory_pool()));
      decoder_schema_ = json;
    }
    int64_t batch_rows = shape_->rows->batch_rows;
    const arrow::Schema& schema = *decoder_->schema();
    if (schema.GetFieldIndex("before") < 0 || schema.GetFieldIndex("after") < 0) {
      ARROW_ASSIGN_OR_RAISE(batch_rows, LookupsAtOnce());
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> content, file_->ReadContent(block));
    ARROW_ASSIGN_OR_RAISE(
        records_, log::DecodeAvroDataBlock(std::string_view(*content), file_->OriginOf(block),
                                           decoder_.get(), batch_rows));
    std::reverse(records_.begin(), records_.end());  // taken from the back
    return arrow::Status::OK();
  }

  arrow::Result<std::shared_ptr<BaseFileReader>> OpenBaseFile(const std::string& path) const {
    if (path.empty()) {
      return Fail(ErrorCode::kInstantUnavailable, files_.cdc_files.front(),
                  "the changes of commit ", instant_,
                  " need the base file before it, which is gone: it was cleaned away");
    }
    return OpenCdcBaseFile(storage_, path, *shape_);
  }

  arrow::Result<int64_t> LookupsAtOnce() const {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<BaseFileReader> base, OpenBaseFile(files_.after_file));
    ARROW_ASSIGN_OR_RAISE(int64_t bytes, base->StoredBytes(base->schema()->field_names()));
    const int64_t row_bytes =
        kImageBytes + kImageBytesPerStoredByte * bytes / std::max<int64_t>(base->num_rows(), 1);
    return std::clamp(shape_->merge->memory_bytes / row_bytes, kLeastLookups, kMostLookups);
  }

  arrow::Status AddRecords(const arrow::RecordBatch& records) {
    std::shared_ptr<arrow::Array> op_column = records.GetColumnByName("op");
    if (op_column == nullptr || op_column->type_id() != arrow::Type::STRING) {
      return CorruptFile(file_->path(), 0, "a change log has a text column op");
    }
    const auto& ops = static_cast<const arrow::StringArray&>(*op_column);
    std::vector<int64_t> wanted;
    for (int64_t row = 0; row < ops.length(); ++row) {
      const std::string_view op = ops.IsNull(row) ? std::string_view() : ops.GetView(row);
      if (op != "i" && op != "u" && op != "d") {
        return CorruptFile(file_->path(), 0, "op of a change is i, u or d");
      }
      if (op == "d" ? files_.deletes : files_.others) wanted.push_back(row);
    }
    ARROW_ASSIGN_OR_RAISE(Texts before, Images(records, ops, wanted, "before", 'i'));
    ARROW_ASSIGN_OR_RAISE(Texts after, Images(records, ops, wanted, "after", 'd'));
    for (size_t i = 0; i < wanted.size(); ++i) {
      ARROW_RETURN_NOT_OK(queue_.Add(ops.GetView(wanted[i])[0], before[i] ? &*before[i] : nullptr,
                                     after[i] ? &*after[i] : nullptr));
    }
    return arrow::Status::OK();
  }

  // One side of the wanted rows, from the log if it holds it. Changes `without` have no such side.
  arrow::Result<Texts> Images(const arrow::RecordBatch& records, const arrow::StringArray& ops,
                              const std::vector<int64_t>& wanted, const std::string& side,
                              char without) {
    Texts texts(wanted.size());
    std::vector<int64_t> rows;   // of the records
    std::vector<size_t> places;  // of the texts
    std::shared_ptr<arrow::Array> images = records.GetColumnByName(side);
    for (size_t i = 0; i < wanted.size(); ++i) {
      if (ops.GetView(wanted[i])[0] == without) continue;
      if (images != nullptr && images->IsNull(wanted[i])) continue;
      rows.push_back(wanted[i]);
      places.push_back(i);
    }
    if (rows.empty()) return texts;
    if (images == nullptr) {
      ARROW_RETURN_NOT_OK(LookUp(records, rows, places, side, &texts));
      return texts;
    }
    if (images->type_id() != arrow::Type::STRUCT) {
      return CorruptFile(file_->path(), 0, "an image in a change log is a record");
    }
    const auto& record = static_cast<const arrow::StructArray&>(*images);
    std::shared_ptr<arrow::RecordBatch> batch = arrow::RecordBatch::Make(
        arrow::schema(record.type()->fields()), record.length(), record.fields());
    ARROW_ASSIGN_OR_RAISE(batch, TakeRows(batch, rows));
    if (shape_->merge->stored_names != nullptr) {
      ARROW_ASSIGN_OR_RAISE(batch, shape_->merge->stored_names->Rename(batch, instant_));
    }
    ARROW_ASSIGN_OR_RAISE(batch, AsTableRows(batch));
    for (size_t i = 0; i < places.size(); ++i) {
      shape_->printer->Append(*batch, static_cast<int64_t>(i), &texts[places[i]].emplace());
    }
    return texts;
  }

  // Brings images to the table's columns. Those of meta columns, which no image shows, stay null.
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> AsTableRows(
      const std::shared_ptr<arrow::RecordBatch>& images) const {
    arrow::Result<std::shared_ptr<arrow::RecordBatch>> aligned =
        AlignStoredBatch(images, image_schema_);
    if (!aligned.ok()) return While(aligned.status(), "reading " + file_->path());
    arrow::ArrayVector columns;
    int next_stored = 0;
    for (const std::shared_ptr<arrow::Field>& field : shape_->rows->read_schema->fields()) {
      std::shared_ptr<arrow::Array> column;
      auto constant = constants_.find(field->name());
      if (constant != constants_.end()) {
        ARROW_ASSIGN_OR_RAISE(column,
                              arrow::MakeArrayFromScalar(*constant->second, images->num_rows()));
      } else if (IsMetaColumn(field->name())) {
        ARROW_ASSIGN_OR_RAISE(column, arrow::MakeArrayOfNull(field->type(), images->num_rows()));
      } else {
        column = (*aligned)->column(next_stored++);
      }
      columns.push_back(std::move(column));
    }
    return arrow::RecordBatch::Make(shape_->rows->read_schema, images->num_rows(),
                                    std::move(columns));
  }

  arrow::Result<std::shared_ptr<arrow::StringArray>> KeysOf(const arrow::RecordBatch& rows) const {
    if (shape_->merge->virtual_keys != nullptr) return shape_->merge->virtual_keys->Of(rows);
    return std::static_pointer_cast<arrow::StringArray>(
        rows.GetColumnByName(std::string(kRecordKey)));
  }

  // Finds the rows of some records in the base file of one side. The copies of a key that stands
  // there several times go to its records in their order; of the new file those come first that
  // this commit wrote.
  arrow::Status LookUp(const arrow::RecordBatch& records, const std::vector<int64_t>& rows,
                       const std::vector<size_t>& places, const std::string& side, Texts* texts) {
    std::shared_ptr<arrow::Array> key_column = records.GetColumnByName("record_key");
    if (key_column == nullptr || key_column->type_id() != arrow::Type::STRING) {
      return CorruptFile(file_->path(), 0,
                         "a change log without images has a text column record_key");
    }
    if (!shape_->has_keys) {
      return Fail(ErrorCode::kUnsupported, "hoodie.populate.meta.fields",
                  "the change log of this table holds no images, and nothing tells the keys of its "
                  "rows: they were generated, and hoodie.populate.meta.fields=false left them out");
    }
    const bool is_after = side == "after";
    const std::string& path = is_after ? files_.after_file : files_.before_file;
    const auto& keys = static_cast<const arrow::StringArray&>(*key_column);
    KeyTable table(static_cast<int64_t>(rows.size()));
    std::vector<std::vector<size_t>> places_of_key;
    for (size_t i = 0; i < rows.size(); ++i) {
      bool inserted = false;
      const int64_t number = table.Insert(0, keys.GetView(rows[i]), &inserted);
      if (inserted) places_of_key.emplace_back();
      places_of_key[static_cast<size_t>(number)].push_back(places[i]);
    }
    std::vector<size_t> found(places_of_key.size(), 0);
    Texts others(places_of_key.size());  // copies that another commit wrote
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<BaseFileReader> base, OpenBaseFile(path));
    ARROW_ASSIGN_OR_RAISE(
        std::shared_ptr<arrow::RecordBatchReader> stored,
        StreamBaseFile(*base, shape_->rows, constants_, std::nullopt, /*use_threads=*/false));
    std::shared_ptr<arrow::RecordBatch> batch;
    while (true) {
      ARROW_RETURN_NOT_OK(stored->ReadNext(&batch));
      if (batch == nullptr) break;
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::StringArray> stored_keys, KeysOf(*batch));
      std::shared_ptr<arrow::StringArray> times;
      if (is_after && shape_->has_meta_columns) {
        times = std::static_pointer_cast<arrow::StringArray>(
            batch->GetColumnByName(std::string(kCommitTime)));
      }
      for (int64_t row = 0; row < batch->num_rows(); ++row) {
        const int64_t number = table.Find(0, stored_keys->GetView(row));
        if (number == KeyTable::kAbsent) continue;
        const auto key = static_cast<size_t>(number);
        if (times != nullptr && times->GetView(row) != instant_) {
          if (!others[key]) shape_->printer->Append(*batch, row, &others[key].emplace());
        } else if (found[key] < places_of_key[key].size()) {
          shape_->printer->Append(*batch, row,
                                  &(*texts)[places_of_key[key][found[key]++]].emplace());
        }
      }
    }
    for (size_t key = 0; key < places_of_key.size(); ++key) {
      for (size_t i = found[key]; i < places_of_key[key].size(); ++i) {
        if (!others[key]) {
          return Fail(ErrorCode::kCorruptFile, path, "change log ", file_->path(),
                      " names record key '", table.key(static_cast<int64_t>(key)), "', which ",
                      path, " lacks");
        }
        (*texts)[places_of_key[key][i]] = others[key];
      }
    }
    return arrow::Status::OK();
  }

  const Storage& storage_;
  const ChangeLogFiles files_;
  const Constants constants_;
  std::shared_ptr<arrow::Schema> image_schema_;  // columns that an image in the log has
  size_t next_file_ = 0;
  std::unique_ptr<log::LogFileReader> file_;
  std::string decoder_schema_;
  std::unique_ptr<avro::ColumnDecoder> decoder_;
  std::vector<std::shared_ptr<arrow::RecordBatch>> records_;  // of a block, the next one last
};

}  // namespace

std::shared_ptr<arrow::RecordBatchReader> StreamChangeLog(const Storage& storage,
                                                          ChangeLogFiles files,
                                                          std::shared_ptr<const CdcShape> shape,
                                                          Constants constants) {
  return std::make_shared<ChangeLogRows>(storage, std::move(files), std::move(shape),
                                         std::move(constants));
}

}  // namespace hudi
