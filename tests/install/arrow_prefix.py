# SPDX-License-Identifier: Apache-2.0
"""A prefix laid out as an installed Arrow lays out its own, over the libraries of the pyarrow wheel.

Version files come from CMake's own writer with Arrow's setting (any version of the same major fits); each
package looks for Arrow first, and its target has a location for the Release configuration only.
"""

import pathlib
import subprocess

SO = "2600"
# package -> (library, target, targets it links)
PACKAGES = {
    "Arrow": ("arrow", "Arrow::arrow_shared", ""),
    "Parquet": ("parquet", "Parquet::parquet_shared", "Arrow::arrow_shared"),
    "ArrowCompute": ("arrow_compute", "ArrowCompute::arrow_compute_shared", "Arrow::arrow_shared"),
    "ArrowAcero": ("arrow_acero", "ArrowAcero::arrow_acero_shared", "ArrowCompute::arrow_compute_shared"),
    "ArrowDataset": ("arrow_dataset", "ArrowDataset::arrow_dataset_shared", "ArrowAcero::arrow_acero_shared"),
}


def make_arrow_prefix(folder, pyarrow, version="26.0.1", packages=tuple(PACKAGES), versions=None):
    """Fills `folder` and returns it; `versions` gives single packages another version."""
    folder = pathlib.Path(folder)
    (folder / "lib/cmake").mkdir(parents=True)
    (folder / "include").mkdir()
    for name in ("arrow", "parquet"):
        (folder / "include" / name).symlink_to(pyarrow / "include" / name)
    for package in packages:
        library, target, links = PACKAGES[package]
        add_library(folder / "lib", library, pyarrow)
        add_package(folder / "lib/cmake" / package, package, library, target, links,
                    (versions or {}).get(package, version))
    return folder


def add_library(folder, library, pyarrow):
    """libx.so -> libx.so.2600 -> libx.so.2600.1.0, the last being the wheel's."""
    full = f"lib{library}.so.{SO}.1.0"
    (folder / full).symlink_to(pyarrow / f"lib{library}.so.{SO}")
    (folder / f"lib{library}.so.{SO}").symlink_to(full)
    (folder / f"lib{library}.so").symlink_to(f"lib{library}.so.{SO}")


def add_package(folder, package, library, target, links, version):
    folder.mkdir()
    script = folder / "make_version.cmake"
    script.write_text(f"""include(CMakePackageConfigHelpers)
write_basic_package_version_file("{folder}/{package}ConfigVersion.cmake" VERSION {version}
                                 COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
""")
    subprocess.run(["cmake", "-P", script], check=True, capture_output=True)
    script.unlink()
    depends = "" if package == "Arrow" else "include(CMakeFindDependencyMacro)\nfind_dependency(Arrow CONFIG)\n"
    (folder / f"{package}Config.cmake").write_text(f"""{depends}
include("${{CMAKE_CURRENT_LIST_DIR}}/{package}Targets.cmake")
""")
    (folder / f"{package}Targets.cmake").write_text(f"""
if(NOT TARGET {target})
  get_filename_component(prefix "${{CMAKE_CURRENT_LIST_DIR}}/../../.." ABSOLUTE)
  add_library({target} SHARED IMPORTED)
  set_target_properties({target} PROPERTIES
    IMPORTED_CONFIGURATIONS RELEASE
    IMPORTED_LOCATION_RELEASE "${{prefix}}/lib/lib{library}.so.{SO}.1.0"
    IMPORTED_SONAME_RELEASE "lib{library}.so.{SO}"
    INTERFACE_INCLUDE_DIRECTORIES "${{prefix}}/include"
    INTERFACE_LINK_LIBRARIES "{links}")
endif()
""")
