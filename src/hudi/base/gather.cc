// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/gather.h"

#include <algorithm>
#include <cstring>

#include <arrow/array/concatenate.h>
#include <arrow/buffer.h>
#include <arrow/builder.h>
#include <arrow/util/bit_util.h>

namespace hudi {
namespace {

using ArrayVector = std::vector<std::shared_ptr<arrow::Array>>;

/// Neighbouring rows of one source.
struct Run {
  int32_t source;
  int32_t row;
  int64_t length;
};

/// The refs as runs if these are long enough to be worth it; else empty.
std::vector<Run> RunsOf(const std::vector<RowRef>& refs) {
  constexpr size_t kWorthwhileLength = 4;
  std::vector<Run> runs;
  const size_t most = refs.size() / kWorthwhileLength;
  for (const RowRef& ref : refs) {
    if (!runs.empty() && runs.back().source == ref.source &&
        runs.back().row + runs.back().length == ref.row) {
      ++runs.back().length;
      continue;
    }
    if (runs.size() == most) return {};
    runs.push_back({ref.source, ref.row, 1});
  }
  return runs;
}

/// Which rows to gather.
struct Selection {
  explicit Selection(const std::vector<RowRef>& rows) : refs(rows), runs(RunsOf(rows)) {}
  int64_t size() const { return static_cast<int64_t>(refs.size()); }

  const std::vector<RowRef>& refs;
  std::vector<Run> runs;  // the same rows; empty if there are too many runs
};

arrow::Result<std::shared_ptr<arrow::Array>> Gather(const ArrayVector& sources,
                                                    const Selection& rows);

/// Validity bits of the gathered rows; null if no row is null.
arrow::Result<std::shared_ptr<arrow::Buffer>> GatherValidity(const ArrayVector& sources,
                                                             const Selection& rows,
                                                             int64_t* null_count) {
  const std::vector<RowRef>& refs = rows.refs;
  *null_count = 0;
  bool any_null = false;
  for (const std::shared_ptr<arrow::Array>& source : sources) {
    any_null = any_null || source->null_count() > 0;
  }
  if (!any_null) return std::shared_ptr<arrow::Buffer>();
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> bits,
                        arrow::AllocateEmptyBitmap(rows.size()));
  uint8_t* out = bits->mutable_data();
  for (size_t i = 0; i < refs.size(); ++i) {
    if (sources[static_cast<size_t>(refs[i].source)]->IsNull(refs[i].row)) {
      ++*null_count;
    } else {
      arrow::bit_util::SetBit(out, static_cast<int64_t>(i));
    }
  }
  return bits;
}

// Rows far apart are fetched so many rows ahead.
constexpr size_t kAhead = 16;

template <int kWidth>
void CopyFixed(const std::vector<const uint8_t*>& values, const std::vector<RowRef>& refs,
               uint8_t* out) {
  const auto value = [&](size_t i) {
    return values[static_cast<size_t>(refs[i].source)] + static_cast<int64_t>(refs[i].row) * kWidth;
  };
  for (size_t i = 0; i < refs.size(); ++i) {
    if (i + kAhead < refs.size()) __builtin_prefetch(value(i + kAhead));
    std::memcpy(out, value(i), kWidth);
    out += kWidth;
  }
}

arrow::Result<std::shared_ptr<arrow::Array>> GatherFixed(const ArrayVector& sources,
                                                         const Selection& rows, int width) {
  const std::vector<RowRef>& refs = rows.refs;
  std::vector<const uint8_t*> values;
  for (const std::shared_ptr<arrow::Array>& source : sources) {
    const std::shared_ptr<arrow::Buffer>& buffer = source->data()->buffers[1];
    values.push_back(buffer == nullptr ? nullptr : buffer->data() + source->offset() * width);
  }
  int64_t n = static_cast<int64_t>(refs.size());
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> data, arrow::AllocateBuffer(n * width));
  uint8_t* out = data->mutable_data();
  for (const Run& run : rows.runs) {
    size_t bytes = static_cast<size_t>(run.length * width);
    std::memcpy(out,
                values[static_cast<size_t>(run.source)] + static_cast<int64_t>(run.row) * width,
                bytes);
    out += bytes;
  }
  switch (rows.runs.empty() ? width : 0) {
    case 0:
      break;
    case 1:
      CopyFixed<1>(values, refs, out);
      break;
    case 2:
      CopyFixed<2>(values, refs, out);
      break;
    case 4:
      CopyFixed<4>(values, refs, out);
      break;
    case 8:
      CopyFixed<8>(values, refs, out);
      break;
    case 16:
      CopyFixed<16>(values, refs, out);
      break;
    default:
      for (const RowRef& ref : refs) {
        std::memcpy(out,
                    values[static_cast<size_t>(ref.source)] + static_cast<int64_t>(ref.row) * width,
                    static_cast<size_t>(width));
        out += width;
      }
  }
  int64_t null_count = 0;
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> validity,
                        GatherValidity(sources, rows, &null_count));
  return arrow::MakeArray(arrow::ArrayData::Make(
      sources[0]->type(), n, {std::move(validity), std::move(data)}, null_count));
}

