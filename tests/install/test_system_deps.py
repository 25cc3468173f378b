# SPDX-License-Identifier: Apache-2.0
"""HUDI_SYSTEM_DEPS=ON: an installed Arrow and DuckDB are taken, wrong ones refused in one sentence. No build."""

import re
import subprocess

import pytest

from install.arrow_prefix import make_arrow_prefix


@pytest.fixture(scope="module")
def pyarrow(root):
    folder = next((root / ".venv/lib").glob("python3*/site-packages/pyarrow"), None)
    if folder is None:
        pytest.skip("no pyarrow wheel to make a prefix of")
    return folder


def configure(source, folder, *settings):
    return subprocess.run(["cmake", "-S", source, "-B", folder, "-G", "Ninja", "-DHUDI_SYSTEM_DEPS=ON",
                           *settings], capture_output=True, text=True, timeout=300)


def configure_project(root, folder, prefix, *settings):
    return configure(root, folder, f"-DCMAKE_PREFIX_PATH={prefix};{root / '.deps/duckdb'}",
                     "-DHUDI_BUILD_TESTS=OFF", *settings)


def complaint(done):
    """CMake's error without its line breaks."""
    assert done.returncode != 0, done.stdout
    return re.sub(r"\s+", " ", done.stderr)


# ---- Arrow --------------------------------------------------------------------------------------
def test_takes_an_installed_arrow(root, pyarrow, tmp_path):
    prefix = make_arrow_prefix(tmp_path / "arrow", pyarrow)
    done = configure_project(root, tmp_path / "build", prefix)
    assert done.returncode == 0, done.stderr
    assert f"Arrow 26.0.1: {prefix}/lib/cmake/Arrow" in done.stdout
    rules = (tmp_path / "build/build.ninja").read_text()
    for library in ("arrow", "parquet", "arrow_compute"):
        assert f"{prefix}/lib/lib{library}.so.2600.1.0" in rules
    assert f"-isystem {prefix}/include" in rules
    assert "site-packages/pyarrow" not in rules


def test_takes_the_fitting_one_of_two_installed_arrows(root, pyarrow, tmp_path):
    wrong = make_arrow_prefix(tmp_path / "wrong", pyarrow, version="25.0.0")
    right = make_arrow_prefix(tmp_path / "right", pyarrow)
    done = configure_project(root, tmp_path / "build", f"{wrong};{right}")
    assert done.returncode == 0, done.stderr
    assert f"{right}/lib/cmake/Arrow" in done.stdout


@pytest.mark.parametrize("version", ["25.0.0", "27.0.0"])
def test_refuses_another_major_version(root, pyarrow, tmp_path, version):
    prefix = make_arrow_prefix(tmp_path / "arrow", pyarrow, version=version)
    assert (f"Arrow {version} ({prefix}/lib/cmake/Arrow/ArrowConfig.cmake) cannot be used: expected version 26."
            in complaint(configure_project(root, tmp_path / "build", prefix)))


def test_says_when_there_is_none(root, tmp_path):
    done = configure_project(root, tmp_path / "build", tmp_path, "-DCMAKE_DISABLE_FIND_PACKAGE_Arrow=ON")
    assert ("No installed Arrow 26 was found: add its prefix to CMAKE_PREFIX_PATH." in complaint(done))


def test_refuses_an_arrow_without_compute(root, pyarrow, tmp_path):
    prefix = make_arrow_prefix(tmp_path / "arrow", pyarrow, packages=("Arrow", "Parquet"))
    assert (f"The Arrow in {prefix}/lib/cmake/Arrow came without the CMake package ArrowCompute"
            in complaint(configure_project(root, tmp_path / "build", prefix)))


def test_refuses_packages_of_different_versions(root, pyarrow, tmp_path):
    prefix = make_arrow_prefix(tmp_path / "arrow", pyarrow, versions={"Parquet": "26.0.0"})
    text = complaint(configure_project(root, tmp_path / "build", prefix))
    assert "Parquet 26.0.0" in text and "does not go with Arrow 26.0.1" in text


