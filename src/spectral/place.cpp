#include "spectral/place.h"

#include <algorithm>
#include <type_traits>

namespace pliant::spectral {

extern const PlaceKernel<float> place_avx512_single, place_avx2_single, place_sse42_single,
    place_neon_single, place_scalar_single;
extern const PlaceKernel<double> place_avx512_double, place_avx2_double, place_sse42_double,
    place_neon_double, place_scalar_double;

template <class R>
const PlaceKernel<R>& place_kernel(std::string_view instruction_set) {
  const auto of = [&](const PlaceKernel<float>& single, const PlaceKernel<double>& dual) {
    if constexpr (std::is_same_v<R, float>)
      return &single;
    else
      return &dual;
  };
  const PlaceKernel<R>* const all[] = {
#ifdef PLIANT_KERNELS_AVX512
      of(place_avx512_single, place_avx512_double),
#endif
#ifdef PLIANT_KERNELS_AVX2
      of(place_avx2_single, place_avx2_double),
#endif
#ifdef PLIANT_KERNELS_SSE42
      of(place_sse42_single, place_sse42_double),
#endif
#ifdef PLIANT_KERNELS_NEON
      of(place_neon_single, place_neon_double),
#endif
#ifdef PLIANT_KERNELS_SCALAR
      of(place_scalar_single, place_scalar_double),
#endif
  };
  return **std::ranges::find(all, instruction_set, &PlaceKernel<R>::instruction_set);
}

template const PlaceKernel<float>& place_kernel<float>(std::string_view);
template const PlaceKernel<double>& place_kernel<double>(std::string_view);

}  // namespace pliant::spectral
