#include "scene/actions/flux.h"

#include <pliant/error.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "scene/actions/probe_work.h"
#include "scene/moduli.h"

namespace pliant::action {

namespace {

/// What is along the normal and the length of what is across it.
std::span<double> put(const Vec3d& force, const Vec3d& normal, std::span<double> out) {
  out[0] = dot(force, normal);
  out[1] = length(force - normal * out[0]);
  return out.subspan(2);
}

void put(const PlaneFlux::Forces& through, const Vec3d& normal, std::span<double> out) {
  const auto& [relations, constraints, elastic, shear] = through;
  out = put(relations.force + constraints.force, normal, out);
  out = put(elastic, normal, out);
  out = put(shear, normal, out);
  out[0] = dot(constraints.force, normal);
  const Vec3d torque = relations.torque + constraints.torque;
  for (int i = 0; i < 3; ++i) out[1 + static_cast<std::size_t>(i)] = torque[i];
}

}  // namespace

PlaneFlux::PlaneFlux(const std::vector<std::size_t>& bodies, const CalculateFlux& asked)
    : normal_(unit_vector(asked.axis)), position_(asked.position), about_(asked.about) {
  for (const std::size_t body : bodies) bodies_.push_back({body});
}

PlaneFlux::Forces PlaneFlux::measure(const SceneRun& run) {
  if (!looked_)
    for (CutBody& body : bodies_) look(run.bodies()[body.body], body);
  looked_ = true;
  Forces sum;
  const Vec3d about = about_ ? *about_ : middle(run);
  for (const CutBody& cut : bodies_) {
    const RunBody& body = run.bodies()[cut.body];
    const std::vector<Vec3d>& x = body.positions();
    for (const CutSet& set : cut.sets) {
      const Through all = through(body, set, {}, x, about);
      sum.relations.force += all.force;
      sum.relations.torque += all.torque;
      const Vec3d part = set.shear_modulus
                             ? through(body, set, std::span(&*set.shear_modulus, 1), x, about).force
                             : normal_ * dot(all.force, normal_);
      sum.elastic += part;
      sum.shear += all.force - part;
    }
    const std::vector<Vec3d> c = body.state.constraint_forces();
    for (const Index v : cut.beyond) {
      sum.constraints.force -= c[v];
      sum.constraints.torque -= cross(x[v] - about, c[v]);
    }
  }
  return sum;
}

bool PlaneFlux::is_beyond(const RunBody& body, Index v) const {
  return dot(body.mesh->vertices()[v], normal_) >= position_;
}

void PlaneFlux::look(const RunBody& body, CutBody& cut) const {
  if (body.model.is_spectral())
    throw InputError(
        "", 0, text("body '", body.name, "' is a spectral solid: no relations cross a plane in it"),
        "probe \"reaction\" of what holds it, or use MaterialForces3");
  for (std::size_t s = 0; s < body.model.set_count(); ++s) {
    CutSet set = cut_set(body, s);
    if (set.relations.empty()) continue;
    cut.between.insert(cut.between.end(), set.vertices.begin(), set.vertices.end());
    cut.sets.push_back(std::move(set));
  }
  std::ranges::sort(cut.between);
  cut.between.erase(std::unique(cut.between.begin(), cut.between.end()), cut.between.end());
  for (Index v = 0; v < body.mesh->vertices().size(); ++v)
    if (is_beyond(body, v)) cut.beyond.push_back(v);
}

PlaneFlux::CutSet PlaneFlux::cut_set(const RunBody& body, std::size_t s) const {
  const LawInfo& law = body.model.law(s);
  CutSet set{s, static_cast<std::size_t>(law.arity), {}, {}, shear_modulus(law)};
  const std::vector<Index> all = body.model.relation_vertices(s);
  for (std::size_t r = 0; r < body.model.relation_count(s); ++r) {
    const auto vertices = std::span(all).subspan(r * set.arity, set.arity);
    const auto there = std::ranges::count_if(vertices, [&](Index v) { return is_beyond(body, v); });
    if (there == 0 || there == std::ssize(vertices)) continue;
    set.relations.push_back(static_cast<Index>(r));
    set.vertices.insert(set.vertices.end(), vertices.begin(), vertices.end());
  }
  return set;
}

// Minus the forces that relations across the plane exert on their vertices beyond.
PlaneFlux::Through PlaneFlux::through(const RunBody& body, const CutSet& cut,
                                      std::span<const std::size_t> without,
                                      std::span<const Vec3d> x, const Vec3d& about) const {
  Through sum;
  const std::vector<Vec3d> forces = body.state.relation_forces(cut.set, cut.relations, without);
  for (std::size_t k = 0; k < forces.size(); ++k) {
    const Index v = cut.vertices[k];
    if (!is_beyond(body, v)) continue;
    sum.force -= forces[k];
    sum.torque -= cross(x[v] - about, forces[k]);
  }
  return sum;
}

// Of the vertices of what is cut, now.
Vec3d PlaneFlux::middle(const SceneRun& run) const {
  Vec3d sum;
  double count = 0;
  for (const CutBody& cut : bodies_) {
    const std::vector<Vec3d>& x = run.bodies()[cut.body].positions();
    for (const Index v : cut.between) sum += x[v];
    count += static_cast<double>(cut.between.size());
  }
  return count > 0 ? sum / count : sum;
}

Declaration CalculateFlux::declare() {
  using C = CalculateFlux;
  return Declare<C>(
             "CalculateFlux", "probes",
             "The force that goes through a plane in the material, whatever the law: what the "
             "relations across it and constraints carry. Its columns: normal, along the axis and "
             "positive in tension, and tangential, the length of the rest; the same of what CPM1 "
             "and CPM2 get from their modulus E (elastic_normal, elastic_tangential) and from G "
             "(shear_normal, shear_tangential), while for other laws elastic is what is along the "
             "axis and shear what is across it; constraint, what kept volumes and strain limits "
             "carry along the axis; torque_x, torque_y, torque_z. normal is elastic_normal, "
             "shear_normal and constraint together.",
             "sim:addAction(CalculateFlux(0, 0.5))")
      .parameter("axis", &C::axis, "", "across the plane, 0, 1 or 2 for x, y or z", axis_limits)
      .parameter("position", &C::position, "m", "of the plane on that axis, in the body at rest")
      .parameter("name", &C::name, "", "of its columns", limits::a_name)
      .parameter("every", &C::every, "", every_help, {.low = 1})
      .parameter("body", &C::body, "", body_help)
      .parameter("about", &C::about, "m",
                 "point that the torque is about; nil: the middle of what the plane cuts");
}

std::unique_ptr<Work> CalculateFlux::prepare(Stage& stage) const {
  auto flux = std::make_shared<PlaneFlux>(stage.chosen(body), *this);
  return std::make_unique<ProbeWork>(
      stage.add_probe(
          {name,
           {".normal", ".tangential", ".elastic_normal", ".elastic_tangential", ".shear_normal",
            ".shear_tangential", ".constraint", ".torque_x", ".torque_y", ".torque_z"},
           {"N", "N", "N", "N", "N", "N", "N", "N m", "N m", "N m"},
           [flux](const SceneRun& run, std::span<double> out) {
             put(flux->measure(run), flux->normal(), out);
           }}),
      every);
}

}  // namespace pliant::action
