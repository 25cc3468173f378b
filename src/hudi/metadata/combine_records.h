// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

namespace hudi {

/// Fields of a record of the metadata table. (HoodieMetadata.avsc.)
inline constexpr std::string_view kMetadataKey = "key";
inline constexpr std::string_view kMetadataType = "type";
inline constexpr std::string_view kFilesField = "filesystemMetadata";
inline constexpr std::string_view kStatisticsField = "ColumnStatsMetadata";

/// A row of a batch.
struct MetadataRecord {
  std::shared_ptr<arrow::RecordBatch> batch;
  int64_t row = 0;
};

/// Combines two records of one key, in one schema. (HoodieMetadataPayload.preCombine.)
///
/// Lists of partitions or files are united: a file that the newer one deletes is gone, or stays
/// marked as deleted where the older one did not list it or had it marked; of two sizes the greater
/// stands. Statistics widen, unless the newer ones are exact or one of the two is deleted. Of all
/// others the newer one stands.
///
/// `errors_about`: the file of the newer record. Errors: kCorruptFile for records of different
/// types, and for statistics whose bounds are of types that cannot be compared.
arrow::Result<MetadataRecord> CombineRecords(const MetadataRecord& older,
                                             const MetadataRecord& newer,
                                             std::string_view errors_about);

}  // namespace hudi
