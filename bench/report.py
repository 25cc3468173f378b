# SPDX-License-Identifier: Apache-2.0
"""What is measured against which bar, and the one table that says how it went."""

import statistics
from dataclasses import dataclass, field

MIB = 1024 * 1024
# Both sides are whole processes, so that their CPU seconds compare.
CPU_LINES = ("bulk_insert", "upsert", "log_upsert", "compaction", "tpch", "tpch_hudirs", "sql_merge")


@dataclass
class Measure:
    """One line of the table.

    kind: "slower" (ours/other must be at most the bar), "faster" (other/ours at least the bar),
    "seconds" or "bytes" (ours at most the bar), "peak" (as "slower", of the peak memory), "note"
    (no bar).
    """

    key: str
    title: str
    kind: str
    bar: float = None
    aim: float = None
    other: str = ""
    ours: list = field(default_factory=list)
    theirs: list = field(default_factory=list)

    def measured(self):
        return bool(self.ours) and (bool(self.theirs) or self.kind not in ("slower", "faster", "peak"))

    def ratio(self, value=None):
        """Median over the rounds of ours/other, or other/ours for "faster"."""
        if not self.theirs:
            return None
        if value is None:
            value = (lambda run: run.peak_bytes) if self.kind == "peak" else lambda run: run.seconds
        pairs = [(value(a), value(b)) for a, b in zip(self.ours, self.theirs)]
        if any(a <= 0 or b <= 0 for a, b in pairs):
            return None
        return statistics.median(b / a if self.kind == "faster" else a / b for a, b in pairs)

    def middle(self, runs):
        if not runs:
            return None
        # Memory is judged by the worst run.
        if self.kind in ("bytes", "peak"):
            return max(run.peak_bytes for run in runs)
        return statistics.median(run.seconds for run in runs)

    def judged(self):
        return self.middle(self.ours) if self.kind in ("seconds", "bytes") else self.ratio()

    def verdict(self):
        if self.bar is None:
            return ""
        value = self.judged()
        if value is None:
            return "not measured"
        if self.kind == "faster":
            return "aim" if value >= self.aim else "bar" if value >= self.bar else "MISSED"
        return "aim" if value <= self.aim else "bar" if value <= self.bar else "MISSED"


def measures():
    return [
        Measure("bulk_insert", "bulk_insert", "slower", 1.5, 1.2, "raw bulk"),
        Measure("upsert", "upsert", "slower", 1.8, 1.3, "raw rewrite"),
        Measure("scan", "snapshot scan", "slower", 1.2, 1.0, "DuckDB"),
        Measure("bulk_insert_spark", "bulk_insert", "faster", 4, 6, "Hudi 1.0.2 on Spark"),
        Measure("upsert_spark", "upsert", "faster", 7, 15, "Hudi 1.0.2 on Spark"),
        Measure("bulk_insert_delta", "bulk_insert", "faster", 1, 1.5, "deltalake write"),
        Measure("upsert_delta", "upsert", "faster", 1, 1.5, "deltalake merge"),
        Measure("one_row", "one row, new table", "seconds", 0.150, 0.050),
        Measure("memory_1gb", "peak, --memory 1GB", "bytes", 1536 * MIB, 1024 * MIB),
        Measure("memory_256mb", "upsert, --memory 256MB", "bytes", 450 * MIB, 300 * MIB),
        Measure("read_arrow", "hudi read to Arrow", "note"),
        Measure("log_upsert", "upsert into logs", "slower", 2.0, 1.4, "raw append"),
        Measure("log_scan", "scan with logs", "slower", 2.5, 1.5, "raw scan"),
        Measure("log_scan_hudirs", "scan with logs", "faster", 1.5, 3, "hudi-rs"),
        Measure("log_upsert_spark", "upsert into logs", "faster", 8, 20, "Hudi 1.0.2 on Spark"),
        Measure("log_aggregate_spark", "aggregate over logs", "faster", 3, 8, "Hudi 1.0.2 on Spark"),
        Measure("log_one_row", "one row into the table", "seconds", 0.400, 0.100),
        Measure("compaction", "compaction", "slower", 1.8, 1.3, "raw compaction"),
        Measure("log_memory", "scan of 10 logs", "bytes", 256 * MIB, 256 * MIB),
        Measure("tpch", "TPC-H, 22 queries", "slower", 1.15, 1.0, "DuckDB"),
        Measure("tpch_hudirs", "TPC-H, 22 queries", "faster", 1, 1.5, "hudi-rs, DataFusion"),
        Measure("sql_merge", "SQL MERGE", "faster", 1.5, 3, "deltalake merge"),
        Measure("sql_merge_memory", "peak of SQL MERGE", "peak", 1.0, 1.0, "deltalake merge"),
        Measure("sql_script", "SQL first steps", "seconds", 1.5, 0.5),
    ]


def amount(measure, value):
    if value is None:
        return ""
    if measure.kind in ("bytes", "peak"):
        return f"{value / MIB:.0f} MiB"
    return f"{value * 1000:.0f} ms" if measure.kind == "seconds" else f"{value:.2f} s"


def limit(measure, value):
    if value is None:
        return ""
    if measure.kind == "faster":
        return f"≥ {value:g}×"
    if measure.kind in ("slower", "peak"):
        return f"≤ {value:g}×"
    return f"≤ {amount(measure, value)}"


def times(value):
    return "" if value is None else f"{value:.2f}×"


def table(lines):
    """The lines of the one table. `cpu` is the ratio of CPU seconds of whole processes."""
    header = ["measure", "ours", "against", "theirs", "ratio", "cpu", "bar", "aim", "verdict"]
    rows = [[m.title, amount(m, m.middle(m.ours)), m.other, amount(m, m.middle(m.theirs)),
             times(m.ratio()),
             times(m.ratio(lambda run: run.cpu_seconds)) if m.key in CPU_LINES
             else "", limit(m, m.bar), limit(m, m.aim), m.verdict()]
            for m in lines if m.measured()]
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
    numbers = {1, 3, 4, 5, 6, 7}

    def line(row):
        return "  ".join(cell.rjust(width) if i in numbers else cell.ljust(width)
                         for i, (cell, width) in enumerate(zip(row, widths))).rstrip()

    return [line(header), "  ".join("-" * width for width in widths), *map(line, rows)]


def as_json(lines):
    def runs(values):
        return [{"seconds": round(run.seconds, 4), "cpu_seconds": round(run.cpu_seconds, 4),
                 "peak_bytes": run.peak_bytes, "answer": run.answer} for run in values]

    return [{"measure": m.key, "title": m.title, "against": m.other, "kind": m.kind,
             "ours": m.middle(m.ours), "theirs": m.middle(m.theirs), "ratio": m.ratio(),
             "cpu_ratio": m.ratio(lambda run: run.cpu_seconds), "bar": m.bar, "aim": m.aim,
             "verdict": m.verdict(), "runs": runs(m.ours), "runs_theirs": runs(m.theirs)}
            for m in lines if m.measured()]
