// SPDX-License-Identifier: Apache-2.0
#include "hudi/schema/ddl.h"

#include <utility>
#include <vector>

#include <arrow/util/key_value_metadata.h>

#include "hudi/base/sql_tokens.h"
#include "hudi/base/text.h"
#include "hudi/error.h"

namespace hudi {
namespace {

class DdlParser {
 public:
  DdlParser(std::string_view text, std::vector<SqlToken> tokens)
      : text_(text), tokens_(std::move(tokens)) {}

  arrow::Result<arrow::FieldVector> ParseColumns() {
    ARROW_ASSIGN_OR_RAISE(arrow::FieldVector fields, ParseFields());
    if (Peek().kind != SqlToken::Kind::kEnd) return Expected("',' or the end");
    return fields;
  }

 private:
  const SqlToken& Peek() const { return tokens_[next_]; }
  SqlToken Take() {
    SqlToken token = tokens_[next_];
    if (token.kind != SqlToken::Kind::kEnd) ++next_;
    return token;
  }
  bool Skip(std::string_view symbol) {
    if (!Peek().IsSymbol(symbol)) return false;
    ++next_;
    return true;
  }
  bool SkipWord(std::string_view word) {
    if (!Peek().IsWord(word)) return false;
    ++next_;
    return true;
  }

  arrow::Status Error(const SqlToken& at, std::string_view what) const {
    return Fail(ErrorCode::kInvalidSchema, text_, "schema '", text_, "' ",
                SqlPosition(text_, at.offset), ": ", what);
  }
  arrow::Status Expected(std::string_view what) const {
    return Error(Peek(), "expected " + std::string(what) + ", found " + Peek().Describe());
  }
  arrow::Status Expect(std::string_view symbol) {
    return Skip(symbol) ? arrow::Status::OK() : Expected("'" + std::string(symbol) + "'");
  }

  // name [:] type [NOT NULL] [COMMENT 'text'], separated by commas.
  arrow::Result<arrow::FieldVector> ParseFields() {
    arrow::FieldVector fields;
    do {
      const SqlToken at = Peek();
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Field> field, ParseField());
      for (const std::shared_ptr<arrow::Field>& other : fields) {
        if (EqualsIgnoreCase(other->name(), field->name())) {
          return Error(at, "column '" + field->name() + "' stands twice");
        }
      }
      fields.push_back(std::move(field));
    } while (Skip(","));
    return fields;
  }

  arrow::Result<std::shared_ptr<arrow::Field>> ParseField() {
    if (Peek().kind != SqlToken::Kind::kWord && Peek().kind != SqlToken::Kind::kQuotedName) {
      return Expected("a column name");
    }
    const std::string name = Take().text;
    Skip(":");
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::DataType> type, ParseType());
    bool nullable = true;
    std::shared_ptr<const arrow::KeyValueMetadata> metadata;
    while (Peek().kind == SqlToken::Kind::kWord) {
      if (SkipWord("not")) {
        if (!SkipWord("null")) return Expected("NULL after NOT");
        nullable = false;
      } else if (SkipWord("comment")) {
        if (Peek().kind != SqlToken::Kind::kText) return Expected("the comment's text in quotes");
        metadata = arrow::key_value_metadata({"comment"}, {Take().text});
      } else {
        return Expected("',', NOT NULL or COMMENT");
      }
    }
    return arrow::field(name, std::move(type), nullable, std::move(metadata));
  }

  arrow::Result<std::shared_ptr<arrow::DataType>> ParseType() {
    if (Peek().kind != SqlToken::Kind::kWord) return Expected("a type");
    const SqlToken at = Take();
    const std::string word = ToLowerAscii(at.text);
    if (word == "array") return ParseArray();
    if (word == "map") return ParseMap();
    if (word == "struct") return ParseStruct();
    if (word == "decimal" || word == "dec" || word == "numeric") return ParseDecimal();
    if (word == "varchar" || word == "char" || word == "character") return ParseCharacters(at);
    if (std::shared_ptr<arrow::DataType> type = PlainType(word)) return type;
    return Error(at, UnknownType(at.text, word));
  }

