// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/keys/key_generator.h"

#include <algorithm>
#include <charconv>

#include <arrow/buffer.h>
#include <arrow/builder.h>

#include "hudi/base/java_text.h"
#include "hudi/base/nested_column.h"
#include "hudi/base/text.h"
#include "hudi/base/time_zone.h"
#include "hudi/error.h"
#include "hudi/schema/ddl.h"
#include "hudi/schema/record_key_text.h"
#include "hudi/write/keys/partition_path_text.h"
#include "hudi/write/keys/timestamp_partition.h"

namespace hudi {
namespace {

constexpr const char* kKeyFieldKey = "hoodie.datasource.write.recordkey.field";
constexpr const char* kPartitionFieldKey = "hoodie.datasource.write.partitionpath.field";

arrow::Result<ColumnPath> FindTextColumn(const arrow::Schema& schema, const std::string& field,
                                         const char* what) {
  ARROW_ASSIGN_OR_RAISE(ColumnPath path, FindColumn(schema, field, what));
  if (!HasJavaText(*path.type)) {
    return Fail(ErrorCode::kUnsupported, field, what, " '", field, "' is of type ",
                path.type->ToString(),
                ", which has no text; expected a number, text, date, timestamp, decimal or "
                "boolean");
  }
  return path;
}

/// "" for each row.
arrow::Result<std::shared_ptr<arrow::StringArray>> EmptyTexts(int64_t length) {
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<arrow::Buffer> offsets,
                        arrow::AllocateBuffer((length + 1) * int64_t{sizeof(int32_t)}));
  std::fill_n(offsets->mutable_data(), offsets->size(), uint8_t{0});
  return std::make_shared<arrow::StringArray>(length, std::move(offsets),
                                              std::make_shared<arrow::Buffer>(nullptr, 0));
}

}  // namespace

class KeyGenerator::Impl {
 public:
  arrow::Status Init(const KeyOptions& options, const arrow::Schema& schema, bool row_writer) {
    instants_ = row_writer || options.consistent_logical_timestamp ? InstantText::kTimestamp
                                                                   : InstantText::kNumber;
    style_ = {options.hive_style, options.url_encode};
    ARROW_RETURN_NOT_OK(CheckCounts(options));
    for (const std::string& field : options.key_fields) {
      ARROW_ASSIGN_OR_RAISE(ColumnPath path, FindTextColumn(schema, field, "record key field"));
      ARROW_RETURN_NOT_OK(LoadZoneFor(*path.type));
      key_fields_.push_back(field);
      key_paths_.push_back(std::move(path));
    }
    prefixed_ =
        options.key_fields.size() > 1 || options.generator == KeyGeneratorType::kGlobalDelete ||
        (options.generator == KeyGeneratorType::kComplex && options.complex_single_field_prefix);
    if (options.generator == KeyGeneratorType::kNonPartitioned ||
        options.generator == KeyGeneratorType::kGlobalDelete) {
      return arrow::Status::OK();
    }
    for (size_t i = 0; i < options.partition_fields.size(); ++i) {
      ARROW_RETURN_NOT_OK(AddPartitionField(options, schema, i));
    }
    return arrow::Status::OK();
  }

