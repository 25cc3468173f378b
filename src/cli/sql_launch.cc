// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "cli/sql_run.h"
#include "hudi/error.h"

namespace hudi::cli {
namespace {

// As they were given to this process.
std::vector<std::string> OwnArguments() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  std::vector<std::string> arguments;
  size_t begin = 0;
  while (begin < text.size()) {
    size_t end = std::min(text.find('\0', begin), text.size());
    arguments.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return arguments;
}

}  // namespace

arrow::Status RunSql(const Arguments&) {
  std::error_code error;
  std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  std::string program = (self.parent_path() / "hudi-sql").string();
  std::vector<std::string> arguments = OwnArguments();
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  // What is ignored stays ignored in the other program, which ignores it itself.
  std::signal(SIGPIPE, SIG_DFL);
  ::execv(program.c_str(), pointers.data());
  return Fail(ErrorCode::kUnsupported, program, "SQL is not installed: cannot start '", program,
              "': ", std::strerror(errno));
}

}  // namespace hudi::cli
