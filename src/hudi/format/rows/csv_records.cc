// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/rows/csv_records.h"

#include <cstring>

#include <arrow/util/utf8.h>

#include "hudi/error.h"
#include "hudi/format/rows/column_builder.h"
#include "hudi/format/rows/json_rows.h"

namespace hudi::rows {
namespace {
constexpr size_t kBlockBytes = 1024 * 1024;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
}  // namespace

CsvRecords::CsvRecords(std::shared_ptr<arrow::io::InputStream> stream, std::string file)
    : stream_(std::move(stream)), file_(std::move(file)), buffer_(kBlockBytes) {
  arrow::util::InitializeUTF8();
}

arrow::Status CsvRecords::Fill() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    next_ -= begin_;
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ + kBlockBytes / 2 > buffer_.size()) buffer_.resize(buffer_.size() * 2);
  arrow::Result<int64_t> got =
      stream_->Read(static_cast<int64_t>(buffer_.size() - end_), buffer_.data() + end_);
  if (!got.ok()) {
    return Fail(ErrorCode::kStorage, file_, file_, ": ", got.status().message());
  }
  if (*got == 0) at_end_ = true;
  end_ += static_cast<size_t>(*got);
  // A mark may come in pieces; whoever sees fewer than three bytes asks again.
  if (!started_ && (end_ >= kByteOrderMark.size() || at_end_)) {
    started_ = true;
    if (std::string_view(buffer_.data(), end_).starts_with(kByteOrderMark)) {
      begin_ = next_ = kByteOrderMark.size();
    }
  }
  return arrow::Status::OK();
}

void CsvRecords::EndField(size_t end) {
  current_.end = end;
  raw_.push_back(current_);
  current_ = RawField{};
}

CsvRecords::Position CsvRecords::PositionOf(size_t offset) const {
  std::string_view record(buffer_.data() + begin_, end_ - begin_);
  Position position{record_line_, 1};
  size_t line_start = 0;
  for (size_t i = 0; i < offset; ++i) {
    if (record[i] != '\n') continue;
    ++position.line;
    line_start = i + 1;
  }
  position.column = ColumnNumber(record.substr(line_start), offset - line_start);
  return position;
}

CsvRecords::Position CsvRecords::FieldPosition(size_t index) const {
  const RawField& field = raw_[index];
  return PositionOf(field.begin - (field.quoted ? 1 : 0));
}

arrow::Status CsvRecords::ErrorAt(size_t offset, const std::string& message) const {
  Position position = PositionOf(offset);
  return RowError(file_, position.line, position.column, message);
}

// Fills `raw_` with the record at `begin_` and sets `next_`. False if no record is left.
arrow::Result<bool> CsvRecords::ScanRecord() {
  raw_.clear();
  current_ = RawField{};
  State state = State::kFieldStart;
  int64_t line_breaks = 0;
  size_t i = 0;  // from begin_
  while (true) {
    if (begin_ + i >= end_) {
      if (!at_end_) {
        ARROW_RETURN_NOT_OK(Fill());
        continue;
      }
      break;
    }
    const char* record = buffer_.data() + begin_;
    size_t size = end_ - begin_;
    if (state == State::kPlain) {
      while (i < size && record[i] != ',' && record[i] != '\n' && record[i] != '"') ++i;
      if (i == size) continue;
    } else if (state == State::kQuoted) {
      while (i < size && record[i] != '"' && record[i] != '\n') ++i;
      if (i == size) continue;
    }
    char c = record[i];
    if (state == State::kQuoted) {
      if (c == '"') {
        state = State::kQuoteInQuoted;
      } else {
        ++line_breaks;
      }
      ++i;
      continue;
    }
    if (c == '"') {
      if (state == State::kFieldStart) {
        current_.begin = i + 1;
        current_.quoted = true;
      } else if (state == State::kQuoteInQuoted) {
        current_.doubled_quotes = true;
      } else {
        return ErrorAt(i,
                       "a quote inside a field that does not begin with one: expected the whole "
                       "field in quotes and its own quotes doubled");
      }
      state = State::kQuoted;
      ++i;
      continue;
    }
    if (state == State::kFieldStart) current_.begin = i;
    if (c == ',') {
      EndField(state == State::kQuoteInQuoted ? i - 1 : i);
      state = State::kFieldStart;
      current_.begin = i + 1;
      ++i;
      continue;
    }
    if (c == '\n') {
      size_t end = state == State::kQuoteInQuoted ? i - 1 : i;
      if (state != State::kQuoteInQuoted && end > current_.begin && record[end - 1] == '\r') --end;
      EndField(end);
      next_ = begin_ + i + 1;
      line_ += line_breaks + 1;
      return true;
    }
    if (state == State::kQuoteInQuoted) {
      bool before_line_end = c == '\r' && (i + 1 == size || record[i + 1] == '\n');
      if (!before_line_end) {
        return ErrorAt(i, "expected ',' or the end of the line after a closing quote");
      }
      if (i + 1 == size && !at_end_) {
        ARROW_RETURN_NOT_OK(Fill());
        continue;
      }
      EndField(i - 1);
      bool has_newline = begin_ + i + 1 < end_;
      next_ = begin_ + i + (has_newline ? 2 : 1);
      line_ += line_breaks + 1;
      return true;
    }
    state = State::kPlain;
    ++i;
  }
  if (i == 0) return false;
  if (state == State::kQuoted) {
    return ErrorAt(current_.begin - 1, "this quote is never closed");
  }
  if (state == State::kFieldStart) current_.begin = i;
  EndField(state == State::kQuoteInQuoted ? i - 1 : i);
  next_ = begin_ + i;
  line_ += line_breaks;
  return true;
}

arrow::Result<bool> CsvRecords::Next(std::vector<Field>* fields) {
  fields->clear();
  while (true) {
    begin_ = next_;
    record_line_ = line_;
    if (!started_) ARROW_RETURN_NOT_OK(Fill());
    if (!started_) continue;
    ARROW_ASSIGN_OR_RAISE(bool more, ScanRecord());
    if (!more) return false;
    bool blank = raw_.size() == 1 && raw_[0].begin == raw_[0].end && !raw_[0].quoted;
    if (!blank || one_column_) break;
  }
  const char* record = buffer_.data() + begin_;
  size_t num_unquoted = 0;
  for (const RawField& raw : raw_) {
    std::string_view text(record + raw.begin, raw.end - raw.begin);
    if (raw.doubled_quotes) {
      if (num_unquoted == unquoted_.size()) unquoted_.emplace_back();
      std::string& plain = unquoted_[num_unquoted++];
      plain.clear();
      for (size_t i = 0; i < text.size(); ++i) {
        plain.push_back(text[i]);
        if (text[i] == '"') ++i;
      }
    }
    fields->push_back({text, raw.quoted});
  }
  // Only now do the strings stand still.
  num_unquoted = 0;
  for (size_t i = 0; i < raw_.size(); ++i) {
    if (raw_[i].doubled_quotes) (*fields)[i].text = unquoted_[num_unquoted++];
  }
  return true;
}

}  // namespace hudi::rows
