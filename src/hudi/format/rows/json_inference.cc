// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/rows/json_inference.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/format/rows/json_rows.h"
#include "hudi/format/rows/json_scanner.h"
#include "hudi/format/rows/limits.h"
#include "hudi/format/rows/line_reader.h"

namespace hudi::rows {
namespace {

/// A line of one of the files.
struct Line {
  int file = -1;
  int64_t number = 0;
};

enum class ShapeKind { kUnknown, kBoolean, kInteger, kDouble, kString, kList, kStruct };

/// What the rows so far hold in one place.
struct Shape {
  ShapeKind kind = ShapeKind::kUnknown;
  std::string path;
  Line first;        ///< where `kind` was first seen
  Line number_name;  ///< a text that may stand for a number: "NaN", "Infinity"
  int64_t min = 0;   ///< of the whole numbers, and zero
  int64_t max = 0;
  Line inexact_integer;  ///< an integer that a double would change
  Line fraction;         ///< a number that is no integer
  std::unique_ptr<Shape> element;
  std::vector<std::unique_ptr<Shape>> fields;
  std::vector<std::string> names;
  std::unordered_map<std::string, size_t> field_of_name;
};

std::string_view KindText(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::kUnknown:
      return "null";
    case ShapeKind::kBoolean:
      return "a boolean";
    case ShapeKind::kInteger:
      return "a whole number";
    case ShapeKind::kDouble:
      return "a number";
    case ShapeKind::kString:
      return "text";
    case ShapeKind::kList:
      return "an array";
    case ShapeKind::kStruct:
      return "an object";
  }
  return "";
}

}  // namespace

class JsonInference::Impl {
 public:
  arrow::Status AddFile(std::shared_ptr<arrow::io::InputStream> stream, const std::string& file) {
    files_.push_back(file);
    LineReader lines(std::move(stream), file);
    while (true) {
      ARROW_ASSIGN_OR_RAISE(bool more, lines.Next(&text_));
      if (!more) return arrow::Status::OK();
      if (TrimWhitespace(text_).empty()) continue;
      line_ = {static_cast<int>(files_.size()) - 1, lines.line_number()};
      ARROW_RETURN_NOT_OK(AddRow());
    }
  }

  arrow::Result<std::shared_ptr<arrow::Schema>> Finish(const arrow::Schema* wanted) const {
    arrow::FieldVector fields;
    std::shared_ptr<arrow::DataType> wanted_row;
    if (wanted != nullptr) wanted_row = arrow::struct_(wanted->fields());
    ARROW_RETURN_NOT_OK(MakeFields(root_, wanted_row.get(), &fields));
    return arrow::schema(std::move(fields));
  }

 private:
  arrow::Status ErrorAt(const char* at, const std::string& message) const {
    auto offset = static_cast<size_t>(at - text_.data());
    return RowError(files_.back(), line_.number,
                    ColumnNumber(text_, std::min(offset, text_.size())), message);
  }

  arrow::Status SyntaxError() const { return ErrorAt(scanner_.mistake_at(), scanner_.mistake()); }

  std::string PlaceText(Line line) const {
    return fmt::format("{}:{}", files_[static_cast<size_t>(line.file)], line.number);
  }

  arrow::Status Clash(const Shape& shape, ShapeKind here, const char* at) const {
    return ErrorAt(
        at, fmt::format("column '{}' is {} here, but {} at {}: expected one type in all "
                        "rows, or a schema that says which",
                        shape.path, KindText(here), KindText(shape.kind), PlaceText(shape.first)));
  }

  arrow::Status AddRow() {
    if (!scanner_.Start(text_)) return SyntaxError();
    if (scanner_.Peek() != '{') {
      scanner_.Mistake("expected one object a line, beginning with '{'");
      return SyntaxError();
    }
    ARROW_RETURN_NOT_OK(AddFields(root_, 0));
    if (!scanner_.ExpectEnd("expected the end of the line after the object")) return SyntaxError();
    return arrow::Status::OK();
  }

  arrow::Status AddFields(Shape& shape, int depth) {
    bool found = false;
    scanner_.Enter();
    if (!scanner_.FirstMember(&found)) return SyntaxError();
    while (found) {
      std::string_view key;
      if (!scanner_.TakeKey(&key)) return SyntaxError();
      ARROW_RETURN_NOT_OK(AddValue(FieldOf(shape, key), depth + 1));
      if (!scanner_.NextMember(&found)) return SyntaxError();
    }
    return arrow::Status::OK();
  }

