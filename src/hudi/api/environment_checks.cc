// SPDX-License-Identifier: Apache-2.0
#include "hudi/api/environment_checks.h"

#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <thread>

#include <arrow/config.h>
#include <arrow/util/compression.h>
#include <arrow/util/config.h>
#include <fmt/format.h>

#include "hudi/base/time_zone.h"
#include "hudi/storage/storage.h"

namespace hudi {
namespace {

constexpr int64_t kLittleSpace = int64_t{100} * 1000 * 1000;

std::string SizeText(int64_t bytes) {
  constexpr const char* kUnits[] = {"B", "kB", "MB", "GB", "TB"};
  auto value = static_cast<double>(bytes);
  size_t unit = 0;
  while (value >= 1000 && unit < 4) {
    value /= 1000;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", value, kUnits[unit]);
}

EnvironmentCheck Passed(std::string name, bool needed, std::string value, std::string note = "") {
  return {std::move(name), true, needed, std::move(value), std::move(note)};
}
EnvironmentCheck Failed(std::string name, bool needed, std::string value, std::string note = "") {
  return {std::move(name), false, needed, std::move(value), std::move(note)};
}

EnvironmentCheck ArrowCheck() {
  const arrow::BuildInfo& running = arrow::GetBuildInfo();
  const std::string value = fmt::format("built with {}, running {}, {}", ARROW_VERSION_STRING,
                                        running.version_string, arrow::GetRuntimeInfo().simd_level);
  // Arrow promises a stable interface within a major version only.
  return running.version_major == ARROW_VERSION_MAJOR
             ? Passed("Arrow fits", true, value)
             : Failed("Arrow fits", true, value, "build against the Arrow that is loaded");
}

struct NamedCodec {
  const char* name;
  arrow::Compression::type codec;
  bool needed;
};

EnvironmentCheck CodecCheck() {
  // What Hudi's releases and this library write by default, and what else may be asked for.
  constexpr NamedCodec kCodecs[] = {
      {"gzip", arrow::Compression::GZIP, true},     {"zstd", arrow::Compression::ZSTD, true},
      {"snappy", arrow::Compression::SNAPPY, true}, {"lz4", arrow::Compression::LZ4_HADOOP, false},
      {"lz4_raw", arrow::Compression::LZ4, false},  {"brotli", arrow::Compression::BROTLI, false},
  };
  std::string there;
  std::string missing;
  bool ok = true;
  for (const NamedCodec& row : kCodecs) {
    const bool is_there = arrow::util::Codec::IsAvailable(row.codec);
    std::string& list = is_there ? there : missing;
    list += (list.empty() ? "" : ", ") + std::string(row.name);
    ok &= is_there || !row.needed;
  }
  const std::string note = missing.empty() ? "" : "this Arrow lacks " + missing;
  return ok ? Passed("codecs", true, there, note) : Failed("codecs", true, there, note);
}

EnvironmentCheck MemoryCheck() {
  const int64_t page = sysconf(_SC_PAGESIZE);
  const int64_t all = sysconf(_SC_PHYS_PAGES) * page;
  const int64_t free = sysconf(_SC_AVPHYS_PAGES) * page;
  return Passed(
      "memory", false, fmt::format("{}, {} free", SizeText(all), SizeText(free)),
      fmt::format("a write takes up to {} unless --memory says otherwise", SizeText(all / 4)));
}

EnvironmentCheck CoreCheck() {
  return Passed("cores", false, std::to_string(std::thread::hardware_concurrency()),
                "as many worker threads unless --threads says otherwise");
}

EnvironmentCheck OpenFilesCheck() {
  constexpr rlim_t kFew = 256;
  rlimit limit = {};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
    return Failed("open files", false, std::strerror(errno));
  }
  const std::string value =
      limit.rlim_cur == RLIM_INFINITY ? "no limit" : std::to_string(limit.rlim_cur);
  return limit.rlim_cur >= kFew
             ? Passed("open files", false, value)
             : Failed("open files", false, value, "wide writes need more: raise `ulimit -n`");
}

std::string FreeSpace(const std::string& path, int64_t* bytes) {
  struct statvfs stats = {};
  if (statvfs(path.c_str(), &stats) != 0) return std::strerror(errno);
  *bytes = static_cast<int64_t>(stats.f_bavail) * static_cast<int64_t>(stats.f_frsize);
  return SizeText(*bytes) + " free";
}

EnvironmentCheck TemporaryFolderCheck() {
  const char* variable = std::getenv("TMPDIR");
  const std::string folder = variable != nullptr && *variable != '\0' ? variable : "/tmp";
  const std::string name = "temporary folder";
  const std::string note = "rows that do not fit into the memory go there; TMPDIR names another";
  std::string pattern = folder + "/hudi-doctor-XXXXXX";
  const int descriptor = mkstemp(pattern.data());
  if (descriptor < 0) {
    return Failed(name, true, fmt::format("{}: {}", folder, std::strerror(errno)), note);
  }
  unlink(pattern.c_str());
  const bool writes = write(descriptor, "x", 1) == 1;
  const std::string error = writes ? "" : std::strerror(errno);
  close(descriptor);
  if (!writes) return Failed(name, true, fmt::format("{}: {}", folder, error), note);
  int64_t bytes = 0;
  const std::string space = FreeSpace(folder, &bytes);
  const std::string value = fmt::format("{}, {}", folder, space);
  return bytes >= kLittleSpace ? Passed(name, true, value, note)
                               : Failed(name, false, value, "little space; " + note);
}

std::vector<EnvironmentCheck> TimeZoneChecks() {
  std::vector<EnvironmentCheck> checks;
  const auto now = std::chrono::duration_cast<std::chrono::seconds>(
                       std::chrono::system_clock::now().time_since_epoch())
                       .count();
  const arrow::Result<std::shared_ptr<const TimeZone>> local = TimeZone::Local();
  if (local.ok()) {
    const int32_t minutes = (*local)->OffsetAt(now) / 60;
    checks.push_back(
        Passed("time zone", true,
               fmt::format("{}, now UTC{}{:02}:{:02}", (*local)->name(), minutes < 0 ? '-' : '+',
                           std::abs(minutes) / 60, std::abs(minutes) % 60),
               "instants of tables whose time zone is LOCAL are in it"));
  } else {
    checks.push_back(Failed("time zone", true, local.status().message(),
                            "set TZ to a zone of the time zone database, such as Europe/Berlin"));
  }
  const arrow::Status database = TimeZone::Find("Europe/Warsaw").status();
  checks.push_back(database.ok() ? Passed("time zone database", false, "found")
                                 : Failed("time zone database", false, database.message(),
                                          "install the package tzdata; zones by name need it"));
  return checks;
}

EnvironmentCheck LocaleCheck() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') {
      return Passed("locale", false, fmt::format("{}={}", name, value),
                    "files, keys and rows are UTF-8 whatever it says");
    }
  }
  return Passed("locale", false, "not set", "files, keys and rows are UTF-8");
}

