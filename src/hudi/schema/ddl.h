// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <arrow/result.h>
#include <arrow/type.h>

namespace hudi {

/// Parses Spark DDL: `order_id string, dt string not null, amount decimal(10,2), tags
/// array<string>, m map<string,int>, st struct<a:int,b:string>`. Names may stand in backticks; a
/// `comment '...'` is skipped. All of Spark's type names and their synonyms (tinyint/byte,
/// smallint/short, int/integer, bigint/long, float/real, double, decimal/dec/numeric,
/// string/varchar(n)/char(n), binary, boolean, date, timestamp/timestamp_ltz, timestamp_ntz).
/// Errors: kInvalidSchema with the position and what was expected.
arrow::Result<std::shared_ptr<arrow::Schema>> ParseDdl(std::string_view ddl);

/// Spark's simple string of a type: "bigint", "array<struct<a:int>>", "timestamp", "timestamp_ntz".
std::string SparkTypeName(const arrow::DataType& type);

}  // namespace hudi
