# SPDX-License-Identifier: Apache-2.0
"""The peers behind one face: bulk_insert(), upsert(), scan(), stop(); each runs in its own Python."""

import json
import pathlib
import subprocess

from processes import Failed, Run, run

ROOT = pathlib.Path(__file__).resolve().parent.parent
BENCH = ROOT / "bench"
KNOWN = ("duckdb", "delta", "hudirs", "spark", "none")
ALWAYS = ("duckdb", "delta", "hudirs")


class Missing(Exception):
    """A peer is not installed; the text says what brings it."""


def chosen(text):
    """Names of the peers: those that need no Java, and the ones asked for; "none" leaves all out."""
    names = [name for name in text.replace(",", " ").split() if name]
    for name in names:
        if name not in KNOWN:
            raise ValueError(f"--peers '{name}': expected one of {', '.join(KNOWN)}")
    if "none" in names:
        if len(names) > 1:
            raise ValueError(f"--peers '{text}': none goes with no other")
        return []
    return [name for name in KNOWN if name in ALWAYS or name in names]


def start(names, work, threads, cores):
    kinds = {"duckdb": DuckDb, "delta": Delta, "hudirs": HudiRs, "spark": Spark}
    return {name: kinds[name](work, threads, cores) for name in names}


def python_of(environment, how):
    python = ROOT / environment / "bin/python"
    if not python.exists():
        raise Missing(f"{python} is missing: {how}")
    return python


class DuckDb:
    def __init__(self, work, threads, cores):
        self.python = python_of(".venv-bench", "run `make bench`, or leave out peers (PEERS=none)")
        self.threads, self.cores = threads, cores

    def scan(self, files):
        """The faster of its two ways to give Arrow batches."""
        listed = "\n".join(map(str, files))
        return min((run([self.python, BENCH / "peer_duckdb.py", self.threads, way], self.cores,
                        stdin=listed) for way in ("stream", "collect")),
                   key=lambda done: done.seconds)

    def tpch(self, operation, *arguments):
        command = [self.python, BENCH / "peer_tpch.py", operation, *arguments]
        return run(command if operation == "generate" else [*command, self.threads], self.cores)

    def stop(self):
        pass


class Delta:
    def __init__(self, work, threads, cores):
        self.python = python_of(".venv-bench", "run `make bench`, or leave out peers (PEERS=none)")
        self.cores = cores

    def bulk_insert(self, source, table):
        return self._run("write", source, table)

    def upsert(self, source, table):
        return self._run("merge", source, table)

    def _run(self, operation, source, table):
        return run([self.python, BENCH / "peer_delta.py", operation, source, table], self.cores)

    def stop(self):
        pass


class HudiRs:
    def __init__(self, work, threads, cores):
        self.python = python_of(".venv-bench", "run `make bench`, or leave out peers (PEERS=none)")
        self.threads, self.cores = threads, cores

    def scan(self, table):
        return run([self.python, BENCH / "peer_hudi_rs.py", table], self.cores)

    def tpch(self, warehouse, queries):
        return run([self.python, BENCH / "peer_tpch.py", "hudirs", warehouse, queries, self.threads], self.cores)

    def stop(self):
        pass


class Spark:
    """One session for the whole run, warmed by a write and an upsert before anything is timed."""

    def __init__(self, work, threads, cores):
        python = python_of(".venv-spark", "run `tools/setup.sh --interop`")
        bundle = ROOT / ".deps/hudi/hudi-spark3.5-bundle_2.12-1.0.2.jar"
        if not bundle.exists():
            raise Missing(f"{bundle} is missing: run `tools/setup.sh --interop`")
        self.log = open(work / "spark.log", "w+", encoding="utf-8")
        self.process = subprocess.Popen(
            [python, BENCH / "peer_spark.py", bundle, work, str(threads)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        self._answer()

    def bulk_insert(self, source, table):
        return self._ask("write", "bulk_insert", source, table)

    def upsert(self, source, table):
        return self._ask("write", "upsert", source, table)

    def write_log_table(self, operation, source, table):
        return self._ask("write", operation, source, table, merge_on_read=True)

    def aggregate(self, table):
        return self._ask("aggregate", table)

    def _ask(self, action, *arguments, **named):
        command = {"do": action, "with": [str(value) for value in arguments], "named": named}
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        answer = self._answer()
        return Run(answer["seconds"], 0.0, 0, answer)

    def _answer(self):
        for line in self.process.stdout:
            if line.startswith("@@ "):
                answer = json.loads(line[3:])
                if "error" in answer:
                    raise Failed(f"Spark: {answer['error']}")
                return answer
        self.log.seek(0)
        raise Failed("Spark ended:\n" + self.log.read()[-2000:])

    def stop(self):
        self.process.stdin.close()
        self.process.wait(timeout=120)
        self.process.stdout.close()
        self.log.close()
