# SPDX-License-Identifier: Apache-2.0
"""The lines of merge-on-read tables: the same rows and upserts, the updates in log files."""

import os
import shutil

from processes import Failed, run

# Updates go to log files and inserts to base files of their own: with small files to fill, an upsert
# rewrites them as in a copy-on-write table.
OPTIONS = ["--set", "hoodie.datasource.write.table.type=MERGE_ON_READ",
           "--set", "hoodie.compact.inline=false", "--set", "hoodie.parquet.small.file.limit=0"]
ONE_ROW = ('{"id":"one","region":"eu-north","ts":1,"quantity":1,"price":1.5,"amount":"1.50","order_date":"2024-01-01",'
           '"updated_at":"2024-01-01T00:00:00Z","status":"PAID","city":"city-001","note":null,"flag":true}\n')
ONE_ROW_RUNS = 5
LOGS = 10


class MergeOnRead:
    def __init__(self, bench):
        self.bench = bench
        self.loaded = bench.work / "logs_loaded"  # base files alone
        self.table = bench.work / "logs"
        self.rows = bench.expected["merged"]["rows"]

    def upsert(self, table, *arguments):
        return self.bench.upsert(table, *OPTIONS, *arguments)

    def fresh(self, table):
        """The table without logs; its base files are never changed, so links will do."""
        shutil.rmtree(table, ignore_errors=True)
        shutil.copytree(self.loaded, table, copy_function=os.link)

    def base_files(self, table):
        return sorted(table.glob("*/*.parquet"))

    def round(self, number):
        bench, ours_first = self.bench, number % 2 == 0
        bench.say(f"round {number + 1} of {bench.rounds}: logs")
        self.fresh(self.table)
        loaded = self.base_files(self.loaded)
        bench.pair("log_upsert", lambda: self.upsert(self.table),
                   lambda: bench.own("raw-append", bench.upserts, bench.work / "raw", bench.threads, *loaded),
                   ours_first)
        bench.clear("raw")
        if number == 0:
            bench.check_rows(self.table, "merged")
        bench.pair("log_scan", self.scan, self.raw_scan, ours_first)
        self.peers(number)
        bench.pair("compaction", self.compact,
                   lambda: bench.own("raw-compact", bench.upserts, bench.work / "raw", bench.threads, *loaded),
                   ours_first)
        bench.clear("raw")
        if number == 0:
            bench.check_rows(self.table, "merged")

    def counted(self, what, done):
        self.bench.expect(f"rows of {what}", done.answer["rows"], self.rows)
        return done

    def scan(self):
        runs = [self.counted("the scan", self.bench.own("scan", self.table, self.bench.threads, "", ""))
                for _ in range(2)]
        return min(runs, key=lambda done: done.seconds)

    def raw_scan(self):
        runs = [self.counted("the raw scan",
                             self.bench.own("raw-scan", self.bench.threads, *self.newest_merged()))
                for _ in range(2)]
        return min(runs, key=lambda done: done.seconds)

    def newest_merged(self):
        """The files of the copy-on-write table that holds the same rows."""
        return self.bench.files(self.bench.work / "merged").values()

    def compact(self):
        return run([self.bench.hudi, "compact", self.table, "--threads", self.bench.threads], self.bench.cores)

    def peers(self, number):
        bench = self.bench
        if "hudirs" in bench.peers:
            bench.ask("hudirs", "log_scan_hudirs", bench.measures["log_scan"].ours[-1],
                      lambda peer: self.counted("hudi-rs", peer.scan(self.table)))
        if "spark" in bench.peers:
            table = bench.work / "spark_logs"
            bench.clear("spark_logs")

            def upsert(peer):
                peer.write_log_table("bulk_insert", bench.base, table)
                return peer.write_log_table("upsert", bench.upserts, table)

            bench.ask("spark", "log_upsert_spark", bench.measures["log_upsert"].ours[-1], upsert)
            ours = self.counted("the aggregate", bench.own("aggregate", self.table, bench.threads))
            bench.ask("spark", "log_aggregate_spark", ours, lambda peer: self.same(ours, peer.aggregate(table)))

    def same(self, ours, theirs):
        for name in ("rows", "quantity", "ts"):
            self.bench.expect(f"{name} of the aggregate", ours.answer[name], theirs.answer[name])
        if abs(ours.answer["price"] - theirs.answer["price"]) > 1e-6 * abs(theirs.answer["price"]):
            raise Failed(f"price of the aggregate: {ours.answer['price']}, expected {theirs.answer['price']}")
        return theirs

    def one_row(self):
        self.bench.say("one row into the table")
        self.fresh(self.table)
        for _ in range(ONE_ROW_RUNS):
            self.bench.measures["log_one_row"].ours.append(
                run([self.bench.hudi, "write", self.table, "--input", "-", "--operation", "upsert", *OPTIONS],
                    self.bench.cores, stdin=ONE_ROW))

    def memory(self):
        self.bench.say(f"{LOGS} logs a file group")
        self.fresh(self.table)
        for _ in range(LOGS):
            run([self.bench.hudi, "write", self.table, "--input", self.bench.upserts, "--operation", "upsert",
                 "--quiet", *OPTIONS], self.bench.cores)
        done = run([self.bench.hudi, "read", self.table, "--meta", "--threads", self.bench.threads,
                    "--memory", "256MiB", "--format", "arrow", "--output", "/dev/null"],
                   self.bench.cores)
        self.bench.measures["log_memory"].ours.append(done)
        self.bench.check_rows(self.table, "merged")


def measure(bench):
    logs = MergeOnRead(bench)
    bench.bulk_insert(logs.loaded, *OPTIONS)
    for number in range(bench.rounds):
        logs.round(number)
    logs.one_row()
    logs.memory()
    bench.clear("logs", "logs_loaded", "merged", "spark_logs")
