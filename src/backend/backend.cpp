#include "backend/backend.h"

#include <pliant/error.h>
#include <pliant/stress.h>

#include <algorithm>
#include <array>

#include "backend/blade.h"
#include "base/fingerprint.h"
#include "constraints/total_volume.h"
#include "integrators/integrators.h"
#include "relations/law_functions.h"

namespace pliant::backend {

namespace {

CompiledModel::Gas closed(const pliant::Gas& gas, const Body& body, const Box& box) {
  CompiledModel::Gas out{gas.set, {}, gas.amount, gas.outside, 0, 0};
  const std::vector<Index>& v = body.relations[gas.set].vertices;
  for (std::size_t i = 0; i + 2 < v.size(); i += 3) {
    out.triangles.push_back({v[i], v[i + 1], v[i + 2]});
    out.rest_volume +=
        dot(body.vertices[v[i]], cross(body.vertices[v[i + 1]], body.vertices[v[i + 2]])) / 6;
  }
  const double size = length(box.size());
  out.least_volume = 1e-6 * size * size * size;
  out.rest_volume = std::max(out.rest_volume, out.least_volume);
  return out;
}

std::uint64_t fingerprint_of(const Body& body) {
  Fingerprint print;
  print.add(body.vertices);
  print.add(body.masses);
  if (!body.insets.empty()) print.add(body.insets);
  print.add(body.pinned);
  for (const Relations& set : body.relations) {
    print.add(set.law);
    print.add(set.vertices);
    for (const auto* fields : {&set.parameters, &set.rest})
      for (const std::vector<double>& values : *fields) print.add(values);
  }
  for (const pliant::Gas& gas : body.gases)
    print.add(std::array{double(gas.set), gas.amount, gas.outside});
  for (const VolumeConstraint& volume : body.volume_constraints) {
    print.add(volume.surface);
    print.add(std::array{volume.rest_volume, volume.strength, double(volume.form)});
  }
  return print.value();
}

}  // namespace

CompiledModel::CompiledModel(const Body& body, Precision p)
    : precision(p),
      fingerprint(fingerprint_of(body)),
      masses(body.masses),
      beyond(body.insets.empty() ? 0 : std::max(0.0, -std::ranges::min(body.insets))),
      insets(body.insets),
      pinned(body.pinned),
      tetrahedra(body.tetrahedra),
      hexahedra(body.hexahedra),
      triangles(body.triangles) {
  for (const Vec3d& x : body.vertices) box.add(x);
  for (const Relations& set : body.relations) {
    const std::size_t l = law_index(set.law);
    sets.push_back({l, set.vertices.size() / static_cast<std::size_t>(laws()[l].arity)});
  }
  for (const pliant::Gas& gas : body.gases) gases.push_back(closed(gas, body, box));
  volume_patches = VolumePatches::in(body);
  volumes = body.volume_constraints;
  for (VolumeConstraint& volume : volumes)
    if (volume.rest_volume == 0)
      volume.rest_volume = enclosed_volume(volume.surface, body.vertices);
}

bool CompiledModel::has_energy() const {
  return std::ranges::all_of(sets, [](const Set& set) {
    // A gas has one as a whole.
    return laws()[set.law].has_energy || laws()[set.law].conservative_when_closed;
  });
}

bool CompiledModel::has_springs() const {
  return std::ranges::any_of(
      sets, [](const Set& set) { return law_functions(set.law).stretch != nullptr; });
}

CompiledState::CompiledState(const Model& m)
    : model(m), removed(m.set_count()), pinned(m.vertex_count()) {
  for (Index v : m.compiled().pinned) pinned[v] = true;
  for (const VolumeConstraint& volume : m.compiled().volumes)
    volume_goals.push_back({volume.rest_volume, volume.strength, true});
}

std::vector<NodeState> CompiledState::node_states() const {
  return std::vector<NodeState>(pinned.size(), NodeState::active);
}

namespace {
[[noreturn]] void refuse_contact() {
  throw InputError("", 0, "contact between bodies is for bodies of relations",
                   "choose another model, or leave this body out");
}
}  // namespace

void CompiledState::read_places(std::span<const Index>, std::span<Vec3d>) const {
  refuse_contact();
}
void CompiledState::push(std::span<const Index>, std::span<const Vec3d>) {
  refuse_contact();
}
void CompiledState::go_back(double) {
  refuse_contact();
}
void CompiledState::hold_back(std::span<const Index>, std::span<const Vec3d>) {
  refuse_contact();
}

void CompiledState::set_step(double seconds, const DampingPlan& plan) {
  const IntegratorTraits method = traits_of(dynamics.integrator);
  // What an integrator carries on from step to step goes with their length.
  const bool carries = method.lag > 0 || method.keeps_move;
  std::vector<Vec3d> velocities;
  if (carries) read(nullptr, &velocities);
  dynamics.time_step = seconds;
  damping = plan;
  step_changed();
  if (carries) write({}, velocities);
}

std::vector<Vec3d> CompiledState::change_of_forces(std::span<const Vec3d> directions,
                                                   double share) const {
  std::vector<Vec3d> changes = tangent(directions, false);
  if (share == 0) return changes;
  const std::vector<Vec3d> damped = tangent(directions, true);
  for (std::size_t v = 0; v < changes.size(); ++v) changes[v] += damped[v] * share;
  return changes;
}

std::vector<Sym3<double>> CompiledState::diagonal_blocks(double) const {
  throw InputError("", 0, "large steps are for bodies of relations",
                   "choose another model, or leave this body out");
}

large_steps::Descended CompiledState::descend(const large_steps::BodyProblem&) {
  throw InputError("", 0, "large steps by descent are for bodies of relations",
                   "take the method newton");
}

bool CompiledState::has_pins() const {
  return std::ranges::find(pinned, true) != pinned.end();
}

std::vector<double> CompiledState::inverse_masses() const {
  const std::vector<double>& masses = model.compiled().masses;
  std::vector<double> out(masses.size());
  for (std::size_t v = 0; v < out.size(); ++v) out[v] = pinned[v] ? 0 : 1 / masses[v];
  if (drives)
    for (const Drives::Vertex& driven : drives->vertices())
      if (driven.by.held()) out[driven.vertex] = 0;
  return out;
}

std::vector<Vec3d> CompiledState::freedoms() const {
  const std::vector<double> inverse = inverse_masses();
  std::vector<Vec3d> out(inverse.size());
  for (std::size_t v = 0; v < out.size(); ++v) out[v] = Vec3d{1, 1, 1} * inverse[v];
  if (drives)
    for (const Drives::Vertex& driven : drives->vertices())
      for (int axis = 0; axis < 3; ++axis)
        if (driven.by.along(axis)) out[driven.vertex][axis] = 0;
  return out;
}

std::vector<Stress> CompiledState::stresses() const {
  return {};
}

std::vector<std::vector<Index>> CompiledState::intersected(const Blade& blade) const {
  std::vector<Vec3d> positions;
  read(&positions, nullptr);
  const CompiledModel& compiled = model.compiled();
  std::vector<std::vector<Index>> out(compiled.sets.size());
  for (std::size_t set = 0; set < out.size(); ++set) {
    const LawInfo& law = laws()[compiled.sets[set].law];
    const auto arity = static_cast<std::size_t>(law.arity);
    const auto pushed = static_cast<std::size_t>(law.pushed > 0 ? law.pushed : law.arity);
    const std::vector<Index>& vertices = compiled.incidence().vertices[set];
    std::vector<Vec3d> x(pushed);
    for (std::size_t r = 0; r < compiled.sets[set].count; ++r) {
      for (std::size_t i = 0; i < pushed; ++i) x[i] = positions[vertices[r * arity + i]];
      if (blade.meets(x.data(), static_cast<int>(pushed)))
        out[set].push_back(static_cast<Index>(r));
    }
  }
  return out;
}

}  // namespace pliant::backend
