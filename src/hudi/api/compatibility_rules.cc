// SPDX-License-Identifier: Apache-2.0
#include "hudi/api/compatibility_rules.h"

namespace hudi {
namespace {

// Release numbers of "Hudi on ..." are Hudi's own, whatever the engine's release.
constexpr EngineRow kEngineRows[] = {
    {kSpark014, "Hudi on Spark", "0.14"},
    {kSpark015, "Hudi on Spark", "0.15"},
    {kSpark10, "Hudi on Spark", "1.0"},
    {kSpark11, "Hudi on Spark", "1.1"},
    {kSpark12, "Hudi on Spark", "1.2"},
    {kFlink014, "Hudi on Flink", "0.14"},
    {kFlink015, "Hudi on Flink", "0.15"},
    {kFlink10, "Hudi on Flink", "1.0"},
    {kFlink11, "Hudi on Flink", "1.1"},
    {kFlink12, "Hudi on Flink", "1.2"},
    // The connector that Trino brought itself, and the one that Hudi publishes since.
    {kTrino473, "Trino", "up to 473"},
    {kTrino483, "Trino", "483, hudi-trino 1.2.1"},
    {kPresto, "Presto", "up to 0.293"},
    {kAthena, "Athena", "engine 3"},
    {kHudiRs03, "hudi-rs", "0.3"},
    {kHudiRs04, "hudi-rs", "0.4"},
    {kHudiRs05, "hudi-rs", "0.5 (development)"},
};

constexpr uint32_t kHudi014 = kSpark014 | kFlink014;
constexpr uint32_t kHudi015 = kSpark015 | kFlink015;
constexpr uint32_t kHudi10 = kSpark10 | kFlink10;
constexpr uint32_t kHudi11 = kSpark11 | kFlink11;
constexpr uint32_t kHudi12 = kSpark12 | kFlink12;
constexpr uint32_t kHudi0 = kHudi014 | kHudi015;
constexpr uint32_t kHudi1 = kHudi10 | kHudi11 | kHudi12;
constexpr uint32_t kSpark = kSpark014 | kSpark015 | kSpark10 | kSpark11 | kSpark12;
constexpr uint32_t kFlink = kFlink014 | kFlink015 | kFlink10 | kFlink11 | kFlink12;
constexpr uint32_t kTrino = kTrino473 | kTrino483;
constexpr uint32_t kHudiRs = kHudiRs03 | kHudiRs04 | kHudiRs05;
constexpr uint32_t kReaders = kTrino | kPresto | kAthena | kHudiRs;
constexpr uint32_t kAll = kSpark | kFlink | kReaders;

constexpr Verdict kYes = Verdict::kYes;
constexpr Verdict kCare = Verdict::kWithCare;
constexpr Verdict kUnknown = Verdict::kUnknown;
constexpr Verdict kNo = Verdict::kNo;

// `apache/hudi: NAME` is a class of that repository, `NAME: TITLE` a page of a project's
// documentation, `NAME#n` an issue or pull request on GitHub.
constexpr std::string_view kTableVersionSource =
    "apache/hudi: HoodieTableVersion (a code that a release does not list is refused)";
constexpr std::string_view kUpgradeSource =
    "apache/hudi: UpgradeDowngrade, HoodieWriteConfig.AUTO_UPGRADE_VERSION";
constexpr std::string_view kHudiRsValidation = "apache/hudi-rs: core/src/table/validation.rs";
constexpr std::string_view kHudiRsMerger =
    "apache/hudi-rs: core/src/merge/record_merger.rs, core/src/config/table.rs";
constexpr std::string_view kTrinoLayoutSource = "trinodb/trino#25361";
constexpr std::string_view kPrestoSource = "prestodb/presto#27772 (brings Hudi 1.1.1)";
constexpr std::string_view kAthenaSource =
    "Amazon Athena: Considerations and limitations for Hudi tables";

// `hudi copy TABLE NEW` is filled in with the table's own path and columns.
constexpr std::string_view kCopyTo6 =
    "Write its rows into a table of version 6: hudi copy TABLE NEW --table-version 6";
constexpr std::string_view kCopyTo8 =
    "Write its rows into a table of version 8 (or 6): hudi copy TABLE NEW --table-version 8";

constexpr CompatibilityRule kRules[] = {
    // -- table versions
    {TableFeature::kAnyTable, kReaders, kYes, kNo, "This engine only reads Hudi tables.", "",
     "Trino, Presto: Hudi connector; Amazon Athena: Considerations and limitations; hudi-rs: "
     "README"},
    {TableFeature::kVersion9, kHudi0 | kHudi10, kNo, kNo,
     "Table version 9 is known from Hudi 1.1 on.", kCopyTo8, kTableVersionSource},
    {TableFeature::kVersion8, kHudi0, kNo, kNo, "Table version 8 is known from Hudi 1.0 on.",
     kCopyTo6, kTableVersionSource},
    {TableFeature::kVersion9, kTrino473, kNo, kNo,
     "The connector knows only the timeline layout of versions up to 6.", kCopyTo6,
     kTrinoLayoutSource},
    {TableFeature::kVersion8, kTrino473, kNo, kNo,
     "The connector knows only the timeline layout of versions up to 6.", kCopyTo6,
     kTrinoLayoutSource},
    {TableFeature::kVersion9, kPresto, kNo, kNo,
     "The connector is built on a release of Hudi before 1.0.", kCopyTo6, kPrestoSource},
    {TableFeature::kVersion8, kPresto, kNo, kNo,
     "The connector is built on a release of Hudi before 1.0.", kCopyTo6, kPrestoSource},
    {TableFeature::kVersion9, kAthena, kNo, kNo,
     "Athena reads with Hudi 0.14 or 0.15, which know versions up to 6.", kCopyTo6, kAthenaSource},
    {TableFeature::kVersion8, kAthena, kNo, kNo,
     "Athena reads with Hudi 0.14 or 0.15, which know versions up to 6.", kCopyTo6, kAthenaSource},
    {TableFeature::kVersion9, kHudiRs03 | kHudiRs04, kNo, kNo,
     "These releases refuse all versions but 5 and 6.", kCopyTo6, kHudiRsValidation},
    {TableFeature::kVersion8, kHudiRs03 | kHudiRs04, kNo, kNo,
     "These releases refuse all versions but 5 and 6.", kCopyTo6, kHudiRsValidation},
    {TableFeature::kVersion8, kHudi11 | kHudi12, kYes, kCare,
     "The first write turns the table into version 9, which Hudi 1.0 cannot read.",
     "Write with hoodie.write.auto.upgrade=false to keep version 8.", kUpgradeSource},
    {TableFeature::kVersion6, kHudi1, kYes, kCare,
     "The first write turns the table into the release's own version, which older releases "
     "cannot read.",
     "Write with hoodie.write.auto.upgrade=false to keep version 6.", kUpgradeSource},
    {TableFeature::kVersion5, kHudi0, kYes, kCare,
     "The first write turns the table into version 6, which older releases cannot read.", "",
     kTableVersionSource},
    {TableFeature::kVersion5, kHudi1 | kTrino483, kUnknown, kNo,
     "Hudi 1.x upgrades tables from version 6 on only.",
     "Write to it once with Hudi 0.14 or 0.15, which makes it version 6.", kUpgradeSource},
    {TableFeature::kVersion5, kHudiRs05, kNo, kNo,
     "This release refuses all versions but 6, 8 and 9.",
     "Write to it once with Hudi 0.14 or 0.15, which makes it version 6.", kHudiRsValidation},
    {TableFeature::kOldVersion, kHudi0, kYes, kCare,
     "The first write turns the table into version 6, which older releases cannot read.", "",
     kTableVersionSource},
    {TableFeature::kOldVersion, kHudi1 | kTrino483, kUnknown, kNo,
     "Hudi 1.x upgrades tables from version 6 on only.",
     "Write to it once with Hudi 0.14 or 0.15, which makes it version 6.", kUpgradeSource},
    {TableFeature::kOldVersion, kHudiRs, kNo, kNo, "hudi-rs refuses versions before 5.",
     "Write to it once with Hudi 0.14 or 0.15, which makes it version 6.", kHudiRsValidation},
    {TableFeature::kVersion7, kAll & ~kHudi1, kNo, kNo,
     "Table version 7 is a step on the way to 8 that releases before 1.0 do not know.",
     "Finish the upgrade with Hudi 1.x.", kTableVersionSource},
    {TableFeature::kVersion7, kHudi1, kUnknown, kUnknown,
     "Table version 7 is only passed through on the way to 8.", "Finish the upgrade with Hudi 1.x.",
     kTableVersionSource},
    {TableFeature::kFutureVersion, kAll, kNo, kNo,
     "None of these releases knows the table's version.", "Use the release that wrote the table.",
     kTableVersionSource},
    {TableFeature::kNoVersion, kAll, kUnknown, kUnknown,
     "hoodie.properties names no version: each release takes the table to be of its own.",
     "Set hoodie.table.version to what the timeline's layout shows.",
     "apache/hudi: HoodieTableConfig.getTableVersion"},

    // -- merge-on-read
    {TableFeature::kMergeOnRead, kTrino473, kCare, kNo,
     "Only base files are read: rows in log files are missing until they are compacted.",
     "Compact the table before it is read.", "Trino: Hudi connector, table and query types"},
    {TableFeature::kMergeOnRead, kTrino483, kUnknown, kNo,
     "Whether log files are merged is not documented.", "Compact the table before it is read.",
     "apache/hudi: RFC-105, release notes of 1.2.1"},
    {TableFeature::kMergeOnReadWithoutOrdering, kHudiRs, kNo, kNo,
     "Without ordering column or meta columns hudi-rs appends log rows: an updated row shows "
     "twice.",
     "Compact the table and read it as read-optimized.", kHudiRsMerger},
    {TableFeature::kMergeOnReadByCommitTime, kHudiRs, kCare, kNo,
     "hudi-rs lets the greater ordering value win, the table says the later write.",
     "Compact the table and read it as read-optimized.", kHudiRsMerger},
    {TableFeature::kMergeOnReadWithOwnClass, kSpark | kFlink, kCare, kYes,
     "Merging log files needs the class on the class path.", "Add the jar that holds it.",
     "apache/hudi: HoodieRecordUtils.loadPayload"},
    {TableFeature::kMergeOnReadWithOwnClass, kReaders, kCare, kNo,
     "Log files are merged by a Java class that this engine may lack.",
     "Compact the table before it is read.", "apache/hudi: HoodieRecordUtils.loadPayload"},

    // -- writing by other rules than the engine's own
    {TableFeature::kOwnMergeClass, kSpark | kFlink, kYes, kCare,
     "Writing needs the class on the class path.", "Add the jar that holds it.",
     "apache/hudi: HoodieRecordUtils.loadPayload"},
    {TableFeature::kOwnKeyGenerator, kSpark | kFlink, kYes, kCare,
     "Writing needs the class of the key generator on the class path.",
     "Add the jar that holds it.", "apache/hudi: HoodieSparkKeyGeneratorFactory"},
    {TableFeature::kRecordKey, kFlink, kYes, kCare,
     "Flink's default index holds only the keys that Flink wrote: an update of another row "
     "would be a second row.",
     "Set index.bootstrap.enabled=true for Flink's first run, or write with a bucket index.",
     "apache/hudi: FlinkOptions.INDEX_BOOTSTRAP_ENABLED, INDEX_TYPE"},
    {TableFeature::kComplexKeyOfOneColumn, kHudi11 | kHudi12, kYes, kCare,
     "Releases differ in whether such keys read `value` or `column:value`; this one refuses to "
     "write until it is told.",
     "Set hoodie.write.complex.keygen.new.encoding as the stored keys are, and "
     "hoodie.write.complex.keygen.validation.enable=false.",
     "apache/hudi: HoodieWriteConfig.COMPLEX_KEYGEN_NEW_ENCODING, "
     "ENABLE_COMPLEX_KEYGEN_VALIDATION"},
    {TableFeature::kSlashSeparatedDates, kHudi11, kYes, kCare,
     "Hudi 1.1 does not know this option and would write new rows to other paths.",
     "Write with Hudi 1.2.", "apache/hudi: KeyGeneratorOptions.SLASH_SEPARATED_DATE_PARTITIONING"},

    // -- layout
    {TableFeature::kDroppedPartitionColumns, kHudiRs, kNo, kNo,
     "hudi-rs refuses tables whose files lack the partition columns.",
     "Write its rows into a table that keeps them: hudi copy TABLE NEW", kHudiRsValidation},
    {TableFeature::kForeignTableFormat, kHudi11 | kHudi12, kCare, kCare,
     "The timeline belongs to another table format, whose plug-in is needed.",
     "Add the plug-in of that format.", "apache/hudi: HoodieTableConfig.TABLE_FORMAT"},
    {TableFeature::kForeignTableFormat, kReaders, kUnknown, kNo,
     "The timeline belongs to another table format.", "Read it as a table of that format.",
     "apache/hudi: HoodieTableConfig.TABLE_FORMAT"},
    {TableFeature::kOtherBaseFormat, kTrino473, kNo, kNo, "The connector reads Parquet files only.",
     "", "Trino: Hudi connector, requirements"},
    {TableFeature::kOtherBaseFormat, kAll & ~(kSpark | kTrino473), kUnknown, kUnknown,
     "Base files other than Parquet are not documented for this engine.", "",
     "Apache Hudi: Table types and query types"},
    {TableFeature::kSeveralBaseFormats, kReaders, kUnknown, kNo,
     "Several base file formats in one table are not documented for this engine.", "",
     "apache/hudi: HoodieTableConfig.MULTIPLE_BASE_FILE_FORMATS_ENABLE"},
    {TableFeature::kBootstrapped, kAthena, kCare, kNo,
     "Athena's reader of Hudi 0.15 does not read bootstrapped tables; its default of 0.14 does.",
     "Keep the table property athena_enable_native_hudi_connector_implementation off.",
     kAthenaSource},
    {TableFeature::kBootstrapped, kTrino | kHudiRs, kUnknown, kNo,
     "Base files that point at their source are not documented for this engine.", "",
     "Apache Hudi: Bootstrapping"},
    {TableFeature::kSchemaOnRead, kReaders, kUnknown, kNo,
     "Whether renamed and retyped columns are mapped for old files is not documented.",
     "Rewrite the old files, by clustering or hudi copy.",
     "Apache Hudi: Schema evolution, evolution on read"},

    // -- bytes
    {TableFeature::kLocalTimestamps, kSpark014 | kSpark015 | kSpark10, kUnknown, kNo,
     "These releases refuse to write timestamps without zone.",
     "Write with Hudi 1.1 or newer, or keep such columns as timestamps with zone.",
     "refused by Hudi 0.15.0 and 1.0.2 on Spark 3.5"},
    {TableFeature::kZstd, kSpark014 | kSpark015, kCare, kCare,
     "Spark before 3.2 brings a Parquet that reads zstd only with Hadoop's native library.",
     "Use Spark 3.2 or newer, or write with hoodie.parquet.compression.codec=gzip.",
     "Apache Parquet: PARQUET-1866 (in 1.12.0); Apache Hudi: Spark support matrix"},
    {TableFeature::kLz4Raw, kSpark014 | kSpark015 | kSpark10 | kSpark11, kCare, kCare,
     "Spark before 3.5 brings a Parquet that does not know LZ4_RAW.",
     "Use Spark 3.5 or newer, or write with hoodie.parquet.compression.codec=gzip.",
     "Apache Parquet: PARQUET-2196 (in 1.13.0); Apache Hudi: Spark support matrix"},
    {TableFeature::kLz4Raw, kFlink, kUnknown, kUnknown,
     "Whether the bundle's Parquet knows LZ4_RAW depends on the bundle.",
     "Write with hoodie.parquet.compression.codec=gzip.",
     "Apache Parquet: PARQUET-2196 (in 1.13.0)"},
    {TableFeature::kBrotli, kSpark | kFlink, kCare, kCare, "Parquet for Java brings no Brotli.",
     "Add a Brotli codec to the class path, or write with "
     "hoodie.parquet.compression.codec=gzip.",
     "Apache Spark: Parquet files, compression codecs"},
    {TableFeature::kBrotli, kPresto | kAthena, kUnknown, kNo,
     "Brotli in Parquet is not documented for this engine.",
     "Write with hoodie.parquet.compression.codec=gzip.",
     "Apache Spark: Parquet files, compression codecs"},
};

}  // namespace

std::span<const EngineRow> EngineRows() { return kEngineRows; }

std::span<const CompatibilityRule> CompatibilityRules() { return kRules; }

}  // namespace hudi
