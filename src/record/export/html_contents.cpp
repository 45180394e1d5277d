#include "record/export/html_contents.h"

#include <pliant/stress.h>
#include <pliant/topology.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "mesh/cells.h"

namespace pliant::record {

Lists earlier_neighbours(std::size_t vertices, std::span<const Index> triangles,
                         std::span<const Index> lines) {
  std::vector<std::vector<Index>> found(vertices);
  const auto visit = [&](std::span<const Index> cells, std::size_t arity) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::size_t next = i % arity + 1 == arity ? i + 1 - arity : i + 1;
      if (cells[next] < cells[i]) found[cells[i]].push_back(cells[next]);
    }
  };
  visit(triangles, 3);
  visit(lines, 2);
  Lists lists;
  for (std::size_t v = 0; v < vertices; ++v) {
    if (found[v].empty() && v > 0) found[v].push_back(static_cast<Index>(v - 1));
    lists.items.insert(lists.items.end(), found[v].begin(), found[v].end());
    lists.offsets.push_back(lists.items.size());
  }
  return lists;
}

namespace {

void number_lines(const Mesh& mesh, Skin& skin) {
  std::vector<Index> number(mesh.vertices.size(), no_index);
  skin.lines = flat<2>(mesh.lines.cells);
  for (Index& v : skin.lines) {
    if (number[v] == no_index) {
      number[v] = static_cast<Index>(skin.vertices.size());
      skin.vertices.push_back(v);
    }
    v = number[v];
  }
}

// Puts triangles of the same material together.
void sort_by_material(Skin& skin) {
  Mesh& shape = skin.surface.shape;
  if (!shape.appearance || shape.appearance->triangle_materials.empty()) return;
  Appearance& look = *shape.appearance;
  std::vector<Index> order(shape.triangles.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, {}, [&](Index t) { return look.triangle_materials[t]; });
  const auto sort = [&](auto& list) {
    if (list.empty()) return;
    const auto before = list;
    for (std::size_t i = 0; i < order.size(); ++i) list[i] = before[order[i]];
  };
  sort(shape.triangles.cells);
  sort(look.texture_corners);
  sort(look.normal_corners);
  sort(look.triangle_materials);
  for (std::size_t t = 0; t < order.size(); ++t) {
    if (skin.runs.empty() || skin.runs.back().material != look.triangle_materials[t])
      skin.runs.push_back({look.triangle_materials[t], t, 0});
    ++skin.runs.back().count;
  }
}

// Numbers texture points in the order in which triangles name them.
void number_texture_points(Skin& skin) {
  const auto& look = skin.surface.shape.appearance;
  if (!look || look->texture_corners.empty()) return;
  std::vector<Index> number(look->texture_points.size() + 1, no_index);
  for (const auto& corners : look->texture_corners)
    for (const Index corner : corners) {
      const std::size_t given = std::min<std::size_t>(corner, look->texture_points.size());
      if (number[given] == no_index) {
        number[given] = static_cast<Index>(skin.texture_points.size());
        const auto [u, v] =
            corner == no_index ? std::array<double, 2>{} : look->texture_points[given];
        skin.texture_points.push_back({static_cast<float>(u), static_cast<float>(v)});
      }
      skin.texture_corners.push_back(number[given]);
    }
}

// Numbers vertices in the order in which triangles name them.
void number_triangles(Skin& skin) {
  std::vector<Index> number(skin.surface.shape.vertices.size(), no_index);
  skin.triangles = flat<3>(skin.surface.shape.triangles.cells);
  for (Index& v : skin.triangles) {
    if (number[v] == no_index) {
      number[v] = static_cast<Index>(skin.vertices.size());
      skin.vertices.push_back(skin.surface.own ? v : skin.surface.vertices[v]);
    }
    v = number[v];
  }
}

}  // namespace

