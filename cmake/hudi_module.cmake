# SPDX-License-Identifier: Apache-2.0
# hudi_module(NAME deps...): one static library `hudi_NAME` from every source below the calling
# folder, and one test program `hudi_NAME_test` from its *_test.cc files.
#
# A dependency is another module's name, or any CMake target (fmt::fmt). Only what is declared is linked.

add_library(hudi_options INTERFACE)
# -fPIC everywhere, so that one precompiled header serves libraries and programs alike.
target_compile_options(hudi_options INTERFACE -fPIC -Wall -Wextra $<$<BOOL:${HUDI_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 reports these two inside its own std::string once it has inlined enough.
  target_compile_options(hudi_options INTERFACE -Wno-stringop-overflow -Wno-restrict)
  # A seventh of the time to compile goes into collecting garbage that 2 GB would hold.
  target_compile_options(hudi_options INTERFACE "SHELL:--param ggc-min-expand=1000"
                                                "SHELL:--param ggc-min-heapsize=2000000")
endif()
if(HUDI_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # It takes the anonymous namespaces of the joined files for those of a header.
  target_compile_options(hudi_options INTERFACE -Wno-subobject-linkage)
endif()
if(HUDI_SANITIZE)
  target_compile_options(hudi_options INTERFACE -fsanitize=${HUDI_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(hudi_options INTERFACE -fsanitize=${HUDI_SANITIZE})
endif()
target_include_directories(hudi_options INTERFACE "${CMAKE_SOURCE_DIR}/include"
                                                  "${CMAKE_SOURCE_DIR}/src")
target_link_libraries(hudi_options INTERFACE hudi_arrow fmt::fmt Threads::Threads)

# Arrow's headers, compiled once for all modules.
add_library(hudi_pch OBJECT "${CMAKE_SOURCE_DIR}/cmake/pch.cc")
target_link_libraries(hudi_pch PRIVATE hudi_options)
target_precompile_headers(hudi_pch PRIVATE "${CMAKE_SOURCE_DIR}/cmake/pch.h")

# The same and GoogleTest's for the tests, which are compiled without optimising: what they call is not theirs.
if(HUDI_BUILD_TESTS)
  add_library(hudi_test_options INTERFACE)
  target_compile_options(hudi_test_options INTERFACE $<$<CONFIG:Release>:-O0>)
  target_link_libraries(hudi_test_options INTERFACE hudi_options GTest::gmock)
  add_library(hudi_test_pch OBJECT EXCLUDE_FROM_ALL "${CMAKE_SOURCE_DIR}/cmake/pch.cc")
  target_link_libraries(hudi_test_pch PRIVATE hudi_test_options)
  target_precompile_headers(hudi_test_pch PRIVATE "${CMAKE_SOURCE_DIR}/cmake/pch.h" <gmock/gmock.h>
                                                  <gtest/gtest.h>)
endif()

# Builds every unit test program.
add_custom_target(unit_tests)

# Compiles the files of a target eight at a time: of every translation unit GCC spends a second and a half on
# what Arrow's headers ask for. Files of a module then share their anonymous namespaces; a test file that uses
# names of another one stays alone by SKIP_UNITY_BUILD_INCLUSION.
function(hudi_join_sources TARGET)
  set_target_properties(${TARGET} PROPERTIES UNITY_BUILD ${HUDI_UNITY} UNITY_BUILD_BATCH_SIZE 8)
endfunction()

function(hudi_module NAME)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cc")
  # A folder below with a CMakeLists.txt of its own is a module of its own.
  file(GLOB_RECURSE nested CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*/CMakeLists.txt")
  foreach(list_file IN LISTS nested)
    cmake_path(GET list_file PARENT_PATH folder)
    list(FILTER sources EXCLUDE REGEX "^${folder}/")
  endforeach()
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  list(FILTER sources EXCLUDE REGEX "_(test|benchmark|fuzz)\\.cc$")
  set(deps)
  foreach(dep IN LISTS ARGN)
    if(dep MATCHES "::")
      list(APPEND deps ${dep})
      set_property(GLOBAL APPEND PROPERTY HUDI_EXTERNAL_DEPS ${dep})
    else()
      list(APPEND deps hudi_${dep})
    endif()
  endforeach()
  if(sources)
    add_library(hudi_${NAME} STATIC ${sources})
    target_link_libraries(hudi_${NAME} PUBLIC hudi_options ${deps})
    target_precompile_headers(hudi_${NAME} REUSE_FROM hudi_pch)
    hudi_join_sources(hudi_${NAME})
  else()
    add_library(hudi_${NAME} INTERFACE)
    target_link_libraries(hudi_${NAME} INTERFACE hudi_options ${deps})
  endif()
  set_property(GLOBAL APPEND PROPERTY HUDI_MODULES hudi_${NAME})
  if(HUDI_BUILD_TESTS AND tests)
    add_executable(hudi_${NAME}_test ${tests})
    target_link_libraries(hudi_${NAME}_test PRIVATE hudi_${NAME} hudi_test_options GTest::gtest_main)
    target_precompile_headers(hudi_${NAME}_test REUSE_FROM hudi_test_pch)
    hudi_join_sources(hudi_${NAME}_test)
    add_dependencies(unit_tests hudi_${NAME}_test)
    add_test(NAME ${NAME} COMMAND hudi_${NAME}_test)
    set_tests_properties(${NAME} PROPERTIES LABELS unit)
  endif()
endfunction()
