#include "spectral/region_modes.h"

#include <pliant/error.h>
#include <pliant/quality.h>

#include <Eigen/Dense>
#include <algorithm>

#include "base/parallel.h"
#include "base/text.h"
#include "mesh/tetrahedron.h"

namespace pliant::spectral {

RegionMass::RegionMass(const TetMesh& mesh, const std::vector<Index>& cells,
                       const std::vector<Tetrahedron>& tetrahedra, std::size_t vertices,
                       std::span<const Material> materials, MassMatrix kind)
    : tetrahedra_(tetrahedra), lumped_(vertices, 0.0), kind_(kind) {
  for (std::size_t t = 0; t < cells.size(); ++t) {
    const Tetrahedron& corners = mesh.tetrahedra()[cells[t]];
    const auto x = mesh.vertices();
    const double volume = signed_volume(x[corners[0]], x[corners[1]], x[corners[2]], x[corners[3]]);
    quarters_.push_back(materials[materials.size() == 1 ? 0 : cells[t]].density * volume / 4);
    for (const Index v : tetrahedra[t]) lumped_[v] += quarters_.back();
  }
}

std::vector<Vec3d> RegionMass::times(const std::vector<Vec3d>& field) const {
  std::vector<Vec3d> out(field.size());
  if (kind_ == MassMatrix::lumped) {
    for (std::size_t v = 0; v < field.size(); ++v) out[v] = field[v] * lumped_[v];
    return out;
  }
  for (std::size_t t = 0; t < tetrahedra_.size(); ++t) {
    Vec3d sum;
    for (const Index v : tetrahedra_[t]) sum += field[v];
    for (const Index v : tetrahedra_[t])
      out[v] += kind_ == MassMatrix::centroid ? sum * (quarters_[t] / 4)
                                              : (sum + field[v]) * (quarters_[t] / 5);
  }
  return out;
}

std::vector<Vec3d> rotation_field(std::span<const Vec3d> vertices,
                                  std::span<const Tetrahedron> tetrahedra,
                                  std::span<const Vec3d> displacements) {
  std::vector<Vec3d> sum(vertices.size());
  std::vector<double> weight(vertices.size(), 0.0);
  for (const Tetrahedron& t : tetrahedra) {
    const Vec3d &a = vertices[t[0]], &b = vertices[t[1]], &c = vertices[t[2]], &d = vertices[t[3]];
    const double volume = signed_volume(a, b, c, d);
    // 6 V times the gradients of the shape functions.
    const Vec3d gradients[4] = {cross(d - b, c - b), cross(c - a, d - a), cross(d - a, b - a),
                                cross(b - a, c - a)};
    Vec3d curl;
    for (int i = 0; i < 4; ++i) curl += cross(gradients[i], displacements[t[i]]);
    for (const Index v : t) {
      sum[v] += curl / 12;  // volume * curl / (6 volume) / 2
      weight[v] += volume;
    }
  }
  for (std::size_t v = 0; v < sum.size(); ++v) sum[v] = sum[v] / weight[v];
  return sum;
}

namespace {

using Field = std::vector<Vec3d>;

double product(const Field& a, const Field& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += dot(a[i], b[i]);
  return sum;
}

Field motion_of(std::span<const Vec3d> places, int motion, const Vec3d& about) {
  Vec3d axis;
  axis[motion % 3] = 1;
  Field out;
  for (const Vec3d& x : places) out.push_back(motion < 3 ? axis : cross(axis, x - about));
  return out;
}

// The six motions of a rigid body, orthonormal in the mass.
std::vector<Field> rigid_fields(std::span<const Vec3d> places, const RegionMass& mass) {
  Vec3d about;
  double total = 0;
  for (std::size_t v = 0; v < places.size(); ++v) {
    about += places[v] * mass.lumped()[v];
    total += mass.lumped()[v];
  }
  about = about / total;
  std::vector<Field> fields;
  Eigen::Matrix<double, 6, 6> gram;
  for (int i = 0; i < 6; ++i) fields.push_back(motion_of(places, i, about));
  for (int i = 0; i < 6; ++i) {
    const Field moved = mass.times(fields[static_cast<std::size_t>(i)]);
    for (int j = 0; j < 6; ++j) gram(i, j) = product(moved, fields[static_cast<std::size_t>(j)]);
  }
  const Eigen::Matrix<double, 6, 6> lower = gram.llt().matrixL();
  const Eigen::Matrix<double, 6, 6> upper = lower.inverse().transpose();
  std::vector<Field> out(6, Field(places.size()));
  for (int j = 0; j < 6; ++j)
    for (int i = 0; i < 6; ++i)
      for (std::size_t v = 0; v < places.size(); ++v)
        out[static_cast<std::size_t>(j)][v] += fields[static_cast<std::size_t>(i)][v] * upper(i, j);
  return out;
}

void check_count(const RegionMesh& region, std::size_t fixed, std::size_t modes) {
  const std::size_t most = 3 * (region.vertices.size() - fixed);
  const std::size_t least = fixed > 0 ? 1 : 6;
  if (modes > most)
    throw InputError(
        "", 0,
        text(modes, " modes are wanted of a deformable region with ", most, " degrees of freedom"),
        text("take at most ", most, ", or a finer mesh"));
  if (modes < least)
    throw InputError("", 0, text(modes, " modes are too few for a deformable region"),
                     text("take at least ", least, "; six are the rigid motions"));
}

ModeOptions mode_options(const RegionMesh& region, const SpectralOptions& options) {
  ModeOptions out;
  out.mass = options.mass;
  out.cached = options.cached;
  out.progress = options.progress;
  for (const Index v : options.fixed)
    if (std::ranges::binary_search(region.vertices, v)) out.fixed.push_back(region.local(v));
  check_count(region, out.fixed.size(), options.modes);
  out.count = options.modes;
  return out;
}

Field shape_of(const Modes& modes, std::size_t mode) {
  Field out(modes.vertex_count);
  const double* numbers = modes.shapes.data() + mode * 3 * modes.vertex_count;
  for (std::size_t v = 0; v < out.size(); ++v)
    out[v] = {numbers[3 * v], numbers[3 * v + 1], numbers[3 * v + 2]};
  return out;
}

void store(const std::vector<Field>& fields, std::span<const Vec3d> places,
           std::span<const Tetrahedron> tetrahedra, RegionModes& out) {
  const std::size_t modes = fields.size();
  out.shapes.resize(places.size() * 6 * modes);
  parallel_for(modes, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t m = begin; m < end; ++m) {
      const Field turn = rotation_field(places, tetrahedra, fields[m]);
      for (std::size_t v = 0; v < places.size(); ++v)
        for (int i = 0; i < 3; ++i) {
          double* const at = out.shapes.data() + (v * 6 + static_cast<std::size_t>(i)) * modes + m;
          at[0] = fields[m][v][i];
          at[3 * modes] = turn[v][i];
        }
    }
  });
}

}  // namespace

