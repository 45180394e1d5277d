#include <algorithm>
#include <cmath>
#include <limits>

#include "backend/cpu/descent.h"
#include "base/parallel.h"

namespace pliant::cpu {

namespace {

/// So many sweeps between two looks, each of which costs as much as a sweep.
constexpr int sweeps_between_looks = 4;

/// Of the squares of the forces at first. Where no more is left, and neither mixtures nor sweeps
/// make the sum less, rounding is what is left.
constexpr double little = 0.01;

// Σ f·(b - a) and Σ f·f.
struct Work {
  double by = 0, square = 0;
};

template <class R>
Work work(const AlignedVector<R>& f, const AlignedVector<R>& a, const AlignedVector<R>& b) {
  constexpr std::size_t part = 8192;
  std::vector<Work> parts((f.size() + part - 1) / part);
  parallel_for(parts.size(), 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p)
      for (std::size_t i = p * part; i < std::min(f.size(), (p + 1) * part); ++i) {
        parts[p].by += double(f[i]) * (double(b[i]) - double(a[i]));
        parts[p].square += double(f[i]) * double(f[i]);
      }
  });
  Work sum;
  for (const Work& one : parts) sum.by += one.by, sum.square += one.square;
  return sum;
}

}  // namespace

template <class R>
void Descent<R>::keep_in_reach(AlignedVector<R>& rows) const {
  if (reach_.empty()) return;
  const std::size_t width = order_->width;
  for (std::size_t i = 0; i < order_->at.size(); ++i) {
    const R* began = reach_.data() + i / width * 4 * width + i % width;
    R* row = rows.data() + order_->at[i];
    const Vec3<R> begin{began[0], began[width], began[2 * width]};
    const Vec3<R> way = Vec3<R>{row[0], row[1], row[2]} - begin;
    const R far = length(way), most = began[3 * width];
    if (far > most)
      for (int k = 0; k < 3; ++k) row[k] = begin[k] + way[k] * (most / far);
  }
}

// Goes as far along what the coarse level calls for as makes the sum least, by the slope at both
// ends; false: it stays where it is.
template <class R>
bool Descent<R>::ask(const large_steps::CoarseLevel& coarse, const AlignedVector<R>& forces,
                     int threads) {
  const std::vector<Vec3d> way = coarse.displacements(by_vertex(forces, {}));
  const AlignedVector<R> from = now_;
  AlignedVector<R> then(now_.size(), R(0));
  const auto go = [&](double part) {
    for (std::size_t v = 0; v < way.size(); ++v)
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t i = 4 * std::size_t(order_->row_of_vertex[v]) + k;
        now_[i] = static_cast<R>(double(from[i]) + part * way[v][static_cast<int>(k)]);
      }
  };
  go(1);
  find_forces(then, threads);
  const double here = work(forces, from, now_).by, there = work(then, from, now_).by;
  constexpr double farthest = 2;
  if (!(here > 0) || !std::isfinite(there)) {
    now_ = from;
    return false;
  }
  go(there < here * (1 - 1 / farthest) ? here / (here - there) : farthest);
  return true;
}

// Whether the sum became less on the way from a to b is told by the forces at both: it changed by
// minus their mean times the way, but for terms of third order. Energies would not tell in single
// precision once little changes, and what damps has none.
template <class R>
typename Descent<R>::Done Descent<R>::minimise(int sweeps, double enough, int threads,
                                               const large_steps::CoarseLevel* coarse) {
  Done done;
  AlignedVector<R> start, good = now_, force(now_.size(), R(0)), force_then(now_.size(), R(0));
  find_forces(force_then, threads);
  bool with_care = false, mixed = false, asked = coarse && ask(*coarse, force_then, threads);
  if (asked) keep_in_reach(now_);
  int in_vain = 0;
  const double first = work(force_then, good, good).square;
  double left_then = first;
  mixer_.clear();
  for (int left = sweeps; left > 0;) {
    const int count = std::min(sweeps_between_looks, left);
    start = now_;
    sweep(count, threads, with_care);
    done.sweeps += count;
    find_forces(force, threads);
    const Work before = work(force_then, good, now_), after = work(force, good, now_);
    if (!(before.by + after.by >= 0)) {
      done.good = std::isfinite(after.square);
      if (++in_vain > 1 && left_then < little * first) break;
      if (mixed || asked || !with_care) {
        now_ = good;
        done.good = true;
        if (asked && !mixed) coarse = nullptr;
        with_care = with_care || (!mixed && !asked);
        mixed = asked = false;
        mixer_.clear();
        continue;
      }
      // With care it comes from rounding, unless forces have no energy that could fall.
      if (!(after.square < left_then)) {
        now_ = good;
        return done;
      }
    }
    in_vain = 0;
    left -= count;  // those in vain do not count
    left_then = after.square;
    good = now_;
    force_then.swap(force);
    if (std::sqrt(after.square) <= enough) return done;
    if (left == 0) break;
    asked = coarse && ask(*coarse, force_then, threads);
    mixed = mixer_.mix(start, now_);
    keep_in_reach(now_);
  }
  now_ = good;
  done.good = true;
  return done;
}

template Descent<float>::Done Descent<float>::minimise(int, double, int,
                                                       const large_steps::CoarseLevel*);
template Descent<double>::Done Descent<double>::minimise(int, double, int,
                                                         const large_steps::CoarseLevel*);
template void Descent<float>::keep_in_reach(AlignedVector<float>&) const;
template void Descent<double>::keep_in_reach(AlignedVector<double>&) const;

}  // namespace pliant::cpu