  static std::shared_ptr<arrow::DataType> PlainType(const std::string& word) {
    static const std::vector<std::pair<std::string, std::shared_ptr<arrow::DataType>>> kTypes = {
        {"boolean", arrow::boolean()},
        {"tinyint", arrow::int8()},
        {"byte", arrow::int8()},
        {"smallint", arrow::int16()},
        {"short", arrow::int16()},
        {"int", arrow::int32()},
        {"integer", arrow::int32()},
        {"bigint", arrow::int64()},
        {"long", arrow::int64()},
        {"float", arrow::float32()},
        {"real", arrow::float32()},
        {"double", arrow::float64()},
        {"string", arrow::utf8()},
        {"binary", arrow::binary()},
        {"date", arrow::date32()},
        {"timestamp", arrow::timestamp(arrow::TimeUnit::MICRO, "UTC")},
        {"timestamp_ltz", arrow::timestamp(arrow::TimeUnit::MICRO, "UTC")},
        {"timestamp_ntz", arrow::timestamp(arrow::TimeUnit::MICRO)},
    };
    for (const auto& [name, type] : kTypes) {
      if (name == word) return type;
    }
    return nullptr;
  }

  static std::string UnknownType(const std::string& as_written, const std::string& word) {
    if (word == "interval" || word == "void" || word == "variant") {
      return "type '" + as_written + "' cannot be stored in a table";
    }
    static const std::vector<std::string> kNames = {
        "boolean", "tinyint", "smallint",  "int",     "bigint",  "float",
        "double",  "decimal", "string",    "varchar", "binary",  "array",
        "map",     "struct",  "timestamp", "date",    "integer", "timestamp_ntz"};
    const std::string nearest = NearestWord(word, kNames);
    const std::string hint = nearest.empty() ? "types are: " + JoinText(kNames, ", ")
                                             : "did you mean '" + nearest + "'?";
    return "unknown type '" + as_written + "'; " + hint;
  }

  arrow::Result<std::shared_ptr<arrow::DataType>> ParseArray() {
    ARROW_RETURN_NOT_OK(Expect("<"));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::DataType> element, ParseType());
    ARROW_RETURN_NOT_OK(Expect(">"));
    return arrow::list(arrow::field("element", std::move(element)));
  }

  arrow::Result<std::shared_ptr<arrow::DataType>> ParseMap() {
    ARROW_RETURN_NOT_OK(Expect("<"));
    const SqlToken at = Peek();
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::DataType> key, ParseType());
    if (key->id() != arrow::Type::STRING) {
      return Error(at, "the key of a map must be a string; a table holds no other");
    }
    ARROW_RETURN_NOT_OK(Expect(","));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::DataType> value, ParseType());
    ARROW_RETURN_NOT_OK(Expect(">"));
    return arrow::map(std::move(key), arrow::field("value", std::move(value)));
  }

  arrow::Result<std::shared_ptr<arrow::DataType>> ParseStruct() {
    if (Peek().IsSymbol("<>")) return Error(Peek(), "a struct needs at least one field");
    ARROW_RETURN_NOT_OK(Expect("<"));
    ARROW_ASSIGN_OR_RAISE(arrow::FieldVector fields, ParseFields());
    ARROW_RETURN_NOT_OK(Expect(">"));
    return arrow::struct_(std::move(fields));
  }

  arrow::Result<int64_t> ParseCount(std::string_view what) {
    std::optional<int64_t> count;
    if (Peek().kind == SqlToken::Kind::kNumber) count = ParseInt64(Peek().text);
    if (!count) return Expected(what);
    ++next_;
    return *count;
  }

  arrow::Result<std::shared_ptr<arrow::DataType>> ParseDecimal() {
    const SqlToken at = Peek();
    int64_t precision = 10;
    int64_t scale = 0;
    if (Skip("(")) {
      ARROW_ASSIGN_OR_RAISE(precision, ParseCount("the number of digits"));
      if (Skip(",")) {
        ARROW_ASSIGN_OR_RAISE(scale, ParseCount("the number of digits after the point"));
      }
      ARROW_RETURN_NOT_OK(Expect(")"));
    }
    if (precision < 1 || precision > 38 || scale > precision) {
      return Error(at, "a decimal has 1 to 38 digits, and no more of them after the point");
    }
    return arrow::decimal128(static_cast<int32_t>(precision), static_cast<int32_t>(scale));
  }

  // The length is not enforced: tables store plain strings.
  arrow::Result<std::shared_ptr<arrow::DataType>> ParseCharacters(const SqlToken& at) {
    if (!Skip("(")) return Error(at, "'" + at.text + "' needs a length, as in varchar(20)");
    ARROW_ASSIGN_OR_RAISE(int64_t length, ParseCount("a length"));
    if (length < 1) return Error(at, "a length is at least 1");
    ARROW_RETURN_NOT_OK(Expect(")"));
    return arrow::utf8();
  }

  std::string_view text_;
  std::vector<SqlToken> tokens_;
  size_t next_ = 0;
};

