// SPDX-License-Identifier: Apache-2.0
#include "hudi/config/enum_words.h"
#include "hudi/config/write_keys.h"

namespace hudi {
namespace {

using Options = CompactionOptions;

constexpr ConfigKey<CompactionOptions> kCompactionKeys[] = {
    Bind<&Options::run_inline>("hoodie.compact.inline",
                               "Compacts behind a write if that is due; true unless given for "
                               "MERGE_ON_READ, where every fifth delta commit makes it due."),
    Bind<&Options::schedule_inline>("hoodie.compact.schedule.inline",
                                    "Plans a compaction behind a write if one is due, for `hudi "
                                    "compact --run` or another engine to run."),
    Bind<&Options::async_enabled>("hoodie.datasource.compaction.async.enable",
                                  "true leaves compaction to another process, unless "
                                  "hoodie.compact.inline is given."),
    Bind<&Options::trigger>("hoodie.compact.inline.trigger.strategy",
                            "What makes a compaction due: delta commits, seconds, or both."),
    Bind<&Options::max_delta_commits, AtLeastZero>(
        "hoodie.compact.inline.max.delta.commits",
        "Delta commits since the last compaction that make one due."),
    Bind<&Options::max_delta_seconds, AtLeastZero>(
        "hoodie.compact.inline.max.delta.seconds",
        "Seconds since the last compaction that make one due."),
    Bind<&Options::strategy>("hoodie.compaction.strategy",
                             "Which file groups a compaction takes: the Java classes of Hudi's own "
                             "strategies, separated by commas."),
    Bind<&Options::target_io_mb, AtLeastZero>(
        "hoodie.compaction.target.io",
        "Megabytes that one bounded compaction may read and write; the file group that crosses the "
        "limit is still taken."),
    Bind<&Options::log_bytes_threshold, AtLeastZero>(
        "hoodie.compaction.logfile.size.threshold",
        "Compacts only file groups with at least this many bytes of log files."),
    Bind<&Options::log_files_threshold, AtLeastZero>(
        "hoodie.compaction.logfile.num.threshold",
        "Compacts only file groups with at least this many log files."),
    Bind<&Options::day_partitions, MoreThanZero>(
        "hoodie.compaction.daybased.target.partitions",
        "Partitions, or days before today, that a day-based compaction strategy takes."),
    Bind<&Options::partition_regex>("hoodie.compaction.partition.path.regex",
                                    "Partitions that PartitionRegexBasedCompactionStrategy takes: "
                                    "those in which this pattern is found."),
    Bind<&Options::log_enabled>("hoodie.log.compaction.enable",
                                "Lets the log blocks of a file group be compacted into few."),
    Bind<&Options::log_inline>("hoodie.log.compaction.inline",
                               "Compacts log blocks behind a write, if log compaction is enabled."),
    Bind<&Options::log_blocks_threshold, MoreThanZero>(
        "hoodie.log.compaction.blocks.threshold",
        "Log blocks of a file group that make it due for log compaction."),
    Bind<&Options::services_enabled>("hoodie.table.services.enabled",
                                     "false runs no compaction behind writes."),
    Bind<&Options::fail_write_on_error>(
        "hoodie.fail.writes.on.inline.table.service.exception",
        "Reports a failed compaction as a failure of the write, whose rows stay committed; false "
        "makes it a note."),
};

}  // namespace

std::span<const ConfigKey<CompactionOptions>> CompactionKeys() { return kCompactionKeys; }

}  // namespace hudi