arrow::Result<std::shared_ptr<arrow::Array>> GatherBoolean(const ArrayVector& sources,
                                                           const Selection& rows) {
  const std::vector<RowRef>& refs = rows.refs;
  int64_t n = static_cast<int64_t>(refs.size());
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> data, arrow::AllocateEmptyBitmap(n));
  uint8_t* out = data->mutable_data();
  for (int64_t i = 0; i < n; ++i) {
    const RowRef& ref = refs[static_cast<size_t>(i)];
    const auto& source =
        static_cast<const arrow::BooleanArray&>(*sources[static_cast<size_t>(ref.source)]);
    if (source.IsValid(ref.row) && source.Value(ref.row)) arrow::bit_util::SetBit(out, i);
  }
  int64_t null_count = 0;
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> validity,
                        GatherValidity(sources, rows, &null_count));
  return arrow::MakeArray(arrow::ArrayData::Make(
      arrow::boolean(), n, {std::move(validity), std::move(data)}, null_count));
}

arrow::Result<std::shared_ptr<arrow::Array>> GatherBinary(const ArrayVector& sources,
                                                          const Selection& rows) {
  const std::vector<RowRef>& refs = rows.refs;
  struct Source {
    const int32_t* offsets;
    const uint8_t* bytes;
  };
  std::vector<Source> views;
  for (const std::shared_ptr<arrow::Array>& source : sources) {
    const auto& binary = static_cast<const arrow::BinaryArray&>(*source);
    views.push_back({binary.raw_value_offsets(), binary.raw_data()});
  }
  int64_t n = static_cast<int64_t>(refs.size());
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> offsets,
                        arrow::AllocateBuffer((n + 1) * static_cast<int64_t>(sizeof(int32_t))));
  int32_t* out_offsets = reinterpret_cast<int32_t*>(offsets->mutable_data());
  int64_t total = 0;
  out_offsets[0] = 0;
  for (int64_t i = 0; i < n; ++i) {
    if (static_cast<size_t>(i) + kAhead < refs.size()) {
      const RowRef& later = refs[static_cast<size_t>(i) + kAhead];
      __builtin_prefetch(views[static_cast<size_t>(later.source)].offsets + later.row);
    }
    const RowRef& ref = refs[static_cast<size_t>(i)];
    const int32_t* source = views[static_cast<size_t>(ref.source)].offsets;
    total += source[ref.row + 1] - source[ref.row];
    if (total > INT32_MAX) {
      return arrow::Status::CapacityError("more than 2 GiB of text in one batch");
    }
    out_offsets[i + 1] = static_cast<int32_t>(total);
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> data, arrow::AllocateBuffer(total));
  uint8_t* out = data->mutable_data();
  for (const Run& run : rows.runs) {
    const Source& source = views[static_cast<size_t>(run.source)];
    int32_t begin = source.offsets[run.row];
    size_t length = static_cast<size_t>(source.offsets[run.row + run.length] - begin);
    if (length > 0) std::memcpy(out, source.bytes + begin, length);
    out += length;
  }
  for (size_t i = 0; i < refs.size() && rows.runs.empty(); ++i) {
    if (i + kAhead < refs.size()) {
      const Source& later = views[static_cast<size_t>(refs[i + kAhead].source)];
      __builtin_prefetch(later.bytes + later.offsets[refs[i + kAhead].row]);
    }
    const RowRef& ref = refs[i];
    const Source& source = views[static_cast<size_t>(ref.source)];
    int32_t begin = source.offsets[ref.row];
    size_t length = static_cast<size_t>(source.offsets[ref.row + 1] - begin);
    if (length > 0) std::memcpy(out, source.bytes + begin, length);
    out += length;
  }
  int64_t null_count = 0;
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> validity,
                        GatherValidity(sources, rows, &null_count));
  return arrow::MakeArray(arrow::ArrayData::Make(
      sources[0]->type(), n, {std::move(validity), std::move(offsets), std::move(data)},
      null_count));
}

arrow::Result<std::shared_ptr<arrow::Array>> GatherStruct(const ArrayVector& sources,
                                                          const Selection& rows) {
  const arrow::DataType& type = *sources[0]->type();
  std::vector<std::shared_ptr<arrow::ArrayData>> children;
  for (int f = 0; f < type.num_fields(); ++f) {
    ArrayVector fields;
    for (const std::shared_ptr<arrow::Array>& source : sources) {
      fields.push_back(static_cast<const arrow::StructArray&>(*source).field(f));
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> child, Gather(fields, rows));
    children.push_back(child->data());
  }
  int64_t null_count = 0;
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> validity,
                        GatherValidity(sources, rows, &null_count));
  return arrow::MakeArray(arrow::ArrayData::Make(
      sources[0]->type(), rows.size(), {std::move(validity)}, std::move(children), null_count));
}

