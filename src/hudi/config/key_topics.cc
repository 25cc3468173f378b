// SPDX-License-Identifier: Apache-2.0
#include "hudi/config/key_topics.h"

namespace hudi {
namespace {

constexpr KeyTopic kTopics[] = {
    {"write", "Writing", "Each write reads it from its options (--set)."},
    {"keys", "Keys and partitions",
     "Each write reads it from its options (--set); what was chosen at creation stands in "
     "hoodie.properties and may not be contradicted."},
    {"merge", "Which row wins",
     "Each write reads it from its options (--set); what was chosen at creation stands in "
     "hoodie.properties and may not be contradicted."},
    {"files", "Files and their sizes", "Each write reads it from its options (--set)."},
    {"index", "Indexes: finding stored keys", "Each write reads it from its options (--set)."},
    {"read", "Reading", "Each read takes it from its options (--set)."},
    {"table", "Table properties",
     "Stands in .hoodie/hoodie.properties; a write that creates the table may give it."},
    {"locks", "Several writers", "Each write reads it from its options (--set)."},
    {"metadata", "Metadata table", "Writes read it, and queries that use the metadata table."},
    {"clean", "Cleaning, archiving, rollback, expiry",
     "The table services behind a write read it."},
    {"compact", "Compaction and clustering", "The table services behind a write read it."},
    {"services", "Services run elsewhere", "Writers that hand services over read it."},
    {"checks", "Checks, error tables, callbacks", "Each write reads it."},
    {"storage", "Listings, memory, storage", "Hudi's own tasks read it."},
    {"bootstrap", "Bootstrap", "Hudi's bootstrap of a table from plain files reads it."},
    {"sync", "Catalogs", "The step that registers a table in a catalog reads it."},
    {"metrics", "Metrics", "Hudi's metrics reporters read it."},
};

}  // namespace

std::span<const KeyTopic> KeyTopics() { return kTopics; }

const KeyTopic* FindKeyTopic(std::string_view word) {
  for (const KeyTopic& topic : kTopics) {
    if (topic.word == word) return &topic;
  }
  return nullptr;
}

}  // namespace hudi
