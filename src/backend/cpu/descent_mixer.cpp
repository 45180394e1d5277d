#include "backend/cpu/descent_mixer.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace pliant::cpu {

namespace {

constexpr std::size_t part = 8192;

template <class F>
void for_parts(std::size_t size, const F& f) {
  const auto run = [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) f(p, p * part, std::min(size, (p + 1) * part));
  };
  const std::size_t parts = (size + part - 1) / part;
  if (parts < 4)
    run(0, parts);
  else
    parallel_for(parts, 1, run);
}

// The solution of a small symmetric positive definite system of doubles; directions in which the
// others can do the same are left out.
std::vector<double> solve_small(std::vector<double> a, std::vector<double> b) {
  const std::size_t n = b.size();
  std::vector<bool> left_out(n);
  double most = 0;
  for (std::size_t i = 0; i < n; ++i) most = std::max(most, a[i * n + i]);
  for (std::size_t i = 0; i < n; ++i) {
    const double before = a[i * n + i];
    for (std::size_t k = 0; k < i; ++k)
      if (!left_out[k]) a[i * n + i] -= a[i * n + k] * a[i * n + k];
    left_out[i] = !(a[i * n + i] > 1e-9 * before) || !(before > 1e-20 * most);
    if (left_out[i]) continue;
    a[i * n + i] = std::sqrt(a[i * n + i]);
    for (std::size_t j = i + 1; j < n; ++j) {
      for (std::size_t k = 0; k < i; ++k)
        if (!left_out[k]) a[j * n + i] -= a[j * n + k] * a[i * n + k];
      a[j * n + i] /= a[i * n + i];
    }
    for (std::size_t k = 0; k < i; ++k)
      if (!left_out[k]) b[i] -= a[i * n + k] * b[k];
    b[i] /= a[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    if (left_out[i]) {
      b[i] = 0;
      continue;
    }
    for (std::size_t j = i + 1; j < n; ++j) b[i] -= a[j * n + i] * b[j];
    b[i] /= a[i * n + i];
  }
  return b;
}

}  // namespace

template <class R>
double Mixer<R>::product(std::span<const R> a, std::span<const R> b) {
  parts_.assign((a.size() + part - 1) / part, 0);
  for_parts(a.size(), [&](std::size_t p, std::size_t begin, std::size_t end) {
    constexpr std::size_t lanes = 8;
    double sums[lanes] = {};
    std::size_t i = begin;
    for (; i + lanes <= end; i += lanes)
      for (std::size_t k = 0; k < lanes; ++k) sums[k] += double(a[i + k]) * double(b[i + k]);
    for (; i < end; ++i) sums[0] += double(a[i]) * double(b[i]);
    for (const double sum : sums) parts_[p] += sum;
  });
  double sum = 0;
  for (const double one : parts_) sum += one;
  return sum;
}

template <class R>
std::vector<double> Mixer<R>::shares(std::span<const R> way) {
  const std::size_t known = std::min(count_, depth), last = (count_ - 1) % depth;
  for (std::size_t i = 0; i < known; ++i)
    products_[last * depth + i] = products_[i * depth + last] =
        product(changes_[last].way, changes_[i].way);
  // The youngest first, so that an old one is left out that adds nothing.
  std::vector<double> a(known * known), b(known);
  const auto place = [&](std::size_t i) { return (last + depth - i) % depth; };
  for (std::size_t i = 0; i < known; ++i) {
    b[i] = product(changes_[place(i)].way, way);
    for (std::size_t j = 0; j < known; ++j)
      a[i * known + j] = products_[place(i) * depth + place(j)];
  }
  return solve_small(std::move(a), std::move(b));
}

template <class R>
bool Mixer<R>::mix(std::span<const R> start, std::span<R> end) {
  const std::size_t size = end.size();
  if (way_.size() != size) {
    changes_.assign(depth, {});
    count_ = 0;
  }
  way_.resize(size), end_.resize(size);
  Change* change = count_ > 0 ? &changes_[(count_ - 1) % depth] : nullptr;
  if (change) change->way.resize(size), change->end.resize(size);
  for_parts(size, [&](std::size_t, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const R way = end[i] - start[i];
      if (change) {
        change->way[i] = way - way_[i];
        change->end[i] = end[i] - end_[i];
      }
      way_[i] = way;
      end_[i] = end[i];
    }
  });
  bool moved = false;
  if (change) {
    const std::vector<double> share = shares(way_);
    for (std::size_t i = 0; i < share.size(); ++i) {
      if (share[i] == 0 || !std::isfinite(share[i])) continue;
      const R* by = changes_[(count_ - 1 + depth - i) % depth].end.data();
      const R part_of_it = static_cast<R>(share[i]);
      for_parts(size, [&](std::size_t, std::size_t first, std::size_t last) {
        for (std::size_t k = first; k < last; ++k) end[k] -= part_of_it * by[k];
      });
      moved = true;
    }
  }
  ++count_;
  return moved;
}

template class Mixer<float>;
template class Mixer<double>;

}  // namespace pliant::cpu
