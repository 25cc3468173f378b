# SPDX-License-Identifier: Apache-2.0
"""Runs one program and tells what it cost: seconds, CPU seconds, peak memory, its JSON answer."""

import json
import os
import subprocess
import tempfile
import time
from dataclasses import dataclass


class Failed(Exception):
    """A measured program failed, or answered something wrong; the text says which and what."""


@dataclass
class Run:
    seconds: float
    cpu_seconds: float
    peak_bytes: int
    answer: dict


def run(command, cores, stdin=""):
    """Runs `command` on `cores`: the whole process, from its start to its end.

    The answer is the JSON object on the last line of standard output. A program that times itself
    says "seconds" in it, which then counts.
    """
    command = [str(part) for part in command]
    # What the program before left to be written must not be paid for by this one.
    os.sync()
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as output, \
            tempfile.TemporaryFile() as errors:
        given.write(stdin.encode())
        given.seek(0)
        started = time.monotonic()
        process = subprocess.Popen(command, stdin=given, stdout=output, stderr=errors,
                                   preexec_fn=lambda: os.sched_setaffinity(0, cores))
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        text, error = output.read().decode(), errors.read().decode()
    if process.returncode != 0:
        raise Failed(f"{' '.join(command)}: exit {process.returncode}\n{error or text}")
    lines = text.strip().splitlines()
    answer = json.loads(lines[-1]) if lines and lines[-1].startswith("{") else {}
    return Run(answer.get("seconds", seconds), usage.ru_utime + usage.ru_stime,
               usage.ru_maxrss * 1024, answer)
