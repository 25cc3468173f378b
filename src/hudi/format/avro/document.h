// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>
#include <nlohmann/json.hpp>

#include "hudi/format/avro/schema.h"

namespace hudi::avro {

/// One value as a JSON document, for small records read one at a time (timeline bodies): a record
/// or map is an object, a union its value, bytes and fixed are text with these bytes, an enum its
/// symbol.
using Document = nlohmann::json;

/// Decodes the bytes of one value by the writer's schema; `path` names the file in errors, `offset`
/// is where the bytes stand in it. Errors: kCorruptFile, also if bytes are left over.
arrow::Result<Document> DecodeDocument(const Schema& writer, std::string_view bytes,
                                       std::string_view path, int64_t offset = 0);

/// Appends the encoded value. A field that the document lacks takes its default, or null; a field
/// that the schema lacks is an error, as is a value that does not fit its type.
/// Errors: kInvalidArgument with the field at fault.
arrow::Status EncodeDocument(const Schema& schema, const Document& document, std::string* out);

/// All values of a container file held in memory. Errors: as ContainerReader.
arrow::Result<std::vector<Document>> ReadContainerDocuments(std::string_view body,
                                                            std::string_view path);

/// A container file with one value.
arrow::Result<std::string> WriteContainerDocument(std::string_view schema_json,
                                                  const Document& document);

}  // namespace hudi::avro
