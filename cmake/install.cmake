# SPDX-License-Identifier: Apache-2.0
# `cmake --install`: library, headers, program with manual page and completions, licence, and the
# package that find_package(hudi) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS hudi hudi_sql_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY "${CMAKE_SOURCE_DIR}/include/hudi" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h")
install(FILES "${CMAKE_SOURCE_DIR}/LICENSE" DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(TARGET hudi_program)
  file(RELATIVE_PATH bin_to_lib "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}")
  set_target_properties(hudi_program hudi_sql_program PROPERTIES
                        INSTALL_RPATH "$ORIGIN/${bin_to_lib};${HUDI_PYARROW_DIR}"
                        INSTALL_RPATH_USE_LINK_PATH ON)
  install(TARGETS hudi_program hudi_sql_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  # Made when the program is linked.
  install(FILES "${CMAKE_BINARY_DIR}/share/man/man1/hudi.1" DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES "${CMAKE_BINARY_DIR}/share/bash-completion/completions/hudi"
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES "${CMAKE_BINARY_DIR}/share/zsh/site-functions/_hudi"
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
endif()

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/hudi")
configure_package_config_file("${CMAKE_SOURCE_DIR}/cmake/hudiConfig.cmake.in"
                              "${CMAKE_BINARY_DIR}/hudiConfig.cmake"
                              INSTALL_DESTINATION ${package_dir}
                              PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file("${CMAKE_BINARY_DIR}/hudiConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/hudiConfig.cmake" "${CMAKE_BINARY_DIR}/hudiConfigVersion.cmake"
        DESTINATION ${package_dir})