Skin::Skin(const std::vector<RecordedBody>& bodies, std::size_t number, Epoch when, SkinShown shown)
    : body(number),
      epoch(std::move(when)),
      mesh(&bodies[number].mesh),
      surface(surface_of(bodies[number], shown, epoch.removed)) {
  sort_by_material(*this);
  number_triangles(*this);
  number_texture_points(*this);
  if (triangles.empty()) number_lines(*mesh, *this);
  if (vertices.empty())
    for (Index v = 0; v < mesh->vertices.size(); ++v) vertices.push_back(v);
  earlier = earlier_neighbours(vertices.size(), triangles, lines);
  if (mesh->tetrahedra.empty()) return;
  tetrahedra =
      vertex_cells(std::span<const Tetrahedron>(mesh->tetrahedra.cells), mesh->vertices.size());
  for (const Tetrahedron& t : mesh->tetrahedra.cells)
    rest_volumes.push_back(std::abs(signed_volume(mesh->vertices[t[0]], mesh->vertices[t[1]],
                                                  mesh->vertices[t[2]], mesh->vertices[t[3]])));
}

std::vector<Vec3d> Skin::positions(std::span<const Vec3d> places) const {
  std::vector<Vec3d> own;
  if (surface.own != nullptr) {
    own = surface.own->positions(places);
    places = own;
  }
  std::vector<Vec3d> found;
  found.reserve(vertices.size());
  for (const Index v : vertices) found.push_back(places[v]);
  return found;
}

std::vector<float> Skin::values(std::span<const float> of_vertices) const {
  std::vector<float> own;
  if (surface.own != nullptr) {
    own = surface.own->embedding.apply(of_vertices);
    of_vertices = own;
  }
  std::vector<float> found;
  found.reserve(vertices.size());
  for (const Index v : vertices) found.push_back(of_vertices[v]);
  return found;
}

std::vector<float> Skin::means(std::span<const float> of_tetrahedra) const {
  std::vector<float> found(tetrahedra.size(), std::numeric_limits<float>::quiet_NaN());
  for (std::size_t v = 0; v < tetrahedra.size(); ++v) {
    double sum = 0, weight = 0;
    for (const Index t : tetrahedra[v]) {
      if (!std::isfinite(of_tetrahedra[t])) continue;
      if (!epoch.removed.empty() && epoch.removed[t]) continue;
      sum += rest_volumes[t] * of_tetrahedra[t];
      weight += rest_volumes[t];
    }
    if (weight > 0) found[v] = static_cast<float>(sum / weight);
  }
  return values(found);
}

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
  else if (name == "force" || name == "contact_force")
    fields.push_back({readable(name), "N", ColourScale::rising, sample_size, name});
  else if (name == "contact_gap")
    fields.push_back({readable(name), "m", ColourScale::rising, sample_size, name});
  else if (name == "contact_pressure")
    fields.push_back({readable(name), "Pa", ColourScale::rising, sample_size, name});
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

namespace {

constexpr std::size_t most_points = 2000;  // more than a plot has pixels

PageCurve curve_of(const ProbeData& probes, std::size_t column) {
  PageCurve curve{probes.columns[column], {}, {}};
  for (std::size_t row = 0; row < probes.times.size(); ++row) {
    const auto time = static_cast<float>(probes.times[row]);
    const auto value = static_cast<float>(probes.values[column][row]);
    if (!std::isfinite(time) || !std::isfinite(value)) continue;
    curve.times.push_back(time);
    curve.values.push_back(value);
  }
  return curve;
}

PageCurve thinned(const PageCurve& all) {
  PageCurve kept{all.column, {}, {}};
  const std::size_t rows = all.times.size(), spans = most_points / 2;
  const auto keep = [&](std::size_t row) {
    kept.times.push_back(all.times[row]);
    kept.values.push_back(all.values[row]);
  };
  for (std::size_t span = 0; span < spans; ++span) {
    const auto begin = static_cast<std::ptrdiff_t>(span * rows / spans);
    const auto end = static_cast<std::ptrdiff_t>((span + 1) * rows / spans);
    const auto [low, high] =
        std::minmax_element(all.values.begin() + begin, all.values.begin() + end);
    const auto a = static_cast<std::size_t>(low - all.values.begin());
    const auto b = static_cast<std::size_t>(high - all.values.begin());
    keep(std::min(a, b));
    if (a != b) keep(std::max(a, b));
  }
  return kept;
}

}  // namespace

std::vector<PageCurve> page_curves(const ProbeData& probes) {
  std::vector<PageCurve> curves;
  for (std::size_t column = 0; column < probes.columns.size(); ++column) {
    PageCurve curve = curve_of(probes, column);
    if (curve.times.empty()) continue;
    curves.push_back(curve.times.size() > most_points ? thinned(curve) : std::move(curve));
  }
  return curves;
}

}  // namespace pliant::record
