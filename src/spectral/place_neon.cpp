#include "spectral/place_impl.h"

namespace pliant::spectral {

extern constinit const PlaceKernel<float> place_neon_single =
    make_place_kernel<float, Neon>("neon");
extern constinit const PlaceKernel<double> place_neon_double =
    make_place_kernel<double, Neon>("neon");

}  // namespace pliant::spectral
