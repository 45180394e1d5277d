#pragma once

#include "cases/measure.h"

namespace pliant::bench {

/// Steps of a case that touches, by turns with and without contact: falling from a height and
/// turning slowly, and lying where that case comes to lie. Each is measured in short turns, `added`
/// is the median of what contact adds over them.
Measured measure_contact(const Case& which, const MeasureOptions& options);

}  // namespace pliant::bench
