#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the program and the library against raw Parquet work and against peers.

Prints one table, writes all numbers as JSON. README.md beside this file says what each line means.
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile

import merge_on_read
import peers
import report
import sql
from processes import Failed, run

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROWS = 5_000_000
UPSERTS = 484_381
ONE_ROW_RUNS = 9
CODEC = ["--set", "hoodie.parquet.compression.codec=zstd"]


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


class Bench:
    def __init__(self, arguments, work):
        self.work = work
        self.scale = arguments.scale
        self.threads = arguments.threads
        self.rounds = arguments.rounds
        self.cores = sorted(os.sched_getaffinity(0))[:arguments.threads]
        self.hudi = arguments.build / "bin/hudi"
        self.tool = arguments.build / "bin/hudi_bench"
        self.base = work / "base.parquet"
        self.upserts = work / "upserts.parquet"
        self.table = work / "table"
        self.measures = {measure.key: measure for measure in report.measures()}
        self.failures = []
        self.upserts_touch_all = False
        self.say = say
        self.peers = peers.start(arguments.peers, work, self.threads, self.cores)
        self.rows = max(1, round(ROWS * arguments.scale))
        self.num_upserts = max(5, round(UPSERTS * arguments.scale))
        say(f"making {self.rows} rows and {self.num_upserts} upserts")
        self.expected = self.own("generate", work, self.rows, self.num_upserts).answer

    # One run each; the answers are checked, so that nothing wrong is ever fast.

    def own(self, *arguments):
        return run([self.tool, *arguments], self.cores)

    def write(self, table, source, *arguments):
        return run([self.hudi, "write", table, "--input", source, "--threads", self.threads,
                    "--format", "json", *CODEC, *arguments], self.cores)

    def bulk_insert(self, table, *arguments):
        done = self.write(table, self.base, "--operation", "bulk_insert", "--key", "id",
                          "--partition-by", "region", "--ordering", "ts", *arguments)
        self.expect("bulk_insert", done.answer["inserted"], self.rows)
        return done

    def upsert(self, table, *arguments):
        done = self.write(table, self.upserts, "--operation", "upsert", *arguments)
        self.expect("updates", done.answer["updated"], self.expected["updates"])
        self.expect("inserts", done.answer["inserted"], self.expected["inserts"])
        return done

    def expect(self, what, found, wanted):
        if found != wanted:
            raise Failed(f"{what}: {found}, expected {wanted}")

    def check_rows(self, table, state):
        found = self.own("digest", table, self.threads).answer
        self.expect(f"rows and digest of {table.name}", found, self.expected[state])

    def files(self, table, *arguments):
        done = subprocess.run([self.hudi, "files", table, "--format", "json", *arguments],
                              capture_output=True, check=True)
        return {entry["file_id"]: table / entry["path"]
                for entry in map(json.loads, done.stdout.decode().splitlines())}

    # What is timed.

    def pair(self, key, ours, theirs, ours_first):
        """Runs both, in turns first, so that neither profits from the other."""
        measure = self.measures[key]
        runs = [(measure.ours, ours), (measure.theirs, theirs)]
        for samples, timed in runs if ours_first else reversed(runs):
            samples.append(timed())

    def ask(self, name, key, ours, ask):
        """Times what a peer does; one that fails is left out from then on."""
        try:
            self.measures[key].theirs.append(ask(self.peers[name]))
            self.measures[key].ours.append(ours)
        except Failed as error:
            self.failures.append(str(error))
            say(f"{name} is left out: {error}")
            self.peers.pop(name).stop()

    def ask_peers(self, operation, ask):
        """Times the operation with each peer that writes."""
        for name in list(self.peers):
            if f"{operation}_{name}" in self.measures:
                self.ask(name, f"{operation}_{name}", self.measures[operation].ours[-1],
                         lambda peer: ask(peer, self.work / name))

    def round(self, number):
        ours_first = number % 2 == 0
        self.clear("table", "raw", *[name for name in self.peers])
        say(f"round {number + 1} of {self.rounds}: bulk_insert")
        self.pair("bulk_insert", lambda: self.bulk_insert(self.table),
                  lambda: self.own("raw-bulk", self.base, self.work / "raw", self.threads),
                  ours_first)
        self.clear("raw")
        self.ask_peers("bulk_insert", lambda peer, table: peer.bulk_insert(self.base, table))

        say(f"round {number + 1} of {self.rounds}: upsert")
        self.upsert_round(ours_first)
        self.ask_peers("upsert", lambda peer, table: peer.upsert(self.upserts, table))
        if number == 0:
            self.check_rows(self.table, "merged")

        say(f"round {number + 1} of {self.rounds}: scan")
        self.scan_round(ours_first)

    def upsert_round(self, ours_first):
        before = self.files(self.table)
        if ours_first or not self.upserts_touch_all:
            self.measures["upsert"].ours.append(self.upsert(self.table))
            after = self.files(self.table)
            touched = [path for file_id, path in before.items() if after[file_id] != path]
            self.upserts_touch_all = len(touched) == len(before)
            self.measures["upsert"].theirs.append(self.raw_rewrite(touched))
        else:
            self.measures["upsert"].theirs.append(self.raw_rewrite(before.values()))
            self.measures["upsert"].ours.append(self.upsert(self.table))

    def raw_rewrite(self, files):
        done = self.own("raw-rewrite", self.work / "raw", self.threads, *files)
        self.clear("raw")
        return done

    def scan_round(self, ours_first):
        rows = self.expected["merged"]["rows"]

        def ours():
            # The better of two runs, as of DuckDB the better of two ways.
            runs = [self.own("scan", self.table, self.threads, "", "") for _ in range(2)]
            for done in runs:
                self.expect("rows scanned", done.answer["rows"], rows)
            return min(runs, key=lambda done: done.seconds)

        def duckdb():
            done = self.peers["duckdb"].scan(self.files(self.table).values())
            self.expect("rows scanned by DuckDB", done.answer["rows"], rows)
            return done

        if "duckdb" in self.peers:
            self.pair("scan", ours, duckdb, ours_first)
        else:
            self.measures["scan"].ours.append(ours())
        self.measures["read_arrow"].ours.append(
            run([self.hudi, "read", self.table, "--meta", "--threads", self.threads, "--format",
                 "arrow", "--output", "/dev/null"], self.cores))

    def one_row(self):
        say("one row")
        for _ in range(ONE_ROW_RUNS):
            self.clear("one_row")
            self.measures["one_row"].ours.append(
                run([self.hudi, "write", self.work / "one_row", "--input", "-", "--key", "id"],
                    self.cores, stdin='{"id":"a","n":1}\n'))

    def memory(self):
        say("memory")
        table = self.work / "memory"
        bounded = self.measures["memory_1gb"].ours
        bounded.append(self.bulk_insert(table, "--memory", "1GB"))
        shutil.copytree(table, self.work / "memory_256mb")
        bounded.append(self.upsert(table, "--memory", "1GB"))
        bounded.append(self.own("scan", table, self.threads, "", ""))
        self.clear("memory")
        table = self.work / "memory_256mb"
        self.measures["memory_256mb"].ours.append(self.upsert(table, "--memory", "256MB"))
        self.check_rows(table, "merged")
        self.clear("memory_256mb")

    def clear(self, *names):
        for name in names:
            shutil.rmtree(self.work / name, ignore_errors=True)

    def run(self):
        try:
            for number in range(self.rounds):
                self.round(number)
                if number == 0:
                    os.rename(self.table, self.work / "merged")  # the rows that logs must give
            self.clear("table", *[name for name in self.peers])
            merge_on_read.measure(self)
            sql.measure(self)
            self.one_row()
            self.memory()
        finally:
            for peer in self.peers.values():
                peer.stop()