struct NamedFileSystem {
  int64_t magic;
  const char* name;
  /// On these, another machine may see a file late, or locks may not reach it.
  bool is_remote;
};
// Numbers of statfs(2).
constexpr NamedFileSystem kFileSystems[] = {
    {0xEF53, "ext4", false},          {0x58465342, "xfs", false},
    {0x9123683E, "btrfs", false},     {0x01021994, "tmpfs", false},
    {0x794C7630, "overlayfs", false}, {0x2FC12FC1, "zfs", false},
    {0xF2F52010, "f2fs", false},      {0x6969, "nfs", true},
    {0xFF534D42, "cifs", true},       {0xFE534D42, "smb2", true},
    {0x65735546, "fuse", true},       {0x01021997, "9p", true},
    {0x00C36400, "ceph", true},       {0x0BD00BD0, "lustre", true},
};

EnvironmentCheck FileSystemCheck(const std::string& path) {
  struct statfs stats = {};
  if (statfs(path.c_str(), &stats) != 0) {
    return Failed("file system", false, std::strerror(errno));
  }
  for (const NamedFileSystem& row : kFileSystems) {
    if (row.magic != static_cast<int64_t>(stats.f_type)) continue;
    return Passed(
        "file system", false, row.name,
        row.is_remote ? "shared with other machines? their writers are not locked out" : "");
  }
  return Passed("file system", false, fmt::format("type {:#x}", stats.f_type));
}

EnvironmentCheck SpaceCheck(const std::string& path) {
  int64_t bytes = 0;
  const std::string value = FreeSpace(path, &bytes);
  return bytes >= kLittleSpace ? Passed("free space", false, value)
                               : Failed("free space", false, value, "little space for a write");
}

