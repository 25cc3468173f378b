// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace hudi {

// Options of a write, and the properties in which a table keeps them.
inline constexpr std::string_view kPartitionOption = "hoodie.datasource.write.partitionpath.field";
inline constexpr std::string_view kPartitionStored = "hoodie.table.partition.fields";
inline constexpr std::string_view kModeOption = "hoodie.write.record.merge.mode";
inline constexpr std::string_view kModeStored = "hoodie.record.merge.mode";
inline constexpr std::string_view kPayloadOption = "hoodie.datasource.write.payload.class";
inline constexpr std::string_view kPayloadStored = "hoodie.compaction.payload.class";
inline constexpr std::string_view kStrategyOption = "hoodie.write.record.merge.strategy.id";
inline constexpr std::string_view kStrategyStored = "hoodie.record.merge.strategy.id";

}  // namespace hudi
