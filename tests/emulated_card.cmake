# The host in a card's place (backend/emulated), for tests and fuzzers alone. It has every
# program of the card in both precisions; optimising them takes longer than running them here.
add_library(pliant_emulated_card STATIC EXCLUDE_FROM_ALL
            ${PROJECT_SOURCE_DIR}/src/backend/emulated/host_device.cpp
            ${PROJECT_SOURCE_DIR}/src/backend/emulated/host_descent_float.cpp
            ${PROJECT_SOURCE_DIR}/src/backend/emulated/host_descent_double.cpp
            ${PROJECT_SOURCE_DIR}/src/backend/emulated/host_device_float.cpp
            ${PROJECT_SOURCE_DIR}/src/backend/emulated/host_device_double.cpp)
target_include_directories(pliant_emulated_card PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(pliant_emulated_card PUBLIC pliant PRIVATE pliant_options)
target_compile_options(pliant_emulated_card PRIVATE -O1)
# The numbers of a rest state are read one by one, also those of the vectors in it; Clang would have
# braces around these.
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_compile_options(pliant_emulated_card PRIVATE -Wno-missing-braces)
endif()
if(PLIANT_FUZZERS)
  target_compile_options(pliant_emulated_card PRIVATE -fno-sanitize=all -g0)
endif()
