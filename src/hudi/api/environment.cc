// SPDX-License-Identifier: Apache-2.0
#include "hudi/environment.h"

#include <dlfcn.h>
#include <gnu/libc-version.h>
#include <link.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include <arrow/config.h>
#include <arrow/util/config.h>
#include <fmt/core.h>
#include <parquet/parquet_version.h>
#include <nlohmann/json.hpp>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include <zlib.h>
#if __has_include(<roaring/roaring_version.h>)
#include <roaring/roaring_version.h>
#define HUDI_HAS_ROARING 1
#else
#define HUDI_HAS_ROARING 0
#endif

#include "hudi/api/environment_checks.h"
#include "hudi/base/text.h"
#include "hudi/read/plan/read_query.h"
#include "hudi/storage/storage.h"
#include "hudi/table/table_config.h"

namespace hudi {
namespace {

// What the build says was linked, as CMake targets separated by blanks.
#ifndef HUDI_EXTERNAL_DEPS
#define HUDI_EXTERNAL_DEPS ""
#endif

#define HUDI_TEXT_OF(x) #x
#define HUDI_TEXT(x) HUDI_TEXT_OF(x)

std::string NumberedVersion(unsigned number) {
  return std::to_string(number / 10000) + "." + std::to_string(number / 100 % 100) + "." +
         std::to_string(number % 100);
}

/// Where shared libraries were loaded from.
std::vector<std::string> LoadedLibraries() {
  std::vector<std::string> paths;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* found) {
        if (info->dlpi_name != nullptr && *info->dlpi_name != '\0') {
          static_cast<std::vector<std::string>*>(found)->emplace_back(info->dlpi_name);
        }
        return 0;
      },
      &paths);
  return paths;
}

std::string PathOf(const std::vector<std::string>& loaded, std::string_view stem) {
  for (const std::string& path : loaded) {
    const std::string_view name = std::string_view(path).substr(path.rfind('/') + 1);
    if (name.starts_with(stem) && name.substr(stem.size()).starts_with(".so")) return path;
  }
  return "";
}

// The version in the name of the file behind a library: libfmt.so.9 -> libfmt.so.9.1.0.
std::string VersionOfFile(const std::string& path) {
  if (path.empty()) return "";
  char* real = realpath(path.c_str(), nullptr);
  if (real == nullptr) return "";
  const std::string name(real);
  std::free(real);
  const size_t at = name.rfind(".so.");
  return at == std::string::npos ? "" : name.substr(at + 4);
}

std::string DuckDbVersion() {
  using VersionFunction = const char* (*)();
  auto* version = reinterpret_cast<VersionFunction>(dlsym(RTLD_DEFAULT, "duckdb_library_version"));
  return version == nullptr ? "" : version();
}

std::string CompilerText() {
#if defined(__clang__)
  return "Clang " __clang_version__;
#elif defined(__GNUC__)
  return "GCC " __VERSION__;
#else
  return "unknown";
#endif
}

std::string BuildTypeText() {
#ifdef NDEBUG
  std::string text = "release";
#else
  std::string text = "debug";
#endif
#if defined(__SANITIZE_ADDRESS__)
  text += ", address sanitizer";
#endif
#if defined(__SANITIZE_THREAD__)
  text += ", thread sanitizer";
#endif
  return text;
}

bool IsLinked(std::string_view target) {
  for (const std::string& linked : SplitText(HUDI_EXTERNAL_DEPS, ' ')) {
    if (linked == target) return true;
  }
  return false;
}

