# Fails where what steps bodies of relations includes a header of spectral solids, or of what launches
# its programs: those know it, not the other way round.
file(GLOB files ${SOURCE}/src/backend/cpu/* ${SOURCE}/src/backend/gpu/* ${SOURCE}/src/backend/layout/*)
foreach(file IN LISTS files)
  file(STRINGS ${file} lines
       REGEX "#include \"(spectral/|backend/cuda/|backend/emulated/|backend/card_programs)")
  foreach(line IN LISTS lines)
    message(SEND_ERROR "${file}: ${line}")
  endforeach()
endforeach()

# What backends have made of bodies is for the model and for them; spectral solids are one of them, and
# dynamic selection is a part of them. Everybody else asks Model and State.
file(GLOB_RECURSE files ${SOURCE}/src/*.h ${SOURCE}/src/*.cpp ${SOURCE}/apps/*.h ${SOURCE}/apps/*.cpp
     ${SOURCE}/benchmarks/*.h ${SOURCE}/benchmarks/*.cpp)
list(FILTER files EXCLUDE REGEX "/src/(model|backend|spectral|active)/")
foreach(file IN LISTS files)
  file(STRINGS ${file} lines REGEX "[.>]compiled\\(\\)")
  foreach(line IN LISTS lines)
    message(SEND_ERROR "${file}: ${line}")
  endforeach()
endforeach()
