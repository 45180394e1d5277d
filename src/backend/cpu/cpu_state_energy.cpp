#include <algorithm>
#include <cmath>

#include "backend/cpu/cpu_state.h"
#include "backend/layout/relation_reader.h"
#include "base/marked_list.h"
#include "base/parallel.h"
#include "relations/law_functions.h"

// Energies on the CPU. Kernels add up those of each block's groups, and blocks are added up in
// their order, so that the result does not depend on the threads. Nor does it on which parts were
// known already: all are added up each time.

namespace pliant::cpu {

namespace {

constexpr std::size_t vertices_of_range = 2048;

std::size_t ranges_in(std::size_t count) {
  return (count + vertices_of_range - 1) / vertices_of_range;
}

}  // namespace

template <class R>
backend::EnergySums CpuState<R>::energy_sums(bool elastic) const {
  backend::EnergyParts parts;
  return renew_sums(elastic, parts);
}

template <class R>
double CpuState<R>::elastic_energy() const {
  return energy_sums(true).elastic;
}

template <class R>
backend::EnergySums CpuState<R>::renew_sums(bool elastic, backend::EnergyParts& parts) const {
  backend::EnergySums sums;
  parts.computed = 0;
  // Velocities that are behind the positions must first be brought to the present.
  if (traits_of(dynamics.integrator).lag > 0 && !first_) {
    sums = CompiledState::energy_sums(false);
  } else {
    sum_up_motion(parts);
    for (const double part : parts.kinetic) sums.kinetic += part;
    for (const Vec3d& part : parts.moment) sums.moment += part;
  }
  if (!elastic) return sums;
  sums.elastic = energy_of_gases();
  sum_up_strain(parts);
  for (const double part : parts.elastic) sums.elastic += part;
  for (std::size_t set = 0; set < compiled_->sets.size(); ++set) {
    const LawInfo& law = laws()[compiled_->sets[set].law];
    if (law.has_energy && !law.frame_indifferent) sums.elastic += energy_in_the_world(set);
  }
  return sums;
}

template <class R>
std::vector<Index> CpuState<R>::ranges_of(std::span<const Index> blocks) const {
  MarkedList some(ranges_in(compiled_->masses.size()));
  if (blocks.size() == compiled_->layout.blocks.size()) {
    for (std::size_t v = 0; v < compiled_->masses.size(); v += vertices_of_range)
      some.add(static_cast<Index>(v / vertices_of_range));
    return some.list();
  }
  const std::vector<Index>& vertices = selected_->awake.cells().vertex_of_row;
  for (const Index b : blocks) {
    const BlockLayout& block = compiled_->layout.blocks[b];
    for (std::size_t r = block.first; r < block.first + block.rows(); ++r)
      if (vertices[r] != no_index) some.add(static_cast<Index>(vertices[r] / vertices_of_range));
  }
  return some.list();
}

template <class R>
void CpuState<R>::sum_up_motion(backend::EnergyParts& parts) const {
  const std::vector<double>& masses = compiled_->masses;
  const std::vector<Index> ranges = ranges_of(blocks_since(parts.moved));
  parts.kinetic.resize(ranges_in(masses.size()));
  parts.moment.resize(parts.kinetic.size());
  parallel_for(ranges.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::size_t first = ranges[k] * vertices_of_range;
      double kinetic = 0;
      Vec3d moment{};
      for (std::size_t i = first; i < std::min(first + vertices_of_range, masses.size()); ++i) {
        const R* p = row(static_cast<Index>(i));
        const Vec3d v = drift_ + Vec3d{double(p[4]), double(p[5]), double(p[6])};
        kinetic += 0.5 * masses[i] * squared_length(v);
        moment += (origin_ + Vec3d{double(p[0]), double(p[1]), double(p[2])}) * masses[i];
      }
      parts.kinetic[ranges[k]] = kinetic;
      parts.moment[ranges[k]] = moment;
    }
  });
  parts.moved = look();
  parts.computed += ranges.size();
}

template <class R>
std::vector<Index> CpuState<R>::strained_with(std::span<const Index> blocks) const {
  if (blocks.size() == compiled_->layout.blocks.size()) return {blocks.begin(), blocks.end()};
  MarkedList some(compiled_->layout.blocks.size());
  for (const Index b : blocks) {
    some.add(b);
    for (const Index host : selected_->awake.cells().hosts[b]) some.add(host);
  }
  return some.list();
}

template <class R>
void CpuState<R>::sum_up_strain(backend::EnergyParts& parts) const {
  const Layout<R>& layout = compiled_->layout;
  const GroupTable<R> groups(layout, fields_.now());
  const Stepper<R> s = stepper(const_cast<Arrays<R>&>(arrays_), groups,
                               compiled_->whole);  // which it only reads here
  const std::vector<Index> blocks = strained_with(blocks_since(parts.strained));
  parts.elastic.resize(layout.blocks.size());
  parallel_for(blocks.size(), 1, [&](std::size_t begin, std::size_t end) {
    AlignedVector<R> local(8 * layout.largest_block);
    for (std::size_t k = begin; k < end; ++k) {
      s.exchange.template gather_all<8>(blocks[k], arrays_.particles.data(), local.data());
      parts.elastic[blocks[k]] = s.energy_of(blocks[k], local.data());
    }
  });
  parts.strained = look();
  parts.computed += blocks.size();
}

// Its pressure times volume stays the same; zero at rest.
template <class R>
double CpuState<R>::energy_of_gases() const {
  double sum = 0;
  for (const auto& gas : compiled_->gases) {
    const double volume = volume_of(gas);
    sum +=
        gas.amount * std::log(gas.rest_volume / volume) + gas.outside * (volume - gas.rest_volume);
  }
  return sum;
}

// Of laws that act on places, such as loads: few relations, and far from the origin.
template <class R>
double CpuState<R>::energy_in_the_world(std::size_t set) const {
  const Layout<R>& layout = compiled_->layout;
  const std::size_t law = compiled_->sets[set].law, rest = laws()[law].rest.size();
  const std::size_t count = compiled_->sets[set].count;
  std::vector<double> parts(ranges_in(count));
  parallel_for(parts.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      for (std::size_t r = k * vertices_of_range; r < std::min((k + 1) * vertices_of_range, count);
           ++r) {
        const Place place = place_of(layout, set, r);
        const auto numbers = numbers_of(layout, fields_.now(), place);
        auto x = positions_of(rows_of(layout, place));
        for (Vec3d& corner : x) corner += origin_;
        parts[k] += law_functions(law).energy(x.data(), numbers.data(), numbers.data() + rest);
      }
  });
  double sum = 0;
  for (const double part : parts) sum += part;
  return sum;
}

template class CpuState<float>;
template class CpuState<double>;

}  // namespace pliant::cpu
