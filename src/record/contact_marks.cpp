#include "record/contact_marks.h"

#include <algorithm>
#include <cmath>

namespace pliant::record {

std::vector<ContactPoint> contact_marks(const RecordedFrame& frame) {
  std::vector<ContactPoint> marks;
  for (std::size_t b = 0; b < frame.bodies.size(); ++b) {
    const BodyFrame& body = frame.bodies[b];
    const auto field = std::ranges::find(body.fields, contact_field, &RecordedField::name);
    if (field == body.fields.end() || field->components != 3) continue;
    const auto gaps = std::ranges::find(body.fields, gap_field, &RecordedField::name);
    const bool has_gaps = gaps != body.fields.end() && gaps->components == 1;
    for (std::size_t v = 0; v < body.positions.size(); ++v) {
      const float* const f = field->values.data() + 3 * v;
      const Vec3d force{f[0], f[1], f[2]};
      const double size = length(force);
      if (size > 0)  // no number where the body touches nothing
        marks.push_back({.bodies = {b, b},
                         .place = body.positions[v],
                         .normal = force / size,
                         .force = force,
                         .gap = has_gaps ? double(gaps->values[v]) : std::nan("")});
    }
  }
  return marks;
}

}  // namespace pliant::record