std::vector<LibraryInfo> Libraries() {
  const std::vector<std::string> loaded = LoadedLibraries();
  const arrow::BuildInfo& arrow = arrow::GetBuildInfo();
  std::vector<LibraryInfo> libraries = {
      {"Arrow", "columns, files", ARROW_VERSION_STRING, arrow.version_string,
       PathOf(loaded, "libarrow")},
      {"Arrow compute", "kernels on columns", ARROW_VERSION_STRING, arrow.version_string,
       PathOf(loaded, "libarrow_compute")},
      {"Parquet", "base files",
       HUDI_TEXT(PARQUET_VERSION_MAJOR) "." HUDI_TEXT(PARQUET_VERSION_MINOR) "." HUDI_TEXT(
           PARQUET_VERSION_PATCH),
       arrow.version_string, PathOf(loaded, "libparquet")},
      {"fmt", "text", NumberedVersion(FMT_VERSION), VersionOfFile(PathOf(loaded, "libfmt")),
       PathOf(loaded, "libfmt")},
      {"xxHash", "hashes of keys", NumberedVersion(XXH_VERSION_NUMBER), "", ""},
  };
  if (IsLinked("nlohmann_json::nlohmann_json")) {
    libraries.push_back(
        {"nlohmann JSON", "commit metadata",
         HUDI_TEXT(NLOHMANN_JSON_VERSION_MAJOR) "." HUDI_TEXT(
             NLOHMANN_JSON_VERSION_MINOR) "." HUDI_TEXT(NLOHMANN_JSON_VERSION_PATCH),
         "", ""});
  }
  if (IsLinked("ZLIB::ZLIB")) {
    libraries.push_back({"zlib", "gzip and deflate in Avro, logs and footers", ZLIB_VERSION,
                         zlibVersion(), PathOf(loaded, "libz")});
  }
#if HUDI_HAS_ROARING
  if (IsLinked("roaring::roaring")) {
    libraries.push_back(
        {"CRoaring", "positions in log blocks",
         std::to_string(ROARING_VERSION_MAJOR) + "." + std::to_string(ROARING_VERSION_MINOR) + "." +
             std::to_string(ROARING_VERSION_REVISION),
         VersionOfFile(PathOf(loaded, "libroaring")), PathOf(loaded, "libroaring")});
  }
#endif
  const std::string duckdb = PathOf(loaded, "libduckdb");
  if (!duckdb.empty()) libraries.push_back({"DuckDB", "SQL", "", DuckDbVersion(), duckdb});
  const std::string edit = PathOf(loaded, "libedit");
  if (!edit.empty()) libraries.push_back({"libedit", "the shell", "", VersionOfFile(edit), edit});
  libraries.push_back({"libstdc++", "C++ library", HUDI_TEXT(__GLIBCXX__),
                       VersionOfFile(PathOf(loaded, "libstdc++")), PathOf(loaded, "libstdc++")});
  libraries.push_back({"glibc", "C library", HUDI_TEXT(__GLIBC__) "." HUDI_TEXT(__GLIBC_MINOR__),
                       gnu_get_libc_version(), PathOf(loaded, "libc")});
  return libraries;
}

// The sentence behind the key and its value.
std::string Reason(const arrow::Status& status) {
  const std::string& message = status.message();
  const size_t quote = message.rfind("': ");
  return quote == std::string::npos ? message : message.substr(quote + 3);
}

FeatureInfo Probed(std::string name, const arrow::Status& status) {
  return {std::move(name), status.ok(), status.ok() ? "" : Reason(status)};
}

/// A feature that options of a write ask for.
struct WriteFeature {
  const char* name;
  const char* key;
  const char* value;
};
constexpr WriteFeature kWriteFeatures[] = {
    {"merge-on-read tables, written", "hoodie.datasource.write.table.type", "MERGE_ON_READ"},
    {"record index", "hoodie.index.type", "RECORD_INDEX"},
    {"schema evolution on read", "hoodie.schema.on.read.enable", "true"},
    {"several writers at once", "hoodie.write.concurrency.mode", "optimistic_concurrency_control"},
};

// What people look for in Hudi. The library is asked where it can be; the other lines change
// together with the code that they speak of.
std::vector<FeatureInfo> Features() {
  std::vector<FeatureInfo> features = {
      {"copy-on-write tables, read and written", true, "versions 6, 8 and 9"},
      {"merge-on-read tables, read", true, "snapshot and read-optimized"},
      {"time travel", true, ""},
      Probed("incremental queries",
             ParseReadQuery({{"hoodie.datasource.query.type", "incremental"},
                             {"hoodie.datasource.read.begin.instanttime", "000"}})
                 .status()),
      {"change data capture, read and written", true,
       "all logging modes; hudi changes follows them"},
      {"simple, bloom and bucket index", true,
       "SIMPLE, GLOBAL_SIMPLE, BLOOM, GLOBAL_BLOOM, BUCKET"},
  };
  for (const WriteFeature& row : kWriteFeatures) {
    features.push_back(
        Probed(row.name, ResolveWriteConfig({{row.key, row.value}}, nullptr, "table").status()));
  }
  features.push_back({"metadata table", false,
                      "listings come from storage; a write turns the metadata table off"});
  features.push_back({"compaction of merge-on-read tables", true,
                      "behind writes or by hudi compact; log compaction too"});
  features.push_back({"clean, clustering, archival", false,
                      "not run by writes yet; rollback of failed writes is"});
  features.push_back(Probed("object stores", Storage::Open("s3://bucket/table").status()));
  const std::filesystem::path library = PathOf(LoadedLibraries(), "libhudi");
  std::error_code ignored;
  const bool has_sql = std::filesystem::exists(library.parent_path() / "libhudi_sql.so", ignored);
  features.push_back({"SQL session", has_sql, has_sql ? "" : "libhudi_sql.so is not installed"});
  return features;
}

}  // namespace

EnvironmentReport DescribeEnvironment() {
  EnvironmentReport report;
  report.compiler = CompilerText();
  report.build_type = BuildTypeText();
  report.libraries = Libraries();
  report.checks = EnvironmentChecks();
  report.features = Features();
  return report;
}

}  // namespace hudi
