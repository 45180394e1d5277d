#include "backend/gpu/descent.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backend/gpu/rows.h"

namespace pliant::gpu {

namespace {

/// So many colours are looked at at a time: warps with nothing to do in one wait for their
/// neighbours of the next, with their numbers at hand.
constexpr std::uint32_t colours_at_once = 2;

}  // namespace

template <class R>
Descent<R>::Descent(const GpuModel<R>& model) : model_(&model), plan_(&model.descent_plan()) {
  const std::shared_ptr<Device>& device = model.device;
  for (Rows& vector : vectors_) {
    vector = {device, rows()};
    vector.clear();
  }
  way_ = {device, rows()};
  messages_ = {device, rows()};
  const std::size_t blocks =
      (rows() + MultiplyVectors<R>::rows_each - 1) / MultiplyVectors<R>::rows_each;
  products_ = {device, std::max<std::size_t>(MultiplyVectors<R>::most * blocks, 1)};
  products_.clear();
}

// --- the numbers of relations ---

template <class R>
void Descent<R>::renew(const Copies<R>& state) {
  const Layout<R>& layout = model_->layout;
  bool changed = taken_.empty();
  taken_.resize(layout.stores.size());
  taken_on_host_.resize(layout.stores.size());
  for (std::size_t s = 0; s < layout.stores.size(); ++s) {
    const std::size_t count = model_->fields[s].size();
    taken_[s].resize(count);
    taken_on_host_[s].resize(count);
    for (std::size_t f = 0; f < count; ++f) {
      const GpuField<R>& now = state.field(s, f);
      GpuField<R>& then = taken_[s][f];
      if (now.values == then.values && now.uniform == then.uniform) continue;
      // Held on to, so that a state that changes it makes another.
      then = now;
      taken_on_host_[s][f] = state.host_field(s, f);
      changed = true;
    }
  }
  if (!changed) return;
  std::vector<const backend::VisitedSet*> sets;
  for (const DescentOrder::Set& set : plan_->order.sets) sets.push_back(&set);
  numbers_.renew(layout, taken_on_host_, sets, warp);
  upload_numbers();
}

template <class R>
void Descent<R>::upload_numbers() {
  const std::size_t sets = plan_->sets.size();
  fields_.resize(sets);
  views_.assign(sets, {});
  damps_ = false;
  for (std::size_t s = 0; s < sets; ++s) {
    const auto& numbers = numbers_.of(s);
    const LawInfo& law = laws()[plan_->order.sets[s].law];
    fields_[s].resize(numbers.size());
    views_[s].law = static_cast<std::uint32_t>(plan_->order.sets[s].law);
    views_[s].words = plan_->order.sets[s].words;
    views_[s].rest = static_cast<std::uint32_t>(law.rest.size());
    views_[s].begin = plan_->sets[s].begin.data();
    views_[s].corners = plan_->sets[s].corners.data();
    for (std::size_t f = 0; f < numbers.size(); ++f) {
      const auto& [values, uniform, is_new] = numbers[f];
      if (is_new) fields_[s][f] = {model_->device, std::span<const R>(values)};
      if (const std::size_t rest = law.rest.size();
          f >= rest && law.parameters[f - rest].name == "damping")
        damps_ |= std::ranges::any_of(values, [](R value) { return value != R(0); });
      views_[s].fields[f] = {fields_[s][f].data(), uniform ? 0 : warp};
    }
  }
  device_views_ = {model_->device, std::span<const VisitsView<R>>(views_)};
}

// --- what is made least ---

template <class R>
std::vector<Four<R>> Descent<R>::rows_of(std::span<const Vec3d> vectors, const Vec3d& from) const {
  std::vector<Four<R>> out(vectors.size());
  for (std::size_t v = 0; v < vectors.size(); ++v) {
    const Vec3<R> x = as<R>(vectors[v] - from);
    out[plan_->row_of_vertex[v]] = {x.x, x.y, x.z, R(0)};
  }
  return out;
}

template <class R>
void Descent<R>::begin(const large_steps::BodyProblem& problem, std::span<const Vec3d> freedoms,
                       const Vec3d& origin, std::span<const Vec3d> places) {
  const std::shared_ptr<Device>& device = model_->device;
  const auto array = [&]<class T>(const std::vector<T>& values) {
    return DeviceArray<T>(device, std::span<const T>(values));
  };
  origin_ = origin;
  rate_ = damps_ ? static_cast<R>(1 / problem.span) : R(0);
  const std::vector<Four<R>> began = rows_of(places, origin);
  of(Vector::now) = array(began);
  before_ = rate_ != R(0) ? array(rows_of(problem.start, origin)) : Rows();
  // By own vertex of an item; where its notes are, by row.
  const std::vector<Four<R>> by_row = rows_of(problem.target, origin);
  std::vector<std::uint32_t> own_of_row(rows());
  std::vector<Four<R>> targets(rows());
  for (std::uint32_t i = 0; i < rows(); ++i) {
    own_of_row[plan_->order.own[i]] = i;
    targets[i] = by_row[plan_->order.own[i]];
  }
  std::vector<std::uint32_t> notes(rows());
  for (std::size_t v = 0; v < notes.size(); ++v) {
    const std::uint32_t own = own_of_row[plan_->row_of_vertex[v]];
    targets[own].w = static_cast<R>(model_->masses[v]) * static_cast<R>(problem.inertia);
    for (int axis = 0; axis < 3; ++axis)
      if (freedoms[v][axis] != 0) notes[own] |= 1u << axis;
  }
  std::vector<R> terms;
  for (const large_steps::VertexTerm& term : problem.terms) {
    const std::uint32_t row = plan_->row_of_vertex[term.vertex];
    const Sym3<double>& b = term.block;
    for (const double number :
         {term.gradient.x, term.gradient.y, term.gradient.z, b.xx, b.yy, b.zz, b.xy, b.yz, b.zx})
      terms.push_back(static_cast<R>(number));
    terms.insert(terms.end(), {began[row].x, began[row].y, began[row].z});
    notes[own_of_row[row]] |= static_cast<std::uint32_t>(terms.size() / term_numbers) << term_shift;
  }
  std::vector<Four<R>> reach(problem.reach.empty() ? 0 : began.size());
  // A number whose square is finite.
  const double most = std::sqrt(double(std::numeric_limits<R>::max())) / 4;
  for (std::size_t v = 0; v < problem.reach.size(); ++v) {
    const std::uint32_t row = plan_->row_of_vertex[v];
    reach[row] = began[row];
    reach[row].w = static_cast<R>(std::min(problem.reach[v], most));
  }
  targets_ = array(targets);
  notes_ = array(notes);
  terms_ = array(terms);
  reach_ = array(reach);
}

template <class R>
DescentView<R> Descent<R>::view() const {
  DescentView<R> d{};
  d.items = plan_->items.data();
  d.chunks = plan_->chunks.data();
  d.near = plan_->near.data();
  d.item_count = static_cast<std::uint32_t>(plan_->items.size());
  d.set_count = static_cast<std::uint32_t>(views_.size());
  if (!views_.empty()) d.first = views_.front();
  d.sets = device_views_.data();
  d.messages = messages_.data();
  d.now = of(Vector::now).data();
  d.before = before_.data();
  d.rate = rate_;
  d.targets = targets_.data();
  d.notes = notes_.data();
  d.reach = reach_.size() > 0 ? reach_.data() : nullptr;
  d.terms = terms_.data();
  return d;
}

// --- sweeps and forces ---

namespace {

Grid grid_of_rows(std::uint32_t rows) {
  return {(rows + descent_rows_each - 1) / descent_rows_each, 1, descent_rows_each, 0};
}

// Blocks of a program that works on items, with as many threads as it may have.
template <class R, class Program>
Grid grid_of_items(std::uint32_t items) {
  constexpr std::uint32_t warps = most_threads<Program> / warp;
  return {std::max((items + warps - 1) / warps, 1u), 1, most_threads<Program>,
          warps * most_near * sizeof(Four<R>)};
}

}  // namespace

template <class R>
template <class Program>
void Descent<R>::launch_sweeps(const Program& program) const {
  Grid grid = grid_of_items<R, Program>(colours_at_once * plan_->order.most_items_of_colour);
  const std::uint32_t each = model_->device->multiprocessors;
  if (grid.blocks > each) grid.blocks = (grid.blocks + each - 1) / each * each;
  const std::uint32_t at_once =
      programs().template blocks_at_once<Program>(grid.threads, grid.shared_bytes);
  grid.blocks = std::max(std::min(grid.blocks, at_once), 1u);
  programs().run(program, grid);
}

template <class R>
void Descent<R>::sweep(int count, bool with_care) {
  if (count <= 0 || rows() == 0) return;
  const auto sweeps = static_cast<std::uint32_t>(count);
  const Grid grid = grid_of_rows(rows());
  programs().run(SendPlaces<R, true>{of(Vector::now).data(), messages_.data(), rows(), 0}, grid);
  if (with_care)
    launch_sweeps(Descend<R, Visited::all, Descending::with_care>{view(), sweeps, nullptr});
  else
    plan_->for_visited(rate_ != R(0), [&]<Visited visited>() {
      launch_sweeps(Descend<R, visited, Descending::moves>{view(), sweeps, nullptr});
    });
  programs().run(SendPlaces<R, false>{of(Vector::now).data(), messages_.data(), rows(), sweeps},
                 grid);
}

template <class R>
void Descent<R>::find_forces(Vector into) {
  if (rows() == 0) return;
  plan_->for_visited(rate_ != R(0), [&]<Visited visited>() {
    using Program = Descend<R, visited, Descending::tells_forces>;
    programs().run(Program{view(), 1, of(into).data()},
                   grid_of_items<R, Program>(static_cast<std::uint32_t>(plan_->items.size())));
  });
}

// --- vectors ---

template <class R>
void Descent<R>::add(const Rows& to, std::span<const Shared> shares, const Rows& out,
                     bool in_reach) {
  if (rows() == 0) return;
  AddVectors<R> program{to.data(), {}, {}, 0, rows(), in_reach ? reach_.data() : nullptr,
                        out.data()};
  for (const Shared& one : shares) {
    program.vectors[program.count] = one.vector->data();
    program.shares[program.count++] = static_cast<R>(one.share);
  }
  programs().run(program, grid_of_rows(rows()));
}

template <class R>
std::vector<double> Descent<R>::multiply(std::span<const PairOfVectors<R>> pairs) {
  using Program = MultiplyVectors<R>;
  Program program{
      {}, rows(), (rows() + Program::rows_each - 1) / Program::rows_each, products_.data()};
  std::ranges::copy(pairs, program.pairs);
  std::vector<double> sums(pairs.size());
  if (rows() == 0) return sums;
  programs().run(program, {program.blocks, static_cast<std::uint32_t>(pairs.size()), Program::parts,
                           Program::parts * sizeof(double)});
  const std::vector<double> parts = products_.read(0, pairs.size() * program.blocks);
  for (std::size_t i = 0; i < parts.size(); ++i) sums[i / program.blocks] += parts[i];
  return sums;
}

template <class R>
typename Descent<R>::Work Descent<R>::work(Vector f, Vector since) {
  const Four<R>* force = of(f).data();
  const std::vector<double> sums =
      multiply(std::array{PairOfVectors<R>{force, of(Vector::now).data(), of(since).data()},
                          PairOfVectors<R>{force, force, nullptr}});
  return {sums[0], sums[1]};
}

template <class R>
std::vector<Vec3d> Descent<R>::read(Vector which) const {
  const std::vector<Four<R>> found = of(which).read();
  std::vector<Vec3d> out(found.size());
  for (std::size_t v = 0; v < out.size(); ++v) out[v] = vector_of(found[plan_->row_of_vertex[v]]);
  return out;
}

template <class R>
std::vector<Vec3d> Descent<R>::places() const {
  std::vector<Vec3d> out = read(Vector::now);
  for (Vec3d& x : out) x += origin_;
  return out;
}

template <class R>
void Descent<R>::set_way(std::vector<Vec3d> way) {
  way_.write(rows_of(way));
}

template <class R>
void Descent<R>::go(Vector begin, double part) {
  add(of(begin), std::array{Shared{&way_, part}}, of(Vector::now));
}

template <class R>
void Descent<R>::keep_in_reach() {
  if (reach_.size() > 0) add(of(Vector::now), {}, of(Vector::now), true);
}

template <class R>
bool Descent<R>::mix() {
  if (changes_.empty()) {
    const auto empty = [&] { return Rows(model_->device, rows()); };
    changes_.resize(backend::Mixture::depth);
    for (Change& change : changes_) change = {empty(), empty()};
    last_ = {empty(), empty()};
    new_way_ = empty();
  }
  const Rows& end = of(Vector::now);
  const std::size_t known = mixture_.known();
  const auto change = [&](std::size_t youth) -> Change& { return changes_[mixture_.place(youth)]; };
  add(end, std::array{Shared{&of(Vector::start), -1}}, new_way_);
  if (known > 0) {
    add(new_way_, std::array{Shared{&last_.way, -1}}, change(0).way);
    add(end, std::array{Shared{&last_.end, -1}}, change(0).end);
  }
  std::swap(last_.way, new_way_);
  end.copy_to(last_.end);
  std::vector<Shared> mixed;
  if (known > 0) {
    std::vector<PairOfVectors<R>> pairs;
    for (std::size_t i = 0; i < known; ++i)
      pairs.push_back({change(0).way.data(), change(i).way.data(), nullptr});
    for (std::size_t i = 0; i < known; ++i)
      pairs.push_back({change(i).way.data(), last_.way.data(), nullptr});
    const std::vector<double> products = multiply(pairs);
    const std::vector<double> shares =
        mixture_.shares(std::span(products).first(known), std::span(products).subspan(known));
    for (std::size_t i = 0; i < known; ++i)
      if (shares[i] != 0) mixed.push_back({&change(i).end, -shares[i]});
    if (!mixed.empty()) add(end, mixed, of(Vector::now));
  }
  mixture_.add();
  return !mixed.empty();
}

template class Descent<float>;
template class Descent<double>;

}  // namespace pliant::gpu
