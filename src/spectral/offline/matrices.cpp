#include "spectral/offline/matrices.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "model/isotropic.h"

namespace pliant::spectral::offline {

namespace {

struct Element {
  std::array<Vec3d, 4> gradients;  // of the shape functions, 1/m
  double volume = 0;               // m³
};

Element element_of(const ElasticSolid& solid, std::size_t index) {
  const Tetrahedron& t = solid.tetrahedra[index];
  const Vec3d a = solid.vertices[t[1]] - solid.vertices[t[0]],
              b = solid.vertices[t[2]] - solid.vertices[t[0]],
              c = solid.vertices[t[3]] - solid.vertices[t[0]];
  const double sixfold = dot(cross(a, b), c);
  Element e;
  e.gradients[1] = cross(b, c) / sixfold;
  e.gradients[2] = cross(c, a) / sixfold;
  e.gradients[3] = cross(a, b) / sixfold;
  e.gradients[0] = -(e.gradients[1] + e.gradients[2] + e.gradients[3]);
  e.volume = sixfold / 6;
  return e;
}

struct Lame {
  double lambda = 0, mu = 0;  // Pa
};

Lame lame_of(const Material& material) {
  const Material one = isotropic(material);
  return {one.lame_lambda(), one.shear_modulus()};
}

// K_ij = V (lambda g_i g_j^T + mu g_j g_i^T + mu (g_i . g_j) I)
void add_stiffness(std::array<double, 9>& block, const Vec3d& gi, const Vec3d& gj, const Lame& lame,
                   double weight) {
  const double shear = weight * lame.mu * dot(gi, gj);
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c)
      block[static_cast<std::size_t>(3 * r + c)] +=
          weight * (lame.lambda * gi[r] * gj[c] + lame.mu * gj[r] * gi[c]) + (r == c ? shear : 0);
}

// Of a tetrahedron's mass, at a vertex or between two.
double mass_part(MassMatrix kind, bool diagonal) {
  switch (kind) {
    case MassMatrix::consistent:
      return diagonal ? 0.1 : 0.05;
    case MassMatrix::lumped:
      return diagonal ? 0.25 : 0;
    case MassMatrix::centroid:
      return 0.0625;
  }
  return 0;
}

struct Incidence {
  std::vector<std::size_t> begin;
  std::vector<Index> tetrahedra;
};

Incidence incidence_of(const ElasticSolid& solid) {
  Incidence out;
  out.begin.assign(solid.vertices.size() + 1, 0);
  for (const Tetrahedron& t : solid.tetrahedra)
    for (Index i : t) ++out.begin[i + 1];
  for (std::size_t i = 1; i < out.begin.size(); ++i) out.begin[i] += out.begin[i - 1];
  out.tetrahedra.resize(out.begin.back());
  std::vector<std::size_t> next(out.begin.begin(), out.begin.end() - 1);
  for (std::size_t e = 0; e < solid.tetrahedra.size(); ++e)
    for (Index i : solid.tetrahedra[e]) out.tetrahedra[next[i]++] = static_cast<Index>(e);
  return out;
}

class Assembly {
 public:
  Assembly(const ElasticSolid& solid, MassMatrix mass)
      : solid_(solid), mass_(mass), incidence_(incidence_of(solid)) {
    matrices_.units = natural_units(solid);
    number_rows();
    find_pattern();
  }