  Shape& FieldOf(Shape& shape, std::string_view key) {
    key_.assign(key);
    auto [found, added] = shape.field_of_name.try_emplace(key_, shape.fields.size());
    if (added) {
      shape.fields.push_back(std::make_unique<Shape>());
      shape.fields.back()->path = shape.path.empty() ? key_ : shape.path + "." + key_;
      shape.names.push_back(key_);
    }
    return *shape.fields[found->second];
  }

  arrow::Status Settle(Shape& shape, ShapeKind kind, const char* at) {
    if (shape.kind == kind) return arrow::Status::OK();
    if (shape.kind != ShapeKind::kUnknown) return Clash(shape, kind, at);
    shape.kind = kind;
    shape.first = line_;
    return arrow::Status::OK();
  }

  arrow::Status AddValue(Shape& shape, int depth) {
    char first = scanner_.Peek();
    const char* at = scanner_.position();
    if (depth > kDeepest) {
      return ErrorAt(at, fmt::format("nested more than {} deep", kDeepest));
    }
    switch (first) {
      case '[':
        ARROW_RETURN_NOT_OK(Settle(shape, ShapeKind::kList, at));
        return AddElements(shape, depth);
      case '{':
        ARROW_RETURN_NOT_OK(Settle(shape, ShapeKind::kStruct, at));
        return AddFields(shape, depth);
      case '"':
        return AddString(shape);
      case 't':
      case 'f':
      case 'n':
        if (!scanner_.Skip(depth)) return SyntaxError();
        if (first == 'n') return arrow::Status::OK();
        return Settle(shape, ShapeKind::kBoolean, at);
      default:
        return AddNumber(shape);
    }
  }

  // "NaN" and the like leave open whether the column holds numbers or texts.
  arrow::Status AddString(Shape& shape) {
    const char* at = scanner_.position();
    std::string_view text;
    if (!scanner_.TakeString(&text)) return SyntaxError();
    if (text != "NaN" && text != "Infinity" && text != "-Infinity") {
      return Settle(shape, ShapeKind::kString, at);
    }
    if (shape.number_name.file < 0) shape.number_name = line_;
    switch (shape.kind) {
      case ShapeKind::kUnknown:
      case ShapeKind::kInteger:
      case ShapeKind::kDouble:
      case ShapeKind::kString:
        return arrow::Status::OK();
      default:
        return Clash(shape, ShapeKind::kString, at);
    }
  }

  arrow::Status AddElements(Shape& shape, int depth) {
    if (shape.element == nullptr) {
      shape.element = std::make_unique<Shape>();
      shape.element->path = shape.path + ".element";
    }
    bool found = false;
    scanner_.Enter();
    if (!scanner_.FirstElement(&found)) return SyntaxError();
    while (found) {
      ARROW_RETURN_NOT_OK(AddValue(*shape.element, depth + 1));
      if (!scanner_.NextElement(&found)) return SyntaxError();
    }
    return arrow::Status::OK();
  }

  arrow::Status AddNumber(Shape& shape) {
    const char* at = scanner_.position();
    if (!scanner_.Skip(0)) return SyntaxError();  // also what is no value at all
    std::string_view token(at, static_cast<size_t>(scanner_.position() - at));
    if (token.find_first_of(".eE") == std::string_view::npos) {
      int64_t whole = 0;
      if (ParseInteger(token, INT64_MIN, INT64_MAX, &whole) != TextProblem::kNone) {
        return ErrorAt(at, fmt::format("column '{}' = {}: expected a whole number from {} to {}, "
                                       "or a schema with a decimal type",
                                       shape.path, ShownText(token), INT64_MIN, INT64_MAX));
      }
      shape.min = std::min(shape.min, whole);
      shape.max = std::max(shape.max, whole);
      bool inexact = whole > kExactInDouble || whole < -kExactInDouble;
      if (inexact && shape.inexact_integer.file < 0) shape.inexact_integer = line_;
      if (shape.kind != ShapeKind::kDouble) {
        ARROW_RETURN_NOT_OK(Settle(shape, ShapeKind::kInteger, at));
      }
    } else {
      double number = 0;
      if (ParseDouble(token, &number) != TextProblem::kNone) {
        return ErrorAt(at, fmt::format("column '{}' = {}: expected a number within the range of "
                                       "double, or a schema with a decimal type",
                                       shape.path, ShownText(token)));
      }
      if (shape.fraction.file < 0) shape.fraction = line_;
      // A column of whole numbers and others is double.
      if (shape.kind == ShapeKind::kInteger) shape.kind = ShapeKind::kDouble;
      ARROW_RETURN_NOT_OK(Settle(shape, ShapeKind::kDouble, at));
    }
    bool is_double = shape.kind == ShapeKind::kDouble && shape.fraction.file >= 0;
    if (is_double && shape.inexact_integer.file >= 0) {
      return ErrorAt(
          at, fmt::format("column '{}' has a fraction at {} and at {} a whole number "
                          "that double cannot hold exactly: expected a schema that says "
                          "which",
                          shape.path, PlaceText(shape.fraction), PlaceText(shape.inexact_integer)));
    }
    return arrow::Status::OK();
  }

