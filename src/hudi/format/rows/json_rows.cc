// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/rows/json_rows.h"

#include <algorithm>

#include <fmt/format.h>

#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/format/rows/json_scanner.h"
#include "hudi/format/rows/limits.h"
#include "hudi/format/rows/line_reader.h"

namespace hudi::rows {

int64_t ColumnNumber(std::string_view line, size_t offset) {
  int64_t number = 1;
  for (char c : line.substr(0, offset)) {
    if ((static_cast<uint8_t>(c) & 0xC0) != 0x80) ++number;
  }
  return number;
}

class JsonParser::Impl {
 public:
  arrow::Status AppendRow(Column& root, const RowPlace& place) {
    place_ = &place;
    if (!scanner_.Start(place.line)) return SyntaxError();
    if (scanner_.Peek() != '{') {
      scanner_.Mistake("expected one object a line, beginning with '{'");
      return SyntaxError();
    }
    ARROW_RETURN_NOT_OK(AppendFields(root));
    if (!scanner_.ExpectEnd("expected the end of the line after the object")) return SyntaxError();
    return arrow::Status::OK();
  }

  arrow::Status AppendCell(Column& column, const RowPlace& place) {
    cell_.assign(place.line);
    cell_.push_back('\n');
    cell_.append(LineReader::kPadding, '\n');
    RowPlace here = place;
    here.line = std::string_view(cell_).substr(0, place.line.size());
    place_ = &here;
    if (!scanner_.Start(here.line)) return SyntaxError();
    ARROW_RETURN_NOT_OK(AppendValue(column));
    if (!scanner_.ExpectEnd("expected the end of the cell after one value")) return SyntaxError();
    return arrow::Status::OK();
  }

 private:
  // -- errors

  arrow::Status ErrorAt(const char* at, const std::string& message) const {
    auto offset = static_cast<size_t>(at - place_->line.data());
    return RowError(*place_->file, place_->line_number,
                    place_->characters_before + ColumnNumber(place_->line, offset), message);
  }

  arrow::Status SyntaxError() const { return ErrorAt(scanner_.mistake_at(), scanner_.mistake()); }

  // `begin` is the first character of the value, which the scanner has stepped over.
  arrow::Status ValueError(const Column& column, const char* begin,
                           TextProblem problem = TextProblem::kMalformed) const {
    std::string_view token(begin, static_cast<size_t>(scanner_.position() - begin));
    bool wants_integer = column.kind >= ValueKind::kInt8 && column.kind <= ValueKind::kInt64;
    std::string_view hint = wants_integer && token[0] == '"' ? ", without quotes" : "";
    return ErrorAt(begin, fmt::format("column '{}' = {}: expected {}{}", column.path,
                                      ShownText(token), ExpectedText(*column.type, problem), hint));
  }

  // Steps over a value of the wrong type, so that it can be shown and its own mistakes come first.
  arrow::Status WrongType(const Column& column) {
    const char* begin = scanner_.position();
    if (!scanner_.Skip(0)) return SyntaxError();
    return ValueError(column, begin);
  }

  // -- values

  arrow::Status AppendValue(Column& column) {
    switch (scanner_.Peek()) {
      case 'n':
        return AppendNullWord(column);
      case '"':
        return AppendString(column);
      case '[':
        return column.kind == ValueKind::kList ? AppendElements(column) : WrongType(column);
      case '{':
        if (column.kind == ValueKind::kMap) return AppendEntries(column);
        if (column.kind != ValueKind::kStruct) return WrongType(column);
        ARROW_RETURN_NOT_OK(static_cast<arrow::StructBuilder*>(column.builder)->Append());
        return AppendFields(column);
      case 't':
      case 'f': {
        if (column.kind != ValueKind::kBoolean) return WrongType(column);
        bool value = *scanner_.position() == 't';
        if (!scanner_.TakeWord(value ? "true" : "false")) return SyntaxError();
        return static_cast<arrow::BooleanBuilder*>(column.builder)->Append(value);
      }
      default:
        return AppendNumber(column);
    }
  }

  arrow::Status AppendNullWord(Column& column) {
    const char* begin = scanner_.position();
    if (!scanner_.TakeWord("null")) return SyntaxError();
    if (!column.nullable) return ValueError(column, begin);
    return AppendNull(column);
  }

  arrow::Status AppendString(Column& column) {
    const char* begin = scanner_.position();
    std::string_view text;
    if (!scanner_.TakeString(&text)) return SyntaxError();
    TextProblem problem = TextProblem::kMalformed;
    switch (column.kind) {
      case ValueKind::kString:
        return static_cast<arrow::StringBuilder*>(column.builder)->Append(text);
      case ValueKind::kBinary:
      case ValueKind::kFixedBinary:
      case ValueKind::kDecimal:
      case ValueKind::kDate:
      case ValueKind::kTimestamp:
        ARROW_RETURN_NOT_OK(AppendText(column, text, &problem));
        break;
      case ValueKind::kFloat:
      case ValueKind::kDouble:
        // Only what JSON's numbers cannot say.
        if (text == "NaN" || text == "Infinity" || text == "-Infinity") {
          return AppendText(column, text, &problem);
        }
        break;
      default:
        break;
    }
    if (problem == TextProblem::kNone) return arrow::Status::OK();
    return ValueError(column, begin, problem);
  }

