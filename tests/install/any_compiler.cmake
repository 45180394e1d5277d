# What clang 14 cannot compile with the standard library of g++ 12: views, and the algorithms of
# std::ranges that return a subrange.
file(GLOB_RECURSE files ${SOURCE}/src/*.cpp ${SOURCE}/src/*.h ${SOURCE}/include/*.h
     ${SOURCE}/apps/*.cpp ${SOURCE}/apps/*.h ${SOURCE}/tests/*.cpp ${SOURCE}/tests/*.h
     ${SOURCE}/benchmarks/*.cpp ${SOURCE}/benchmarks/*.h)
foreach(file IN LISTS files)
  file(STRINGS ${file} found REGEX
       "std::views::|ranges::(unique|rotate|remove|remove_if|partition|search|find_end|equal_range)\\(")
  if(found)
    message(SEND_ERROR "${file}: ${found}\nclang 14 has none of it; std:: without ranges does the same")
  endif()
endforeach()
