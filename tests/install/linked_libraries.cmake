# What a program is linked with: nothing under the GPL or the AGPL. libgfortran, which OpenBLAS
# needs, has an exception for that.
execute_process(COMMAND ldd ${PROGRAM} OUTPUT_VARIABLE libraries RESULT_VARIABLE failed)
if(failed OR NOT libraries MATCHES "libm\\.so")
  message(FATAL_ERROR "ldd ${PROGRAM} failed:\n${libraries}")
endif()
foreach(library cholmod umfpack spqr klu tet gsl fftw readline)
  if(libraries MATCHES "lib${library}[^a-z]")
    message(SEND_ERROR "${PROGRAM} is linked with lib${library}, which is under the GPL:\n${libraries}")
  endif()
endforeach()
