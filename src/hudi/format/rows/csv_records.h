// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/io/interfaces.h>
#include <arrow/result.h>

namespace hudi::rows {

/// Splits a stream into records and fields by RFC 4180: comma, fields in double quotes may hold
/// commas, line breaks and doubled quotes; lines end with LF or CRLF. Blank lines between records
/// are skipped, except in files of one column, where they are an empty field.
class CsvRecords {
 public:
  struct Field {
    std::string_view text;  ///< without quotes
    bool quoted = false;
  };

  CsvRecords(std::shared_ptr<arrow::io::InputStream> stream, std::string file);

  /// The next record; fields are valid until the next call. False at the end. Errors: kInvalidRow
  /// with file, line and column for a misplaced or unclosed quote; kStorage.
  arrow::Result<bool> Next(std::vector<Field>* fields);

  void set_one_column(bool one_column) { one_column_ = one_column; }
  const std::string& file() const { return file_; }
  /// Of the first character of the record handed out last.
  int64_t line_number() const { return record_line_; }
  int64_t record_bytes() const { return static_cast<int64_t>(next_ - begin_); }

  struct Position {
    int64_t line = 0;
    int64_t column = 0;
  };
  /// Where the field number `index` of the last record begins (its quote, if it has one).
  Position FieldPosition(size_t index) const;
  /// Where the last record begins.
  Position RecordPosition() const { return {record_line_, 1}; }

 private:
  enum class State : uint8_t { kFieldStart, kPlain, kQuoted, kQuoteInQuoted };
  /// Offsets from the record's first byte.
  struct RawField {
    size_t begin = 0;
    size_t end = 0;
    bool quoted = false;
    bool doubled_quotes = false;
  };

  arrow::Status Fill();
  arrow::Result<bool> ScanRecord();
  void SkipOrdinary();
  arrow::Result<bool> Step(char c);
  arrow::Result<bool> StepAfterQuotes(char c);
  size_t FieldEnd() const;
  void EndRecord();
  arrow::Result<bool> FinishLastRecord();
  void EndField(size_t end);
  arrow::Status ErrorAt(size_t offset, const std::string& message) const;
  Position PositionOf(size_t offset) const;

  std::shared_ptr<arrow::io::InputStream> stream_;
  std::string file_;
  std::vector<char> buffer_;
  size_t begin_ = 0;  ///< of the current record
  size_t next_ = 0;   ///< of the record after it
  size_t end_ = 0;
  bool at_end_ = false;
  bool started_ = false;
  bool one_column_ = false;
  int64_t line_ = 1;  ///< of the byte at next_
  int64_t record_line_ = 1;
  // The scan of the current record.
  State state_ = State::kFieldStart;
  size_t scan_ = 0;  ///< from begin_
  int64_t line_breaks_ = 0;
  RawField current_;
  std::vector<RawField> raw_;
  std::vector<std::string> unquoted_;
};

}  // namespace hudi::rows
