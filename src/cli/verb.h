// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/status.h>

namespace hudi::cli {

class Arguments;

struct PositionalSpec {
  std::string_view name;  ///< as in the usage line: "TABLE"
  std::string_view help;
  bool optional = false;
  /// The words it may be, in any case; empty: any.
  std::vector<std::string_view> choices = {};
};

struct OptionSpec {
  std::string_view name;  ///< "--input"
  /// What its value is called: "FILE"; empty: takes none. Completion goes by this name (see
  /// completion.cc).
  std::string_view value;
  std::string_view help;
  /// The values it takes, in any case; empty: any.
  std::vector<std::string_view> choices;
  /// May stand several times.
  bool repeatable = false;
};

/// One verb of the program. Parsing, help, completion and manual come from these tables alone.
struct Verb {
  std::string_view name;
  std::string_view summary;  ///< one sentence, for `hudi --help`
  std::vector<PositionalSpec> positionals;
  std::vector<OptionSpec> options;
  std::string_view details;  ///< more sentences for `hudi VERB --help`; may be empty
  std::string_view example;  ///< one command that works
  arrow::Status (*run)(const Arguments& arguments);
};

// One a file.
const Verb& WriteVerb();
const Verb& ReadVerb();
const Verb& ChangesVerb();
const Verb& DeleteVerb();
const Verb& TimelineVerb();
const Verb& InspectVerb();
const Verb& FilesVerb();
const Verb& CommitVerb();
const Verb& SchemaVerb();
const Verb& ConfigVerb();
const Verb& CopyVerb();
const Verb& CompactVerb();
const Verb& SqlVerb();
const Verb& CompatVerb();
const Verb& DoctorVerb();
const Verb& CompletionVerb();

/// All of them, in the order of the help text.
const std::vector<const Verb*>& AllVerbs();

/// A mistake on the command line itself: the program exits with 2.
arrow::Status UsageError(std::string message);
bool IsUsageError(const arrow::Status& status);
/// Makes a usage error of a failed status, for texts of the command line that the library parses.
arrow::Status AsUsageError(const arrow::Status& status);

}  // namespace hudi::cli
