# Flags that every target of ours shares: link to pliant_options (PRIVATE).
add_library(pliant_options INTERFACE)
target_compile_features(pliant_options INTERFACE cxx_std_20)
# -ffp-contract=off: the same bits whether or not the target has fused multiply-add.
target_compile_options(pliant_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -ffp-contract=off>
  # Position-independent functions are inlined as others are: nobody replaces them when a program starts.
  $<$<COMPILE_LANGUAGE:CXX>:-fno-semantic-interposition>)
if(PLIANT_UNITY)  # names of one file would shadow those of the next
  target_compile_options(pliant_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-shadow>)
endif()
# Files that are compiled together fill g++'s memory, which it then looks through again and again.
cmake_host_system_information(RESULT megabytes QUERY TOTAL_PHYSICAL_MEMORY)
if(PLIANT_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL GNU AND megabytes GREATER 6000)
  target_compile_options(pliant_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-expand=300;--param=ggc-min-heapsize=400000>)
endif()
if(PLIANT_WERROR)
  target_compile_options(pliant_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
endif()
if(PLIANT_MINIMAL)
  target_compile_definitions(pliant_options INTERFACE PLIANT_MINIMAL=1)
endif()
if(PLIANT_SANITIZE)
  # Everything linked together must agree, so these go on globally.
  add_compile_options(-fsanitize=${PLIANT_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${PLIANT_SANITIZE})
endif()
if(PLIANT_FUZZERS)
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all)
  add_link_options(-fsanitize=address,undefined)
endif()

# CUDA: asked for, or taken where there is a card to use it.
set(PLIANT_HAVE_CUDA OFF)
if(PLIANT_CUDA)
  include(CheckLanguage)
  if(NOT CMAKE_CUDA_COMPILER AND EXISTS /usr/local/cuda/bin/nvcc)
    set(CMAKE_CUDA_COMPILER /usr/local/cuda/bin/nvcc)
  endif()
  if(NOT PLIANT_CUDA STREQUAL AUTO OR EXISTS /dev/nvidia0 OR EXISTS /dev/nvidiactl)
    check_language(CUDA)
    if(CMAKE_CUDA_COMPILER)
      set(PLIANT_HAVE_CUDA ON)
    elseif(NOT PLIANT_CUDA STREQUAL AUTO)
      message(FATAL_ERROR "PLIANT_CUDA=ON needs nvcc: install the CUDA toolkit, or configure "
                          "with PLIANT_CUDA=OFF")
    endif()
  endif()
endif()
if(PLIANT_HAVE_CUDA)
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    if(PLIANT_CUDA STREQUAL AUTO)
      set(CMAKE_CUDA_ARCHITECTURES native)
    else()
      set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 86-real 89-real 90-real 100)
    endif()
  endif()
  enable_language(CUDA)
  find_package(CUDAToolkit REQUIRED)
  # CMake 3.25 does not know yet how nvcc is told to compile C++20.
  if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
  endif()
endif()

# Headers of the standard library that most files include, to be compiled once.
set(pliant_standard_headers "")
foreach(header algorithm array cmath filesystem functional map memory optional ranges span sstream
        string unordered_map variant vector)
  list(APPEND pliant_standard_headers "$<$<COMPILE_LANGUAGE:CXX>:<${header}$<ANGLE-R>>")
endforeach()