  Matrices matrices() && {
    matrices_.stiffness.resize(matrices_.columns.size());
    matrices_.mass.resize(matrices_.columns.size());
    // Each row gathers from its tetrahedra in their order: the same sums on any number of threads.
    parallel_for(matrices_.size(), 64, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row) gather(row);
    });
    return std::move(matrices_);
  }

 private:
  std::span<const Index> tetrahedra_of(Index vertex) const {
    return std::span(incidence_.tetrahedra)
        .subspan(incidence_.begin[vertex], incidence_.begin[vertex + 1] - incidence_.begin[vertex]);
  }

  void number_rows() {
    const std::vector<bool> fixed = fixed_vertices(solid_);
    row_of_.assign(fixed.size(), no_index);
    for (std::size_t i = 0; i < fixed.size(); ++i) {
      if (fixed[i]) continue;
      row_of_[i] = static_cast<Index>(matrices_.vertices.size());
      matrices_.vertices.push_back(static_cast<Index>(i));
    }
  }

  void find_pattern() {
    matrices_.rows.push_back(0);
    std::vector<Index> neighbours;
    for (Index vertex : matrices_.vertices) {
      neighbours.clear();
      for (Index e : tetrahedra_of(vertex))
        for (Index j : solid_.tetrahedra[e])
          if (row_of_[j] != no_index) neighbours.push_back(row_of_[j]);
      std::ranges::sort(neighbours);
      neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
      matrices_.columns.insert(matrices_.columns.end(), neighbours.begin(), neighbours.end());
      matrices_.rows.push_back(matrices_.columns.size());
    }
  }

  std::size_t place(std::size_t row, Index column) const {
    const auto begin = matrices_.columns.begin() + static_cast<std::ptrdiff_t>(matrices_.rows[row]),
               end =
                   matrices_.columns.begin() + static_cast<std::ptrdiff_t>(matrices_.rows[row + 1]);
    return static_cast<std::size_t>(std::lower_bound(begin, end, column) -
                                    matrices_.columns.begin());
  }

  void gather(std::size_t row) {
    const Units& units = matrices_.units;
    const Index vertex = matrices_.vertices[row];
    for (Index index : tetrahedra_of(vertex)) {
      const Element e = element_of(solid_, index);
      const Material& material = solid_.material(index);
      const Lame lame = lame_of(material);
      const double mass = material.density * e.volume / units.mass;
      const double weight = e.volume / units.mass / units.eigenvalue;
      const Tetrahedron& t = solid_.tetrahedra[index];
      const auto self = static_cast<std::size_t>(std::ranges::find(t, vertex) - t.begin());
      for (std::size_t k = 0; k < 4; ++k) {
        if (row_of_[t[k]] == no_index) continue;
        const std::size_t at = place(row, row_of_[t[k]]);
        add_stiffness(matrices_.stiffness[at], e.gradients[self], e.gradients[k], lame, weight);
        matrices_.mass[at] += mass * mass_part(mass_, k == self);
      }
    }
  }

  const ElasticSolid& solid_;
  const MassMatrix mass_;
  const Incidence incidence_;
  std::vector<Index> row_of_;  // of each vertex; no_index where it is fixed
  Matrices matrices_;
};

}  // namespace

Units natural_units(const ElasticSolid& solid) {
  Vec3d low = solid.vertices[0], high = low;
  for (const Vec3d& x : solid.vertices)
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], x[axis]);
      high[axis] = std::max(high[axis], x[axis]);
    }
  double mass = 0, volume = 0, softness = 0;
  for (std::size_t i = 0; i < solid.tetrahedra.size(); ++i) {
    const double v = element_of(solid, i).volume;
    const Material& material = solid.material(i);
    volume += v;
    mass += v * material.density;
    // The softest part has the lowest modes, hence the mean of 1 / c².
    softness += v * material.density / material.young;
  }
  return {mass, volume / softness / squared_length(high - low)};
}

Matrices assemble(const ElasticSolid& solid, MassMatrix mass) {
  return Assembly(solid, mass).matrices();
}

void Matrices::multiply_mass(const double* x, double* out) const {
  parallel_for(size(), 512, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      double sum[3] = {0, 0, 0};
      for (std::size_t at = rows[row]; at < rows[row + 1]; ++at)
        for (std::size_t axis = 0; axis < 3; ++axis)
          sum[axis] += mass[at] * x[3 * std::size_t{columns[at]} + axis];
      for (std::size_t axis = 0; axis < 3; ++axis) out[3 * row + axis] = sum[axis];
    }
  });
}

double strain_energy(const ElasticSolid& solid, const Matrices& matrices, const double* u) {
  std::vector<Vec3d> moved(solid.vertices.size());
  for (std::size_t row = 0; row < matrices.size(); ++row)
    moved[matrices.vertices[row]] = {u[3 * row], u[3 * row + 1], u[3 * row + 2]};
  double sum = 0;
  for (std::size_t i = 0; i < solid.tetrahedra.size(); ++i) {
    const Element e = element_of(solid, i);
    const Tetrahedron& t = solid.tetrahedra[i];
    double gradient[3][3] = {};  // du_r / dx_c
    for (std::size_t k = 1; k < 4; ++k)
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c)
          gradient[r][c] += (moved[t[k]][r] - moved[t[0]][r]) * e.gradients[k][c];
    const Lame lame = lame_of(solid.material(i));
    const double trace = gradient[0][0] + gradient[1][1] + gradient[2][2];
    double squares = 0;  // of the strain's components
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) {
        const double strain = (gradient[r][c] + gradient[c][r]) / 2;
        squares += strain * strain;
      }
    sum += e.volume * (lame.lambda * trace * trace + 2 * lame.mu * squares);
  }
  return sum / matrices.units.mass / matrices.units.eigenvalue;
}

}  // namespace pliant::spectral::offline
