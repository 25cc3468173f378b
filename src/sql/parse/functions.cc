// SPDX-License-Identifier: Apache-2.0
#include "sql/parse/functions.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "sql/parse/token.h"

namespace hudi::sql {
namespace {

// Full months mean something else to the engine.
constexpr std::string_view kFullUnits =
    "(CASE WHEN lower(trim('$1')) IN ('month', 'quarter', 'year') THEN error('timestampdiff: not "
    "there for months; months_between is') ELSE date_sub(trim('$1'), TRY_CAST($2 AS TIMESTAMPTZ), "
    "TRY_CAST($3 AS TIMESTAMPTZ)) END)";

// The functions hudi_* are those of src/sql/duckdb/spark_functions.cc.
constexpr FunctionSpelling kFunctions[] = {
    {"current_database", 0, 0, "hudi_current_database()"},
    {"current_schema", 0, 0, "hudi_current_database()"},
    // nulls and choices
    {"nvl", 2, 2, "coalesce($1, $2)"},
    {"nvl2", 3, 3, "(CASE WHEN ($1) IS NOT NULL THEN $2 ELSE $3 END)"},
    {"if", 3, 3, "(CASE WHEN $1 THEN $2 ELSE $3 END)"},
    {"isnull", 1, 1, "(($1) IS NULL)"},
    {"isnotnull", 1, 1, "(($1) IS NOT NULL)"},
    {"isnan", 1, 1, "coalesce(isnan($1), false)"},
    {"equal_null", 2, 2, "(($1) IS NOT DISTINCT FROM ($2))"},
    // text
    {"substring", 2, 2, "substring(hudi_text($1), hudi_position($2))"},
    {"substring", 3, 3, "substring(hudi_text($1), hudi_position($2), greatest($3, 0))"},
    {"substr", 2, 2, "substring(hudi_text($1), hudi_position($2))"},
    {"substr", 3, 3, "substring(hudi_text($1), hudi_position($2), greatest($3, 0))"},
    {"mid", 3, 3, "substring(hudi_text($1), hudi_position($2), greatest($3, 0))"},
    {"left", 2, 2, "left(hudi_text($1), greatest($2, 0))"},
    {"right", 2, 2, "right(hudi_text($1), greatest($2, 0))"},
    {"concat_ws", 1, -1, "hudi_concat_ws($*)"},
    {"char_length", 1, 1, "length(hudi_text($1))"},
    {"character_length", 1, 1, "length(hudi_text($1))"},
    {"len", 1, 1, "length(hudi_text($1))"},
    {"ucase", 1, 1, "upper($1)"},
    {"lcase", 1, 1, "lower($1)"},
    {"btrim", 1, 2, "trim($*)"},
    {"lpad", 2, 2, "lpad($1, $2, ' ')"},
    {"rpad", 2, 2, "rpad($1, $2, ' ')"},
    {"locate", 2, 2, "instr($2, $1)"},
    {"locate", 3, 3,
     "(CASE WHEN ($1) = '' AND ($3) > 0 THEN 1 WHEN ($3) < 1 OR instr(substring(hudi_text($2), "
     "$3), $1) = 0 THEN 0 ELSE "
     "CAST(instr(substring(hudi_text($2), $3), $1) + ($3) - 1 AS INTEGER) END)"},
    {"replace", 2, 2, "replace($1, $2, '')"},
    {"reverse", 1, 1, "hudi_reverse($1)"},
    {"octet_length", 1, 1, "strlen(hudi_text($1))"},
    {"find_in_set", 2, 2,
     "(CASE WHEN contains($1, ',') THEN 0 WHEN ($1) IS NOT NULL AND ($2) IS NOT NULL THEN "
     "CAST(coalesce(list_position(string_split($2, ','), $1), 0) AS INTEGER) END)"},
    {"str_to_map", 1, 1,
     "map_from_entries(list_transform(string_split($1, ','), lambda hudi_e: (struct_pack(k := "
     "split_part(hudi_e, ':', 1), v := CASE WHEN contains(hudi_e, ':') THEN hudi_e[(instr(hudi_e, "
     "':') + 1):] END))))"},
    {"regexp_count", 2, 2, "CAST(len(regexp_extract_all($1, $2)) AS INTEGER)"},
    {"regexp_substr", 2, 2, "(CASE WHEN regexp_matches($1, $2) THEN regexp_extract($1, $2) END)"},
    {"url_encode", 1, 1,
     "replace(replace(replace(url_encode($1), '%20', '+'), '%2A', '*'), '~', '%7E')"},
    {"url_decode", 1, 1, "url_decode(replace($1, '+', ' '))"},
    {"sha2", 2, 2,
     "(CASE WHEN ($2) IN (0, 256) THEN sha256(hudi_text($1)) ELSE error('sha2: the length is 256 "
     "here') END)"},
    {"initcap", 1, 1,
     "array_to_string(list_transform(string_split(lower(hudi_text($1)), ' '), lambda hudi_e: "
     "(upper(hudi_e[1]) || hudi_e[2:])), ' ')"},
    {"space", 1, 1, "repeat(' ', greatest($1, 0))"},
    {"substring_index", 3, 3,
     "(CASE WHEN ($3) > 0 THEN array_to_string(string_split($1, $2)[:($3)], $2) WHEN ($3) < 0 THEN "
     "array_to_string(string_split($1, $2)[($3):], $2) WHEN ($1) IS NOT NULL THEN '' END)"},
    {"split", 2, 2, "string_split_regex($1, $2)"},
    {"rlike", 2, 2, "regexp_matches($1, $2)"},
    {"regexp", 2, 2, "regexp_matches($1, $2)"},
    {"regexp_like", 2, 2, "regexp_matches($1, $2)"},
    {"regexp_replace", 3, 3, "regexp_replace($1, $2, $@3, 'g')"},
    {"regexp_extract", 2, 2, "regexp_extract($1, $2, 1)"},
    {"format_string", 1, -1, "printf($*)"},
    {"sha", 1, 1, "sha1($1)"},
    {"base64", 1, 1, "base64(CAST($1 AS BLOB))"},
    {"unbase64", 1, 1, "from_base64($1)"},
    {"char", 1, 1, "chr($1)"},
    {"startswith", 2, 2, "starts_with($1, $2)"},
    {"endswith", 2, 2, "ends_with($1, $2)"},
    {"get_json_object", 2, 2, "json_extract_string($1, $2)"},
    {"string", 1, 1, "hudi_text($1)"},
    // numbers
    {"bround", 1, 1, "round_even($1, 0)"},
    {"log1p", 1, 1, "ln(1 + CAST($1 AS DOUBLE))"},
    {"expm1", 1, 1, "(exp($1) - 1)"},
    {"nanvl", 2, 2, "(CASE WHEN isnan(CAST($1 AS DOUBLE)) THEN $2 ELSE $1 END)"},
    {"format_number", 2, 2,
     "(CASE WHEN ($2) >= 0 THEN format('{:,.' || ($2) || 'f}', CAST($1 AS DOUBLE)) END)"},
    {"ceil", 1, 1, "hudi_bigint(ceil($1))"},
    {"ceiling", 1, 1, "hudi_bigint(ceil($1))"},
    {"floor", 1, 1, "hudi_bigint(floor($1))"},
    {"log", 1, 1, "ln($1)"},
    {"signum", 1, 1, "sign($1)"},
    {"negative", 1, 1, "(-($1))"},
    {"positive", 1, 1, "($1)"},
    {"hypot", 2, 2, "sqrt(CAST($1 AS DOUBLE) ** 2 + CAST($2 AS DOUBLE) ** 2)"},
    // Under this name the engine has another function.
    {"hash", 1, -1, "error('hash: not there; md5 and sha2 are')"},
    {"try_divide", 2, 2, "(CASE WHEN ($2) <> 0 THEN ($1) / ($2) END)"},
    {"zeroifnull", 1, 1, "coalesce($1, 0)"},
    {"nullifzero", 1, 1, "nullif($1, 0)"},
    {"pmod", 2, 2, "(((($1) % ($2)) + ($2)) % ($2))"},
    {"mod", 2, 2, "(($1) % ($2))"},
    {"rand", 0, 0, "random()"},
    {"shiftleft", 2, 2, "(($1) << ($2))"},
    {"shiftright", 2, 2, "(($1) >> ($2))"},
    {"tinyint", 1, 1, "hudi_tinyint($1)"},
    {"smallint", 1, 1, "hudi_smallint($1)"},
    {"int", 1, 1, "hudi_int($1)"},
    {"bigint", 1, 1, "hudi_bigint($1)"},
    {"double", 1, 1, "TRY_CAST($1 AS DOUBLE)"},
    {"float", 1, 1, "TRY_CAST($1 AS FLOAT)"},
    {"boolean", 1, 1, "TRY_CAST($1 AS BOOLEAN)"},
    // aggregates
    {"collect_list", 1, 1, "coalesce(list($1) FILTER (($1) IS NOT NULL), [])"},
    {"collect_set", 1, 1, "coalesce(list(DISTINCT $1) FILTER (($1) IS NOT NULL), [])"},
    {"array_agg", 1, 1, "coalesce(list($1) FILTER (($1) IS NOT NULL), [])"},
    {"first", 2, 2, "(CASE WHEN $2 THEN any_value($1) ELSE first($1) END)"},
    {"last", 2, 2, "(CASE WHEN $2 THEN last($1) FILTER (($1) IS NOT NULL) ELSE last($1) END)"},
    // Of the rows, not of what they are a sample of.
    {"kurtosis", 1, 1, "kurtosis_pop($1)"},
    {"skewness", 1, 1,
     "(CASE count($1) WHEN 0 THEN NULL WHEN 1 THEN 'nan'::DOUBLE WHEN 2 THEN 0::DOUBLE ELSE "
     "skewness($1) * (count($1) - 2) / sqrt(count($1) * (count($1) - 1)) END)"},
    {"percentile", 2, 2, "quantile_cont($1, $2)"},
    {"percentile_approx", 2, 3, "quantile_disc($1, $2)"},
    {"approx_percentile", 2, 3, "quantile_disc($1, $2)"},
    {"every", 1, 1, "bool_and($1)"},
    {"some", 1, 1, "bool_or($1)"},
    {"any", 1, 1, "bool_or($1)"},
    {"first_value", 1, 1, "first($1)"},
    {"last_value", 1, 1, "last($1)"},
    // dates and times
    {"current_date", 0, 0, "current_date"},
    {"curdate", 0, 0, "current_date"},
    {"current_timestamp", 0, 0, "now()"},
    {"now", 0, 0, "now()"},
    {"localtimestamp", 0, 0, "localtimestamp"},
    {"date", 1, 1, "hudi_date($1)"},
    {"to_date", 1, 1, "hudi_date($1)"},
    {"to_date", 2, 2, "CAST(try_strptime($1, $#2) AS DATE)"},
    {"timestamp", 1, 1, "TRY_CAST($1 AS TIMESTAMPTZ)"},
    {"to_timestamp", 1, 1, "TRY_CAST($1 AS TIMESTAMPTZ)"},
    {"to_timestamp", 2, 2, "CAST(try_strptime($1, $#2) AS TIMESTAMPTZ)"},
    {"date_format", 2, 2, "strftime(TRY_CAST($1 AS TIMESTAMPTZ), $#2)"},
    {"from_unixtime", 1, 1, "strftime(to_timestamp($1), '%Y-%m-%d %H:%M:%S')"},
    {"from_unixtime", 2, 2, "strftime(to_timestamp($1), $#2)"},
    {"unix_timestamp", 0, 0, "hudi_bigint(now())"},
    {"unix_timestamp", 1, 1, "hudi_bigint(TRY_CAST($1 AS TIMESTAMPTZ))"},
    {"unix_timestamp", 2, 2, "hudi_bigint(CAST(try_strptime($1, $#2) AS TIMESTAMPTZ))"},
    {"to_unix_timestamp", 1, 1, "hudi_bigint(TRY_CAST($1 AS TIMESTAMPTZ))"},
    {"timestamp_seconds", 1, 1, "to_timestamp($1)"},
    {"timestamp_millis", 1, 1, "make_timestamptz(($1) * 1000)"},
    {"timestamp_micros", 1, 1, "make_timestamptz($1)"},
    {"date_add", 2, 2, "(hudi_date($1) + hudi_int($2))"},
    {"dateadd", 2, 2, "(hudi_date($1) + hudi_int($2))"},
    {"date_sub", 2, 2, "(hudi_date($1) - hudi_int($2))"},
    {"datediff", 2, 2, "date_diff('day', hudi_date($2), hudi_date($1))"},
    {"date_diff", 2, 2, "date_diff('day', hudi_date($2), hudi_date($1))"},
    {"timestampdiff", 3, 3, kFullUnits},
    {"datediff", 3, 3, kFullUnits},
    {"timestampadd", 3, 3, "(TRY_CAST($3 AS TIMESTAMPTZ) + hudi_int($2) * INTERVAL 1 $1)"},
    {"dateadd", 3, 3, "(TRY_CAST($3 AS TIMESTAMPTZ) + hudi_int($2) * INTERVAL 1 $1)"},
    {"date_add", 3, 3, "(TRY_CAST($3 AS TIMESTAMPTZ) + hudi_int($2) * INTERVAL 1 $1)"},
    {"months_between", 2, 2,
     "(SELECT CASE WHEN day(a) = day(b) OR (a::DATE = last_day(a) AND b::DATE = last_day(b)) THEN "
     "m ELSE round(m + ((day(a) - day(b)) * 86400 + epoch(a - date_trunc('day', a)) - epoch(b - "
     "date_trunc('day', b))) / 2678400, 8) END FROM (SELECT a, b, CAST((year(a) - year(b)) * 12 + "
     "month(a) - month(b) AS DOUBLE) AS m FROM (SELECT CAST(TRY_CAST($1 AS TIMESTAMPTZ) AS "
     "TIMESTAMP) AS a, CAST(TRY_CAST($2 AS TIMESTAMPTZ) AS TIMESTAMP) AS b)))"},
    {"next_day", 2, 2,
     "(hudi_date($1) + CAST(((list_position(['mo', 'mon', 'monday', 'tu', 'tue', 'tuesday', 'we', "
     "'wed', 'wednesday', 'th', 'thu', 'thursday', 'fr', 'fri', 'friday', 'sa', 'sat', "
     "'saturday', 'su', 'sun', 'sunday'], lower(trim($2))) + 2) // 3 - isodow(hudi_date($1)) + 6) "
     "% 7 + 1 AS INTEGER))"},
    {"make_timestamp", 6, 6, "CAST(make_timestamp($*) AS TIMESTAMPTZ)"},
    {"unix_seconds", 1, 1, "hudi_bigint(TRY_CAST($1 AS TIMESTAMPTZ))"},
    {"unix_millis", 1, 1, "epoch_ms(TRY_CAST($1 AS TIMESTAMPTZ))"},
    {"unix_micros", 1, 1, "epoch_us(TRY_CAST($1 AS TIMESTAMPTZ))"},
    {"add_months", 2, 2, "CAST(hudi_date($1) + to_months(hudi_int($2)) AS DATE)"},
    {"year", 1, 1, "CAST(year(hudi_date($1)) AS INTEGER)"},
    {"quarter", 1, 1, "CAST(quarter(hudi_date($1)) AS INTEGER)"},
    {"month", 1, 1, "CAST(month(hudi_date($1)) AS INTEGER)"},
    {"day", 1, 1, "CAST(day(hudi_date($1)) AS INTEGER)"},
    {"dayofmonth", 1, 1, "CAST(day(hudi_date($1)) AS INTEGER)"},
    {"dayofyear", 1, 1, "CAST(dayofyear(hudi_date($1)) AS INTEGER)"},
    {"dayofweek", 1, 1, "CAST(dayofweek(hudi_date($1)) + 1 AS INTEGER)"},
    {"weekday", 1, 1, "CAST(isodow(hudi_date($1)) - 1 AS INTEGER)"},
    {"weekofyear", 1, 1, "CAST(weekofyear(hudi_date($1)) AS INTEGER)"},
    {"hour", 1, 1, "CAST(hour(TRY_CAST($1 AS TIMESTAMPTZ)) AS INTEGER)"},
    {"minute", 1, 1, "CAST(minute(TRY_CAST($1 AS TIMESTAMPTZ)) AS INTEGER)"},
    {"second", 1, 1, "CAST(second(TRY_CAST($1 AS TIMESTAMPTZ)) AS INTEGER)"},
    {"unix_date", 1, 1, "CAST(hudi_date($1) - DATE '1970-01-01' AS INTEGER)"},
    {"date_from_unix_date", 1, 1, "(DATE '1970-01-01' + hudi_int($1))"},
    {"last_day", 1, 1, "last_day(hudi_date($1))"},
    {"date_trunc", 2, 2, "date_trunc($1, TRY_CAST($2 AS TIMESTAMPTZ))"},
    {"trunc", 2, 2, "CAST(date_trunc(hudi_trunc_unit($2), hudi_date($1)) AS DATE)"},
    // arrays, maps, structs
    {"array", 0, 0, "[]"},
    {"array", 1, -1, "list_value($*)"},
    {"size", 1, 1, "hudi_size($1)"},
    {"cardinality", 1, 1, "hudi_size($1)"},
    {"array_size", 1, 1, "CAST(len($1) AS INTEGER)"},
    {"array_max", 1, 1, "list_max($1)"},
    {"array_min", 1, 1, "list_min($1)"},
    {"array_join", 2, 2, "array_to_string($1, $2)"},
    {"sort_array", 1, 1, "list_sort($1, 'ASC', 'NULLS FIRST')"},
    {"array_sort", 1, 1, "list_sort($1, 'ASC', 'NULLS LAST')"},
    {"sort_array", 2, 2,
     "(CASE WHEN $2 THEN list_sort($1, 'ASC', 'NULLS FIRST') ELSE list_sort($1, 'DESC', 'NULLS "
     "LAST') END)"},
    // In the order in which elements come first, unlike the engine's.
    {"array_distinct", 1, 1,
     "list_filter($1, lambda hudi_e, hudi_i: (list_position($1, hudi_e) = hudi_i))"},
    {"array_intersect", 2, 2,
     "(CASE WHEN ($1) IS NOT NULL AND ($2) IS NOT NULL THEN list_filter($1, lambda hudi_e, hudi_i: "
     "(list_position($1, hudi_e) = hudi_i AND list_position($2, hudi_e) IS NOT NULL)) END)"},
    {"array_except", 2, 2,
     "(CASE WHEN ($1) IS NOT NULL AND ($2) IS NOT NULL THEN list_filter($1, lambda hudi_e, hudi_i: "
     "(list_position($1, hudi_e) = hudi_i AND list_position($2, hudi_e) IS NULL)) END)"},
    {"array_union", 2, 2,
     "(CASE WHEN ($1) IS NOT NULL AND ($2) IS NOT NULL THEN list_filter(list_concat($1, $2), "
     "lambda "
     "hudi_e, hudi_i: (list_position(list_concat($1, $2), hudi_e) = hudi_i)) END)"},
    {"arrays_overlap", 2, 2,
     "(CASE WHEN ($1) IS NULL OR ($2) IS NULL THEN NULL WHEN list_has_any($1, $2) THEN true WHEN "
     "len($1) > 0 AND len($2) > 0 AND (list_count($1) < len($1) OR list_count($2) < len($2)) THEN "
     "NULL ELSE false END)"},
    {"element_at", 2, 2, "hudi_element_at($1, $2)"},
    {"try_element_at", 2, 2, "hudi_element_at($1, $2)"},
    {"array_insert", 3, 3,
     "(CASE WHEN ($2) BETWEEN 1 AND len($1) + 1 THEN list_concat(list_append(($1)[:($2) - 1], "
     "$3), ($1)[($2):]) WHEN ($1) IS NOT NULL AND ($2) IS NOT NULL THEN error('array_insert: the "
     "place lies outside of the array') END)"},
    {"array_prepend", 2, 2, "list_prepend($2, $1)"},
    {"array_compact", 1, 1, "list_filter($1, lambda hudi_e: (hudi_e IS NOT NULL))"},
    {"array_remove", 2, 2,
     "(CASE WHEN ($2) IS NOT NULL THEN list_filter($1, lambda hudi_e: (hudi_e IS DISTINCT FROM "
     "($2))) END)"},
    {"array_repeat", 2, 2, "list_transform(generate_series(1, $2), lambda hudi_e: ($1))"},
    {"array_position", 2, 2,
     "(CASE WHEN ($1) IS NOT NULL AND ($2) IS NOT NULL THEN hudi_bigint(coalesce(list_position($1, "
     "$2), 0)) END)"},
    {"array_join", 3, 3,
     "array_to_string(list_transform($1, lambda hudi_e: (coalesce(hudi_text(hudi_e), $3))), $2)"},
    {"get", 2, 2, "(CASE WHEN ($2) >= 0 THEN ($1)[($2) + 1] END)"},
    {"map_contains_key", 2, 2, "map_contains($1, $2)"},
    {"slice", 3, 3, "list_slice($1, $2, ($2) + ($3) - 1)"},
    {"sequence", 2, 2, "hudi_sequence($1, $2, (CASE WHEN ($1) <= ($2) THEN 1 ELSE -1 END), true)"},
    {"sequence", 3, 3, "hudi_sequence($*)"},
    {"typeof", 1, 1, "hudi_typeof($1)"},
    {"map_from_arrays", 2, 2, "map($1, $2)"},
    {"explode", 1, 1, "unnest($1)"},
};

struct DateLetter {
  char letter;
  int min_count;
  int max_count;
  std::string_view strftime;
};
constexpr DateLetter kDateLetters[] = {
    {'y', 1, 1, "%Y"},  {'y', 2, 2, "%y"},  {'y', 3, 4, "%Y"},  {'u', 4, 4, "%Y"},
    {'M', 1, 1, "%-m"}, {'M', 2, 2, "%m"},  {'M', 3, 3, "%b"},  {'M', 4, 4, "%B"},
    {'L', 2, 2, "%m"},  {'d', 1, 1, "%-d"}, {'d', 2, 2, "%d"},  {'D', 3, 3, "%j"},
    {'H', 1, 1, "%-H"}, {'H', 2, 2, "%H"},  {'h', 1, 1, "%-I"}, {'h', 2, 2, "%I"},
    {'m', 1, 1, "%-M"}, {'m', 2, 2, "%M"},  {'s', 1, 1, "%-S"}, {'s', 2, 2, "%S"},
    {'S', 3, 3, "%g"},  {'S', 6, 6, "%f"},  {'a', 1, 1, "%p"},  {'E', 1, 3, "%a"},
    {'E', 4, 4, "%A"},  {'z', 1, 3, "%Z"},
};

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

const FunctionSpelling* FindFunction(std::string_view name, size_t num_arguments) {
  const std::string lower = LowerCase(name);
  const int count = static_cast<int>(num_arguments);
  for (const FunctionSpelling& row : kFunctions) {
    bool fits = count >= row.min_arguments && (row.max_arguments < 0 || count <= row.max_arguments);
    if (row.name == lower && fits) return &row;
  }
  return nullptr;
}

arrow::Result<std::string> StrftimePattern(std::string_view pattern) {
  std::string converted;
  for (size_t i = 0; i < pattern.size();) {
    char c = pattern[i];
    if (c == '\'') {
      size_t end = pattern.find('\'', i + 1);
      if (end == std::string_view::npos) {
        return arrow::Status::Invalid("the quote in the date pattern does not end");
      }
      converted += end == i + 1 ? "'" : std::string(pattern.substr(i + 1, end - i - 1));
      i = end + 1;
      continue;
    }
    if (!IsLetter(c)) {
      converted += c == '%' ? "%%" : std::string(1, c);
      ++i;
      continue;
    }
    size_t end = std::min(pattern.find_first_not_of(c, i), pattern.size());
    const int count = static_cast<int>(end - i);
    const auto* row = std::find_if(std::begin(kDateLetters), std::end(kDateLetters),
                                   [&](const DateLetter& candidate) {
                                     return candidate.letter == c && count >= candidate.min_count &&
                                            count <= candidate.max_count;
                                   });
    if (row == std::end(kDateLetters)) {
      return arrow::Status::Invalid("the date pattern '", pattern, "' holds '",
                                    pattern.substr(i, end - i), "', which is not supported here");
    }
    converted += row->strftime;
    i = end;
  }
  return converted;
}

std::vector<std::string> SpelledFunctions() {
  std::vector<std::string> names;
  for (const FunctionSpelling& row : kFunctions) names.emplace_back(row.name);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::string ReplacementPattern(std::string_view replacement) {
  std::string converted;
  for (size_t i = 0; i < replacement.size(); ++i) {
    bool group = replacement[i] == '$' && i + 1 < replacement.size() && replacement[i + 1] >= '0' &&
                 replacement[i + 1] <= '9';
    converted.push_back(group ? '\\' : replacement[i]);
  }
  return converted;
}

}  // namespace hudi::sql
