// SPDX-License-Identifier: Apache-2.0
#include "cli/settings.h"
#include "cli/sql_run.h"
#include "cli/verb.h"

namespace hudi::cli {

const Verb& SqlVerb() {
  static const Verb kVerb = {
      .name = "sql",
      .summary = "Runs statements in Spark's SQL over tables; without any, a shell.",
      .positionals = {},
      .options =
          {
              {"-e", "STATEMENTS", "these, with ; between them", {}, /*repeatable=*/true},
              {"-f", "FILE", "those of a file; - is standard input", {}},
              {"--warehouse", "PATH", "the catalog's folder; default hudi-warehouse", {}},
              {"--format",
               "FORMAT",
               "default table; json: one object a row",
               {"table", "json", "csv"}},
              {"--timing", "", "how long each statement took", {}},
              {"--keep-going", "", "a statement that fails does not end the script", {}},
              SetOption(),
              {"--memory", "SIZE", "what a statement may hold in memory, e.g. 2GB", {}},
              {"--threads", "N", "worker threads; default: one a core", {}},
              {"--quiet", "", "no notes", {}},
          },
      .details =
          "Tables are those of the warehouse, and any other by its path: hudi.`/data/trips`. "
          "Parquet, CSV and JSON files are read by their name in quotes.",
      .example =
          "hudi sql -e \"SELECT count(*) AS n FROM hudi.\\`/tmp/numbers\\` WHERE n > 0\" --format "
          "json",
      .run = RunSql,
  };
  return kVerb;
}

}  // namespace hudi::cli
