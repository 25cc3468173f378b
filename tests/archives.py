# SPDX-License-Identifier: Apache-2.0
"""Unpacking the archives among the fixtures."""

import tarfile


def extract(archive, folder, members=None):
    """Extracts an open archive; without a filter where Python has none yet (3.11.2, Debian 12's)."""
    safe = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
    archive.extractall(folder, members=members, **safe)
