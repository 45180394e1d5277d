# Makes a recording, exports it, and opens the pages; says why where that is not possible.
foreach(tool NODE NPM CHROMIUM)
  if(NOT ${tool})
    string(TOLOWER ${tool} name)
    message(STATUS "skipped: ${name} is not installed")
    return()
  endif()
endforeach()
if(EXISTS ${MISSING})
  file(READ ${MISSING} reason)
  message(STATUS "skipped: this build has no page: ${reason}")
  return()
endif()

file(MAKE_DIRECTORY ${WORK})
file(SHA256 ${SOURCE}/package-lock.json wanted)
set(fetched "")
if(EXISTS ${WORK}/fetched)
  file(READ ${WORK}/fetched fetched)
endif()
if(NOT fetched STREQUAL wanted)
  file(COPY ${SOURCE}/package.json ${SOURCE}/package-lock.json DESTINATION ${WORK})
  execute_process(COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error
                  WORKING_DIRECTORY ${WORK} RESULT_VARIABLE failed TIMEOUT 300)
  if(failed)
    message(STATUS "skipped: npm could not fetch Playwright")
    return()
  endif()
  file(WRITE ${WORK}/fetched ${wanted})
endif()

file(REMOVE_RECURSE ${WORK}/run)
execute_process(COMMAND ${PLIANT} run ${SOURCE}/scene.lua -o ${WORK}/run
                COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
execute_process(COMMAND ${PLIANT} export ${WORK}/run ${WORK}/page.html COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${PLIANT} export ${WORK}/run ${WORK}/evil.html
                        --title "</title><script>window.hacked = true</script>"
                COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE ${WORK}/run/probes.csv)
execute_process(COMMAND ${PLIANT} export ${WORK}/run ${WORK}/bare.html --frames 1
                COMMAND_ERROR_IS_FATAL ANY)

foreach(scene painted cut touching)
  file(REMOVE_RECURSE ${WORK}/${scene})
  execute_process(COMMAND ${PLIANT} run ${SOURCE}/${scene}.lua -o ${WORK}/${scene}
                  COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
  execute_process(COMMAND ${PLIANT} export ${WORK}/${scene} ${WORK}/${scene}.html
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()

set(ENV{PLIANT_PAGES} ${WORK})
set(ENV{CHROMIUM} ${CHROMIUM})
execute_process(COMMAND ${NODE} --test ${SOURCE}/page.test.mjs RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "the page does not do what it should; see above")
endif()
