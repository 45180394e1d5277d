#include "render/field.h"

#include <pliant/stress.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace pliant::render {

namespace {

float length_of(std::span<const float> numbers) {
  double sum = 0;
  for (const float x : numbers) sum += static_cast<double>(x) * static_cast<double>(x);
  return static_cast<float>(std::sqrt(sum));
}

// In the order in which recordings have them.
float von_mises_of(std::span<const float> s) {
  return static_cast<float>(
      von_mises({.xx = s[0], .yy = s[3], .zz = s[5], .xy = s[1], .yz = s[4], .zx = s[2]}));
}

ScalarField scalars(const RecordedField& field) {
  ScalarField out{field.place, {}};
  const auto parts = static_cast<std::size_t>(field.components);
  out.values.reserve(field.values.size() / parts);
  for (std::size_t i = 0; i + parts <= field.values.size(); i += parts) {
    const std::span<const float> numbers(&field.values[i], parts);
    out.values.push_back(parts == 1   ? numbers[0]
                         : parts == 6 ? von_mises_of(numbers)
                                      : length_of(numbers));
  }
  return out;
}

double volume(std::span<const Vec3d> x, const Tetrahedron& t) {
  return signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
}

ScalarField volume_ratios(const Mesh& rest, std::span<const Vec3d> positions) {
  ScalarField out{FieldPlace::tetrahedra, {}};
  for (const Tetrahedron& t : rest.tetrahedra.cells)
    out.values.push_back(static_cast<float>(volume(positions, t) / volume(rest.vertices, t)));
  return out;
}

ScalarField lengths(std::span<const Vec3d> vectors) {
  ScalarField out;
  for (const Vec3d& v : vectors) out.values.push_back(static_cast<float>(length(v)));
  return out;
}

}  // namespace

std::vector<std::string> field_names(const Mesh& rest, const BodyFrame& frame) {
  std::vector<std::string> names;
  for (const RecordedField& field : frame.fields)
    if (field.name != removed_field) names.push_back(field.name);
  const auto add = [&](const char* name) {
    if (std::ranges::find(names, name) == names.end()) names.emplace_back(name);
  };
  add("displacement");
  if (!frame.velocities.empty()) add("speed");
  if (!rest.tetrahedra.empty()) add("volume_ratio");
  return names;
}

std::optional<ScalarField> scalar_field(const Mesh& rest, const BodyFrame& frame,
                                        const std::string& name) {
  for (const RecordedField& field : frame.fields)
    if (field.name == name && field.components > 0) return scalars(field);
  if (name == "volume_ratio" && !rest.tetrahedra.empty())
    return volume_ratios(rest, frame.positions);
  if (name == "speed" && !frame.velocities.empty()) return lengths(frame.velocities);
  if (name == "displacement") {
    std::vector<Vec3d> moved(frame.positions);
    for (std::size_t i = 0; i < moved.size(); ++i) moved[i] -= rest.vertices[i];
    return lengths(moved);
  }
  return std::nullopt;
}

ScalarField on_vertices(const Mesh& rest, const ScalarField& field,
                        const std::vector<bool>* absent) {
  if (field.place == FieldPlace::vertices) return field;
  std::vector<double> sums(rest.vertices.size()), weights(rest.vertices.size());
  std::vector<bool> unknown(rest.vertices.size(), false);
  for (std::size_t t = 0; t < rest.tetrahedra.size(); ++t) {
    if (absent && (*absent)[t]) continue;
    const bool known = std::isfinite(field.values[t]);
    const double weight = std::abs(volume(rest.vertices, rest.tetrahedra[t]));
    for (const Index v : rest.tetrahedra[t]) {
      if (!known) {
        unknown[v] = true;
        continue;
      }
      sums[v] += weight * static_cast<double>(field.values[t]);
      weights[v] += weight;
    }
  }
  ScalarField out{FieldPlace::vertices, std::vector<float>(sums.size())};
  for (std::size_t v = 0; v < sums.size(); ++v)
    if (weights[v] > 0)
      out.values[v] = static_cast<float>(sums[v] / weights[v]);
    else if (unknown[v])
      out.values[v] = std::numeric_limits<float>::quiet_NaN();
  return out;
}

FieldTitle field_title(const std::string& name) {
  static const std::map<std::string, FieldTitle> known{
      {"volume_ratio", {"volume / volume at rest", "", true}},
      {"displacement", {"displacement", "m"}},
      {"speed", {"speed", "m/s"}},
      {"force", {"force", "N"}},
      {"contact_force", {"contact force", "N"}},
      {"contact_pressure", {"contact pressure", "Pa"}},
      {"contact_gap", {"gap of contact", "m"}},
      {"stress", {"von Mises stress", "Pa"}},
      {"von_mises", {"von Mises stress", "Pa"}},
      {"active", {"0 asleep, 1 beside active, 2 active", "", false, 2}}};
  const auto found = known.find(name);
  return found != known.end() ? found->second : FieldTitle{name, ""};
}

Range range_of(std::vector<float> values, const FieldTitle& title) {
  if (title.highest > 0) return {0, title.highest};
  std::erase_if(values, [](float x) { return !std::isfinite(x); });
  if (values.empty()) return {};
  const auto quantile = [&](double part) {
    const auto at =
        values.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
    std::ranges::nth_element(values, at);
    return static_cast<double>(*at);
  };
  double low = quantile(0.02), high = quantile(0.98);
  if (title.around_one) {
    const double reach = std::max({std::abs(low - 1), std::abs(high - 1), 1e-3});
    return {1 - reach, 1 + reach};
  }
  if (low >= 0) low = 0;  // a length, or never negative: colours begin at nothing
  if (!(high > low)) high = low + std::max(1e-9, 1e-6 * std::abs(low));
  return {low, high};
}

}  // namespace pliant::render
