# SPDX-License-Identifier: Apache-2.0
# Third-party libraries, all as imported targets with system includes. docs/dependencies.md says why each is here.

set(HUDI_ARROW_VERSION 26)
set(HUDI_ARROW_SO 2600)

if(HUDI_SYSTEM_DEPS)
  find_package(Arrow ${HUDI_ARROW_VERSION} REQUIRED)
  find_package(Parquet ${HUDI_ARROW_VERSION} REQUIRED)
  find_package(ArrowCompute ${HUDI_ARROW_VERSION} REQUIRED)
  add_library(hudi_arrow INTERFACE)
  target_link_libraries(hudi_arrow INTERFACE Arrow::arrow_shared Parquet::parquet_shared
                                             ArrowCompute::arrow_compute_shared)
else()
  # The pyarrow wheel ships headers and versioned shared libraries, but no CMake package.
  set(HUDI_PYARROW_DIR "" CACHE PATH "The pyarrow package directory that supplies Arrow C++")
  if(NOT HUDI_PYARROW_DIR)
    file(GLOB HUDI_PYARROW_CANDIDATES
         "${CMAKE_SOURCE_DIR}/.venv/lib/python3*/site-packages/pyarrow")
    list(LENGTH HUDI_PYARROW_CANDIDATES HUDI_PYARROW_COUNT)
    if(HUDI_PYARROW_COUNT EQUAL 0)
      message(FATAL_ERROR "No pyarrow wheel in .venv. Run tools/setup.sh (or `make deps`), pass "
                          "-DHUDI_PYARROW_DIR=..., or use an installed Arrow ${HUDI_ARROW_VERSION} with -DHUDI_SYSTEM_DEPS=ON.")
    endif()
    list(GET HUDI_PYARROW_CANDIDATES 0 HUDI_PYARROW_DIR)
  endif()
  add_library(hudi_arrow INTERFACE)
  foreach(lib arrow parquet arrow_compute)
    set(path "${HUDI_PYARROW_DIR}/lib${lib}.so.${HUDI_ARROW_SO}")
    if(NOT EXISTS "${path}")
      message(FATAL_ERROR "${path} is missing: the pyarrow wheel must be version ${HUDI_ARROW_VERSION}.")
    endif()
    add_library(hudi_lib${lib} SHARED IMPORTED)
    set_target_properties(hudi_lib${lib} PROPERTIES IMPORTED_LOCATION "${path}")
    target_link_libraries(hudi_arrow INTERFACE hudi_lib${lib})
  endforeach()
  target_include_directories(hudi_arrow SYSTEM INTERFACE "${HUDI_PYARROW_DIR}/include")
endif()

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(ZLIB REQUIRED)
if(HUDI_BUILD_TESTS)
  find_package(GTest REQUIRED)
endif()

# The SQL session's engine. Called by whoever links it; makes the target hudi_duckdb.
set(HUDI_DUCKDB_VERSION 1.4.4)
function(hudi_require_duckdb)
  if(TARGET hudi_duckdb)
    return()
  endif()
  if(HUDI_SYSTEM_DEPS)
    find_library(HUDI_DUCKDB_LIBRARY duckdb REQUIRED)
    find_path(HUDI_DUCKDB_INCLUDE duckdb.hpp REQUIRED)
  else()
    set(HUDI_DUCKDB_LIBRARY "${CMAKE_SOURCE_DIR}/.deps/duckdb/lib/libduckdb.so")
    set(HUDI_DUCKDB_INCLUDE "${CMAKE_SOURCE_DIR}/.deps/duckdb/include")
    if(NOT EXISTS "${HUDI_DUCKDB_LIBRARY}")
      message(FATAL_ERROR "${HUDI_DUCKDB_LIBRARY} is missing. Run tools/setup.sh (or `make deps`).")
    endif()
  endif()
  # Its C++ interface has no stable form: headers and library must be of exactly this version.
  file(STRINGS "${HUDI_DUCKDB_LIBRARY}" found REGEX "^v${HUDI_DUCKDB_VERSION}$" LIMIT_COUNT 1)
  if(NOT found)
    message(FATAL_ERROR "${HUDI_DUCKDB_LIBRARY} is not DuckDB ${HUDI_DUCKDB_VERSION}.")
  endif()
  add_library(hudi_duckdb SHARED IMPORTED GLOBAL)
  set_target_properties(hudi_duckdb PROPERTIES IMPORTED_LOCATION "${HUDI_DUCKDB_LIBRARY}")
  target_include_directories(hudi_duckdb SYSTEM INTERFACE "${HUDI_DUCKDB_INCLUDE}")
endfunction()

find_program(HUDI_CCACHE ccache)
if(HUDI_CCACHE)
  # Precompiled headers need the two sloppiness flags to be cached at all.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_NOHASHDIR=1 CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} ${HUDI_CCACHE})
endif()
