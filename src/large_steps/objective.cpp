#include "large_steps/objective.h"

#include <cmath>
#include <limits>

#include "large_steps/vectors.h"

namespace pliant::large_steps {

namespace {

// Some direction for each vertex, in which nothing cancels.
std::vector<Vec3d> uneven(std::size_t count) {
  std::vector<Vec3d> out(count);
  for_vertices(count, [&](std::size_t i) {
    const auto at = [&](double step) { return std::fmod(step * double(i + 1), 1.0) - 0.5; };
    out[i] = {at(0.618034), at(0.754878), at(0.569840)};
  });
  return out;
}

bool moves(const std::vector<Vec3d>& vectors) {
  return std::ranges::any_of(vectors, [](const Vec3d& a) { return a != Vec3d{}; });
}

}  // namespace

Objective::Objective(std::vector<Part> parts, std::vector<std::unique_ptr<Term>> terms)
    : parts_(std::move(parts)), terms_(std::move(terms)) {
  for (const Part& part : parts_) {
    first_.push_back(places_.size());
    std::vector<Vec3d> x;
    part.body->read(&x, nullptr);
    places_.insert(places_.end(), x.begin(), x.end());
    const std::span<const double> masses = part.body->model.masses();
    masses_.insert(masses_.end(), masses.begin(), masses.end());
    for (const Vec3d& free : part.body->freedoms())
      mask_.push_back({free.x > 0 ? 1.0 : 0.0, free.y > 0 ? 1.0 : 0.0, free.z > 0 ? 1.0 : 0.0});
    const bool damps =
        std::isfinite(part.span) && moves(part.body->tangent(uneven(x.size()), true));
    share_.push_back(damps ? 1 / part.span : 0);
    has_energy_ = has_energy_ && !damps && part.body->model.has_energy();
  }
  for (const auto& term : terms_) has_energy_ = has_energy_ && term->has_energy();
}

bool Objective::move_to(std::vector<Vec3d> places) {
  for (const Vec3d& x : places)
    if (!is_finite(x)) return false;
  places_ = std::move(places);
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const Part& part = parts_[p];
    const std::span<const Vec3d> x = of(places_, p);
    std::vector<Vec3d> v(x.size());
    const double per_second = 1 / part.span;
    for_vertices(x.size(), [&](std::size_t i) { v[i] = (x[i] - part.start[i]) * per_second; });
    part.body->write(x, v);
  }
  for (const auto& term : terms_) term->move_to(places_);
  return true;
}

void Objective::hold(std::span<Vec3d> vectors) const {
  for_vertices(vectors.size(), [&](std::size_t i) {
    for (int k = 0; k < 3; ++k) vectors[i][k] = mask_[i][k] != 0 ? vectors[i][k] : 0;
  });
}

std::vector<Vec3d> Objective::forces() const {
  std::vector<Vec3d> all;
  all.reserve(places_.size());
  for (const Part& part : parts_) {
    const std::vector<Vec3d> f = part.body->forces();
    all.insert(all.end(), f.begin(), f.end());
  }
  for (const auto& term : terms_) term->add_forces(all);
  hold(all);
  double squares = dot(all, all);
  std::vector<Vec3d> inertia(all.size());
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const Part& part = parts_[p];
    const std::size_t first = first_[p];
    for_vertices(part.target.size(), [&](std::size_t i) {
      const std::size_t v = first + i;
      inertia[v] = ((part.target[i] - places_[v]) * part.inertia + part.gravity) * masses_[v];
    });
  }
  hold(inertia);
  squares += dot(inertia, inertia);
  add(all, inertia, 1);
  scale_ = std::sqrt(squares);
  return all;
}

double Objective::energy() const {
  double sum = 0;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const Part& part = parts_[p];
    const std::size_t first = first_[p];
    sum += part.body->elastic_energy() + sum_over(part.target.size(), [&](std::size_t i) {
             const Vec3d& x = places_[first + i];
             return masses_[first + i] * (0.5 * part.inertia * squared_length(x - part.target[i]) -
                                          pliant::dot(part.gravity, x));
           });
  }
  for (const auto& term : terms_) sum += term->energy();
  return sum;
}

