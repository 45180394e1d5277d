#include "spectral/stresses.h"

#include <algorithm>
#include <limits>

#include "base/parallel.h"

namespace pliant::spectral {

namespace {

struct Gradients {
  Vec3d of[4];  // of the shape functions, 1/m
  double volume;
};

Index vertex_of(const Data& data, const Data::Cell& cell, std::size_t corner) {
  return data.regions[cell.region].vertices[cell.nodes[corner]];
}

Gradients gradients_of(const Data& data, const Data::Cell& cell) {
  Vec3d x[4];
  for (std::size_t i = 0; i < 4; ++i) x[i] = data.rest[vertex_of(data, cell, i)];
  const Vec3d a = x[1] - x[0], b = x[2] - x[0], c = x[3] - x[0];
  const double sixfold = dot(cross(a, b), c);
  Gradients out{{{}, cross(b, c) / sixfold, cross(c, a) / sixfold, cross(a, b) / sixfold},
                sixfold / 6};
  out.of[0] = -(out.of[1] + out.of[2] + out.of[3]);
  return out;
}

// Of a tetrahedron in its own turned frame: a symmetric matrix.
Mat3d local_stress(const Data& data, const Motion& motion, const Data::Cell& cell,
                   const Gradients& gradients) {
  Mat3d slope{};  // of the displacement: column j is its change along axis j
  for (std::size_t i = 0; i < 4; ++i) {
    const Data::Node node{cell.region, cell.nodes[i]};
    const Vec3d u =
        motion.displacement(node) + motion.displacement_rate(node) * data.stiffness_damping;
    for (int j = 0; j < 3; ++j) slope.column[j] += u * gradients.of[i][j];
  }
  const double trace = slope.column[0].x + slope.column[1].y + slope.column[2].z;
  Mat3d out;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      out.column[j][i] =
          cell.mu * (slope.column[j][i] + slope.column[i][j]) + (i == j ? cell.lambda * trace : 0);
  return out;
}

// How the tetrahedron has turned in the world.
Mat3d turn_of(const Motion& motion, const Data::Cell& cell) {
  Vec3d w;
  for (const std::uint32_t node : cell.nodes) w += motion.rotation_of({cell.region, node}) * 0.25;
  const WarpFactors<double> factors = warp_factors(w);
  Mat3d out;
  for (int i = 0; i < 3; ++i) {
    Vec3d axis;
    axis[i] = 1;
    out.column[i] = motion.turn * rotated(factors, w, axis);
  }
  return out;
}

Stress turned_stress(const Mat3d& turn, const Mat3d& local) {
  const Mat3d half{turn * local.column[0], turn * local.column[1], turn * local.column[2]};
  const auto entry = [&](int i, int j) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += half.column[k][i] * turn.column[k][j];
    return sum;
  };
  return {entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(1, 2), entry(2, 0)};
}

}  // namespace

std::vector<Stress> stresses_of(const Data& data, const Motion& motion) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  motion.find_rates();
  std::vector<Stress> out(data.cells.size());
  parallel_for(out.size(), 256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      const Data::Cell& cell = data.cells[t];
      if (data.regions[cell.region].rigid)
        out[t] = {unknown, unknown, unknown, unknown, unknown, unknown};
      else
        out[t] = turned_stress(turn_of(motion, cell),
                               local_stress(data, motion, cell, gradients_of(data, cell)));
    }
  });
  return out;
}

std::vector<Vec3d> element_pulls(const Data& data, const Motion& motion,
                                 std::span<const Index> of) {
  std::vector<Vec3d> out(data.node_of.size());
  motion.find_rates();
  for (const Data::Cell& cell : data.cells) {
    if (data.regions[cell.region].rigid) continue;
    bool wanted[4], any = false;
    for (std::size_t i = 0; i < 4; ++i)
      any |= wanted[i] = std::ranges::binary_search(of, vertex_of(data, cell, i));
    if (!any) continue;
    const Gradients gradients = gradients_of(data, cell);
    const Mat3d stress = local_stress(data, motion, cell, gradients), turn = turn_of(motion, cell);
    for (std::size_t i = 0; i < 4; ++i)
      if (wanted[i])
        out[vertex_of(data, cell, i)] -= turn * (stress * gradients.of[i]) * gradients.volume;
  }
  return out;
}

}  // namespace pliant::spectral
