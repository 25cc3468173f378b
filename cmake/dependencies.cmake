# SPDX-License-Identifier: Apache-2.0
# Third-party libraries, all as imported targets with system includes. docs/dependencies.md says why each is here.

include(arrow)
include(duckdb)

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(roaring REQUIRED)
if(HUDI_BUILD_TESTS)
  find_package(GTest REQUIRED)
endif()

find_program(HUDI_CCACHE ccache)
if(HUDI_CCACHE)
  # Precompiled headers need the two sloppiness flags to be cached at all.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_NOHASHDIR=1 CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} ${HUDI_CCACHE})
endif()
