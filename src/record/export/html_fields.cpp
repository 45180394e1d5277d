#include "record/export/html_fields.h"

#include <pliant/stress.h>

#include <algorithm>
#include <cmath>

namespace pliant::record {

namespace {

const RecordedField* field_named(const BodyFrame& frame, const std::string& name) {
  const auto found = std::ranges::find(frame.fields, name, &RecordedField::name);
  return found == frame.fields.end() ? nullptr : &*found;
}

// One number for each vertex of the skin from those of each vertex or tetrahedron.
template <class Reduce>
std::vector<float> reduced(const Skin& skin, const BodyFrame& frame, const std::string& name,
                           Reduce reduce, int components_wanted = 0) {
  const RecordedField* field = field_named(frame, name);
  if (field == nullptr || (components_wanted != 0 && field->components != components_wanted))
    return {};
  const auto components = static_cast<std::size_t>(field->components);
  const auto number = [&](std::size_t place) {
    return static_cast<float>(
        reduce(std::span<const float>(field->values).subspan(place * components, components)));
  };
  std::vector<float> found;
  if (field->place == FieldPlace::tetrahedra) {
    for (std::size_t t = 0; t < skin.mesh->tetrahedra.size(); ++t) found.push_back(number(t));
    return skin.means(found);
  }
  for (std::size_t v = 0; v < skin.mesh->vertices.size(); ++v) found.push_back(number(v));
  return skin.values(found);
}

double norm(std::span<const float> numbers) {
  if (numbers.size() == 1) return numbers[0];
  double sum = 0;
  for (const double n : numbers) sum += n * n;
  return std::sqrt(sum);
}

std::vector<float> sample_size(const Skin& skin, const BodyFrame& frame, const std::string& name) {
  return reduced(skin, frame, name, norm);
}

// In the order of XDMF's Tensor6, in which stresses are recorded.
Stress stress_of(std::span<const float> s) {
  return {.xx = s[0], .yy = s[3], .zz = s[5], .xy = s[1], .yz = s[4], .zx = s[2]};
}

std::vector<float> sample_von_mises(const Skin& skin, const BodyFrame& frame,
                                    const std::string& name) {
  return reduced(
      skin, frame, name, [](std::span<const float> s) { return von_mises(stress_of(s)); }, 6);
}

std::vector<float> sample_pressure(const Skin& skin, const BodyFrame& frame,
                                   const std::string& name) {
  return reduced(
      skin, frame, name, [](std::span<const float> s) { return -(s[0] + s[3] + s[5]) / 3; }, 6);
}

std::vector<float> sample_speed(const Skin& skin, const BodyFrame& frame, const std::string&) {
  if (frame.velocities.empty()) return {};
  std::vector<float> found;
  for (const Vec3d& v : frame.velocities) found.push_back(static_cast<float>(length(v)));
  return skin.values(found);
}

std::vector<float> sample_volume_ratio(const Skin& skin, const BodyFrame& frame,
                                       const std::string&) {
  if (skin.rest_volumes.empty()) return {};
  std::vector<float> ratios;
  const std::vector<Vec3d>& x = frame.positions;
  for (std::size_t i = 0; i < skin.rest_volumes.size(); ++i) {
    const Tetrahedron& t = skin.mesh->tetrahedra[i];
    ratios.push_back(static_cast<float>(signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]) /
                                        skin.rest_volumes[i]));
  }
  return skin.means(ratios);
}

std::string readable(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

void add_recorded(const RecordedField& field, std::vector<PageField>& fields) {
  const std::string& name = field.name;
  if (name == removed_field) return;
  const bool tensor = name == "stress" && field.components == 6;
  if (name == "displacement" && field.components == 3) return;
  if (name == "volume_ratio")
    fields.push_back({"volume ratio", "", ColourScale::about_one, sample_size, name});
  else if (name == "von_mises")
    fields.push_back({"von Mises stress", "Pa", ColourScale::rising, sample_size, name});
  else if (name == "force")
    fields.push_back({"force", "N", ColourScale::rising, sample_size, name});
  else if (!tensor)
    fields.push_back({readable(name), "", ColourScale::rising, sample_size, name});
  if (!tensor) return;
  fields.push_back({"von Mises stress", "Pa", ColourScale::rising, sample_von_mises, name});
  fields.push_back({"pressure", "Pa", ColourScale::about_zero, sample_pressure, name});
}

}  // namespace

std::vector<PageField> page_fields(const std::vector<Skin>& skins, const RecordedFrame& first) {
  std::vector<PageField> candidates;
  for (const BodyFrame& body : first.bodies)
    for (const RecordedField& field : body.fields) add_recorded(field, candidates);
  candidates.push_back({"volume ratio", "", ColourScale::about_one, sample_volume_ratio});
  candidates.push_back({"speed", "m/s", ColourScale::rising, sample_speed});
  std::vector<PageField> fields;
  for (const PageField& field : candidates) {
    const bool known = std::ranges::find(fields, field.name, &PageField::name) != fields.end();
    bool present = false;
    for (std::size_t b = 0; b < skins.size() && !known && !present; ++b)
      present = !field.sample(skins[b], first.bodies[skins[b].body], field.recorded).empty();
    if (present) fields.push_back(field);
  }
  return fields;
}

}  // namespace pliant::record
