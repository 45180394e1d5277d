#include <pliant/error.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "mesh/generate/field.h"

namespace pliant::generate {

// The function or the box's own distance, whichever is greater: the solid cut off at the box.
double ImplicitField::value(const Vec3d& p) const {
  double from_box = std::max({box().low.x - p.x, p.x - box().high.x, box().low.y - p.y,
                              p.y - box().high.y, box().low.z - p.z, p.z - box().high.z});
  const double slack = 1e-9 * length(box().size());
  if (from_box > slack) return from_box;
  if (from_box > -slack) from_box = 0;
  const Vec3d metres = p * unit_;
  const double value = solid_.value(metres);
  if (std::isnan(value))
    throw InputError("", 0,
                     text("the solid's function is not a number at (", metres.x, ", ", metres.y,
                          ", ", metres.z, ")"),
                     "let it return a finite value everywhere in its box");
  return std::max(value / unit_, from_box);
}

void ImplicitField::sides(std::span<const Vec3d> points, std::span<Side> sides) const {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double v = value(points[i]);
    sides[i] = v < 0 ? Side::inside : v > 0 ? Side::outside : Side::on;
  }
}

// Regula falsi with the Illinois rule; bisection where the function is infinite.
double ImplicitField::crossing(const Vec3d& inside, const Vec3d& outside) const {
  constexpr double enough = 1e-4;  // of the edge's length
  double low = 0, high = 1;
  double at_low = value(inside), at_high = value(outside);
  double last = -1;
  int kept = 0;  // which end stayed in the step before: -1 the low one, 1 the high one
  for (int step = 0; step < 12; ++step) {
    double t = low + (high - low) * (at_low / (at_low - at_high));
    if (!(t > low && t < high)) t = (low + high) / 2;
    if (std::abs(t - last) < enough) return t;
    last = t;
    const double v = value(inside + (outside - inside) * t);
    if (v == 0) return t;
    if (v < 0) {
      low = t;
      at_low = v;
      if (kept == 1) at_high /= 2;
      kept = 1;
    } else {
      high = t;
      at_high = v;
      if (kept == -1) at_low /= 2;
      kept = -1;
    }
  }
  return last;
}

}  // namespace pliant::generate
