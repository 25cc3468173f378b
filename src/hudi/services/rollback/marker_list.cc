// SPDX-License-Identifier: Apache-2.0
#include "hudi/services/rollback/marker_list.h"

#include <utility>

#include "hudi/base/text.h"
#include "hudi/error.h"

namespace hudi {
namespace {

constexpr std::string_view kMarkerInfix = ".marker.";

/// `<path>.marker.<TYPE>`
std::optional<Marker> ParseMarker(std::string_view text) {
  size_t infix = text.rfind(kMarkerInfix);
  if (infix == std::string_view::npos || infix == 0) return std::nullopt;
  std::string_view type = text.substr(infix + kMarkerInfix.size());
  if (type != "CREATE" && type != "MERGE" && type != "APPEND") return std::nullopt;
  return Marker{std::string(text.substr(0, infix)), std::string(type)};
}

}  // namespace

arrow::Result<std::optional<std::vector<Marker>>> ListMarkers(const Storage& storage,
                                                              std::string_view instant) {
  std::string directory = ".hoodie/.temp/" + std::string(instant);
  ARROW_ASSIGN_OR_RAISE(bool exists, storage.Exists(directory));
  if (!exists) return std::optional<std::vector<Marker>>();
  std::vector<Marker> markers;
  ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> entries, storage.ListRecursive(directory));
  for (const FileEntry& entry : entries) {
    if (entry.is_directory || IsChecksumSideFile(entry.name())) continue;
    std::string_view below = std::string_view(entry.path).substr(directory.size() + 1);
    if (std::optional<Marker> marker = ParseMarker(below)) {
      markers.push_back(*std::move(marker));
      continue;
    }
    bool of_server = below.starts_with("MARKERS") && below != "MARKERS.type";
    if (!of_server) continue;
    ARROW_ASSIGN_OR_RAISE(std::string text, storage.ReadAll(entry.path));
    for (const std::string& line : SplitText(text, '\n')) {
      if (TrimWhitespace(line).empty()) continue;
      std::optional<Marker> marker = ParseMarker(TrimWhitespace(line));
      if (!marker) {
        return CorruptFile(entry.path, 0,
                           "'" + line + "' is no marker (<path>.marker.CREATE, MERGE or APPEND)");
      }
      markers.push_back(*std::move(marker));
    }
  }
  return std::optional<std::vector<Marker>>(std::move(markers));
}

}  // namespace hudi
