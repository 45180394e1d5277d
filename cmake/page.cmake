# The page that `pliant export RECORDING out.html` fills, made of web/ by npm. Packages are fetched
# when a build is configured, and kept with the build; without npm or a network the library is built
# without the page and says so when it is asked for one.
set(PLIANT_PAGE AUTO CACHE STRING
    "The web page: ON (needs npm), OFF, or AUTO: where npm can fetch what it takes")
set_property(CACHE PLIANT_PAGE PROPERTY STRINGS AUTO ON OFF)

set(page_source ${PROJECT_BINARY_DIR}/web/page_bundle.cpp)
set(page_folder ${PROJECT_BINARY_DIR}/web)
set(page_missing "")  # why there is none

find_program(PLIANT_NODE NAMES node nodejs)
find_program(PLIANT_NPM npm)
if(NOT PLIANT_PAGE)
  set(page_missing "PLIANT_PAGE is OFF")
elseif(NOT PLIANT_NODE OR NOT PLIANT_NPM)
  set(page_missing "nodejs or npm is not installed")
else()
  # Packages of this very list, or none.
  file(SHA256 ${PROJECT_SOURCE_DIR}/web/package-lock.json wanted)
  set(fetched "")
  if(EXISTS ${page_folder}/fetched)
    file(READ ${page_folder}/fetched fetched)
  endif()
  if(NOT fetched STREQUAL wanted)
    message(STATUS "Fetching what the web page is made of")
    file(REMOVE ${page_folder}/fetched)
    configure_file(${PROJECT_SOURCE_DIR}/web/package.json ${page_folder}/package.json COPYONLY)
    configure_file(${PROJECT_SOURCE_DIR}/web/package-lock.json ${page_folder}/package-lock.json
                   COPYONLY)
    execute_process(
      COMMAND ${PLIANT_NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error --fetch-retries=1
              --fetch-retry-mintimeout=1000
      WORKING_DIRECTORY ${page_folder} RESULT_VARIABLE failed OUTPUT_VARIABLE said
      ERROR_VARIABLE said TIMEOUT 300)
    if(failed)
      string(REGEX MATCH "[^\n]+" why "${said}")
      set(page_missing "npm could not fetch packages (${why})")
    else()
      file(WRITE ${page_folder}/fetched ${wanted})
    endif()
  endif()
endif()

file(REMOVE ${page_folder}/missing)
if(page_missing)
  if(PLIANT_PAGE AND NOT PLIANT_PAGE STREQUAL AUTO)
    message(FATAL_ERROR "The web page cannot be built: ${page_missing}")
  endif()
  message(STATUS "Building without the web page: ${page_missing}")
  if(PLIANT_PAGE)
    file(WRITE ${page_folder}/missing "${page_missing}\n")
  endif()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/no_page.cpp.in ${page_folder}/no_page.cpp COPYONLY)
  set(page_source ${page_folder}/no_page.cpp)
else()
  file(GLOB page_parts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/*)
  add_custom_command(OUTPUT ${page_source}
    COMMAND ${PLIANT_NODE} ${PROJECT_SOURCE_DIR}/web/build.mjs ${page_folder}/node_modules
            ${page_source}
    DEPENDS ${PROJECT_SOURCE_DIR}/web/build.mjs ${page_parts} ${page_folder}/fetched
    COMMENT "Building the web page" VERBATIM)
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
             ${PROJECT_SOURCE_DIR}/web/package-lock.json)
set_source_files_properties(${page_source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
list(APPEND sources ${page_source})
