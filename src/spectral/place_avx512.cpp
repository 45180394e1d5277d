#include "spectral/place_impl.h"

namespace pliant::spectral {

extern constinit const PlaceKernel<float> place_avx512_single =
    make_place_kernel<float, Avx512>("avx512");
extern constinit const PlaceKernel<double> place_avx512_double =
    make_place_kernel<double, Avx512>("avx512");

}  // namespace pliant::spectral
