// SPDX-License-Identifier: Apache-2.0
#include "hudi/schema/stored_names.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "hudi/base/relabel.h"
#include "hudi/error.h"

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

arrow::Result<std::shared_ptr<arrow::RecordBatch>> StoredNames::Rename(
    std::shared_ptr<arrow::RecordBatch> rows, std::string_view instant) const {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> names, Of(*rows->schema(), instant));
  return names == nullptr ? std::move(rows) : RelabelBatch(*rows, names);
}

arrow::Result<std::shared_ptr<BaseFileReader>> WithNamesOfNow(std::shared_ptr<BaseFileReader> file,
                                                              const StoredNames* names,
                                                              std::string_view instant) {
  if (names == nullptr) return file;
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> renamed,
                        names->Of(*file->schema(), instant));
  return renamed == nullptr ? std::move(file) : file->WithNames(std::move(renamed));
}

}  // namespace hudi
