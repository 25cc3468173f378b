# SPDX-License-Identifier: Apache-2.0
"""Installs the library and builds examples/cpp against the installed package, as a user would."""

import os
import subprocess

import pytest


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True,
                          timeout=600, **options)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def prefix(build_dir, tmp_path_factory):
    """A folder that holds an installation."""
    folder = tmp_path_factory.mktemp("installed")
    run("cmake", "--install", build_dir, "--prefix", folder)
    return folder


def pyarrow_dir(root):
    return next((root / ".venv/lib").glob("python3*/site-packages/pyarrow"), None)


def build_consumer(root, prefix, folder, *settings):
    run("cmake", "-S", root / "examples/cpp", "-B", folder, "-G", "Ninja",
        f"-DCMAKE_PREFIX_PATH={prefix}", *settings)
    run("cmake", "--build", folder)
    return folder / "orders"


def test_installs_program_library_headers_and_licence(prefix):
    assert (prefix / "include/hudi/table_reader.h").is_file()
    assert list(prefix.glob("lib*/**/libhudi.so")) and list(prefix.glob("lib*/**/hudiConfig.cmake"))
    assert list(prefix.glob("share/doc/*/LICENSE"))
    assert "read" in run(prefix / "bin/hudi", "--help")


def test_installs_the_manual_page_and_the_completions(prefix):
    program = prefix / "bin/hudi"
    page = (prefix / "share/man/man1/hudi.1").read_text()
    assert page.count("\n.SS ") > 10 and ".TH HUDI 1 " in page
    for shell, path in [("bash", "bash-completion/completions/hudi"),
                        ("zsh", "zsh/site-functions/_hudi")]:
        assert (prefix / "share" / path).read_text() == run(program, "completion", shell)


def test_a_consumer_finds_links_and_runs(root, prefix, tmp_path):
    program = build_consumer(root, prefix, tmp_path / "build")
    table = tmp_path / "orders"
    # No LD_LIBRARY_PATH: what was installed must find its own libraries.
    environment = {k: v for k, v in os.environ.items() if k != "LD_LIBRARY_PATH"}
    assert run(program, table, env=environment) == "inserted 3, updated 1\npaid: 2\n"


def test_a_consumer_may_name_its_own_arrow(root, prefix, tmp_path):
    folder = pyarrow_dir(root)
    if folder is None:
        pytest.skip("built with an installed Arrow")
    build_consumer(root, prefix, tmp_path / "build", f"-DHUDI_PYARROW_DIR={folder}")


def test_a_wrong_arrow_folder_is_named(root, prefix, tmp_path):
    done = subprocess.run(["cmake", "-S", root / "examples/cpp", "-B", tmp_path / "build", "-G",
                           "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
                           "-DHUDI_PYARROW_DIR=/nonexistent"], capture_output=True, text=True)
    assert done.returncode != 0
    assert "/nonexistent/libarrow.so" in done.stderr
