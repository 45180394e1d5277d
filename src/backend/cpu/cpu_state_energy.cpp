#include <algorithm>
#include <cmath>

#include "backend/cpu/cpu_state.h"
#include "backend/layout/relation_reader.h"
#include "base/parallel.h"
#include "relations/law_functions.h"

// Energies on the CPU. Kernels add up those of each block's groups, and blocks are added up in
// their order, so that the result does not depend on the threads.

namespace pliant::cpu {

namespace {

// Runs f(begin, end) for fixed ranges, and adds up what it returns.
template <class Sum, class F>
Sum sum_of_ranges(std::size_t count, const F& f) {
  constexpr std::size_t range = 2048;
  std::vector<Sum> parts((count + range - 1) / range);
  parallel_for(parts.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t part = begin; part < end; ++part)
      parts[part] = f(part * range, std::min((part + 1) * range, count));
  });
  Sum sum{};
  for (const Sum& part : parts) sum += part;
  return sum;
}

struct MotionSums {
  double kinetic = 0;
  Vec3d moment{};
  MotionSums& operator+=(const MotionSums& other) {
    kinetic += other.kinetic;
    moment += other.moment;
    return *this;
  }
};

}  // namespace

template <class R>
backend::EnergySums CpuState<R>::energy_sums(bool elastic) const {
  // Velocities that are behind the positions must first be brought to the present.
  if (traits_of(dynamics.integrator).lag > 0 && !first_) return CompiledState::energy_sums(elastic);
  const std::vector<double>& masses = compiled_->masses;
  const auto sums = sum_of_ranges<MotionSums>(masses.size(), [&](std::size_t i, std::size_t end) {
    MotionSums part;
    for (; i < end; ++i) {
      const R* p = row(static_cast<Index>(i));
      const Vec3d v = drift_ + Vec3d{double(p[4]), double(p[5]), double(p[6])};
      part.kinetic += 0.5 * masses[i] * squared_length(v);
      part.moment += (origin_ + Vec3d{double(p[0]), double(p[1]), double(p[2])}) * masses[i];
    }
    return part;
  });
  return {sums.kinetic, elastic ? elastic_energy() : 0, sums.moment};
}

template <class R>
double CpuState<R>::elastic_energy() const {
  // That of a gas whose pressure times volume stays the same, zero at rest.
  double sum = 0;
  for (const auto& gas : compiled_->gases) {
    const double volume = volume_of(gas);
    sum +=
        gas.amount * std::log(gas.rest_volume / volume) + gas.outside * (volume - gas.rest_volume);
  }
  const Layout<R>& layout = compiled_->layout;
  const Stepper<R> s =
      stepper(const_cast<Arrays<R>&>(arrays_), fields_);  // which it only reads here
  std::vector<double> parts(layout.blocks.size());
  parallel_for(parts.size(), 1, [&](std::size_t begin, std::size_t end) {
    AlignedVector<R> local(8 * layout.largest_block);
    for (std::size_t b = begin; b < end; ++b) {
      s.copy_local_rows(b, local.data());
      parts[b] = s.energy_of(b, local.data());
    }
  });
  for (const double part : parts) sum += part;
  for (std::size_t set = 0; set < compiled_->sets.size(); ++set) {
    const LawInfo& law = laws()[compiled_->sets[set].law];
    if (law.has_energy && !law.frame_indifferent) sum += energy_in_the_world(set);
  }
  return sum;
}

// Of laws that act on places, such as loads: few relations, and far from the origin.
template <class R>
double CpuState<R>::energy_in_the_world(std::size_t set) const {
  const Layout<R>& layout = compiled_->layout;
  const std::size_t law = compiled_->sets[set].law, rest = laws()[law].rest.size();
  return sum_of_ranges<double>(compiled_->sets[set].count, [&](std::size_t r, std::size_t end) {
    double part = 0;
    for (; r < end; ++r) {
      const Place place = place_of(layout, set, r);
      const auto numbers = numbers_of(layout, fields_, place);
      auto x = positions_of(rows_of(layout, place));
      for (Vec3d& corner : x) corner += origin_;
      part += law_functions(law).energy(x.data(), numbers.data(), numbers.data() + rest);
    }
    return part;
  });
}

template class CpuState<float>;
template class CpuState<double>;

}  // namespace pliant::cpu
