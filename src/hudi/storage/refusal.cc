// SPDX-License-Identifier: Apache-2.0
#include "hudi/storage/refusal.h"

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace hudi {
namespace {

std::string UserName(uid_t uid) {
  passwd entry{};
  passwd* found = nullptr;
  char text[4096];
  if (getpwuid_r(uid, &entry, text, sizeof(text), &found) == 0 && found != nullptr) {
    return "'" + std::string(entry.pw_name) + "'";
  }
  return "user " + std::to_string(uid);
}

std::string ModeText(mode_t mode) {
  constexpr char kLetters[] = "rwxrwxrwx";
  std::string text;
  for (int i = 0; i < 9; ++i) {
    text.push_back((mode & (0400U >> static_cast<unsigned>(i))) != 0 ? kLetters[i] : '-');
  }
  return text;
}

// The path itself, or the nearest folder above it that is there.
std::string NearestThere(std::string path, struct stat* info) {
  while (stat(path.c_str(), info) != 0) {
    const size_t slash = path.rfind('/');
    if (slash == std::string::npos || path == "/") return "";
    path.resize(slash == 0 ? 1 : slash);
  }
  return path;
}

}  // namespace

std::string RefusalText(const std::string& full_path, int error) {
  std::string text = std::strerror(error);
  struct stat info {};
  const std::string nearest = NearestThere(full_path, &info);
  if (nearest.empty()) return text;
  switch (error) {
    case ENOTDIR:
    case EEXIST:
      if (S_ISDIR(info.st_mode)) return text;
      return text + ": '" + nearest +
             "' is a file, where a folder should be; move it away, or choose another place";
    case EACCES:
    case EPERM:
      return text + ": '" + nearest + "' belongs to " + UserName(info.st_uid) + " (" +
             ModeText(info.st_mode) + "), and this runs as " + UserName(geteuid()) +
             "; chmod or chown it, or choose another place";
    case EROFS:
      return text + ": '" + nearest + "' cannot be written to; choose another place";
    case ENOENT:
      if (nearest == full_path) return text;
      return text + ": no folder can be made in '" + nearest + "'; choose another place";
    default:
      return text;
  }
}

}  // namespace hudi
