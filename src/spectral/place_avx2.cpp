#include "spectral/place_impl.h"

namespace pliant::spectral {

extern constinit const PlaceKernel<float> place_avx2_single =
    make_place_kernel<float, Avx2>("avx2");
extern constinit const PlaceKernel<double> place_avx2_double =
    make_place_kernel<double, Avx2>("avx2");

}  // namespace pliant::spectral
