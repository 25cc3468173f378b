// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/paged_column_writer.h"

namespace hudi {

void PagedColumnWriter::Finish(const parquet::EncodedStatistics& statistics,
                               const parquet::SizeStatistics& sizes, bool has_dictionary,
                               bool fallback) {
  if (num_rows_ > 0) {
    metadata_->SetStatistics(statistics);
    if (sizes.is_set()) metadata_->SetSizeStatistics(sizes);
  }
  pages_->Close(has_dictionary, fallback);
}

}  // namespace hudi
