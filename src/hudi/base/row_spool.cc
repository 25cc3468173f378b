// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/row_spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unordered_set>

#include <arrow/io/file.h>
#include <arrow/ipc/reader.h>
#include <arrow/ipc/writer.h>

#include "hudi/error.h"

namespace hudi {

bool MemoryBudget::TryReserve(int64_t bytes) {
  int64_t used = used_bytes_.fetch_add(bytes);
  if (used + bytes <= limit_bytes_) return true;
  used_bytes_.fetch_sub(bytes);
  return false;
}

namespace {
void AddBuffers(const arrow::ArrayData& data, std::unordered_set<const void*>* seen,
                int64_t* bytes) {
  for (const std::shared_ptr<arrow::Buffer>& buffer : data.buffers) {
    if (buffer != nullptr && seen->insert(buffer->data()).second) *bytes += buffer->size();
  }
  for (const std::shared_ptr<arrow::ArrayData>& child : data.child_data) {
    AddBuffers(*child, seen, bytes);
  }
  if (data.dictionary != nullptr) AddBuffers(*data.dictionary, seen, bytes);
}
}  // namespace

int64_t BatchBytes(const arrow::RecordBatch& batch) {
  std::unordered_set<const void*> seen;
  int64_t bytes = 0;
  for (int i = 0; i < batch.num_columns(); ++i) {
    AddBuffers(*batch.column_data(i), &seen, &bytes);
  }
  return bytes;
}

std::string SpillDirectory(const std::string& directory) {
  if (!directory.empty()) return directory;
  const char* environment = std::getenv("TMPDIR");
  return environment != nullptr && *environment != '\0' ? environment : "/tmp";
}

/// An IPC file without a name in `directory`.
class RowSpool::SpillFile {
 public:
  static arrow::Result<std::unique_ptr<SpillFile>> Create(
      const std::string& directory, const std::shared_ptr<arrow::Schema>& schema) {
    std::string pattern = directory + "/hudi-spill-XXXXXX";
    int fd = mkstemp(pattern.data());
    if (fd < 0) {
      return Fail(ErrorCode::kStorage, directory, "cannot create a temporary file in '", directory,
                  "': ", std::strerror(errno));
    }
    unlink(pattern.c_str());
    std::unique_ptr<SpillFile> file(new SpillFile(directory));
    file->read_fd_ = dup(fd);
    if (file->read_fd_ < 0) {
      close(fd);
      return Fail(ErrorCode::kStorage, directory, "cannot reopen a temporary file in '", directory,
                  "': ", std::strerror(errno));
    }
    ARROW_ASSIGN_OR_RAISE(file->output_, arrow::io::FileOutputStream::Open(fd));
    ARROW_ASSIGN_OR_RAISE(file->writer_, arrow::ipc::MakeFileWriter(file->output_, schema));
    return file;
  }

  ~SpillFile() {
    if (read_fd_ >= 0) close(read_fd_);
  }

  arrow::Status Write(const arrow::RecordBatch& batch) {
    return Named(writer_->WriteRecordBatch(batch));
  }

  arrow::Status Finish() {
    ARROW_RETURN_NOT_OK(Named(writer_->Close()));
    ARROW_RETURN_NOT_OK(Named(output_->Close()));
    // Opened only now: the file's length is asked for once.
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::ReadableFile> input,
                          arrow::io::ReadableFile::Open(read_fd_));
    read_fd_ = -1;
    ARROW_ASSIGN_OR_RAISE(reader_, arrow::ipc::RecordBatchFileReader::Open(input));
    return arrow::Status::OK();
  }

  arrow::Result<std::shared_ptr<arrow::RecordBatch>> Read(size_t index) {
    std::lock_guard<std::mutex> guard(mutex_);
    return reader_->ReadRecordBatch(static_cast<int>(index));
  }

 private:
  explicit SpillFile(std::string directory) : directory_(std::move(directory)) {}

  arrow::Status Named(const arrow::Status& status) const {
    if (status.ok()) return status;
    return Fail(ErrorCode::kStorage, directory_, "cannot write a temporary file in '", directory_,
                "': ", status.message());
  }

  std::string directory_;
  int read_fd_ = -1;
  std::shared_ptr<arrow::io::FileOutputStream> output_;
  std::shared_ptr<arrow::ipc::RecordBatchWriter> writer_;
  std::shared_ptr<arrow::ipc::RecordBatchFileReader> reader_;
  std::mutex mutex_;
};

RowSpool::RowSpool(std::shared_ptr<arrow::Schema> schema, std::shared_ptr<MemoryBudget> budget,
                   std::string directory)
    : schema_(std::move(schema)), budget_(std::move(budget)), directory_(std::move(directory)) {}

RowSpool::~RowSpool() { budget_->Release(reserved_bytes_); }

arrow::Status RowSpool::Append(std::shared_ptr<arrow::RecordBatch> batch) {
  if (batch->num_rows() == 0) return arrow::Status::OK();
  ++num_batches_;
  num_rows_ += batch->num_rows();
  if (file_ == nullptr) {
    int64_t bytes = BatchBytes(*batch);
    if (budget_->TryReserve(bytes)) {
      reserved_bytes_ += bytes;
      in_memory_.push_back(std::move(batch));
      return arrow::Status::OK();
    }
    ARROW_RETURN_NOT_OK(Spill());
  }
  return file_->Write(*batch);
}

arrow::Status RowSpool::Spill() {
  if (file_ != nullptr) return arrow::Status::OK();
  ARROW_ASSIGN_OR_RAISE(file_, SpillFile::Create(SpillDirectory(directory_), schema_));
  for (const std::shared_ptr<arrow::RecordBatch>& batch : in_memory_) {
    ARROW_RETURN_NOT_OK(file_->Write(*batch));
  }
  in_memory_.clear();
  budget_->Release(reserved_bytes_);
  reserved_bytes_ = 0;
  return arrow::Status::OK();
}

arrow::Status RowSpool::Finish() {
  return file_ == nullptr ? arrow::Status::OK() : file_->Finish();
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> RowSpool::ReadBatch(size_t index) const {
  return file_ == nullptr ? in_memory_[index] : file_->Read(index);
}

namespace {
class SpoolReader : public arrow::RecordBatchReader {
 public:
  explicit SpoolReader(std::shared_ptr<const RowSpool> spool) : spool_(std::move(spool)) {}
  std::shared_ptr<arrow::Schema> schema() const override { return spool_->schema(); }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    batch->reset();
    if (next_ == spool_->num_batches()) return arrow::Status::OK();
    ARROW_ASSIGN_OR_RAISE(*batch, spool_->ReadBatch(next_++));
    return arrow::Status::OK();
  }

 private:
  std::shared_ptr<const RowSpool> spool_;
  size_t next_ = 0;
};
}  // namespace

std::shared_ptr<arrow::RecordBatchReader> ReadSpool(std::shared_ptr<const RowSpool> spool) {
  return std::make_shared<SpoolReader>(std::move(spool));
}

}  // namespace hudi