  // `wanted` is a struct with the wanted types by name, or null.
  arrow::Status MakeFields(const Shape& shape, const arrow::DataType* wanted,
                           arrow::FieldVector* fields) const {
    for (size_t i = 0; i < shape.fields.size(); ++i) {
      std::shared_ptr<arrow::DataType> wanted_type;
      for (int k = 0; wanted != nullptr && k < wanted->num_fields(); ++k) {
        if (wanted->field(k)->name() == shape.names[i]) wanted_type = wanted->field(k)->type();
      }
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::DataType> type,
                            MakeType(*shape.fields[i], wanted_type));
      fields->push_back(arrow::field(shape.names[i], std::move(type)));
    }
    return arrow::Status::OK();
  }

  // Whether a column that is wanted as `type` gets a type of its own, made with the help of the
  // wanted one: structs with more fields, whole numbers that outgrow it. Everything else is read as
  // `type`, so that a value that is none is an error with its place.
  static bool IsBuiltAnew(const Shape& shape, const arrow::DataType& type) {
    switch (shape.kind) {
      case ShapeKind::kInteger:
        return shape.number_name.file < 0 && arrow::is_integer(type.id()) &&
               !FitsInteger(shape, type);
      case ShapeKind::kList:
        return type.id() == arrow::Type::LIST;
      case ShapeKind::kStruct:
        return type.id() == arrow::Type::STRUCT && !shape.fields.empty();
      default:
        return false;
    }
  }

  static bool FitsInteger(const Shape& shape, const arrow::DataType& type) {
    switch (type.id()) {
      case arrow::Type::INT8:
        return shape.min >= INT8_MIN && shape.max <= INT8_MAX;
      case arrow::Type::INT16:
        return shape.min >= INT16_MIN && shape.max <= INT16_MAX;
      case arrow::Type::INT32:
        return shape.min >= INT32_MIN && shape.max <= INT32_MAX;
      default:
        return type.id() == arrow::Type::INT64;
    }
  }

  arrow::Result<std::shared_ptr<arrow::DataType>> MakeType(
      const Shape& shape, const std::shared_ptr<arrow::DataType>& wanted) const {
    if (wanted != nullptr && !IsBuiltAnew(shape, *wanted)) return wanted;
    switch (shape.kind) {
      case ShapeKind::kUnknown:
      case ShapeKind::kString:
        return arrow::utf8();
      case ShapeKind::kBoolean:
        return arrow::boolean();
      case ShapeKind::kInteger:
        return shape.number_name.file < 0 ? arrow::int64() : arrow::float64();
      case ShapeKind::kDouble:
        return arrow::float64();
      case ShapeKind::kList: {
        std::shared_ptr<arrow::DataType> wanted_element;
        if (wanted != nullptr && wanted->id() == arrow::Type::LIST) {
          wanted_element = wanted->field(0)->type();
        }
        ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::DataType> element,
                              MakeType(*shape.element, wanted_element));
        return arrow::list(arrow::field("element", std::move(element)));
      }
      case ShapeKind::kStruct: {
        if (shape.fields.empty()) {
          return RowError(files_[static_cast<size_t>(shape.first.file)], shape.first.number, 1,
                          fmt::format("column '{}' is {{}} in all rows: expected a schema that "
                                      "says what it is",
                                      shape.path));
        }
        bool wants_struct = wanted != nullptr && wanted->id() == arrow::Type::STRUCT;
        arrow::FieldVector fields;
        ARROW_RETURN_NOT_OK(MakeFields(shape, wants_struct ? wanted.get() : nullptr, &fields));
        return arrow::struct_(std::move(fields));
      }
    }
    return arrow::utf8();
  }

  JsonScanner scanner_;
  std::vector<std::string> files_;
  std::string_view text_;
  Line line_;
  std::string key_;
  Shape root_;
};

JsonInference::JsonInference() : impl_(std::make_unique<Impl>()) {}
JsonInference::~JsonInference() = default;

arrow::Status JsonInference::AddFile(std::shared_ptr<arrow::io::InputStream> stream,
                                     const std::string& file) {
  return impl_->AddFile(std::move(stream), file);
}

arrow::Result<std::shared_ptr<arrow::Schema>> JsonInference::Finish(
    const arrow::Schema* wanted) const {
  return impl_->Finish(wanted);
}

}  // namespace hudi::rows
