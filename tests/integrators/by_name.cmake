# Fails where a file of the library or of a program names an integrator that is not the default one.
# Reports that reproduce a paper, and what is as published, take those of the paper.
file(GLOB_RECURSE files ${SOURCE}/src/*.h ${SOURCE}/src/*.cpp ${SOURCE}/src/*.cu
     ${SOURCE}/include/*.h ${SOURCE}/apps/*.h ${SOURCE}/apps/*.cpp)
list(FILTER files EXCLUDE REGEX "/integrators/integrators\\.h$|/pliant/integrators\\.h$|/reproduce/|/published")
foreach(file IN LISTS files)
  file(STRINGS ${file} lines
       REGEX "[Vv]erlet|[Ll]eap[-_]?[Ff]rog|Integrator::(euler|midpoint|runge_kutta_4)[^_]")
  foreach(line IN LISTS lines)
    message(SEND_ERROR "${file}: ${line}")
  endforeach()
endforeach()
