#include "backend/cpu/descent.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/parallel.h"

namespace pliant::cpu {

namespace {

constexpr int most_halvings = 12;

/// Less work is done sooner than others come to help, in visits of packs.
constexpr std::size_t visits_for_threads = 4000;

}  // namespace

template <class R>
Descent<R>::Descent(std::shared_ptr<const DescentOrder> order, const DescentKernels<R>& kernels)
    : order_(std::move(order)),
      kernels_(&kernels),
      now_(4 * order_->rows, R(0)),
      lane_of_vertex_(order_->lanes_of_vertices()) {
  for (const DescentOrder::Set& set : order_->sets) {
    corners_.emplace_back();
    if (!set.alike) corners_.back().assign(set.corners.begin(), set.corners.end());
  }
}

template <class R>
void Descent<R>::renew(const Layout<R>& layout, const Fields<R>& fields) {
  std::vector<const VisitedSet*> sets;
  for (const DescentOrder::Set& set : order_->sets) sets.push_back(&set);
  numbers_.renew(layout, fields, sets, order_->width);
  visits_.clear();
  for (std::size_t s = 0; s < order_->sets.size(); ++s) {
    Visits<R> visits{
        order_->sets[s].at.data(), corners_[s].empty() ? nullptr : corners_[s].data(), {}};
    const auto& numbers = numbers_.of(s);
    for (std::size_t f = 0; f < numbers.size(); ++f)
      visits.fields[f] = {numbers[f].values.data(), numbers[f].uniform ? 0 : order_->width};
    visits_.push_back(visits);
  }
}

template <class R>
void Descent<R>::begin(const large_steps::BodyProblem& problem, const DescentBody& body,
                       std::span<const Vec3d> places) {
  origin_ = body.origin;
  inertia_ = static_cast<R>(problem.inertia);
  rate_ = static_cast<R>(1 / problem.span);
  const auto put = [&](std::span<const Vec3d> from, AlignedVector<R>& rows) {
    rows.resize(4 * order_->rows);
    for (std::size_t v = 0; v < from.size(); ++v)
      for (int k = 0; k < 3; ++k)
        rows[4 * std::size_t(order_->row_of_vertex[v]) + static_cast<std::size_t>(k)] =
            static_cast<R>(from[v][k] - origin_[k]);
  };
  put(places, now_);
  if (rate_ != R(0)) put(problem.start, before_);
  fill_packs(problem, body);
  set_terms(problem.terms);
}

template <class R>
void Descent<R>::fill_packs(const large_steps::BodyProblem& problem, const DescentBody& body) {
  const std::size_t width = order_->width, lanes = order_->vertex_of_lane.size();
  masses_.assign(lanes, R(0));
  targets_.assign(3 * lanes, R(0));
  free_.assign(3 * lanes, R(0));
  reach_.assign(problem.reach.empty() ? 0 : 4 * lanes, R(0));
  for (std::size_t i = 0; i < lanes; ++i) {
    const Index v = order_->vertex_of_lane[i];
    if (v == no_index) continue;
    const std::size_t pack = i / width, lane = i % width;
    masses_[i] = static_cast<R>(body.masses[v]);
    const R* now = now_.data() + order_->at[i];
    for (std::size_t k = 0; k < 3; ++k) {
      const auto axis = static_cast<int>(k);
      const std::size_t place = (pack * 3 + k) * width + lane;
      targets_[place] = static_cast<R>(problem.target[v][axis] - origin_[axis]);
      free_[place] = body.freedoms[v][axis] != 0 ? R(1) : R(0);
      if (!reach_.empty()) reach_[(pack * 4 + k) * width + lane] = now[k];
    }
    if (!reach_.empty()) {
      // A number whose square is finite.
      const double most = std::sqrt(double(std::numeric_limits<R>::max())) / 4;
      reach_[(pack * 4 + 3) * width + lane] = static_cast<R>(std::min(problem.reach[v], most));
    }
  }
}

template <class R>
void Descent<R>::set_terms(std::span<const large_steps::VertexTerm> terms) {
  const std::size_t width = order_->width;
  term_of_.clear();
  terms_.clear();
  if (terms.empty()) return;
  term_of_.assign(order_->packs(), no_index);
  for (const large_steps::VertexTerm& term : terms) {
    const std::size_t at = lane_of_vertex_[term.vertex], pack = at / width, lane = at % width;
    if (term_of_[pack] == no_index) {
      term_of_[pack] = static_cast<Index>(terms_.size() / (term_numbers * width));
      terms_.resize(terms_.size() + term_numbers * width, R(0));
    }
    R* out = terms_.data() + term_of_[pack] * term_numbers * width + lane;
    const R* now = now_.data() + order_->at[at];
    const Sym3<double>& b = term.block;
    const double numbers[9] = {
        term.gradient.x, term.gradient.y, term.gradient.z, b.xx, b.yy, b.zz, b.xy, b.yz, b.zx};
    for (std::size_t i = 0; i < 9; ++i) out[i * width] = static_cast<R>(numbers[i]);
    for (std::size_t i = 0; i < 3; ++i) out[(9 + i) * width] = now[i];
  }
}

template <class R>
VertexPacks<R> Descent<R>::packs() const {
  return {order_->at.data(),
          masses_.data(),
          targets_.data(),
          free_.data(),
          reach_.empty() ? nullptr : reach_.data(),
          terms_.data(),
          term_of_.empty() ? nullptr : term_of_.data(),
          inertia_};
}

template <class R>
DescentRows<R> Descent<R>::rows() const {
  // Kernels that only read rows do not write to them.
  return {const_cast<R*>(now_.data()), before_.data(), rate_};
}

template <class R>
void Descent<R>::respond(std::size_t pack, R* responses) const {
  const std::size_t width = order_->width;
  std::fill_n(responses, response_numbers * width, R(0));
  for (std::size_t s = 0; s < visits_.size(); ++s) {
    const DescentOrder::Set& set = order_->sets[s];
    if (set.begin[pack] < set.begin[pack + 1])
      kernels_->respond[set.law](visits_[s], set.begin[pack], set.begin[pack + 1], rows(),
                                 order_->at.data() + pack * width, responses);
  }
}

template <class R>
void Descent<R>::energies(std::size_t pack, const R* step, R* energy, R* sizes) const {
  const std::size_t width = order_->width;
  std::fill_n(energy, width, R(0));
  std::fill_n(sizes, width, R(0));
  for (std::size_t s = 0; s < visits_.size(); ++s) {
    const DescentOrder::Set& set = order_->sets[s];
    if (set.begin[pack] < set.begin[pack + 1] && kernels_->energies[set.law])
      kernels_->energies[set.law](visits_[s], set.begin[pack], set.begin[pack + 1], rows(),
                                  order_->at.data() + pack * width, step, energy, sizes);
  }
}

template <class R>
void Descent<R>::move_pack(const VertexPacks<R>& packs, std::size_t pack, bool with_care) {
  alignas(64) R responses[response_numbers * most_lanes], step[3 * most_lanes];
  respond(pack, responses);
  kernels_->solve(packs, pack, now_.data(), responses, step);
  if (with_care) shorten(packs, pack, step);
  kernels_->move(order_->at.data() + pack * order_->width, now_.data(), step);
}

// Halves the steps that do not make the sum less, by more than rounding can tell.
template <class R>
void Descent<R>::shorten(const VertexPacks<R>& packs, std::size_t pack, R* step) const {
  const std::size_t width = order_->width;
  alignas(64) R none[3 * most_lanes] = {}, then[most_lanes], size[most_lanes], now[most_lanes],
                         more[most_lanes], outer[most_lanes];
  energies(pack, none, then, size);
  for (int halving = 0; halving <= most_halvings; ++halving) {
    energies(pack, step, now, more);
    kernels_->outer(packs, pack, now_.data(), step, outer);
    const R noise = R(2) * std::numeric_limits<R>::epsilon();
    bool all = true;
    for (std::size_t lane = 0; lane < width; ++lane) {
      if (now[lane] - then[lane] + outer[lane] <= noise * (size[lane] + more[lane])) continue;
      all = false;
      const R part = halving < most_halvings ? R(0.5) : R(0);
      for (std::size_t k = 0; k < 3; ++k) step[k * width + lane] *= part;
    }
    if (all) return;
  }
}

template <class R>
int Descent<R>::useful_threads(int threads) const {
  std::size_t work = 0;
  for (const DescentOrder::Set& set : order_->sets) work += set.begin.back();
  return work < visits_for_threads ? 1 : threads;
}

template <class R>
void Descent<R>::sweep(int count, int threads, bool with_care) {
  if (count <= 0 || order_->colours.empty()) return;
  std::size_t most = 1, colour = 0;
  for (const auto& list : order_->colours) most = std::max(most, list.size());
  const VertexPacks<R> all = packs();
  Team team(most, useful_threads(threads));
  const auto round = [&] { return Round{Phase::colour, order_->colours[colour]}; };
  team.run(round(), {[&](Phase, Index chunk) {
                       const DescentOrder::Chunk& part = order_->chunks[chunk];
                       for (std::size_t pack = part.begin; pack < part.end; ++pack)
                         move_pack(all, pack, with_care);
                     },
                     [&](Phase) -> std::optional<Round> {
                       if (++colour == order_->colours.size()) {
                         colour = 0;
                         if (--count == 0) return std::nullopt;
                       }
                       return round();
                     }});
}

template <class R>
void Descent<R>::find_forces(AlignedVector<R>& forces, int threads) const {
  const VertexPacks<R> all = packs();
  const auto run = [&](std::size_t begin, std::size_t end) {
    alignas(64) R responses[response_numbers * most_lanes];
    for (std::size_t chunk = begin; chunk < end; ++chunk)
      for (std::size_t pack = order_->chunks[chunk].begin; pack < order_->chunks[chunk].end;
           ++pack) {
        respond(pack, responses);
        kernels_->force(all, pack, now_.data(), responses, forces.data());
      }
  };
  if (useful_threads(threads) > 1)
    parallel_for(order_->chunks.size(), 4, run);
  else
    run(0, order_->chunks.size());
}

// What is not of relations, in double precision.
template <class R>
double Descent<R>::outer_energy(std::size_t pack, std::size_t lane) const {
  const std::size_t width = order_->width;
  const R* now = now_.data() + order_->at[pack * width + lane];
  const R* target = targets_.data() + pack * 3 * width + lane;
  const auto vector = [&](const R* numbers, std::size_t stride) {
    return Vec3d{double(numbers[0]), double(numbers[stride]), double(numbers[2 * stride])};
  };
  const Vec3d x = vector(now, 1), away = x - vector(target, width);
  const double mass = double(inertia_) * double(masses_[pack * width + lane]);
  const double inertia = 0.5 * mass * dot(away, away);
  if (term_of_.empty() || term_of_[pack] == no_index) return inertia;
  const R* term = terms_.data() + term_of_[pack] * term_numbers * width + lane;
  const Vec3d gradient = vector(term, width), moved = x - vector(term + 9 * width, width);
  const Vec3d on = vector(term + 3 * width, width), off = vector(term + 6 * width, width);
  const Vec3d more = Sym3<double>{on.x, on.y, on.z, off.x, off.y, off.z} * moved;
  return inertia + dot(moved, gradient) + 0.5 * dot(moved, more);
}

template <class R>
double Descent<R>::objective() const {
  const std::size_t width = order_->width;
  alignas(64) R none[3 * most_lanes] = {}, energy[most_lanes], size[most_lanes];
  double sum = 0;
  for (std::size_t pack = 0; pack < order_->packs(); ++pack) {
    for (std::size_t s = 0; s < visits_.size(); ++s) {
      const DescentOrder::Set& set = order_->sets[s];
      const LawInfo& law = laws()[set.law];
      if (set.begin[pack] == set.begin[pack + 1] || !kernels_->energies[set.law]) continue;
      std::fill_n(energy, width, R(0));
      std::fill_n(size, width, R(0));
      kernels_->energies[set.law](visits_[s], set.begin[pack], set.begin[pack + 1], rows(),
                                  order_->at.data() + pack * width, none, energy, size);
      // Each relation is visited by every vertex that it pushes.
      const double share = 1.0 / (law.pushed > 0 ? law.pushed : law.arity);
      for (std::size_t lane = 0; lane < width; ++lane) sum += share * double(energy[lane]);
    }
    for (std::size_t lane = 0; lane < width; ++lane)
      if (order_->vertex_of_lane[pack * width + lane] != no_index) sum += outer_energy(pack, lane);
  }
  return sum;
}

template <class R>
std::vector<Vec3d> Descent<R>::by_vertex(const AlignedVector<R>& rows, const Vec3d& shift) const {
  std::vector<Vec3d> out(order_->vertices());
  for (std::size_t v = 0; v < out.size(); ++v) {
    const R* row = rows.data() + 4 * std::size_t(order_->row_of_vertex[v]);
    out[v] = shift + Vec3d{double(row[0]), double(row[1]), double(row[2])};
  }
  return out;
}

template <class R>
std::vector<Vec3d> Descent<R>::places() const {
  return by_vertex(now_, origin_);
}

template <class R>
std::vector<Vec3d> Descent<R>::residual() const {
  AlignedVector<R> forces(now_.size(), R(0));
  find_forces(forces, 1);
  return by_vertex(forces, {});
}

template class Descent<float>;
template class Descent<double>;

}  // namespace pliant::cpu
