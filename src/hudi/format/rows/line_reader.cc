// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/rows/line_reader.h"

#include <cstring>

#include "hudi/error.h"
#include "hudi/format/rows/limits.h"

namespace hudi::rows {
namespace {}  // namespace

LineReader::LineReader(std::shared_ptr<arrow::io::InputStream> stream, std::string file)
    : stream_(std::move(stream)), file_(std::move(file)), buffer_(kBlockBytes + kPadding) {}

arrow::Status LineReader::Fill() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    scanned_ -= begin_;
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ + kPadding + kBlockBytes / 2 > buffer_.size()) buffer_.resize(buffer_.size() * 2);
  auto room = static_cast<int64_t>(buffer_.size() - kPadding - end_);
  arrow::Result<int64_t> got = stream_->Read(room, buffer_.data() + end_);
  if (!got.ok()) {
    if (FindErrorDetail(got.status()) != nullptr) return got.status();
    return Fail(ErrorCode::kStorage, file_, file_, ": ", got.status().message());
  }
  if (*got == 0) at_end_ = true;
  bool at_start = line_number_ == 0 && end_ == 0;
  end_ += static_cast<size_t>(*got);
  if (at_start && std::string_view(buffer_.data(), end_).starts_with(kByteOrderMark)) {
    begin_ = scanned_ = kByteOrderMark.size();
  }
  return arrow::Status::OK();
}

arrow::Result<bool> LineReader::Next(std::string_view* line) {
  while (true) {
    const char* start = buffer_.data() + scanned_;
    const void* found = end_ > scanned_ ? std::memchr(start, '\n', end_ - scanned_) : nullptr;
    if (found != nullptr) {
      const char* newline = static_cast<const char*>(found);
      *line = std::string_view(buffer_.data() + begin_,
                               static_cast<size_t>(newline - buffer_.data()) - begin_);
      begin_ = scanned_ = static_cast<size_t>(newline - buffer_.data()) + 1;
      ++line_number_;
      return true;
    }
    scanned_ = end_;
    if (at_end_) {
      if (begin_ == end_) return false;
      buffer_[end_] = '\n';  // what follows a line never looks like JSON
      *line = std::string_view(buffer_.data() + begin_, end_ - begin_);
      begin_ = end_;
      ++line_number_;
      return true;
    }
    ARROW_RETURN_NOT_OK(Fill());
  }
}

}  // namespace hudi::rows
