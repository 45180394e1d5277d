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
