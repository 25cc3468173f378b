# SPDX-License-Identifier: Apache-2.0
# The SQL session's engine. Whoever links it calls hudi_require_duckdb(), which makes the target hudi_duckdb.

set(HUDI_DUCKDB_VERSION 1.4.4)

function(hudi_require_duckdb)
  if(TARGET hudi_duckdb)
    return()
  endif()
  if(HUDI_SYSTEM_DEPS)
    find_library(HUDI_DUCKDB_LIBRARY duckdb)
    find_path(HUDI_DUCKDB_INCLUDE duckdb.hpp)
    if(NOT HUDI_DUCKDB_LIBRARY OR NOT HUDI_DUCKDB_INCLUDE)
      message(FATAL_ERROR "No installed DuckDB ${HUDI_DUCKDB_VERSION} was found (libduckdb and duckdb.hpp): add its prefix to CMAKE_PREFIX_PATH.")
    endif()
  else()
    set(HUDI_DUCKDB_LIBRARY "${CMAKE_SOURCE_DIR}/.deps/duckdb/lib/libduckdb.so")
    set(HUDI_DUCKDB_INCLUDE "${CMAKE_SOURCE_DIR}/.deps/duckdb/include")
    if(NOT EXISTS "${HUDI_DUCKDB_LIBRARY}")
      message(FATAL_ERROR "${HUDI_DUCKDB_LIBRARY} is missing. Run tools/setup.sh (or `make deps`).")
    endif()
  endif()
  hudi_duckdb_version(version)
  if(NOT version STREQUAL "v${HUDI_DUCKDB_VERSION}")
    message(FATAL_ERROR "${HUDI_DUCKDB_LIBRARY} is DuckDB ${version}: expected exactly v${HUDI_DUCKDB_VERSION}, as its C++ interface has no stable form.")
  endif()
  add_library(hudi_duckdb SHARED IMPORTED GLOBAL)
  set_target_properties(hudi_duckdb PROPERTIES IMPORTED_LOCATION "${HUDI_DUCKDB_LIBRARY}")
  target_include_directories(hudi_duckdb SYSTEM INTERFACE "${HUDI_DUCKDB_INCLUDE}")
endfunction()

# Asks the library itself: its text names older versions too.
function(hudi_duckdb_version result)
  try_run(exit_code compiled
    SOURCE_FROM_CONTENT duckdb_version.c "
      #include <stdio.h>
      const char *duckdb_library_version(void);
      int main(void) { return puts(duckdb_library_version()) < 0; }"
    NO_CACHE
    LINK_LIBRARIES "${HUDI_DUCKDB_LIBRARY}"
    RUN_OUTPUT_STDOUT_VARIABLE version)
  string(STRIP "${version}" version)
  if(NOT compiled OR NOT exit_code EQUAL 0 OR NOT version)
    set(version "of unknown version")
  endif()
  set(${result} "${version}" PARENT_SCOPE)
endfunction()