std::string StructName(const arrow::DataType& type) {
  std::vector<std::string> parts;
  for (const std::shared_ptr<arrow::Field>& field : type.fields()) {
    parts.push_back(field->name() + ":" + SparkTypeName(*field->type()));
  }
  return "struct<" + JoinText(parts, ",") + ">";
}

}  // namespace

arrow::Result<std::shared_ptr<arrow::Schema>> ParseDdl(std::string_view ddl) {
  arrow::Result<std::vector<SqlToken>> tokens = SplitSql(ddl);
  if (!tokens.ok()) {
    return Fail(ErrorCode::kInvalidSchema, ddl, "schema '", ddl, "' ", tokens.status().message());
  }
  ARROW_ASSIGN_OR_RAISE(arrow::FieldVector fields,
                        DdlParser(ddl, std::move(tokens).ValueUnsafe()).ParseColumns());
  return arrow::schema(std::move(fields));
}

std::string SparkTypeName(const arrow::DataType& type) {
  switch (type.id()) {
    case arrow::Type::NA:
      return "void";
    case arrow::Type::BOOL:
      return "boolean";
    case arrow::Type::INT8:
      return "tinyint";
    case arrow::Type::INT16:
      return "smallint";
    case arrow::Type::INT32:
      return "int";
    case arrow::Type::INT64:
      return "bigint";
    case arrow::Type::FLOAT:
      return "float";
    case arrow::Type::DOUBLE:
      return "double";
    case arrow::Type::DECIMAL32:
    case arrow::Type::DECIMAL64:
    case arrow::Type::DECIMAL128:
    case arrow::Type::DECIMAL256: {
      const auto& decimal = static_cast<const arrow::DecimalType&>(type);
      return "decimal(" + std::to_string(decimal.precision()) + "," +
             std::to_string(decimal.scale()) + ")";
    }
    case arrow::Type::STRING:
    case arrow::Type::LARGE_STRING:
    case arrow::Type::STRING_VIEW:
      return "string";
    case arrow::Type::BINARY:
    case arrow::Type::LARGE_BINARY:
    case arrow::Type::BINARY_VIEW:
    case arrow::Type::FIXED_SIZE_BINARY:
      return "binary";
    case arrow::Type::DATE32:
    case arrow::Type::DATE64:
      return "date";
    case arrow::Type::TIMESTAMP:
      return static_cast<const arrow::TimestampType&>(type).timezone().empty() ? "timestamp_ntz"
                                                                               : "timestamp";
    case arrow::Type::LIST:
    case arrow::Type::LARGE_LIST:
    case arrow::Type::FIXED_SIZE_LIST:
    case arrow::Type::LIST_VIEW:
    case arrow::Type::LARGE_LIST_VIEW:
      return "array<" + SparkTypeName(*type.field(0)->type()) + ">";
    case arrow::Type::MAP: {
      const auto& map = static_cast<const arrow::MapType&>(type);
      return "map<" + SparkTypeName(*map.key_type()) + "," + SparkTypeName(*map.item_type()) + ">";
    }
    case arrow::Type::STRUCT:
      return StructName(type);
    case arrow::Type::DICTIONARY:
      return SparkTypeName(*static_cast<const arrow::DictionaryType&>(type).value_type());
    default:
      return type.ToString();
  }
}

}  // namespace hudi