# ---- who uses the library ------------------------------------------------------------------------
@pytest.fixture(scope="module")
def package(root, pyarrow, tmp_path_factory):
    """The CMake package of a library configured with an installed Arrow 26.0.1; the library is not built."""
    folder = tmp_path_factory.mktemp("package")
    arrow = make_arrow_prefix(folder / "arrow", pyarrow)
    assert configure_project(root, folder / "build", arrow).returncode == 0
    (folder / "hudi/lib/cmake/hudi").mkdir(parents=True)
    (folder / "hudi/include").mkdir()
    for name in ("hudiConfig.cmake", "hudiConfigVersion.cmake"):
        (folder / "hudi/lib/cmake/hudi" / name).write_text((folder / "build" / name).read_text())
    return folder / "hudi"


def test_a_user_gets_arrow_with_the_library(root, pyarrow, package, tmp_path):
    arrow = make_arrow_prefix(tmp_path / "arrow", pyarrow, version="26.0.3")
    done = configure(root / "examples/cpp", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={package};{arrow}")
    assert done.returncode == 0, done.stderr
    assert f"{arrow}/lib/libarrow.so.2600.1.0" in (tmp_path / "build/build.ninja").read_text()


@pytest.mark.parametrize("version", ["25.0.0", "26.1.0"])
def test_a_user_with_another_arrow_is_told(root, pyarrow, package, tmp_path, version):
    """26.1 has other library names than 26.0, so it is another Arrow for a program."""
    arrow = make_arrow_prefix(tmp_path / "arrow", pyarrow, version=version)
    done = configure(root / "examples/cpp", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={package};{arrow}")
    assert f"hudi was built with Arrow 26.0: found {version}" in complaint(done)


# ---- DuckDB -------------------------------------------------------------------------------------
@pytest.fixture
def duckdb_user(root, tmp_path):
    """A project that does nothing but ask for DuckDB."""
    source = tmp_path / "user"
    source.mkdir()
    (source / "CMakeLists.txt").write_text(f"""
cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES C)
include("{root}/cmake/duckdb.cmake")
hudi_require_duckdb()
get_target_property(location hudi_duckdb IMPORTED_LOCATION)
message(STATUS "taken: ${{location}}")
""")
    return source


def make_duckdb_prefix(folder, version):
    """A library that says it is `version`, though its text names 1.4.4 as well."""
    (folder / "lib").mkdir(parents=True)
    (folder / "include").mkdir()
    (folder / "include/duckdb.hpp").write_text("")
    source = folder / "duckdb.c"
    source.write_text(f"""
const char *older_versions[] = {{"v1.4.3", "v1.4.4"}};
const char *duckdb_library_version(void) {{ return "{version}"; }}
""")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", folder / "lib/libduckdb.so", source], check=True)
    return folder


def test_takes_an_installed_duckdb_of_the_exact_version(duckdb_user, tmp_path):
    prefix = make_duckdb_prefix(tmp_path / "duckdb", "v1.4.4")
    done = configure(duckdb_user, tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    assert done.returncode == 0, done.stderr
    assert f"taken: {prefix}/lib/libduckdb.so" in done.stdout


def test_takes_the_library_that_the_set_up_brings(root, duckdb_user, tmp_path):
    library = root / ".deps/duckdb"
    if not library.exists():
        pytest.skip("no .deps/duckdb")
    done = configure(duckdb_user, tmp_path / "build", f"-DCMAKE_PREFIX_PATH={library}")
    assert done.returncode == 0, done.stderr
    assert f"taken: {library}/lib/libduckdb.so" in done.stdout


@pytest.mark.parametrize("version", ["v1.4.5", "v1.4.3"])
def test_refuses_another_duckdb(duckdb_user, tmp_path, version):
    prefix = make_duckdb_prefix(tmp_path / "duckdb", version)
    done = configure(duckdb_user, tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    assert f"{prefix}/lib/libduckdb.so is DuckDB {version}: expected exactly v1.4.4" in complaint(done)


def test_says_when_there_is_no_duckdb(duckdb_user, tmp_path):
    done = configure(duckdb_user, tmp_path / "build", "-DCMAKE_FIND_ROOT_PATH=/nonexistent",
                     "-DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY")
    assert "No installed DuckDB 1.4.4 was found" in complaint(done)
