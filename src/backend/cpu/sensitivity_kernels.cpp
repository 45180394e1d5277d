#include "backend/cpu/sensitivity_kernels.h"

#include <pliant/error.h>

#include "base/text.h"

namespace pliant::cpu {

extern const SensitivityKernels<1> sensitivity_avx512_one, sensitivity_avx2_one,
    sensitivity_sse42_one, sensitivity_neon_one, sensitivity_scalar_one;
extern const SensitivityKernels<most_sloped_lanes> sensitivity_avx512_most, sensitivity_avx2_most,
    sensitivity_sse42_most, sensitivity_neon_most, sensitivity_scalar_most;

namespace {

template <int lanes>
const SensitivityKernels<lanes>& of_lanes(const SensitivityKernels<1>& one,
                                          const SensitivityKernels<most_sloped_lanes>& most) {
  if constexpr (lanes == 1)
    return one;
  else
    return most;
}

}  // namespace

template <int lanes>
const SensitivityKernels<lanes>& sensitivity_kernels(std::string_view instruction_set) {
#ifdef PLIANT_KERNELS_AVX512
  if (instruction_set == "avx512")
    return of_lanes<lanes>(sensitivity_avx512_one, sensitivity_avx512_most);
#endif
#ifdef PLIANT_KERNELS_AVX2
  if (instruction_set == "avx2")
    return of_lanes<lanes>(sensitivity_avx2_one, sensitivity_avx2_most);
#endif
#ifdef PLIANT_KERNELS_SSE42
  if (instruction_set == "sse4.2")
    return of_lanes<lanes>(sensitivity_sse42_one, sensitivity_sse42_most);
#endif
#ifdef PLIANT_KERNELS_NEON
  if (instruction_set == "neon")
    return of_lanes<lanes>(sensitivity_neon_one, sensitivity_neon_most);
#endif
#ifdef PLIANT_KERNELS_SCALAR
  if (instruction_set == "scalar")
    return of_lanes<lanes>(sensitivity_scalar_one, sensitivity_scalar_most);
#endif
  throw InputError("", 0, text("this program has no slopes for ", instruction_set),
                   "build it for this processor");
}

template const SensitivityKernels<1>& sensitivity_kernels(std::string_view);
template const SensitivityKernels<most_sloped_lanes>& sensitivity_kernels(std::string_view);

}  // namespace pliant::cpu
