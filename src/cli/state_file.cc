// SPDX-License-Identifier: Apache-2.0
#include "cli/state_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hudi/error.h"

namespace hudi::cli {
namespace {

arrow::Status Failed(const std::string& path, std::string_view doing) {
  return Fail(ErrorCode::kStorage, path, path, ": cannot ", doing, ": ", std::strerror(errno));
}

// Writes a file so that it outlives a power failure.
arrow::Status WriteDurably(const std::string& path, const std::string& text) {
  int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) return Failed(path, "write");
  size_t written = 0;
  while (written < text.size()) {
    ssize_t put = ::write(descriptor, text.data() + written, text.size() - written);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) break;
    written += static_cast<size_t>(put);
  }
  bool whole = written == text.size() && ::fsync(descriptor) == 0;
  arrow::Status status = whole ? arrow::Status::OK() : Failed(path, "write");
  if (::close(descriptor) != 0 && status.ok()) status = Failed(path, "write");
  return status;
}

arrow::Status FlushDirectoryOf(const std::string& path) {
  std::string directory = std::filesystem::path(path).parent_path();
  if (directory.empty()) directory = ".";
  int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return Failed(directory, "open");
  bool flushed = ::fsync(descriptor) == 0;
  arrow::Status status = flushed ? arrow::Status::OK() : Failed(directory, "flush");
  ::close(descriptor);
  return status;
}

arrow::Status NoState(const std::string& path, std::string_view why) {
  return Fail(ErrorCode::kInvalidArgument, path, path, ": ", why,
              ": expected a state file of hudi changes, ",
              R"({"table":"NAME","checkpoint":"INSTANT"})");
}

}  // namespace

arrow::Result<std::unique_ptr<StateFile>> StateFile::Open(std::string path) {
  std::unique_ptr<StateFile> state(new StateFile());
  state->path_ = std::move(path);
  std::ifstream file(state->path_, std::ios::binary);
  if (!file) {
    std::error_code error;
    if (!std::filesystem::exists(state->path_, error)) return state;
    return Failed(state->path_, "read");
  }
  std::string text(std::istreambuf_iterator<char>(file), {});
  nlohmann::json json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return NoState(state->path_, "it holds no JSON object");
  for (const auto& [key, value] :
       {std::pair<const char*, std::string*>{"table", &state->table_name_},
        {"checkpoint", &state->checkpoint_}}) {
    auto found = json.find(key);
    if (found == json.end() || !found->is_string() || found->get_ref<std::string&>().empty()) {
      return NoState(state->path_, fmt::format("it has no text '{}'", key));
    }
    *value = found->get<std::string>();
  }
  return state;
}

arrow::Status StateFile::BelongTo(const std::string& table_name) {
  if (!table_name_.empty() && table_name_ != table_name) {
    return Fail(ErrorCode::kInvalidArgument, path_, path_, ": the state of table '", table_name_,
                "', not of '", table_name, "'");
  }
  table_name_ = table_name;
  return arrow::Status::OK();
}

arrow::Status StateFile::Save(const std::string& checkpoint) {
  if (checkpoint == checkpoint_) return arrow::Status::OK();
  nlohmann::ordered_json json = {{"table", table_name_}, {"checkpoint", checkpoint}};
  const std::string temporary = path_ + ".new";
  ARROW_RETURN_NOT_OK(WriteDurably(
      temporary,
      json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n"));
  if (std::rename(temporary.c_str(), path_.c_str()) != 0) return Failed(path_, "rename");
  ARROW_RETURN_NOT_OK(FlushDirectoryOf(path_));
  checkpoint_ = checkpoint;
  return arrow::Status::OK();
}

}  // namespace hudi::cli
