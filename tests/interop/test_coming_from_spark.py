# SPDX-License-Identifier: Apache-2.0
"""docs/coming_from_spark.md: what Spark does and what the commands below it do leave equal tables."""

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "docs"))
import pages  # noqa: E402

DIFFER_BY_NATURE = {"_hoodie_commit_time", "_hoodie_commit_seqno", "_hoodie_file_name"}


def comparable(found):
    types, rows = found
    return types, sorted((tuple(field for field in row if field[0] not in DIFFER_BY_NATURE) for row in rows),
                         key=repr)


@pytest.mark.parametrize("reference", ["1.0.2"], indirect=True)
def test_both_columns_of_the_page_do_the_same(reference, ours, hudi, build_dir, root, tmp_path):
    spark_folder, our_folder = tmp_path / "spark", tmp_path / "ours"
    (spark_folder / "data").mkdir(parents=True)
    (spark_folder / "data/in").symlink_to(root / "examples/orders")
    our_folder.mkdir()
    shell = pages.Shell(our_folder, hudi.path.resolve(), build_dir)
    compared = 0
    spark_side = False
    try:
        for block in pages.blocks_of((root / "docs/coming_from_spark.md").read_text(encoding="utf-8")):
            text = block.text.replace("/data/", f"{spark_folder}/data/")
            if block.language == "python":
                reference.spark.python(text)
            elif block.language == "sql":
                reference.spark.sql(text)
            else:
                for step in pages.steps_of(block):
                    shell.run(step.command)
                if not spark_side:
                    continue
                for table in (our_folder / "data").glob("orders*"):
                    assert comparable(ours.read(table)) == comparable(
                        reference.spark.read(spark_folder / "data" / table.name)), f"line {block.line}"
                    compared += 1
            spark_side = block.language in ("python", "sql")
    finally:
        shell.close()
        reference.spark.sql("DROP TABLE IF EXISTS orders")
    assert compared >= 10
