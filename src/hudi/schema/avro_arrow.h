// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <arrow/result.h>
#include <arrow/type.h>

#include "hudi/format/avro/schema.h"

namespace hudi {

/// Arrow form of a record schema; the mapping of `format/table.md` 5.2: timestamp-micros ->
/// timestamp[us, UTC], local-timestamp-micros -> timestamp[us], decimal (fixed or bytes) ->
/// decimal128, date -> date32, string and enum
/// -> utf8, bytes and fixed -> binary; a union with null is a nullable field.
/// Errors: kUnsupported naming the field path for a type the table cannot hold (a union of several
/// types, uuid ...).
arrow::Result<std::shared_ptr<arrow::Schema>> AvroToArrow(const avro::Schema& record);

/// The reverse, as Hudi's Spark writer names things: record `name` in `name_space`; nullable field
/// -> ["null", T] with default null; nested record named after its field in namespace `<parent
/// ns>.<parent name>`; decimals are `fixed` of minimal size in namespace `<parent ns>.<parent
/// name>.<field>`. int8 and int16 become int; uint8/16 int, uint32 long; large_utf8, utf8_view,
/// dictionary of strings -> string; timestamp of s/ns unit -> micros, of ms unit -> millis. Field
/// metadata "comment" becomes the doc, and comes back from AvroToArrow. Errors: kUnsupported naming
/// the column and its Arrow type (uint64, duration, time, interval, union, decimal256 over 38
/// digits ...); kInvalidSchema for a name that Avro cannot hold or that stands twice.
arrow::Result<avro::SchemaPtr> ArrowToAvro(const arrow::Schema& schema, std::string_view name,
                                           std::string_view name_space);

/// Bytes of a decimal in Avro and Parquet: the least whose two's complement holds every unscaled
/// value of `precision` digits.
int DecimalFixedSize(int precision);

/// Canonical table type of an incoming Arrow type: what AvroToArrow(ArrowToAvro(t)) gives, except
/// that timestamps of every unit become micros (a table gets a millis column from no input), and a
/// column of type null stays one, for DeduceWriterSchema() to find its type in the table. Same
/// errors.
arrow::Result<std::shared_ptr<arrow::Schema>> CanonicalSchema(const arrow::Schema& schema);

/// Record name and namespace for a table: `<table>_record` in `hoodie.<table>`; each character that
/// an Avro name cannot have becomes "__".
struct AvroRecordName {
  std::string name;
  std::string name_space;
};
AvroRecordName RecordNameForTable(std::string_view table_name);

}  // namespace hudi
