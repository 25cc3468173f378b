// SPDX-License-Identifier: Apache-2.0
#include "hudi/timeline/compaction_plan.h"

#include <utility>

#include "hudi/error.h"
#include "hudi/format/avro/document.h"
#include "hudi/timeline/body_reader.h"
#include "hudi/timeline/body_schemas.h"

namespace hudi {
namespace {

// Version 2: file names instead of paths.
constexpr int kPlanVersion = 2;
constexpr char kLogCompactor[] =
    "org.apache.hudi.table.action.compact.LogCompactionExecutionHelper";

// Plans of version 1 have whole paths.
std::string FileName(std::string path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

avro::Document ToDocument(const CompactionOperation& operation) {
  avro::Document document = {{"baseInstantTime", operation.base_instant},
                             {"deltaFilePaths", operation.log_files},
                             {"dataFilePath", nullptr},
                             {"fileId", operation.file_id},
                             {"partitionPath", operation.partition_path},
                             {"metrics", operation.metrics},
                             {"bootstrapFilePath", nullptr}};
  if (operation.base_file) document["dataFilePath"] = *operation.base_file;
  return document;
}

}  // namespace

arrow::Result<std::string> EncodeCompactionPlan(const CompactionPlan& plan, int layout_version) {
  avro::Document operations = avro::Document::array();
  for (const CompactionOperation& operation : plan.operations) {
    operations.push_back(ToDocument(operation));
  }
  avro::Document document = avro::Document::object();
  document["operations"] = std::move(operations);
  document["extraMetadata"] = avro::Document::object();
  for (const auto& [key, value] : plan.extra_metadata) document["extraMetadata"][key] = value;
  document["version"] = kPlanVersion;
  document["strategy"] = nullptr;
  if (plan.is_log_compaction) {
    document["strategy"] = {{"compactorClassName", kLogCompactor},
                            {"strategyParams", avro::Document::object()},
                            {"version", 1}};
  }
  document["preserveHoodieMetadata"] = plan.is_log_compaction;
  if (layout_version < 2) return avro::WriteContainerDocument(kCompactionPlanSchemaV1, document);
  document["missingSchedulePartitions"] = plan.missing_partitions;
  return avro::WriteContainerDocument(kCompactionPlanSchema, document);
}

arrow::Result<CompactionPlan> DecodeCompactionPlan(std::string_view body, std::string_view path) {
  if (body.empty()) return CorruptFile(path, 0, "a compaction plan must not be empty");
  ARROW_ASSIGN_OR_RAISE(TimelineBody document, TimelineBody::Parse(body, path));
  BodyReader reader = document.reader();
  CompactionPlan plan;
  for (const BodyReader& entry : reader.Objects("operations")) {
    CompactionOperation operation;
    operation.partition_path = entry.Text("partitionPath");
    operation.file_id = entry.Text("fileId");
    operation.base_instant = entry.Text("baseInstantTime");
    if (std::optional<std::string> base = entry.OptionalText("dataFilePath")) {
      operation.base_file = FileName(*std::move(base));
    }
    for (std::string& log : entry.Texts("deltaFilePaths")) {
      operation.log_files.push_back(FileName(std::move(log)));
    }
    if (!entry.Text("bootstrapFilePath").empty()) {
      return Fail(ErrorCode::kUnsupported, path, path, ": file group ", operation.file_id,
                  " is bootstrapped; compacting such files is not supported");
    }
    plan.operations.push_back(std::move(operation));
  }
  plan.extra_metadata = reader.TextMap("extraMetadata");
  plan.is_log_compaction = reader.Object("strategy").Text("compactorClassName") == kLogCompactor;
  plan.missing_partitions = reader.Texts("missingSchedulePartitions");
  ARROW_RETURN_NOT_OK(document.status());
  return plan;
}

}  // namespace hudi
