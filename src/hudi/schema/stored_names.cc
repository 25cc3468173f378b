// SPDX-License-Identifier: Apache-2.0
#include "hudi/schema/stored_names.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "hudi/base/relabel.h"
#include "hudi/error.h"
#include "hudi/schema/evolution.h"

namespace hudi {
namespace {

using Kind = InternalType::Kind;

// No column can begin with it.
constexpr char kGone = '\x1F';

// Instants are compared as numbers, as the reference does with the versions of schemas.
std::optional<int64_t> VersionOf(std::string_view instant) {
  int64_t number = 0;
  const std::from_chars_result read =
      std::from_chars(instant.data(), instant.data() + instant.size(), number);
  const bool whole = read.ec == std::errc() && read.ptr == instant.data() + instant.size();
  return whole ? std::optional(number) : std::nullopt;
}

// Instants of old tables, and times that people give, have no milliseconds.
int64_t InMilliseconds(int64_t version) {
  constexpr int64_t kSeventeenDigits = 10'000'000'000'000'000;
  return version > 0 && version < kSeventeenDigits / 100 ? version * 1000 : version;
}

const InternalField* WithName(const InternalType& type, std::string_view name) {
  for (const InternalField& field : type.fields) {
    if (field.name == name) return &field;
  }
  return nullptr;
}
const InternalField* WithId(const InternalType& type, int id) {
  for (const InternalField& field : type.fields) {
    if (field.id == id) return &field;
  }
  return nullptr;
}

std::shared_ptr<arrow::DataType> RenamedType(const std::shared_ptr<arrow::DataType>& stored,
                                             const InternalType& then, const InternalType& now);

arrow::FieldVector RenamedFields(const arrow::FieldVector& stored, const InternalType& then,
                                 const InternalType& now) {
  arrow::FieldVector renamed(stored.size());
  std::set<std::string> taken;
  for (size_t i = 0; i < stored.size(); ++i) {
    const InternalField* old = WithName(then, stored[i]->name());
    if (old == nullptr) continue;
    const InternalField* current = WithId(now, old->id);
    if (current == nullptr) {
      renamed[i] = stored[i]->WithName(kGone + stored[i]->name());
      continue;
    }
    taken.insert(current->name);
    renamed[i] = stored[i]
                     ->WithName(current->name)
                     ->WithType(RenamedType(stored[i]->type(), old->type, current->type));
  }
  // A column that a writer without ids has added goes by its name.
  for (size_t i = 0; i < stored.size(); ++i) {
    if (renamed[i] != nullptr) continue;
    const bool is_taken = taken.count(stored[i]->name()) > 0;
    renamed[i] = is_taken ? stored[i]->WithName(kGone + stored[i]->name()) : stored[i];
  }
  return renamed;
}

std::shared_ptr<arrow::DataType> RenamedType(const std::shared_ptr<arrow::DataType>& stored,
                                             const InternalType& then, const InternalType& now) {
  if (then.kind != now.kind) return stored;
  if (stored->id() == arrow::Type::STRUCT && then.kind == Kind::kRecord) {
    return arrow::struct_(RenamedFields(stored->fields(), then, now));
  }
  if (stored->id() == arrow::Type::LIST && then.kind == Kind::kArray) {
    const std::shared_ptr<arrow::Field>& element = stored->field(0);
    return arrow::list(
        element->WithType(RenamedType(element->type(), then.fields[0].type, now.fields[0].type)));
  }
  if (stored->id() == arrow::Type::MAP && then.kind == Kind::kMap) {
    const auto& map = static_cast<const arrow::MapType&>(*stored);
    return std::make_shared<arrow::MapType>(
        map.key_field(),
        map.item_field()->WithType(
            RenamedType(map.item_type(), then.fields[1].type, now.fields[1].type)),
        map.keys_sorted());
  }
  return stored;
}

using LeafNames = std::map<int, std::string>;  // by id

void CollectLeafNames(const InternalType& type, LeafNames* leaves) {
  for (const InternalField& field : type.fields) {
    if (field.type.kind == Kind::kLeaf) leaves->emplace(field.id, field.type.leaf);
    CollectLeafNames(field.type, leaves);
  }
}

/// The types of columns at one of several later times.
class LaterTypes {
 public:
  /// `later`: what leaves are at each of them, the last being now.
  LaterTypes(const std::vector<LeafNames>& later, size_t time) : later_(later), time_(time) {}