  arrow::Result<std::shared_ptr<arrow::StringArray>> RecordKeys(const arrow::RecordBatch& batch,
                                                                int64_t first_row) const {
    if (key_fields_.empty()) {
      return Fail(ErrorCode::kInvalidArgument, kKeyFieldKey,
                  "there is no record key field: record keys are generated, not computed");
    }
    std::vector<std::shared_ptr<arrow::StringArray>> texts;
    for (size_t i = 0; i < key_fields_.size(); ++i) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::StringArray> text,
                            Texts(batch, key_paths_[i], key_fields_[i]));
      texts.push_back(std::move(text));
    }
    return prefixed_ ? PrefixedRecordKeys(key_fields_, texts, first_row)
                     : PlainRecordKeys(key_fields_[0], std::move(texts[0]), first_row);
  }

  arrow::Result<std::shared_ptr<arrow::StringArray>> PartitionPaths(const arrow::RecordBatch& batch,
                                                                    int64_t first_row) const {
    if (partition_fields_.empty()) return EmptyTexts(batch.num_rows());
    std::vector<PartitionPart> parts;
    for (const PartitionField& field : partition_fields_) {
      PartitionPart part{field.name, nullptr, field.slash_separated};
      if (field.timestamp == nullptr) {
        ARROW_ASSIGN_OR_RAISE(part.values, Texts(batch, field.path, field.name));
      } else {
        ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> column, ColumnAt(batch, field.path));
        ARROW_ASSIGN_OR_RAISE(part.values, field.timestamp->Texts(column, first_row));
      }
      parts.push_back(std::move(part));
    }
    return JoinPartitionPaths(parts, style_, first_row);
  }

  arrow::Result<std::vector<std::optional<std::string>>> PartitionParts(
      const std::vector<std::shared_ptr<arrow::Array>>& values) const {
    std::vector<std::optional<std::string>> parts(partition_fields_.size());
    for (size_t i = 0; i < std::min(parts.size(), values.size()); ++i) {
      if (values[i] == nullptr) continue;
      const PartitionField& field = partition_fields_[i];
      if (field.timestamp != nullptr && values[i]->type_id() != arrow::Type::STRING) {
        return Fail(ErrorCode::kUnsupported, field.name, "partition column '", field.name,
                    "' holds times that the table's key generator formats, so its partitions "
                    "cannot be named by a value of type ",
                    SparkTypeName(*values[i]->type()));
      }
      PartitionPart part{field.name, nullptr, field.slash_separated};
      ARROW_ASSIGN_OR_RAISE(part.values,
                            JavaTexts(values[i], field.name, instants_, local_zone_.get()));
      AppendPartitionPart(part, style_, 0, &parts[i].emplace());
    }
    return parts;
  }

 private:
  struct PartitionField {
    std::string name;
    ColumnPath path;
    bool slash_separated = false;
    std::shared_ptr<const TimestampPartition> timestamp;  // null for plain values
  };

  static arrow::Status CheckCounts(const KeyOptions& options) {
    const bool simple = options.generator == KeyGeneratorType::kSimple ||
                        options.generator == KeyGeneratorType::kTimestamp;
    const char* name = options.generator == KeyGeneratorType::kSimple ? "SIMPLE" : "TIMESTAMP";
    if (simple && options.key_fields.size() > 1) {
      return Fail(ErrorCode::kInvalidConfig, kKeyFieldKey, "config '", kKeyFieldKey, "' = '",
                  JoinText(options.key_fields, ","), "': the key generator ", name,
                  " takes a single field; use COMPLEX or CUSTOM for several");
    }
    if (simple && options.partition_fields.size() != 1) {
      return Fail(ErrorCode::kInvalidConfig, kPartitionFieldKey, "config '", kPartitionFieldKey,
                  "' = '", JoinText(options.partition_fields, ","), "': the key generator ", name,
                  " takes a single field; use COMPLEX for several and NON_PARTITION for none");
    }
    if (options.generator == KeyGeneratorType::kCustom &&
        options.partition_types.size() != options.partition_fields.size()) {
      return Fail(ErrorCode::kInvalidConfig, kPartitionFieldKey, "config '", kPartitionFieldKey,
                  "' = '", JoinText(options.partition_fields, ","),
                  "': the key generator CUSTOM needs the type of every field, as in "
                  "'city:simple,ts:timestamp'");
    }
    return arrow::Status::OK();
  }

  arrow::Status AddPartitionField(const KeyOptions& options, const arrow::Schema& schema,
                                  size_t index) {
    PartitionField field;
    field.name = options.partition_fields[index];
    bool timestamp = options.generator == KeyGeneratorType::kTimestamp;
    if (options.generator == KeyGeneratorType::kCustom) {
      const std::string& type = options.partition_types[index];
      timestamp = EqualsIgnoreCase(type, "timestamp");
      if (!timestamp && !EqualsIgnoreCase(type, "simple")) {
        return Fail(ErrorCode::kInvalidConfig, kPartitionFieldKey, "config '", kPartitionFieldKey,
                    "': partition field '", field.name, "' has type '", type,
                    "'; expected simple or timestamp");
      }
    }
    ARROW_ASSIGN_OR_RAISE(field.path, FindTextColumn(schema, field.name, "partition field"));
    if (timestamp) {
      ARROW_ASSIGN_OR_RAISE(field.timestamp,
                            TimestampPartition::Make(options, field.name, *field.path.type));
    } else {
      ARROW_RETURN_NOT_OK(LoadZoneFor(*field.path.type));
      // Several fields of the complex generator are never split at their dashes.
      field.slash_separated =
          options.slash_separated_date &&
          (options.generator != KeyGeneratorType::kComplex || options.partition_fields.size() == 1);
    }
    partition_fields_.push_back(std::move(field));
    return arrow::Status::OK();
  }

  /// A process without a usable zone still computes keys that need none.
  arrow::Status LoadZoneFor(const arrow::DataType& type) {
    if (type.id() != arrow::Type::TIMESTAMP || instants_ != InstantText::kTimestamp ||
        local_zone_ != nullptr) {
      return arrow::Status::OK();
    }
    return TimeZone::Local().Value(&local_zone_);
  }

  arrow::Result<std::shared_ptr<arrow::StringArray>> Texts(const arrow::RecordBatch& batch,
                                                           const ColumnPath& path,
                                                           const std::string& field) const {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> column, ColumnAt(batch, path));
    return JavaTexts(column, field, instants_, local_zone_.get());
  }

  InstantText instants_ = InstantText::kNumber;
  std::shared_ptr<const TimeZone> local_zone_;  // null unless a timestamp is shown in it
  PartitionStyle style_;
  bool prefixed_ = false;
  std::vector<std::string> key_fields_;
  std::vector<ColumnPath> key_paths_;
  std::vector<PartitionField> partition_fields_;
};