  arrow::Status AppendNumber(Column& column) {
    const char* begin = scanner_.position();
    bool is_number = begin != scanner_.end() && (*begin == '-' || (*begin >= '0' && *begin <= '9'));
    if (!is_number) {
      scanner_.NoValue();
      return SyntaxError();
    }
    std::string_view token;
    if (!scanner_.TakeNumber(&token)) return SyntaxError();
    TextProblem problem = TextProblem::kMalformed;
    switch (column.kind) {
      case ValueKind::kInt8:
      case ValueKind::kInt16:
      case ValueKind::kInt32:
      case ValueKind::kInt64:
      case ValueKind::kFloat:
      case ValueKind::kDouble:
      case ValueKind::kDecimal:
        ARROW_RETURN_NOT_OK(AppendText(column, token, &problem));
        break;
      default:
        break;
    }
    if (problem == TextProblem::kNone) return arrow::Status::OK();
    return ValueError(column, begin, problem);
  }

  // -- nested values

  arrow::Status AppendElements(Column& column) {
    ARROW_RETURN_NOT_OK(static_cast<arrow::ListBuilder*>(column.builder)->Append());
    Column& element = column.children[0];
    bool found = false;
    scanner_.Enter();
    if (!scanner_.FirstElement(&found)) return SyntaxError();
    while (found) {
      ARROW_RETURN_NOT_OK(AppendValue(element));
      if (!scanner_.NextElement(&found)) return SyntaxError();
    }
    return arrow::Status::OK();
  }

  arrow::Status AppendEntries(Column& column) {
    ARROW_RETURN_NOT_OK(static_cast<arrow::MapBuilder*>(column.builder)->Append());
    Column& key_column = column.children[0];
    size_t first_key = keys_.size();  // maps may stand inside maps
    bool found = false;
    scanner_.Enter();
    if (!scanner_.FirstMember(&found)) return SyntaxError();
    while (found) {
      scanner_.Peek();
      const char* at = scanner_.position();
      std::string_view key;
      if (!scanner_.TakeKey(&key)) return SyntaxError();
      TextProblem problem = TextProblem::kNone;
      ARROW_RETURN_NOT_OK(AppendText(key_column, key, &problem));
      if (problem != TextProblem::kNone) {
        return ErrorAt(at,
                       fmt::format("column '{}' = \"{}\": expected {} in quotes", key_column.path,
                                   ShownText(key), ExpectedText(*key_column.type, problem)));
      }
      keys_.push_back({key_text_.size(), key.size(), at});
      key_text_ += key;
      ARROW_RETURN_NOT_OK(AppendValue(column.children[1]));
      if (!scanner_.NextMember(&found)) return SyntaxError();
    }
    return ForgetKeys(column, first_key);
  }

  struct MapKey {
    size_t begin;  ///< in key_text_
    size_t size;
    const char* at;
  };

  // Checks that the keys from `first_key` on differ, and drops them.
  arrow::Status ForgetKeys(const Column& column, size_t first_key) {
    auto text_of = [this](const MapKey& key) {
      return std::string_view(key_text_).substr(key.begin, key.size);
    };
    auto begin = keys_.begin() + static_cast<ptrdiff_t>(first_key);
    if (begin == keys_.end()) return arrow::Status::OK();
    size_t text_begin = begin->begin;
    std::sort(begin, keys_.end(), [&](const MapKey& a, const MapKey& b) {
      int order = text_of(a).compare(text_of(b));
      return order < 0 || (order == 0 && a.at < b.at);
    });
    for (auto key = begin; key + 1 != keys_.end(); ++key) {
      if (text_of(*key) != text_of(*(key + 1))) continue;
      return ErrorAt((key + 1)->at, fmt::format("column '{}': key \"{}\" stands twice", column.path,
                                                ShownText(text_of(*key))));
    }
    keys_.resize(first_key);
    key_text_.resize(text_begin);
    return arrow::Status::OK();
  }

  // Takes a key and finds its column. Keys mostly come in the order of the schema, so the next
  // column is tried before the name is looked up.
  arrow::Status TakeField(const Column& column, size_t expected, size_t* index) {
    if (expected < column.children.size()) {
      const Column& child = column.children[expected];
      if (child.plain_name && scanner_.TryKey(child.name)) {
        *index = expected;
        return arrow::Status::OK();
      }
    }
    scanner_.Peek();
    const char* at = scanner_.position();
    std::string_view key;
    if (!scanner_.TakeKey(&key)) return SyntaxError();
    int found = column.FindChild(key);
    if (found < 0) {
      std::string inside = column.path.empty() ? "" : fmt::format(" in '{}'", column.path);
      return ErrorAt(at, fmt::format("unknown column '{}'{}: {}", ShownText(key), inside,
                                     NearestName(column, key)));
    }
    *index = static_cast<size_t>(found);
    return arrow::Status::OK();
  }

