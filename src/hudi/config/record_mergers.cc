// SPDX-License-Identifier: Apache-2.0
#include "hudi/config/record_mergers.h"

#include <map>
#include <mutex>
#include <utility>

#include "hudi/base/text.h"
#include "hudi/config/java_classes.h"
#include "hudi/error.h"

namespace hudi {
namespace {

struct Registry {
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<const RecordMerger>, std::less<>> by_strategy;
  std::map<std::string, std::shared_ptr<const RecordMerger>, std::less<>> by_class;
};

Registry& TheRegistry() {
  static auto* registry = new Registry;  // outlives every static that may merge
  return *registry;
}

bool IsHudisClass(std::string_view name) { return name.starts_with("org.apache.hudi."); }

arrow::Status BadRegistration(std::string_view subject, std::string_view rule) {
  return Fail(ErrorCode::kInvalidArgument, subject, "a record merger cannot be registered as '",
              subject, "': ", rule);
}

}  // namespace

arrow::Status RegisterRecordMerger(const RecordMergerNames& names,
                                   std::shared_ptr<const RecordMerger> merger) {
  if (merger == nullptr) return BadRegistration(names.strategy_id, "the merger is null");
  if (names.strategy_id.empty() && names.classes.empty()) {
    return BadRegistration("", "expected a strategy id or a class name");
  }
  if (IsHudisStrategy(names.strategy_id)) {
    return BadRegistration(names.strategy_id, "this strategy of Hudi has a fixed meaning");
  }
  for (const std::string& name : names.classes) {
    if (name.empty() || IsHudisClass(name)) {
      return BadRegistration(name, "expected the name of a class that is not Hudi's own");
    }
  }
  Registry& registry = TheRegistry();
  std::lock_guard lock(registry.mutex);
  if (!names.strategy_id.empty()) registry.by_strategy[names.strategy_id] = merger;
  for (const std::string& name : names.classes) registry.by_class[name] = merger;
  return arrow::Status::OK();
}

std::shared_ptr<const RecordMerger> FindMergerOfStrategy(std::string_view strategy_id) {
  Registry& registry = TheRegistry();
  std::lock_guard lock(registry.mutex);
  auto found = registry.by_strategy.find(strategy_id);
  return found == registry.by_strategy.end() ? nullptr : found->second;
}

std::shared_ptr<const RecordMerger> FindMergerOfClass(std::string_view java_class) {
  Registry& registry = TheRegistry();
  std::lock_guard lock(registry.mutex);
  auto found = registry.by_class.find(java_class);
  return found == registry.by_class.end() ? nullptr : found->second;
}

arrow::Status NoSuchMerger(std::string_view key, std::string_view name) {
  return Fail(ErrorCode::kUnsupported, key, "config '", key, "' = '", name,
              "': Java code of one's own cannot run here, and no hudi::RecordMerger is registered "
              "under this name; use a merge mode or a payload class of "
              "org.apache.hudi.common.model, or register one (hudi/record_merger.h)");
}

arrow::Status CheckMergerClasses(std::string_view classes) {
  for (const std::string& name : SplitList(classes)) {
    if (!IsHudisClass(name) && FindMergerOfClass(name) == nullptr) {
      return NoSuchMerger(kMergerClassesKey, name);
    }
  }
  return arrow::Status::OK();
}

}  // namespace hudi