  arrow::FieldVector Of(const arrow::FieldVector& stored, const InternalType& then) {
    arrow::FieldVector fields;
    for (const std::shared_ptr<arrow::Field>& field : stored) {
      const InternalField* old = WithName(then, field->name());
      fields.push_back(old == nullptr ? field : field->WithType(Of(field->type(), *old)));
    }
    return fields;
  }
  const arrow::Status& status() const { return status_; }

 private:
  std::shared_ptr<arrow::DataType> Of(const std::shared_ptr<arrow::DataType>& stored,
                                      const InternalField& then) {
    const InternalType& type = then.type;
    if (type.kind == Kind::kLeaf) return OfLeaf(stored, then);
    if (stored->id() == arrow::Type::STRUCT && type.kind == Kind::kRecord) {
      return arrow::struct_(Of(stored->fields(), type));
    }
    if (stored->id() == arrow::Type::LIST && type.kind == Kind::kArray) {
      const std::shared_ptr<arrow::Field>& element = stored->field(0);
      return arrow::list(element->WithType(Of(element->type(), type.fields[0])));
    }
    if (stored->id() == arrow::Type::MAP && type.kind == Kind::kMap) {
      const auto& map = static_cast<const arrow::MapType&>(*stored);
      return std::make_shared<arrow::MapType>(
          map.key_field(), map.item_field()->WithType(Of(map.item_type(), type.fields[1])),
          map.keys_sorted());
    }
    return stored;
  }

  std::shared_ptr<arrow::DataType> OfLeaf(const std::shared_ptr<arrow::DataType>& stored,
                                          const InternalField& then) {
    for (size_t time = time_; time < later_.size(); ++time) {
      auto leaf = later_[time].find(then.id);
      if (leaf == later_[time].end() || leaf->second == then.type.leaf) return stored;
    }
    arrow::Result<std::shared_ptr<arrow::DataType>> type = LeafToArrow(later_[time_].at(then.id));
    if (type.ok()) return *std::move(type);
    status_ &= type.status();
    return stored;
  }