KeyGenerator::KeyGenerator(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
KeyGenerator::~KeyGenerator() = default;

arrow::Result<std::unique_ptr<KeyGenerator>> KeyGenerator::Make(
    const KeyOptions& options, std::shared_ptr<arrow::Schema> schema, bool row_writer) {
  auto impl = std::make_unique<Impl>();
  ARROW_RETURN_NOT_OK(impl->Init(options, *schema, row_writer));
  return std::unique_ptr<KeyGenerator>(new KeyGenerator(std::move(impl)));
}

arrow::Result<RowKeys> KeyGenerator::Generate(const arrow::RecordBatch& batch,
                                              int64_t first_row) const {
  RowKeys keys;
  ARROW_ASSIGN_OR_RAISE(keys.record_keys, impl_->RecordKeys(batch, first_row));
  ARROW_ASSIGN_OR_RAISE(keys.partition_paths, impl_->PartitionPaths(batch, first_row));
  return keys;
}

arrow::Result<std::shared_ptr<arrow::StringArray>> KeyGenerator::PartitionPaths(
    const arrow::RecordBatch& batch, int64_t first_row) const {
  return impl_->PartitionPaths(batch, first_row);
}

arrow::Result<std::vector<std::optional<std::string>>> KeyGenerator::PartitionParts(
    const std::vector<std::shared_ptr<arrow::Array>>& values) const {
  return impl_->PartitionParts(values);
}

arrow::Result<std::shared_ptr<arrow::StringArray>> GeneratedKeys(std::string_view instant, int task,
                                                                 int64_t first_row,
                                                                 int64_t num_rows) {
  std::string key = std::string(instant) + "_" + std::to_string(task) + "_";
  const size_t prefix = key.size();
  key.resize(prefix + 20);
  arrow::StringBuilder builder;
  ARROW_RETURN_NOT_OK(builder.Reserve(num_rows));
  ARROW_RETURN_NOT_OK(builder.ReserveData(num_rows * static_cast<int64_t>(key.size())));
  for (int64_t row = first_row; row < first_row + num_rows; ++row) {
    const auto end = std::to_chars(key.data() + prefix, key.data() + key.size(), row);
    builder.UnsafeAppend(key.data(), static_cast<int32_t>(end.ptr - key.data()));
  }
  std::shared_ptr<arrow::StringArray> keys;
  ARROW_RETURN_NOT_OK(builder.Finish(&keys));
  return keys;
}

}  // namespace hudi
