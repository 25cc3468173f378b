# SPDX-License-Identifier: Apache-2.0
"""One Spark session a release of the reference for the whole run."""

import os
import pathlib
import shutil
import subprocess

import pytest

from interop.engines import Ours, Spark

RELEASES = {"0.15.0": 6, "1.0.2": 8, "1.2.0": 9}


def missing(root, release):
    """What the session of a release lacks, or None."""
    if shutil.which("java") is None:
        return "Java"
    if not (root / ".venv-spark/bin/python").exists():
        return ".venv-spark"
    if not bundle(root, release).exists():
        return str(bundle(root, release))
    return None


def bundle(root, release):
    return root / f".deps/hudi/hudi-spark3.5-bundle_2.12-{release}.jar"


class Reference:
    def __init__(self, release, spark):
        self.release = release
        self.table_version = RELEASES[release]
        self.spark = spark


@pytest.fixture(scope="session", params=list(RELEASES))
def reference(request, root, tmp_path_factory):
    release = request.param
    lacking = missing(root, release)
    if lacking:
        explain = f"{lacking} is missing: run tools/setup.sh --interop"
        if os.environ.get("CI") == "true":
            pytest.fail(explain)
        pytest.skip(explain)
    spark = Spark(str(root / ".venv-spark/bin/python"),
                  str(pathlib.Path(__file__).with_name("spark_server.py")),
                  str(bundle(root, release)), tmp_path_factory.mktemp(f"spark-{release}"))
    yield Reference(release, spark)
    spark.stop()


@pytest.fixture(scope="session")
def ours(hudi):
    return Ours(hudi)