std::vector<Vec3d> Objective::product(std::span<const Vec3d> directions) const {
  std::vector<Vec3d> all;
  all.reserve(places_.size());
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const Part& part = parts_[p];
    const std::span<const Vec3d> along = directions.subspan(first_[p], part.target.size());
    const std::vector<Vec3d> change = part.body->change_of_forces(along, share_[p]);
    all.insert(all.end(), change.begin(), change.end());
    const std::size_t first = first_[p];
    for_vertices(along.size(), [&](std::size_t i) {
      all[first + i] = along[i] * (part.inertia * masses_[first + i]) - all[first + i];
    });
  }
  for (const auto& term : terms_) term->add_products(directions, all);
  hold(all);
  return all;
}

// What relations do is as exact as their precision, all else as doubles are.
std::vector<Sym3<double>> Objective::blocks() const {
  std::vector<Sym3<double>> all;
  all.reserve(places_.size());
  std::vector<double> exact(places_.size());  // N, by vertex
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const Part& part = parts_[p];
    const Model& model = part.body->model;
    const double size = length(model.box().size());
    const double epsilon = model.precision() == Precision::single_precision
                               ? double(std::numeric_limits<float>::epsilon())
                               : std::numeric_limits<double>::epsilon();
    for (const Sym3<double>& block : part.body->diagonal_blocks(share_[p])) {
      exact[all.size()] = epsilon * size * std::abs(trace(block));
      all.push_back(plus_diagonal(block, part.inertia * masses_[all.size()]));
    }
  }
  for (const auto& term : terms_) term->add_blocks(all);
  for_vertices(all.size(), [&](std::size_t i) {
    Sym3<double>& b = all[i];
    const Vec3d& m = mask_[i];
    exact[i] = m == Vec3d{} ? 0
                            : exact[i] + std::numeric_limits<double>::epsilon() *
                                             length(places_[i]) * std::abs(trace(b));
    b = {b.xx * m.x + (1 - m.x), b.yy * m.y + (1 - m.y), b.zz * m.z + (1 - m.z),
         b.xy * m.x * m.y,       b.yz * m.y * m.z,       b.zx * m.z * m.x};
  });
  rounding_ = std::sqrt(sum_over(exact.size(), [&](std::size_t i) { return exact[i] * exact[i]; }));
  return all;
}

std::vector<Vec3d> Objective::product_of_relations(std::size_t part,
                                                   std::span<const Vec3d> directions) const {
  std::vector<Vec3d> out = parts_[part].body->change_of_forces(directions, share_[part]);
  for_vertices(out.size(), [&](std::size_t i) { out[i] = -out[i]; });
  return out;
}

std::vector<Sym3<double>> Objective::blocks_without_relations() const {
  std::vector<Sym3<double>> all(places_.size());
  for (std::size_t p = 0; p < parts_.size(); ++p)
    for (std::size_t v = first_[p]; v < first_[p] + parts_[p].target.size(); ++v)
      all[v] = plus_diagonal(all[v], parts_[p].inertia * masses_[v]);
  for (const auto& term : terms_) term->add_blocks(all);
  return all;
}

std::vector<TermPair> Objective::term_pairs() const {
  std::vector<TermPair> pairs;
  for (const auto& term : terms_) term->add_pairs(pairs);
  return pairs;
}

std::vector<VertexTerm> Objective::vertex_terms(std::size_t part) const {
  if (terms_.empty()) return {};
  std::vector<Vec3d> forces(places_.size());
  std::vector<Sym3<double>> blocks(places_.size());
  for (const auto& term : terms_) {
    term->add_forces(forces);
    term->add_blocks(blocks);
  }
  std::vector<VertexTerm> out;
  for (std::size_t i = 0; i < parts_[part].target.size(); ++i) {
    const std::size_t v = first_[part] + i;
    if (forces[v] != Vec3d{} || trace(blocks[v]) != 0)
      out.push_back({static_cast<Index>(i), -forces[v], blocks[v]});
  }
  return out;
}

double Objective::longest(std::span<const Vec3d> to) const {
  double part = 1;
  for (const auto& term : terms_) part = std::min(part, term->longest(to));
  return part;
}

bool Objective::keep() {
  bool others = false;
  for (const auto& term : terms_) others = term->keep() || others;
  return others;
}

bool Objective::harden(bool found) {
  bool harder = false;
  for (const auto& term : terms_) harder = term->harden(found) || harder;
  if (harder)
    for (const auto& term : terms_) term->move_to(places_);
  return harder;
}

void Objective::finish(bool good) {
  for (const auto& term : terms_) term->finish(good);
}

std::vector<double> Objective::room() const {
  std::vector<double> room(places_.size(), std::numeric_limits<double>::infinity());
  for (const auto& term : terms_) term->limit(room);
  return room;
}

}  // namespace pliant::large_steps
