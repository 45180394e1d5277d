#include "backend/cpu/descent_mixer.h"

#include <algorithm>

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
bool Mixer<R>::mix(std::span<const R> start, std::span<R> end) {
  const std::size_t size = end.size();
  if (way_.size() != size) {
    changes_.assign(backend::Mixture::depth, {});
    mixture_.clear();
  }
  way_.resize(size), end_.resize(size);
  const std::size_t known = mixture_.known();
  const auto change = [&](std::size_t youth) -> Change& { return changes_[mixture_.place(youth)]; };
  Change* youngest = known > 0 ? &change(0) : nullptr;
  if (youngest) youngest->way.resize(size), youngest->end.resize(size);
  for_parts(size, [&](std::size_t, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const R way = end[i] - start[i];
      if (youngest) {
        youngest->way[i] = way - way_[i];
        youngest->end[i] = end[i] - end_[i];
      }
      way_[i] = way;
      end_[i] = end[i];
    }
  });
  bool moved = false;
  if (youngest) {
    std::vector<double> of_youngest, of_way;
    for (std::size_t i = 0; i < known; ++i) {
      of_youngest.push_back(product(youngest->way, change(i).way));
      of_way.push_back(product(change(i).way, way_));
    }
    const std::vector<double> shares = mixture_.shares(of_youngest, of_way);
    for (std::size_t i = 0; i < known; ++i) {
      if (shares[i] == 0) continue;
      const R* by = change(i).end.data();
      const R part_of_it = static_cast<R>(shares[i]);
      for_parts(size, [&](std::size_t, std::size_t first, std::size_t last) {
        for (std::size_t k = first; k < last; ++k) end[k] -= part_of_it * by[k];
      });
      moved = true;
    }
  }
  mixture_.add();
  return moved;
}

template class Mixer<float>;
template class Mixer<double>;

}  // namespace pliant::cpu