  arrow::Status AppendFields(Column& column) {
    const char* start = scanner_.position();
    // A struct column never stands inside itself, so its numbers are safe from nested objects.
    int64_t number = ++column.object_number;
    size_t num_set = 0;
    size_t expected = 0;
    bool found = false;
    scanner_.Enter();
    if (!scanner_.FirstMember(&found)) return SyntaxError();
    while (found) {
      scanner_.Peek();
      const char* at = scanner_.position();
      size_t index = 0;
      ARROW_RETURN_NOT_OK(TakeField(column, expected, &index));
      Column& child = column.children[index];
      if (column.set_in_object[index] == number) {
        return ErrorAt(at, fmt::format("column '{}' stands twice in one object", child.path));
      }
      column.set_in_object[index] = number;
      ARROW_RETURN_NOT_OK(AppendValue(child));
      ++num_set;
      expected = index + 1;
      if (!scanner_.NextMember(&found)) return SyntaxError();
    }
    if (num_set == column.children.size()) return arrow::Status::OK();
    for (size_t i = 0; i < column.children.size(); ++i) {
      if (column.set_in_object[i] == number) continue;
      Column& child = column.children[i];
      if (!child.nullable) {
        return ErrorAt(start, fmt::format("column '{}' is missing and may not be null: expected {}",
                                          child.path, ExpectedText(*child.type)));
      }
      ARROW_RETURN_NOT_OK(AppendNull(child));
    }
    return arrow::Status::OK();
  }

  JsonScanner scanner_;
  const RowPlace* place_ = nullptr;
  std::string cell_;
  std::vector<MapKey> keys_;
  std::string key_text_;
};

JsonParser::JsonParser() : impl_(std::make_unique<Impl>()) {}
JsonParser::~JsonParser() = default;

arrow::Status JsonParser::AppendRow(Column& root, const RowPlace& place) {
  return impl_->AppendRow(root, place);
}

arrow::Status JsonParser::AppendCell(Column& column, const RowPlace& place) {
  return impl_->AppendCell(column, place);
}

namespace {

// A batch ends here even if it has few rows, so that memory stays bounded and no column of text
// outgrows its 32-bit offsets.

class JsonRowReader : public arrow::RecordBatchReader {
 public:
  JsonRowReader(LineReader lines, std::unique_ptr<BatchBuilder> builder, int64_t batch_rows)
      : lines_(std::move(lines)), builder_(std::move(builder)), batch_rows_(batch_rows) {}

  std::shared_ptr<arrow::Schema> schema() const override { return builder_->schema(); }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    batch->reset();
    ARROW_RETURN_NOT_OK(failed_);
    failed_ = ReadBatch(batch);
    return failed_;
  }

 private:
  arrow::Status ReadBatch(std::shared_ptr<arrow::RecordBatch>* batch) {
    int64_t num_rows = 0;
    int64_t num_bytes = 0;
    RowPlace place;
    place.file = &lines_.file();
    while (num_rows < batch_rows_ && num_bytes < kMaxBatchBytes) {
      ARROW_ASSIGN_OR_RAISE(bool more, lines_.Next(&place.line));
      if (!more) break;
      if (TrimWhitespace(place.line).empty()) continue;
      if (num_rows == 0) ARROW_RETURN_NOT_OK(builder_->Reserve(reserve_rows_));
      place.line_number = lines_.line_number();
      ARROW_RETURN_NOT_OK(parser_.AppendRow(builder_->root(), place));
      num_bytes += place.line.size();
      ++num_rows;
    }
    if (num_rows == 0) return arrow::Status::OK();
    reserve_rows_ = num_rows;
    ARROW_ASSIGN_OR_RAISE(*batch, builder_->Finish(num_rows));
    return arrow::Status::OK();
  }

  LineReader lines_;
  std::unique_ptr<BatchBuilder> builder_;
  int64_t batch_rows_;
  int64_t reserve_rows_ = 0;
  arrow::Status failed_;  ///< the first failure ends the stream
  JsonParser parser_;
};

}  // namespace

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> ReadJsonRows(
    std::shared_ptr<arrow::io::InputStream> stream, std::string file,
    std::shared_ptr<arrow::Schema> schema, int64_t batch_rows) {
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<BatchBuilder> builder,
                        BatchBuilder::Make(std::move(schema)));
  return std::make_shared<JsonRowReader>(LineReader(std::move(stream), std::move(file)),
                                         std::move(builder), batch_rows);
}

}  // namespace hudi::rows
