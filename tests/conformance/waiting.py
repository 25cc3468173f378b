# SPDX-License-Identifier: Apache-2.0
"""Which steps wait for a feature that does not exist yet, by rule.

A waiting write ends its case (what follows depends on it); a waiting read is left out.
"""

INDEXES = {
    "RECORD_INDEX": "record index",
    "RECORD_LEVEL_INDEX": "record index",
    "GLOBAL_RECORD_LEVEL_INDEX": "record index",
}


def waiting_for(case, step):
    """The missing feature's name, or None if the step can run."""
    options = {**case["table_options"], **(step.get("options") or {})}
    if step["kind"] == "read":
        return None
    if step["kind"] != "write":
        return "SQL"
    if options.get("hoodie.index.type") in INDEXES:
        return INDEXES[options["hoodie.index.type"]]
    if options.get("hoodie.clustering.inline") == "true":
        return "clustering"
    if ("hoodie.keep.max.commits" in options
            or any(":clean" in added for added in step["expect"].get("timeline_added", []))):
        return "cleaning and archiving"
    return None
