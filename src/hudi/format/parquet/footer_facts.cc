// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/footer_facts.h"

#include <arrow/util/compression.h>
#include <parquet/file_reader.h>
#include <parquet/metadata.h>
#include <parquet/schema.h>
#include <parquet/types.h>

#include "hudi/error.h"
#include "hudi/format/parquet/parquet_status.h"

namespace hudi {
namespace {

std::string CodecName(arrow::Compression::type codec) {
  if (codec == arrow::Compression::LZ4) return "lz4_raw";
  if (codec == arrow::Compression::LZ4_HADOOP || codec == arrow::Compression::LZ4_FRAME) {
    return "lz4";
  }
  return arrow::util::Codec::GetCodecAsString(codec);
}

// A list whose repeated field is the element itself, as old writers made them.
bool IsTwoLevelList(const parquet::schema::Node& node) {
  if (!node.is_group() || !node.logical_type()->is_list()) return false;
  const auto& group = static_cast<const parquet::schema::GroupNode&>(node);
  if (group.field_count() != 1 || !group.field(0)->is_repeated()) return false;
  const parquet::schema::NodePtr& repeated = group.field(0);
  if (!repeated->is_group()) return true;
  const auto& element = static_cast<const parquet::schema::GroupNode&>(*repeated);
  return element.field_count() != 1 || repeated->name() == "array";
}

void Visit(const parquet::schema::Node& node, FooterFacts* facts) {
  if (IsTwoLevelList(node)) facts->has_two_level_lists = true;
  if (node.is_group()) {
    const auto& group = static_cast<const parquet::schema::GroupNode&>(node);
    for (int i = 0; i < group.field_count(); ++i) Visit(*group.field(i), facts);
    return;
  }
  const auto& leaf = static_cast<const parquet::schema::PrimitiveNode&>(node);
  if (leaf.physical_type() == parquet::Type::INT96) facts->has_int96 = true;
  if (const auto* timestamp =
          dynamic_cast<const parquet::TimestampLogicalType*>(leaf.logical_type().get())) {
    if (!timestamp->is_adjusted_to_utc()) facts->has_local_timestamps = true;
  }
}

}  // namespace

arrow::Result<FooterFacts> ReadFooterFacts(std::shared_ptr<arrow::io::RandomAccessFile> file,
                                           const std::string& path) {
  FooterFacts facts;
  const arrow::Status status = CatchParquet([&]() -> arrow::Status {
    const std::shared_ptr<parquet::FileMetaData> footer = parquet::ReadMetaData(file);
    for (int group = 0; group < footer->num_row_groups(); ++group) {
      const auto row_group = footer->RowGroup(group);
      for (int column = 0; column < row_group->num_columns(); ++column) {
        facts.codecs.insert(CodecName(row_group->ColumnChunk(column)->compression()));
      }
    }
    Visit(*footer->schema()->group_node(), &facts);
    return arrow::Status::OK();
  });
  if (!status.ok()) return Fail(ErrorCode::kCorruptFile, path, path, ": ", status.message());
  return facts;
}

}  // namespace hudi