RegionModes region_modes(const TetMesh& mesh, std::span<const Vec3d> vertices,
                         const RegionMesh& region, std::span<const Material> materials,
                         const SpectralOptions& options) {
  Field places;
  for (const Index v : region.vertices) places.push_back(vertices[v]);
  const RegionMass mass(mesh, region.cells, region.tetrahedra, places.size(), materials,
                        options.mass);
  RegionModes out;
  out.lumped = mass.lumped();
  std::vector<Field> fields;
  bool is_free = true;
  if (region.rigid) {
    fields = rigid_fields(places, mass);
    out.eigenvalues.assign(fields.size(), 0.0);
  } else {
    const ModeOptions wanted = mode_options(region, options);
    std::vector<Material> own;
    if (materials.size() == 1)
      own.push_back(materials[0]);
    else
      for (const Index t : region.cells) own.push_back(materials[t]);
    const Modes modes = lowest_modes(places, region.tetrahedra, own, wanted);
    is_free = wanted.fixed.empty();
    for (std::size_t m = 0; m < modes.count(); ++m) {
      fields.push_back(shape_of(modes, m));
      const bool is_rigid = is_free && m < 6;
      out.eigenvalues.push_back(is_rigid ? 0 : std::max(0.0, modes.eigenvalues[m]));
    }
  }
  out.rigid_modes = is_free ? 6 : 0;
  for (int motion = 0; is_free && motion < 6; ++motion) {
    const Field moved = mass.times(motion_of(places, motion, {}));
    for (std::size_t m = 0; m < 6; ++m)
      out.rigid_share[m][static_cast<std::size_t>(motion)] = product(moved, fields[m]);
  }
  store(fields, places, region.tetrahedra, out);
  return out;
}

}  // namespace pliant::spectral
