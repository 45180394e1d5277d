#include "backend/cpu/descent_kernels.h"

#include <pliant/error.h>

#include "base/text.h"

namespace pliant::cpu {

extern const DescentKernels<float> descent_avx512_single, descent_avx2_single, descent_sse42_single,
    descent_neon_single, descent_scalar_single;
extern const DescentKernels<double> descent_avx512_double, descent_avx2_double,
    descent_sse42_double, descent_neon_double, descent_scalar_double;

namespace {

template <class R>
const DescentKernels<R>& of_precision(const DescentKernels<float>& single,
                                      const DescentKernels<double>& dual) {
  if constexpr (sizeof(R) == sizeof(float))
    return single;
  else
    return dual;
}

}  // namespace

template <class R>
const DescentKernels<R>& descent_kernels(std::string_view instruction_set) {
#ifdef PLIANT_KERNELS_AVX512
  if (instruction_set == "avx512")
    return of_precision<R>(descent_avx512_single, descent_avx512_double);
#endif
#ifdef PLIANT_KERNELS_AVX2
  if (instruction_set == "avx2") return of_precision<R>(descent_avx2_single, descent_avx2_double);
#endif
#ifdef PLIANT_KERNELS_SSE42
  if (instruction_set == "sse4.2")
    return of_precision<R>(descent_sse42_single, descent_sse42_double);
#endif
#ifdef PLIANT_KERNELS_NEON
  if (instruction_set == "neon") return of_precision<R>(descent_neon_single, descent_neon_double);
#endif
#ifdef PLIANT_KERNELS_SCALAR
  if (instruction_set == "scalar")
    return of_precision<R>(descent_scalar_single, descent_scalar_double);
#endif
  throw InputError("", 0, text("this program has no descent for ", instruction_set),
                   "build it for this processor");
}

template const DescentKernels<float>& descent_kernels(std::string_view instruction_set);
template const DescentKernels<double>& descent_kernels(std::string_view instruction_set);

}  // namespace pliant::cpu
