#include "constraints/element_volumes.h"

#include <pliant/topology.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace pliant {

namespace {

constexpr std::size_t range = 2048;  // numbers that one thread works on at a time

template <class F>
void for_all(std::size_t count, const F& f) {
  parallel_for(count, range, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) f(i);
  });
}

// Sums of fixed ranges, so that the result does not depend on the threads.
double product(std::span<const double> a, std::span<const double> b) {
  std::vector<double> parts((a.size() + range - 1) / range);
  parallel_for(parts.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t part = begin; part < end; ++part)
      for (std::size_t i = part * range; i < std::min((part + 1) * range, a.size()); ++i)
        parts[part] += a[i] * b[i];
  });
  double sum = 0;
  for (const double part : parts) sum += part;
  return sum;
}

Vec3d by_direction(const Vec3d& a, const Vec3d& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}

double volume(const Tetrahedron& t, std::span<const Vec3d> x) {
  return signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
}

}  // namespace

ElementVolumes::ElementVolumes(std::vector<Tetrahedron> tetrahedra, std::span<const Vec3d> rest,
                               const ElementVolumeOptions& options)
    : tetrahedra_(std::move(tetrahedra)),
      options_(options),
      gradients_(4 * tetrahedra_.size()),
      diagonal_(tetrahedra_.size()),
      excess_(tetrahedra_.size()),
      multipliers_(tetrahedra_.size()),
      residual_(tetrahedra_.size()),
      preconditioned_(tetrahedra_.size()),
      direction_(tetrahedra_.size()),
      applied_(tetrahedra_.size()),
      shifts_(rest.size()) {
  for (const Tetrahedron& t : tetrahedra_) rest_volumes_.push_back(volume(t, rest));
  const Lists touching = vertex_cells<4>(tetrahedra_, rest.size());
  for (std::size_t v = 0; v < rest.size(); ++v) {
    corners_begin_.push_back(corners_.size());
    for (const Index e : touching[v])
      for (Index i = 0; i < 4; ++i)
        if (tetrahedra_[e][i] == v) corners_.push_back(4 * e + i);
  }
  corners_begin_.push_back(corners_.size());
}

void ElementVolumes::start_from(std::span<const double> multipliers) {
  multipliers_.assign(multipliers.begin(), multipliers.end());
}

void ElementVolumes::find_gradients(std::span<const Vec3d> x,
                                    std::span<const Vec3d> inverse_masses) {
  for_all(tetrahedra_.size(), [&](std::size_t e) {
    const Tetrahedron& t = tetrahedra_[e];
    diagonal_[e] = 0;
    for (int i = 0; i < 4; ++i) {
      // The volume grows against the face opposite a vertex.
      const Triangle face = face_of(t, i);
      const Vec3d b = cross(x[face[1]] - x[face[0]], x[face[2]] - x[face[0]]) * (-1.0 / 6);
      gradients_[4 * e + static_cast<std::size_t>(i)] = b;
      diagonal_[e] += dot(b, by_direction(b, inverse_masses[t[static_cast<std::size_t>(i)]]));
    }
  });
}

void ElementVolumes::find_excess(std::span<const Vec3d> before, std::span<const Vec3d> positions) {
  for_all(tetrahedra_.size(), [&](std::size_t e) {
    const Tetrahedron& t = tetrahedra_[e];
    excess_[e] = options_.strength * (volume(t, before) - rest_volumes_[e]);
    for (std::size_t i = 0; i < 4; ++i)
      excess_[e] += dot(gradients_[4 * e + i], positions[t[i]] - before[t[i]]);
  });
}

void ElementVolumes::find_shifts(std::span<const double> multipliers,
                                 std::span<const Vec3d> inverse_masses) {
  for_all(shifts_.size(), [&](std::size_t v) {
    Vec3d sum{};
    for (std::size_t k = corners_begin_[v]; k < corners_begin_[v + 1]; ++k)
      sum += gradients_[corners_[k]] * multipliers[corners_[k] / 4];
    shifts_[v] = by_direction(sum, inverse_masses[v]);
  });
}

