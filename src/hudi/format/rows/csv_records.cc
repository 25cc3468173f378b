// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/rows/csv_records.h"

#include <cstring>

#include <arrow/util/utf8.h>

#include "hudi/error.h"
#include "hudi/format/rows/column_builder.h"
#include "hudi/format/rows/json_rows.h"
#include "hudi/format/rows/limits.h"

namespace hudi::rows {
namespace {}  // namespace

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
    if (FindErrorDetail(got.status()) != nullptr) return got.status();
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
  state_ = State::kFieldStart;
  scan_ = 0;
  line_breaks_ = 0;
  while (true) {
    SkipOrdinary();
    if (begin_ + scan_ == end_) {
      if (at_end_) return FinishLastRecord();
      ARROW_RETURN_NOT_OK(Fill());
      continue;
    }
    ARROW_ASSIGN_OR_RAISE(bool ended, Step(buffer_[begin_ + scan_]));
    if (ended) return true;
  }
}

// Steps over characters that change nothing.
void CsvRecords::SkipOrdinary() {
  const char* record = buffer_.data() + begin_;
  size_t size = end_ - begin_;
  if (state_ == State::kPlain) {
    while (scan_ < size && record[scan_] != ',' && record[scan_] != '\n' && record[scan_] != '"') {
      ++scan_;
    }
  } else if (state_ == State::kQuoted) {
    while (scan_ < size && record[scan_] != '"' && record[scan_] != '\n') ++scan_;
  }
}

// One character; true if the record ends with it.
arrow::Result<bool> CsvRecords::Step(char c) {
  if (state_ == State::kQuoted) {
    if (c == '"') {
      state_ = State::kQuoteInQuoted;
    } else {
      ++line_breaks_;
    }
    ++scan_;
    return false;
  }
  if (state_ == State::kFieldStart) current_.begin = scan_;
  if (c == '\n') {
    EndRecord();
    return true;
  }
  if (c == '"') {
    if (state_ == State::kPlain) {
      return ErrorAt(scan_,
                     "a quote inside a field that does not begin with one: expected the whole "
                     "field in quotes and its own quotes doubled");
    }
    if (state_ == State::kFieldStart) {
      current_.begin = scan_ + 1;
      current_.quoted = true;
    } else {
      current_.doubled_quotes = true;
    }
    state_ = State::kQuoted;
  } else if (c == ',') {
    EndField(FieldEnd());
    state_ = State::kFieldStart;
  } else if (state_ == State::kQuoteInQuoted) {
    return StepAfterQuotes(c);
  } else {
    state_ = State::kPlain;
  }
  ++scan_;
  return false;
}

size_t CsvRecords::FieldEnd() const { return state_ == State::kQuoteInQuoted ? scan_ - 1 : scan_; }

// At the '\n' of a record.
void CsvRecords::EndRecord() {
  size_t end = FieldEnd();
  bool carriage_return =
      !current_.quoted && end > current_.begin && buffer_[begin_ + end - 1] == '\r';
  EndField(carriage_return ? end - 1 : end);
  next_ = begin_ + scan_ + 1;
  line_ += line_breaks_ + 1;
}

// Behind a closing quote only CRLF may stand, where the comma or LF does not.
arrow::Result<bool> CsvRecords::StepAfterQuotes(char c) {
  if (c == '\r' && begin_ + scan_ + 1 == end_ && !at_end_) {
    ARROW_RETURN_NOT_OK(Fill());
    return false;  // the same character once more, with what follows it
  }
  bool last = begin_ + scan_ + 1 == end_;
  if (c != '\r' || (!last && buffer_[begin_ + scan_ + 1] != '\n')) {
    return ErrorAt(scan_, "expected ',' or the end of the line after a closing quote");
  }
  EndField(scan_ - 1);
  next_ = begin_ + scan_ + (last ? 1 : 2);
  line_ += line_breaks_ + 1;
  return true;
}

// At the end of the file; false if the last record ended before.
arrow::Result<bool> CsvRecords::FinishLastRecord() {
  if (scan_ == 0) return false;
  if (state_ == State::kQuoted) {
    return ErrorAt(current_.begin - 1, "this quote is never closed");
  }
  if (state_ == State::kFieldStart) current_.begin = scan_;
  EndField(FieldEnd());
  next_ = begin_ + scan_;
  line_ += line_breaks_;
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
