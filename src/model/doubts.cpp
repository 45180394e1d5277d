#include <pliant/doubts.h>
#include <pliant/quality.h>

#include <algorithm>

#include "base/short_text.h"
#include "base/text.h"
#include "model/ranges.h"

namespace pliant {

namespace {

std::string span_in_words(double least, double most, std::string_view unit) {
  const std::string space = unit.empty() ? "" : " ";
  return text("from ", short_text(least), " to ", short_text(most), space, unit);
}

void doubt(const Range& range, std::string_view what, double value, Notes& notes) {
  if (range.is_usual(value)) return;
  const std::string note =
      text(what, " is ", short_text(value), ' ', range.unit, ", which is usually ",
           usual_in_words(range), ": is it given in ", range.unit, '?');
  if (std::ranges::find(notes, note) == notes.end()) notes.push_back(note);
}

}  // namespace

std::string in_words(const Range& range) {
  return span_in_words(range.least, range.most, range.unit);
}
std::string usual_in_words(const Range& range) {
  return span_in_words(range.usual_least, range.usual_most, range.unit);
}

Notes doubts(std::span<const Material> materials) {
  Notes notes;
  for (const Material& m : materials) {
    const auto look_at = [&](const Range& range, const char* what, double value) {
      if (range.is_usual(value)) return;
      const std::string of = m.name.empty() ? "" : text(" of material '", m.name, "'");
      doubt(range, what + of, value, notes);
    };
    look_at(ranges::modulus, "Young's modulus", m.young);
    if (m.shear > 0) look_at(ranges::modulus, "the shear modulus", m.shear);
    look_at(ranges::density, "the density", m.density);
    look_at(ranges::damping_time, "the damping time", m.damping_time);
  }
  return notes;
}

Notes doubts(const std::string& name, const Body& body) {
  Notes notes;
  const Vec3d size = bounding_box(body.vertices).size();
  const double largest = std::max({size.x, size.y, size.z});
  if (largest > 0) doubt(ranges::size, text("the size of body '", name, "'"), largest, notes);
  return notes;
}

Notes doubts(const Dynamics& dynamics) {
  Notes notes;
  doubt(ranges::gravity, "gravity", length(dynamics.gravity), notes);
  return notes;
}

}  // namespace pliant
