// SPDX-License-Identifier: Apache-2.0
#include "workload.h"

#include <array>
#include <cstdio>
#include <numeric>
#include <string>
#include <string_view>

#include <arrow/builder.h>

namespace hudi::bench {
namespace {

constexpr std::array<std::string_view, 12> kRegions = {
    "eu-north", "eu-south", "eu-west",  "eu-east",  "us-north", "us-south",
    "us-west",  "us-east",  "ap-north", "ap-south", "ap-west",  "ap-east"};
constexpr std::array<std::string_view, 6> kStatus = {"CREATED", "PAID",      "PACKED",
                                                     "SHIPPED", "DELIVERED", "RETURNED"};
constexpr std::array<std::string_view, 32> kWords = {
    "please", "leave",  "at",      "the",   "door",   "ring",   "twice",    "neighbour",
    "gift",   "wrap",   "fragile", "call",  "before", "coming", "after",    "six",
    "only",   "monday", "garden",  "gate",  "code",   "second", "floor",    "left",
    "side",   "no",     "plastic", "thank", "you",    "very",   "reusable", "box"};
constexpr int64_t kDayMs = 86'400'000;
constexpr int64_t kStartMs = 1'700'000'000'000;
constexpr int32_t kStartDay = 19'675;

// SplitMix64's finaliser: a bijection, so that different numbers give different keys.
uint64_t Mix(uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

std::string Note(uint64_t random) {
  std::string note;
  const int num_words = 3 + static_cast<int>(random % 6);
  for (int i = 0; i < num_words; ++i) {
    random = Mix(random);
    if (!note.empty()) note += ' ';
    note += kWords[random % kWords.size()];
  }
  return note;
}

struct Builders {
  arrow::StringBuilder id, region, status, city, note;
  arrow::Int64Builder ts;
  arrow::Int32Builder quantity;
  arrow::DoubleBuilder price;
  arrow::Decimal128Builder amount{arrow::decimal128(12, 2)};
  arrow::Date32Builder order_date;
  arrow::TimestampBuilder updated_at{arrow::timestamp(arrow::TimeUnit::MICRO, "UTC"),
                                     arrow::default_memory_pool()};
  arrow::BooleanBuilder flag;

  arrow::Status Append(const RowId& row) {
    const uint64_t key = Mix(static_cast<uint64_t>(row.number));
    const uint64_t a = Mix(key + static_cast<uint64_t>(row.version));
    const uint64_t b = Mix(a);
    const uint64_t c = Mix(b);
    const int64_t ts_ms = kStartMs + row.version * 30 * kDayMs + static_cast<int64_t>(a % kDayMs);
    const int64_t pieces = 1 + static_cast<int64_t>(a % 20);
    const int64_t cents = 99 + static_cast<int64_t>(b % 20'000);
    char text[24];
    std::snprintf(text, sizeof text, "o-%016llx", static_cast<unsigned long long>(key));
    ARROW_RETURN_NOT_OK(id.Append(text));
    ARROW_RETURN_NOT_OK(region.Append(kRegions[key % kRegions.size()]));
    ARROW_RETURN_NOT_OK(ts.Append(ts_ms));
    ARROW_RETURN_NOT_OK(quantity.Append(static_cast<int32_t>(pieces)));
    ARROW_RETURN_NOT_OK(price.Append(static_cast<double>(cents) / 100.0));
    ARROW_RETURN_NOT_OK(amount.Append(arrow::Decimal128(cents * pieces)));
    ARROW_RETURN_NOT_OK(order_date.Append(kStartDay + static_cast<int32_t>(c % 365)));
    ARROW_RETURN_NOT_OK(updated_at.Append(ts_ms * 1000 + static_cast<int64_t>(c % 1000)));
    ARROW_RETURN_NOT_OK(status.Append(kStatus[b % kStatus.size()]));
    std::snprintf(text, sizeof text, "city-%03u", static_cast<unsigned>(c % 500));
    ARROW_RETURN_NOT_OK(city.Append(text));
    if (c % 50 == 0) {
      ARROW_RETURN_NOT_OK(note.AppendNull());
    } else {
      ARROW_RETURN_NOT_OK(note.Append(Note(b)));
    }
    return flag.Append(a % 3 == 0);
  }
};

}  // namespace

std::shared_ptr<arrow::Schema> WorkloadSchema() {
  return arrow::schema(
      {arrow::field("id", arrow::utf8()), arrow::field("region", arrow::utf8()),
       arrow::field("ts", arrow::int64()), arrow::field("quantity", arrow::int32()),
       arrow::field("price", arrow::float64()), arrow::field("amount", arrow::decimal128(12, 2)),
       arrow::field("order_date", arrow::date32()),
       arrow::field("updated_at", arrow::timestamp(arrow::TimeUnit::MICRO, "UTC")),
       arrow::field("status", arrow::utf8()), arrow::field("city", arrow::utf8()),
       arrow::field("note", arrow::utf8()), arrow::field("flag", arrow::boolean())});
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> MakeRows(const std::vector<RowId>& ids) {
  Builders b;
  for (const RowId& row : ids) ARROW_RETURN_NOT_OK(b.Append(row));
  std::array<arrow::ArrayBuilder*, 12> in_order = {
      &b.id,         &b.region,     &b.ts,     &b.quantity, &b.price, &b.amount,
      &b.order_date, &b.updated_at, &b.status, &b.city,     &b.note,  &b.flag};
  arrow::ArrayVector columns;
  for (arrow::ArrayBuilder* builder : in_order) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> column, builder->Finish());
    columns.push_back(std::move(column));
  }
  return arrow::RecordBatch::Make(WorkloadSchema(), static_cast<int64_t>(ids.size()),
                                  std::move(columns));
}

Upserts::Upserts(int64_t num_loaded, int64_t num_upserts)
    : num_loaded_(num_loaded),
      num_updates_(num_upserts - num_upserts / 5),
      num_inserts_(num_upserts / 5),
      stride_(num_updates_ / 2 + 1) {
  while (std::gcd(stride_, num_updates_) != 1) ++stride_;
}

int64_t Upserts::UpdatedRow(int64_t k) const {
  return static_cast<int64_t>(static_cast<__int128>(k) * num_loaded_ / num_updates_);
}

RowId Upserts::Row(int64_t i) const {
  if (i % 5 == 4) return {num_loaded_ + i / 5, 1};
  const int64_t k = i - i / 5;
  return {UpdatedRow(static_cast<int64_t>(static_cast<__int128>(k) * stride_ % num_updates_)), 1};
}

RowId Upserts::Final(int64_t i) const {
  if (i >= num_loaded_) return {i, 1};
  // The greatest k whose row is not beyond i.
  const auto k =
      static_cast<int64_t>((static_cast<__int128>(i + 1) * num_updates_ - 1) / num_loaded_);
  return {i, UpdatedRow(k) == i ? 1 : 0};
}

}  // namespace hudi::bench