def cpu_name():
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")),
                platform.processor())


def described(arguments, bench):
    commit = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"],
                            capture_output=True, text=True).stdout.strip()
    return {"when": datetime.datetime.now().isoformat(timespec="seconds"), "commit": commit,
            "cpu": cpu_name(), "cores": os.cpu_count(), "load_before": arguments.load_before,
            "scale": arguments.scale, "rows": bench.rows, "upserts": bench.num_upserts,
            "threads": arguments.threads, "rounds": arguments.rounds,
            "peers": sorted(bench.peers)}


def positive(kind):
    def parse(text):
        value = kind(text)
        if value <= 0:
            raise argparse.ArgumentTypeError(f"'{text}': expected more than 0")
        return value
    parse.__name__ = "number"
    return parse


def parse_arguments():
    cores = len(os.sched_getaffinity(0))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--scale", type=positive(float), default=1.0,
                        help=f"1: {ROWS} rows and {UPSERTS} upserts")
    parser.add_argument("--threads", type=positive(int), default=cores)
    parser.add_argument("--rounds", type=positive(int), default=3)
    parser.add_argument("--peers", default="",
                        help=f"more than duckdb,delta: spark; or none ({', '.join(peers.KNOWN)})")
    parser.add_argument("--workdir", type=pathlib.Path, help="where the temporary folder is made")
    parser.add_argument("--output", type=pathlib.Path,
                        help="the JSON file; default bench/results/TIME.json")
    arguments = parser.parse_args()
    if arguments.threads > cores:
        parser.error(f"--threads {arguments.threads}: there are {cores} cores")
    try:
        arguments.peers = peers.chosen(arguments.peers)
    except ValueError as error:
        parser.error(str(error))
    for program in ("hudi", "hudi_bench"):
        if not (arguments.build / "bin" / program).exists():
            parser.error(f"{arguments.build}/bin/{program} is missing: run `make build`")
    arguments.build = arguments.build.resolve()
    return arguments


def main():
    arguments = parse_arguments()
    arguments.load_before = os.getloadavg()[0]
    if arguments.load_before > 0.5:
        say(f"the machine is busy (load {arguments.load_before:.1f}); trust the ratios less")
    if arguments.workdir is not None:
        arguments.workdir.mkdir(parents=True, exist_ok=True)
    work = pathlib.Path(tempfile.mkdtemp(prefix="hudi-bench-", dir=arguments.workdir)).resolve()
    bench, failed = None, False
    try:
        bench = Bench(arguments, work)
        bench.run()
    except (Failed, peers.Missing) as error:
        print(f"bench: error: {error}", file=sys.stderr)
        failed = True
    finally:
        shutil.rmtree(work, ignore_errors=True)
    lines = [] if bench is None else list(bench.measures.values())
    if failed:  # what was measured before is shown all the same
        lines = [line for line in lines if line.ours]
        if not lines:
            return 1
    facts = described(arguments, bench)
    print(f"{facts['rows']} rows, {facts['upserts']} upserts, {facts['threads']} threads, "
          f"{facts['rounds']} rounds, zstd; {facts['cpu']}; {facts['commit']}")
    print("\n".join(report.table(lines)))
    output = arguments.output or (
        ROOT / "bench/results" / (facts["when"].replace(":", "") + ".json"))
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(json.dumps(dict(facts, measures=report.as_json(lines)), indent=1) + "\n",
                      encoding="utf-8")
    say(f"all numbers: {output}")
    return 1 if failed or bench.failures else 0


if __name__ == "__main__":
    sys.exit(main())
