#include "spectral/place_impl.h"

namespace pliant::spectral {

extern constinit const PlaceKernel<float> place_sse42_single =
    make_place_kernel<float, Sse42>("sse4.2");
extern constinit const PlaceKernel<double> place_sse42_double =
    make_place_kernel<double, Sse42>("sse4.2");

}  // namespace pliant::spectral
