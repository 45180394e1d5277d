# Flags that every target of ours shares: link to pliant_options (PRIVATE).
add_library(pliant_options INTERFACE)
target_compile_features(pliant_options INTERFACE cxx_std_20)
# -ffp-contract=off: the same bits whether or not the target has fused multiply-add.
target_compile_options(pliant_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -ffp-contract=off>)
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

# CUDA: asked for with PLIANT_CUDA, or taken when found in a minimal build.
set(PLIANT_HAVE_CUDA OFF)
if(PLIANT_CUDA OR PLIANT_MINIMAL)
  include(CheckLanguage)
  if(NOT CMAKE_CUDA_COMPILER AND EXISTS /usr/local/cuda/bin/nvcc)
    set(CMAKE_CUDA_COMPILER /usr/local/cuda/bin/nvcc)
  endif()
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
      set(CMAKE_CUDA_ARCHITECTURES 75 80 90)
    endif()
    enable_language(CUDA)
    # CMake 3.25 does not know yet how nvcc is told to compile C++20.
    if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
      set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
      set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
    endif()
    set(PLIANT_HAVE_CUDA ON)
  elseif(PLIANT_CUDA)
    message(FATAL_ERROR "PLIANT_CUDA=ON needs nvcc: install the CUDA toolkit, or configure "
                        "without PLIANT_CUDA")
  endif()
endif()