/// Lists, maps and whatever else: runs of neighbouring rows are appended together.
arrow::Result<std::shared_ptr<arrow::Array>> GatherByBuilder(const ArrayVector& sources,
                                                             const std::vector<RowRef>& refs) {
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<arrow::ArrayBuilder> builder,
                        arrow::MakeBuilder(sources[0]->type()));
  ARROW_RETURN_NOT_OK(builder->Reserve(static_cast<int64_t>(refs.size())));
  for (size_t i = 0; i < refs.size();) {
    size_t end = i + 1;
    while (end < refs.size() && refs[end].source == refs[i].source &&
           refs[end].row == refs[i].row + static_cast<int32_t>(end - i)) {
      ++end;
    }
    const arrow::Array& source = *sources[static_cast<size_t>(refs[i].source)];
    ARROW_RETURN_NOT_OK(builder->AppendArraySlice(arrow::ArraySpan(*source.data()), refs[i].row,
                                                  static_cast<int64_t>(end - i)));
    i = end;
  }
  return builder->Finish();
}

/// True if the refs are a run of neighbouring rows of one source.
bool IsSlice(const std::vector<RowRef>& refs) {
  for (size_t i = 1; i < refs.size(); ++i) {
    if (refs[i].source != refs[0].source || refs[i].row != refs[0].row + static_cast<int32_t>(i)) {
      return false;
    }
  }
  return true;
}

arrow::Result<std::shared_ptr<arrow::Array>> Gather(const ArrayVector& sources,
                                                    const Selection& rows) {
  const arrow::DataType& type = *sources[0]->type();
  switch (type.id()) {
    case arrow::Type::BOOL:
      return GatherBoolean(sources, rows);
    case arrow::Type::STRING:
    case arrow::Type::BINARY:
      return GatherBinary(sources, rows);
    case arrow::Type::STRUCT:
      return GatherStruct(sources, rows);
    default:
      break;
  }
  if (arrow::is_fixed_width(type.id()) && type.id() != arrow::Type::DICTIONARY) {
    int width = static_cast<const arrow::FixedWidthType&>(type).bit_width() / 8;
    return GatherFixed(sources, rows, width);
  }
  return GatherByBuilder(sources, rows.refs);
}

}  // namespace

arrow::Result<std::shared_ptr<arrow::Array>> GatherArray(const ArrayVector& sources,
                                                         const std::vector<RowRef>& refs) {
  if (sources.empty()) return arrow::Status::Invalid("no arrays to gather rows from");
  if (!refs.empty() && IsSlice(refs)) {
    return sources[static_cast<size_t>(refs[0].source)]->Slice(refs[0].row,
                                                               static_cast<int64_t>(refs.size()));
  }
  return Gather(sources, Selection(refs));
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> GatherRows(
    const std::vector<std::shared_ptr<arrow::RecordBatch>>& sources,
    const std::vector<RowRef>& refs) {
  if (sources.empty()) return arrow::Status::Invalid("no batches to gather rows from");
  if (!refs.empty() && IsSlice(refs)) {
    return sources[static_cast<size_t>(refs[0].source)]->Slice(refs[0].row,
                                                               static_cast<int64_t>(refs.size()));
  }
  const Selection rows(refs);
  std::vector<std::shared_ptr<arrow::Array>> columns;
  std::vector<ArrayVector> columns_of_sources;
  for (int c = 0; c < sources[0]->num_columns(); ++c) {
    ArrayVector column;
    for (const std::shared_ptr<arrow::RecordBatch>& source : sources) {
      column.push_back(source->column(c));
    }
    // A record key mostly is a column of the data, too.
    auto same = std::find(columns_of_sources.begin(), columns_of_sources.end(), column);
    if (same != columns_of_sources.end()) {
      columns.push_back(columns[static_cast<size_t>(same - columns_of_sources.begin())]);
    } else {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> gathered, Gather(column, rows));
      columns.push_back(std::move(gathered));
    }
    columns_of_sources.push_back(std::move(column));
  }
  return arrow::RecordBatch::Make(sources[0]->schema(), static_cast<int64_t>(refs.size()),
                                  std::move(columns));
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> TakeRows(
    const std::shared_ptr<arrow::RecordBatch>& batch, const std::vector<int64_t>& rows) {
  std::vector<RowRef> refs;
  refs.reserve(rows.size());
  for (int64_t row : rows) refs.push_back({0, static_cast<int32_t>(row)});
  return GatherRows({batch}, refs);
}

}  // namespace hudi
