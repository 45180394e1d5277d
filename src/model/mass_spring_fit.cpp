#include "model/mass_spring_fit.h"

#include <pliant/masses.h>
#include <pliant/topology.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "model/mass_spring_network.h"

namespace pliant {

namespace {

constexpr int unknowns = 7;     // six weights of springs, and the volumes
constexpr int experiments = 6;  // pulls along x y z; shears xy yz zx
constexpr int results = 7;      // Young's modulus 3 times, shear modulus 3 times, Poisson's ratio

constexpr int most_rounds = 6;
constexpr double good_enough = 0.015;  // root of the sum of the squared errors
// What is left out of the solutions enters the results squared.
constexpr int iterations = 40;
constexpr double tolerance = 3e-3;

using Field = LinearNetwork::Field;
using Numbers = std::array<double, unknowns>;
using Matrix = std::array<Numbers, unknowns>;

std::array<double, 6> weights(const Vec3d& n) {
  const double x = n.x * n.x, y = n.y * n.y, z = n.z * n.z;
  return {x * x, y * y, z * z, 2 * x * y, 2 * y * z, 2 * z * x};
}

// The solution of a symmetric positive definite system (Cholesky).
Numbers solved(Matrix a, Numbers b) {
  for (int i = 0; i < unknowns; ++i) {
    for (int j = 0; j <= i; ++j) {
      double sum = a[i][j];
      for (int k = 0; k < j; ++k) sum -= a[i][k] * a[j][k];
      a[i][j] = i == j ? std::sqrt(sum) : sum / a[j][j];
    }
  }
  for (int i = 0; i < unknowns; ++i) {
    for (int k = 0; k < i; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  for (int i = unknowns - 1; i >= 0; --i) {
    for (int k = i + 1; k < unknowns; ++k) b[i] -= a[k][i] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

double inner(const Field& a, const Field& b) {
  double sum = 0;
  for (std::size_t v = 0; v < a.size(); ++v) sum += dot(a[v], b[v]);
  return sum;
}

// The best multiple of u to start from, so that the compliance is positive from then on.
void scale_to_least_energy(const LinearNetwork& network, const Field& force, Field& u) {
  Field product;
  network.apply(u, product);
  const double scale = inner(force, u) / inner(product, u);
  for (Vec3d& v : u) v *= scale;
}

// How far the results are off, and their derivatives by the unknowns.
struct Outcome {
  std::array<double, results> error{};
  std::array<Numbers, results> derivative{};

  double size() const {
    double sum = 0;
    for (double e : error) sum += e * e;
    return sum;
  }
};

// The six experiments on one mesh, with a Young's modulus of 1.
class Experiments {
 public:
  Experiments(const TetMesh& mesh, double poisson, bool with_volumes);

  // Runs them; the displacements of the last run are where this one starts.
  void run(const MassSpringLaw& law);

  Outcome outcome(const MassSpringLaw& law) const;

 private:
  // u_aᵀ K_p u_b for the part K_p of K that goes with each unknown.
  Numbers energies(int a, int b) const;

  const TetMesh& mesh_;
  double poisson_;
  bool with_volumes_;  // without, Poisson's ratio is what it is
  LinearNetwork network_;
  std::vector<double> shares_;
  std::vector<char> everywhere_, inside_;
  std::array<Field, experiments> force_, u_;
};

Experiments::Experiments(const TetMesh& mesh, double poisson, bool with_volumes)
    : mesh_(mesh),
      poisson_(poisson),
      with_volumes_(with_volumes),
      network_(mesh),
      shares_(edge_volumes(mesh)),
      everywhere_(mesh.vertices().size(), 1),
      inside_(mesh.vertices().size(), 1) {
  for (const Triangle& triangle : mesh.boundary())
    for (Index v : triangle) inside_[v] = 0;
  const auto x = mesh.vertices();
  for (int q = 0; q < experiments; ++q) {
    force_[q].assign(x.size(), Vec3d{});
    u_[q].assign(x.size(), Vec3d{});
  }
  for (std::size_t v = 0; v < x.size(); ++v)
    for (int a = 0; a < 3; ++a) {
      const Vec3d from = x[v] - x[0];
      u_[a][v] = from * -poisson;  // what the material would do under the pull, ...
      u_[a][v][a] = from[a];
      u_[3 + a][v][a] = from[(a + 1) % 3];  // ... and a simple shear
    }
  // A stress of 1 along axis a: its resultants at the vertices vanish inside the body.
  for (std::size_t t = 0; t < mesh.tetrahedra().size(); ++t)
    for (int i = 0; i < 4; ++i)
      for (int a = 0; a < 3; ++a)
        force_[a][mesh.tetrahedra()[t][i]][a] += network_.volume(t) * network_.gradients(t)[i][a];
}

void Experiments::run(const MassSpringLaw& law) {
  std::vector<double> edge(shares_.size()), tetrahedron;
  for (std::size_t e = 0; e < edge.size(); ++e)
    edge[e] = shares_[e] * law.edge_factor(network_.direction(e));
  if (law.volumes > 0)
    for (std::size_t t = 0; t < mesh_.tetrahedra().size(); ++t)
      tetrahedron.push_back(network_.volume(t) * law.volumes);
  network_.set_constants(edge, tetrahedron);
  parallel_for(experiments, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t q = begin; q < end; ++q) {
      if (q < 3) scale_to_least_energy(network_, force_[q], u_[q]);
      network_.solve(force_[q], q < 3 ? everywhere_ : inside_, u_[q], iterations, tolerance);
    }
  });
}

Numbers Experiments::energies(int a, int b) const {
  Numbers sum{};
  for (std::size_t e = 0; e < shares_.size(); ++e) {
    const auto weight = weights(network_.direction(e));
    const double product =
        shares_[e] * network_.edge_strain(u_[a], e) * network_.edge_strain(u_[b], e);
    for (int p = 0; p < 6; ++p) sum[p] += weight[p] * product;
  }
  for (std::size_t t = 0; t < mesh_.tetrahedra().size(); ++t)
    sum[6] += network_.volume(t) * network_.dilation(u_[a], t) * network_.dilation(u_[b], t);
  return sum;
}

Outcome Experiments::outcome(const MassSpringLaw& law) const {
  const auto energy = [&](const Numbers& parts) {
    double sum = law.volumes * parts[6];
    for (int p = 0; p < 6; ++p) sum += law.springs[p] * parts[p];
    return sum;
  };
  const double volume = network_.volume(), shear_modulus = 1 / (2 * (1 + poisson_));
  Outcome out;
  for (int q = 0; q < 3; ++q) {
    // Twice the work less the energy: right to second order where the solver stopped early.
    const Numbers along = energies(q, q);
    const double compliance = 2 * inner(force_[q], u_[q]) - energy(along);
    out.error[q] = std::log(compliance / volume);
    const int other = (q + 1) % 3;
    const Numbers shear = energies(3 + q, 3 + q);
    out.error[3 + q] = std::log(energy(shear) / (volume * shear_modulus));
    for (int p = 0; p < unknowns; ++p) {
      out.derivative[q][p] = -along[p] / compliance;
      out.derivative[3 + q][p] = shear[p] / energy(shear);
    }
    if (!with_volumes_) continue;
    const Numbers across = energies(q, other);
    const double work = inner(force_[q], u_[other]) + inner(force_[other], u_[q]);
    out.error[6] += ((energy(across) - work) / volume - poisson_) / 3;
    for (int p = 0; p < unknowns; ++p) out.derivative[6][p] += across[p] / volume / 3;
  }
  if (!with_volumes_)
    for (Numbers& row : out.derivative) row[6] = 0;
  return out;
}

// A step towards results without error (Levenberg and Marquardt's). Its unknowns are the logarithms
// of the springs' factors, so that these stay positive, and the volumes' factor, which may become
// 0. A weak pull towards the start decides what the results leave open.
MassSpringLaw improved(const MassSpringLaw& law, const MassSpringLaw& start, const Outcome& outcome,
                       double damping) {
  constexpr double pull = 1e-3, longest = 1.5;
  // Factors further from the start than this make some springs so hard that time steps suffer.
  const double farthest = std::log(30.0);
  const double volume_unit = std::max(start.volumes, 0.5);
  std::array<double, 6> moved;
  for (int p = 0; p < 6; ++p) moved[p] = std::log(law.springs[p] / start.springs[p]);
  Matrix normal{};
  Numbers right{};
  for (int p = 0; p < unknowns; ++p) {
    normal[p][p] = pull + damping;
    right[p] = -pull * (p < 6 ? moved[p] : (law.volumes - start.volumes) / volume_unit);
  }
  for (int r = 0; r < results; ++r) {
    Numbers slope;
    for (int p = 0; p < 6; ++p) slope[p] = outcome.derivative[r][p] * law.springs[p];
    slope[6] = outcome.derivative[r][6] * volume_unit;
    for (int p = 0; p < unknowns; ++p) {
      for (int s = 0; s < unknowns; ++s) normal[p][s] += slope[p] * slope[s];
      right[p] -= slope[p] * outcome.error[r];
    }
  }
  const Numbers step = solved(normal, right);
  MassSpringLaw next;
  for (int p = 0; p < 6; ++p) {
    const double to = moved[p] + std::clamp(step[p], -longest, longest);
    next.springs[p] = start.springs[p] * std::exp(std::clamp(to, -farthest, farthest));
  }
  next.volumes = std::max(0.0, law.volumes + step[6] * volume_unit);
  return next;
}

}  // namespace

std::vector<double> edge_volumes(const TetMesh& mesh, std::span<const double> fill) {
  const auto edges = mesh.edges();
  const auto x = mesh.vertices();
  // The edges are sorted: those with the same lower vertex lie together.
  std::vector<std::size_t> first(x.size() + 1, 0);
  for (const Line& edge : edges) ++first[edge[0] + 1];
  for (std::size_t v = 0; v < x.size(); ++v) first[v + 1] += first[v];
  std::vector<double> volumes(edges.size(), 0.0);
  const std::vector<double> shares = stiffness_shares(mesh, fill);
  for (std::size_t i = 0; i < mesh.tetrahedra().size(); ++i) {
    const Tetrahedron& t = mesh.tetrahedra()[i];
    double sixth = signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]) / 6;
    if (!fill.empty()) sixth *= shares[i];
    for (const auto& [a, b] : tetrahedron_edge) {
      const auto [low, high] = std::minmax(t[a], t[b]);
      std::size_t e = first[low];
      while (edges[e][1] != high) ++e;
      volumes[e] += sixth;
    }
  }
  return volumes;
}

double MassSpringLaw::edge_factor(const Vec3d& direction) const {
  const auto weight = weights(direction);
  double sum = 0;
  for (int p = 0; p < 6; ++p) sum += springs[p] * weight[p];
  return sum;
}

MassSpringLaw isotropic_mass_spring_law(double poisson, bool with_volumes) {
  const double mu = 1 / (2 * (1 + poisson)), lambda = 2 * mu * poisson / (1 - 2 * poisson);
  MassSpringLaw law;
  law.springs.fill(15 * mu);
  law.volumes = with_volumes ? std::max(0.0, lambda - mu) : 0;
  return law;
}

MassSpringFit fit_mass_spring_law(const TetMesh& mesh, double poisson, bool with_volumes) {
  const MassSpringLaw start = isotropic_mass_spring_law(poisson, with_volumes);
  Experiments experiment(mesh, poisson, with_volumes);
  MassSpringLaw best = start, law = start;
  Outcome best_outcome;
  double least = std::numeric_limits<double>::infinity(), damping = 0;
  for (int round = 0; round < most_rounds; ++round) {
    experiment.run(law);
    const Outcome outcome = experiment.outcome(law);
    if (outcome.size() < least) {
      least = outcome.size();
      best = law;
      best_outcome = outcome;
    } else {
      damping = std::max(0.1, 10 * damping);
    }
    // Where not even the first experiments gave numbers, the start is all there is.
    if (least < good_enough * good_enough || std::isinf(least)) break;
    law = improved(best, start, best_outcome, damping);
  }
  double error = std::isinf(least) ? least : 0;
  for (int r = 0; r < 6; ++r) error = std::max(error, std::abs(best_outcome.error[r]));
  return {best, error};
}

}  // namespace pliant
