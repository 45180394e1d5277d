# What `cmake --install` lays down, so that find_package(pliant) works.
include(CMakePackageConfigHelpers)
install(TARGETS pliant EXPORT pliant-targets)
install(DIRECTORY include/pliant DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_BINARY_DIR}/include/pliant/version.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/pliant)
install(EXPORT pliant-targets NAMESPACE pliant::
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/pliant)
configure_package_config_file(cmake/pliant-config.cmake.in
  ${PROJECT_BINARY_DIR}/pliant-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/pliant)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pliant-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/pliant-config.cmake
              ${PROJECT_BINARY_DIR}/pliant-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/pliant)
