#include "backend/descent_loop.h"

#include <algorithm>
#include <cmath>

#include "backend/backend.h"

namespace pliant::backend {

namespace {

using Vector = DescentVectors::Vector;

/// So many sweeps between two looks, each of which costs as much as a sweep.
constexpr int sweeps_between_looks = 4;

/// Of the squares of the forces at first. Where no more is left, and neither mixtures nor sweeps
/// make the sum less, rounding is what is left.
constexpr double little = 0.01;

// Goes as far along what the coarse level calls for as makes the sum least, by the slope at both
// ends; false: it stays where it is.
bool ask(DescentVectors& v, const large_steps::CoarseLevel& coarse) {
  v.set_way(coarse.displacements(v.read(Vector::force_then)));
  v.copy(Vector::now, Vector::from);
  v.go(Vector::from, 1);
  v.find_forces(Vector::force);
  const double here = v.work(Vector::force_then, Vector::from).by,
               there = v.work(Vector::force, Vector::from).by;
  constexpr double farthest = 2;
  const bool goes = here > 0 && std::isfinite(there);
  if (!goes)
    v.copy(Vector::from, Vector::now);
  else
    v.go(Vector::from, there < here * (1 - 1 / farthest) ? here / (here - there) : farthest);
  return goes;
}

}  // namespace

// Whether the sum became less on the way from a to b is told by the forces at both: it changed by
// minus their mean times the way, but for terms of third order. Energies would not tell in single
// precision once little changes, and what damps has none.
large_steps::Descended descend(DescentVectors& v, int sweeps, double enough,
                               const large_steps::CoarseLevel* coarse) {
  large_steps::Descended done;
  v.copy(Vector::now, Vector::good);
  v.find_forces(Vector::force_then);
  const double first = v.work(Vector::force_then, Vector::good).square;
  bool with_care = false, mixed = false, asked = coarse && ask(v, *coarse);
  if (asked) v.keep_in_reach();
  int in_vain = 0;
  double left_then = first;
  v.forget_mixtures();
  for (int left = sweeps; left > 0;) {
    const int count = std::min(sweeps_between_looks, left);
    v.copy(Vector::now, Vector::start);
    v.sweep(count, with_care);
    done.iterations += count;
    v.find_forces(Vector::force);
    const auto before = v.work(Vector::force_then, Vector::good),
               after = v.work(Vector::force, Vector::good);
    if (!(before.by + after.by >= 0)) {
      done.good = std::isfinite(after.square);
      if (++in_vain > 1 && left_then < little * first) break;
      if (mixed || asked || !with_care) {
        v.copy(Vector::good, Vector::now);
        done.good = true;
        if (asked && !mixed) coarse = nullptr;
        with_care = with_care || (!mixed && !asked);
        mixed = asked = false;
        v.forget_mixtures();
        continue;
      }
      // With care it comes from rounding, unless forces have no energy that could fall.
      if (!(after.square < left_then)) {
        v.copy(Vector::good, Vector::now);
        return done;
      }
    }
    in_vain = 0;
    left -= count;  // those in vain do not count
    left_then = after.square;
    v.copy(Vector::now, Vector::good);
    if (std::sqrt(after.square) <= enough) return done;
    if (left == 0) break;
    v.swap_forces();
    asked = coarse && ask(v, *coarse);
    mixed = v.mix();
    v.keep_in_reach();
  }
  v.copy(Vector::good, Vector::now);
  done.good = true;
  return done;
}

void write_descended(CompiledState& state, std::span<const Vec3d> places,
                     const large_steps::BodyProblem& problem) {
  std::vector<Vec3d> velocities(places.size());
  for (std::size_t v = 0; v < places.size(); ++v)
    velocities[v] = (places[v] - problem.start[v]) * (1 / problem.span);
  state.write(places, velocities);
}

}  // namespace pliant::backend