void ElementVolumes::apply(std::span<const double> multipliers,
                           std::span<const Vec3d> inverse_masses, std::vector<double>& out) {
  find_shifts(multipliers, inverse_masses);
  for_all(tetrahedra_.size(), [&](std::size_t e) {
    out[e] = options_.softness * diagonal_[e] * multipliers[e];
    for (std::size_t i = 0; i < 4; ++i)
      out[e] += dot(gradients_[4 * e + i], shifts_[tetrahedra_[e][i]]);
  });
}

void ElementVolumes::add_forces(double h, std::span<Vec3d> forces) const {
  for_all(forces.size(), [&](std::size_t v) {
    Vec3d sum{};
    for (std::size_t k = corners_begin_[v]; k < corners_begin_[v + 1]; ++k)
      sum += gradients_[corners_[k]] * multipliers_[corners_[k] / 4];
    forces[v] -= sum / (h * h);
  });
}

bool ElementVolumes::is_small(std::span<const double> residual) const {
  for (std::size_t e = 0; e < residual.size(); ++e)
    if (diagonal_[e] > 0 && !(std::abs(residual[e]) <= options_.tolerance * rest_volumes_[e]))
      return false;
  return true;
}

ElementSolve ElementVolumes::solve(std::span<const Vec3d> inverse_masses) {
  const std::size_t count = tetrahedra_.size();
  const auto precondition = [&] {
    for_all(count, [&](std::size_t e) {
      // A tetrahedron of which nothing can give way takes no part.
      preconditioned_[e] =
          diagonal_[e] > 0 ? residual_[e] / (diagonal_[e] * (1 + options_.softness)) : 0;
    });
  };
  apply(multipliers_, inverse_masses, applied_);
  for_all(count, [&](std::size_t e) { residual_[e] = excess_[e] - applied_[e]; });
  precondition();
  direction_ = preconditioned_;
  double slope = product(residual_, preconditioned_);
  ElementSolve solve;
  while (!is_small(residual_)) {
    if (solve.iterations == options_.max_iterations) {
      solve.converged = false;
      break;
    }
    ++solve.iterations;
    apply(direction_, inverse_masses, applied_);
    const double curvature = product(direction_, applied_);
    if (!(curvature > 0) || !std::isfinite(slope / curvature)) {
      solve.converged = false;  // as far as rounding lets it go
      break;
    }
    const double length = slope / curvature;
    for_all(count, [&](std::size_t e) {
      multipliers_[e] += length * direction_[e];
      residual_[e] -= length * applied_[e];
    });
    precondition();
    const double next = product(residual_, preconditioned_);
    const double turn = next / slope;
    slope = next;
    for_all(count,
            [&](std::size_t e) { direction_[e] = preconditioned_[e] + turn * direction_[e]; });
  }
  return solve;
}

double ElementVolumes::largest_error(std::span<const Vec3d> positions) const {
  double largest = 0;
  for (std::size_t e = 0; e < tetrahedra_.size(); ++e)
    largest = std::max(
        largest, std::abs(volume(tetrahedra_[e], positions) - rest_volumes_[e]) / rest_volumes_[e]);
  return largest;
}

ElementSolve ElementVolumes::correct(std::span<const Vec3d> before,
                                     std::span<const Vec3d> inverse_masses, double h,
                                     std::span<Vec3d> positions, std::span<Vec3d> velocities) {
  find_gradients(before, inverse_masses);
  find_excess(before, positions);
  ElementSolve solved = solve(inverse_masses);
  find_shifts(multipliers_, inverse_masses);
  for_all(shifts_.size(), [&](std::size_t v) {
    positions[v] -= shifts_[v];
    velocities[v] -= shifts_[v] / h;
  });
  solved.error = largest_error(positions);
  return solved;
}

}  // namespace pliant