  const std::vector<LeafNames>& later_;
  const size_t time_;
  arrow::Status status_;
};

/// One column through the types of `steps` that it has there by its name.
arrow::Result<std::shared_ptr<arrow::Array>> ThroughTypes(
    std::shared_ptr<arrow::Array> column, const std::string& name,
    const std::vector<std::shared_ptr<arrow::Schema>>& steps) {
  for (const std::shared_ptr<arrow::Schema>& step : steps) {
    std::shared_ptr<arrow::Field> field = step->GetFieldByName(name);
    if (field == nullptr || field->type()->Equals(*column->type())) continue;
    std::shared_ptr<arrow::RecordBatch> one = arrow::RecordBatch::Make(
        arrow::schema({arrow::field(name, column->type())}), column->length(), {column});
    ARROW_ASSIGN_OR_RAISE(one, AlignStoredBatch(one, arrow::schema({field->WithNullable(true)})));
    column = one->column(0);
  }
  return column;
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> RowsThroughTypes(
    std::shared_ptr<arrow::RecordBatch> rows,
    const std::vector<std::shared_ptr<arrow::Schema>>& steps) {
  if (steps.empty()) return rows;
  arrow::FieldVector fields = rows->schema()->fields();
  arrow::ArrayVector columns = rows->columns();
  for (size_t i = 0; i < columns.size(); ++i) {
    ARROW_ASSIGN_OR_RAISE(columns[i], ThroughTypes(columns[i], fields[i]->name(), steps));
    fields[i] = fields[i]->WithType(columns[i]->type());
  }
  return arrow::RecordBatch::Make(arrow::schema(std::move(fields)), rows->num_rows(),
                                  std::move(columns));
}

}  // namespace

SchemaVersions::SchemaVersions(std::vector<InternalSchema> schemas)
    : newest_first_(std::move(schemas)) {
  std::stable_sort(
      newest_first_.begin(), newest_first_.end(),
      [](const InternalSchema& a, const InternalSchema& b) { return a.version_id > b.version_id; });
}

const InternalSchema* SchemaVersions::At(std::string_view instant) const {
  if (newest_first_.empty()) return nullptr;
  if (instant.empty()) return &newest_first_.front();
  const std::optional<int64_t> version = VersionOf(instant);
  if (!version) return nullptr;
  for (const InternalSchema& schema : newest_first_) {
    if (InMilliseconds(schema.version_id) <= InMilliseconds(*version)) return &schema;
  }
  return nullptr;
}

void SchemaVersions::Add(InternalSchema schema) {
  std::erase_if(newest_first_,
                [&](const InternalSchema& other) { return other.version_id == schema.version_id; });
  newest_first_.insert(newest_first_.begin(), std::move(schema));
  std::stable_sort(
      newest_first_.begin(), newest_first_.end(),
      [](const InternalSchema& a, const InternalSchema& b) { return a.version_id > b.version_id; });
}

StoredNames::StoredNames(SchemaVersions versions, InternalSchema now)
    : versions_(std::move(versions)), now_(std::move(now)) {}

arrow::Result<std::shared_ptr<arrow::Schema>> StoredNames::Of(const arrow::Schema& stored,
                                                              std::string_view instant) const {
  const InternalSchema* then = versions_.At(instant);
  if (then == nullptr) {
    return Fail(ErrorCode::kCorruptFile, ".hoodie/.schema", "the history of the table's columns ",
                "(.hoodie/.schema) does not reach back to instant ", instant,
                ", so it cannot be told what the columns of its files are called now");
  }
  std::shared_ptr<arrow::Schema> renamed =
      arrow::schema(RenamedFields(stored.fields(), then->record, now_.record), stored.metadata());
  if (renamed->Equals(stored, /*check_metadata=*/false)) return std::shared_ptr<arrow::Schema>();
  return renamed;
}

arrow::Result<std::vector<std::shared_ptr<arrow::Schema>>> StoredNames::TypesOnTheWay(
    const arrow::Schema& stored, std::string_view instant) const {
  std::vector<std::shared_ptr<arrow::Schema>> steps;
  const InternalSchema* then = versions_.At(instant);
  if (then == nullptr) return Of(stored, instant).status();
  std::vector<LeafNames> later;
  for (auto one = versions_.newest_first().rbegin(); one != versions_.newest_first().rend();
       ++one) {
    if (one->version_id <= then->version_id || one->version_id >= now_.version_id) continue;
    CollectLeafNames(one->record, &later.emplace_back());
  }
  if (later.empty()) return steps;
  CollectLeafNames(now_.record, &later.emplace_back());
  // A column: its types on the way, without repetitions, and without that of now.
  std::vector<std::vector<std::shared_ptr<arrow::Field>>> ways;
  for (const std::shared_ptr<arrow::Field>& field : stored.fields()) ways.push_back({field});
  for (size_t time = 0; time < later.size(); ++time) {
    LaterTypes types(later, time);
    const arrow::FieldVector fields = types.Of(stored.fields(), then->record);
    ARROW_RETURN_NOT_OK(types.status());
    for (size_t i = 0; i < ways.size(); ++i) {
      if (!ways[i].back()->type()->Equals(*fields[i]->type())) ways[i].push_back(fields[i]);
    }
  }
  size_t num_steps = 0;
  for (auto& way : ways) {
    if (way.size() > 1) way.pop_back();
    num_steps = std::max(num_steps, way.size() - 1);
  }
  for (size_t step = 1; step <= num_steps; ++step) {
    arrow::FieldVector fields;
    for (const auto& way : ways) fields.push_back(way[std::min(step, way.size() - 1)]);
    steps.push_back(
        arrow::schema(RenamedFields(fields, then->record, now_.record), stored.metadata()));
  }
  return steps;
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> StoredNames::Rename(
    std::shared_ptr<arrow::RecordBatch> rows, std::string_view instant) const {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> names, Of(*rows->schema(), instant));
  ARROW_ASSIGN_OR_RAISE(std::vector<std::shared_ptr<arrow::Schema>> steps,
                        TypesOnTheWay(*rows->schema(), instant));
  if (names != nullptr) rows = RelabelBatch(*rows, names);
  return RowsThroughTypes(std::move(rows), steps);
}

arrow::Result<std::shared_ptr<BaseFileReader>> WithNamesOfNow(std::shared_ptr<BaseFileReader> file,
                                                              const StoredNames* names,
                                                              std::string_view instant) {
  if (names == nullptr) return file;
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> renamed,
                        names->Of(*file->schema(), instant));
  ARROW_ASSIGN_OR_RAISE(std::vector<std::shared_ptr<arrow::Schema>> steps,
                        names->TypesOnTheWay(*file->schema(), instant));
  if (renamed != nullptr) file = file->WithNames(std::move(renamed));
  if (steps.empty()) return file;
  std::shared_ptr<arrow::Schema> last = steps.back();
  return file->WithTypes(std::move(last), [steps = std::move(steps)](auto rows) {
    return RowsThroughTypes(std::move(rows), steps);
  });
}

}  // namespace hudi
