#include "spectral/place_impl.h"

namespace pliant::spectral {

extern constinit const PlaceKernel<float> place_scalar_single =
    make_place_kernel<float, Scalar>("scalar");
extern constinit const PlaceKernel<double> place_scalar_double =
    make_place_kernel<double, Scalar>("scalar");

}  // namespace pliant::spectral
