# SPDX-License-Identifier: Apache-2.0
"""Every codec name that the configuration accepts writes the codec it stands for."""

import pyarrow.parquet as parquet
import pytest

CODECS = {"zstd": "ZSTD", "gzip": "GZIP", "snappy": "SNAPPY", "lz4": "LZ4", "lz4_raw": "LZ4",
          "brotli": "BROTLI", "uncompressed": "UNCOMPRESSED", "none": "UNCOMPRESSED",
          "": "UNCOMPRESSED", "GZIP": "GZIP"}


@pytest.mark.parametrize("name", CODECS)
def test_codec(hudi, tmp_path, name):
    hudi.ok("write", tmp_path / "t", "--input", "-", "--key", "id", "--operation", "insert",
            "--set", f"hoodie.parquet.compression.codec={name}", stdin='{"id": "1"}\n')
    file, = (tmp_path / "t").glob("*.parquet")
    assert parquet.ParquetFile(file).metadata.row_group(0).column(0).compression == CODECS[name]
    assert hudi.json_lines("read", tmp_path / "t", "--format", "json") == [{"id": "1"}]


def test_an_unknown_codec_is_refused(hudi, tmp_path):
    done = hudi("write", tmp_path / "t", "--input", "-", "--key", "id",
                "--set", "hoodie.parquet.compression.codec=zst", stdin='{"id": "1"}\n')
    assert done.returncode == 1 and "'zst': expected one of" in done.stderr
