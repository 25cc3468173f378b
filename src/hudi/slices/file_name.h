// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <arrow/result.h>

namespace hudi {

/// `<fileId>_<writeToken>_<instant>.<extension>`
struct BaseFileName {
  std::string file_id;
  std::string write_token;
  std::string instant;
  std::string extension;  ///< "parquet"
};

/// The file id and the write token are letters, digits and '-', the instant digits. Errors:
/// kBadFileName with the name as subject.
arrow::Result<BaseFileName> ParseBaseFileName(std::string_view name);
std::string FormatBaseFileName(const BaseFileName& name);

/// `.<fileId>_<instant>.log.<version>_<writeToken>[.cdc]`
struct LogFileName {
  std::string file_id;
  std::string instant;  ///< v6: base instant; v8 and later: instant of the delta commit
  int version = 1;
  std::string write_token;  ///< "1-0-1"; empty in files of very old writers
  bool is_cdc = false;
};
/// Errors: kBadFileName with the name as subject.
arrow::Result<LogFileName> ParseLogFileName(std::string_view name);
std::string FormatLogFileName(const LogFileName& name);
/// True for names that are meant as a log file's, well formed or not.
bool LooksLikeLogFile(std::string_view name);

/// A random UUID in lower-case hex with dashes.
std::string NewUuid();

}  // namespace hudi
