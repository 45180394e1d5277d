# Debian packages (cmake --preset package, cmake --build --preset package): the program, Python's
# module, and apart from them structgen, which contains TetGen and is under the AGPL.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME pliant)
set(CPACK_PACKAGE_VENDOR Pliant)
set(CPACK_PACKAGE_CONTACT "Pliant")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program)
if(TARGET structgen)
  list(APPEND CPACK_COMPONENTS_ALL structgen)
endif()
if(TARGET _pliant)
  list(APPEND CPACK_COMPONENTS_ALL python)
  set(destination lib/python3/dist-packages/pliant)
  install(TARGETS _pliant LIBRARY DESTINATION ${destination} COMPONENT python)
  install(DIRECTORY ${PLIANT_PYTHON_PACKAGE}/ DESTINATION ${destination} COMPONENT python
          FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/doc/python3-pliant RENAME copyright
          COMPONENT python)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # needs dpkg-dev
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME pliant)
set(CPACK_DEBIAN_STRUCTGEN_PACKAGE_NAME pliant-structgen)
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-pliant)
if(TARGET _pliant)  # the module is for the one version of Python that it is compiled with
  math(EXPR next_minor "${Python_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
      "python3 (>= 3.${Python_VERSION_MINOR}), python3 (<< 3.${next_minor}), python3-numpy")
endif()
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "pliant, python3-scipy")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "Soft solids in real time, from Python: import pliant.")
# For movies, plots of `reproduce`, and drawing without a graphics card's own driver; the program
# says so where one of them is missing.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "ffmpeg, gnuplot-nox, libegl1, libgl1-mesa-dri")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
    "Soft solids in real time: meshes, simulation, recordings, a window and web pages.")
set(CPACK_COMPONENT_STRUCTGEN_DESCRIPTION
    "Tetrahedral meshes by TetGen as .str files. Under the AGPL, as TetGen is.")
include(CPack)

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright
        COMPONENT program)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/scenes/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples
        COMPONENT program FILES_MATCHING PATTERN "*.lua")

find_program(PLIANT_SHLIBDEPS dpkg-shlibdeps)
if(PLIANT_SHLIBDEPS)
  add_custom_target(deb COMMAND ${CMAKE_CPACK_COMMAND} -G DEB WORKING_DIRECTORY ${PROJECT_BINARY_DIR}
                    USES_TERMINAL VERBATIM)
  add_dependencies(deb programs)
  if(TARGET pliant_python)
    add_dependencies(deb pliant_python)
  endif()
else()
  add_custom_target(deb COMMAND ${CMAKE_COMMAND} -E echo
                    "dpkg-shlibdeps is missing: install dpkg-dev and configure again"
                    COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
endif()
