// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include <arrow/status.h>

#include "hudi/record_merger.h"

namespace hudi {

/// Option that lists merger classes.
inline constexpr std::string_view kMergerClassesKey =
    "hoodie.write.record.merge.custom.implementation.classes";

/// A registered merger; null if there is none of this name.
std::shared_ptr<const RecordMerger> FindMergerOfStrategy(std::string_view strategy_id);
std::shared_ptr<const RecordMerger> FindMergerOfClass(std::string_view java_class);

/// The failure for a table or option that asks for merge logic nobody has registered.
arrow::Status NoSuchMerger(std::string_view key, std::string_view name);

/// Checks the value of kMergerClassesKey: kUnsupported for a class that is neither Hudi's own nor
/// registered.
arrow::Status CheckMergerClasses(std::string_view classes);

}  // namespace hudi