// Each step works in a folder of its own, which is removed in the end.
arrow::Status TryExclusiveCreation(Storage& storage) {
  ARROW_ASSIGN_OR_RAISE(const bool created, storage.CreateExclusive("once", "first"));
  ARROW_ASSIGN_OR_RAISE(const bool created_again, storage.CreateExclusive("once", "second"));
  ARROW_ASSIGN_OR_RAISE(const std::string content, storage.ReadAll("once"));
  if (!created || created_again || content != "first") {
    return arrow::Status::IOError("a file that exists was created again");
  }
  return arrow::Status::OK();
}

arrow::Status TryReplacing(Storage& storage) {
  ARROW_RETURN_NOT_OK(storage.Replace("replaced", "old"));
  ARROW_RETURN_NOT_OK(storage.Replace("replaced", "new"));
  ARROW_ASSIGN_OR_RAISE(const std::string content, storage.ReadAll("replaced"));
  if (content != "new") return arrow::Status::IOError("the old content is still there");
  return storage.FlushDirectory("");
}

arrow::Status TryLocking(Storage& storage) {
  ARROW_ASSIGN_OR_RAISE(const std::unique_ptr<Storage::Lock> lock, storage.TryLock("lock"));
  if (lock == nullptr) return arrow::Status::IOError("a new lock is taken already");
  ARROW_ASSIGN_OR_RAISE(const std::unique_ptr<Storage::Lock> second, storage.TryLock("lock"));
  if (second != nullptr) return arrow::Status::IOError("two holders at once");
  return arrow::Status::OK();
}

arrow::Status TrySwapping(Storage& storage) {
  ARROW_RETURN_NOT_OK(storage.MakeDirectory("a"));
  ARROW_RETURN_NOT_OK(storage.MakeDirectory("b"));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> a, Storage::Open(storage.FullPath("a")));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> b, Storage::Open(storage.FullPath("b")));
  return Storage::Exchange(*a, *b);
}

struct FolderTrial {
  const char* name;
  bool needed;
  arrow::Status (*run)(Storage& storage);
  const char* note;
};
constexpr FolderTrial kTrials[] = {
    {"exclusive creation", true, TryExclusiveCreation, "instants cannot be completed without it"},
    {"renaming over a file", true, TryReplacing, "hoodie.properties cannot be changed without it"},
    {"locks", true, TryLocking, "writers cannot keep each other out without them"},
    {"swapping two folders", false, TrySwapping,
     "--mode overwrite cannot replace a table in one step"},
};

}  // namespace

std::vector<EnvironmentCheck> EnvironmentChecks() {
  std::vector<EnvironmentCheck> checks = {ArrowCheck(), CodecCheck(),     MemoryCheck(),
                                          CoreCheck(),  OpenFilesCheck(), TemporaryFolderCheck()};
  for (EnvironmentCheck& check : TimeZoneChecks()) checks.push_back(std::move(check));
  checks.push_back(LocaleCheck());
  return checks;
}

std::vector<EnvironmentCheck> CheckFolder(const std::string& path) {
  std::vector<EnvironmentCheck> checks;
  arrow::Result<std::shared_ptr<Storage>> folder = Storage::Open(path);
  if (!folder.ok()) return {Failed("folder", true, folder.status().message())};
  const std::string root = (*folder)->root();
  const arrow::Result<FileEntry> entry = (*folder)->Stat("");
  if (!entry.ok() || !entry->is_directory) {
    return {Failed("folder", true, root,
                   entry.ok() ? "is no folder" : "does not exist; a write would make it")};
  }
  checks.push_back(FileSystemCheck(root));
  checks.push_back(SpaceCheck(root));
  // A hidden name: whoever lists the folder meanwhile takes it for no partition.
  std::string scratch = root + "/.hudi-doctor-XXXXXX";
  if (mkdtemp(scratch.data()) == nullptr) {
    checks.push_back(
        Failed("writing", true, std::strerror(errno), "tables there can be read, not written"));
    return checks;
  }
  checks.push_back(Passed("writing", true, "works"));
  arrow::Result<std::shared_ptr<Storage>> storage = Storage::Open(scratch);
  for (const FolderTrial& trial : kTrials) {
    const arrow::Status status = storage.ok() ? trial.run(**storage) : storage.status();
    checks.push_back(status.ok() ? Passed(trial.name, trial.needed, "works")
                                 : Failed(trial.name, trial.needed, status.message(), trial.note));
  }
  const arrow::Status removed =
      (*folder)->DeleteTree(std::string_view(scratch).substr(root.size() + 1));
  if (!removed.ok()) checks.push_back(Failed("removing", true, removed.message()));
  return checks;
}

}  // namespace hudi
