#include <pliant/error.h>

#include <cmath>

#include "backend/backend.h"
#include "base/text.h"
#include "scene/actions/probe_work.h"

namespace pliant::action {

namespace {

/// Which relations of a body a plane cuts, where the body was at rest.
struct CutSet {
  std::size_t set;
  std::size_t arity;
  std::vector<std::size_t> relations;
  std::vector<Index> vertices;  // of all relations of the set
};

class Flux {
 public:
  Flux(std::vector<std::size_t> bodies, std::int64_t axis, double position)
      : bodies_(std::move(bodies)), normal_(unit_vector(axis)), position_(position) {}

  // The force with which what lies beyond the plane pulls at what lies before it: minus the sum of
  // the forces that relations across it exert on their vertices beyond.
  void measure(const SceneRun& run, std::span<double> out) {
    if (cuts_.empty())
      for (const std::size_t b : bodies_) cuts_.push_back(find_cuts(run.bodies()[b]));
    Vec3d flux;
    for (std::size_t i = 0; i < bodies_.size(); ++i) flux -= beyond(run, i);
    const double normal = dot(flux, normal_);
    out[0] = normal;
    out[1] = length(flux - normal_ * normal);
  }

 private:
  bool is_beyond(const RunBody& body, Index v) const {
    return dot(body.mesh->vertices()[v], normal_) >= position_;
  }

  std::vector<CutSet> find_cuts(const RunBody& body) const {
    if (body.model.compiled().is_spectral())
      throw InputError(
          "", 0,
          text("body '", body.name, "' is a spectral solid: no relations cross a plane in it"),
          "probe \"reaction\" of what holds it, or use MaterialForces3");
    std::vector<CutSet> cuts;
    for (std::size_t s = 0; s < body.model.set_count(); ++s) {
      CutSet cut{s,
                 static_cast<std::size_t>(body.model.law(s).arity),
                 {},
                 body.model.relation_vertices(s)};
      for (std::size_t r = 0; r < body.model.relation_count(s); ++r) {
        std::size_t there = 0;
        for (std::size_t i = 0; i < cut.arity; ++i)
          there += is_beyond(body, cut.vertices[r * cut.arity + i]);
        if (there > 0 && there < cut.arity) cut.relations.push_back(r);
      }
      if (!cut.relations.empty()) cuts.push_back(std::move(cut));
    }
    return cuts;
  }

  Vec3d beyond(const SceneRun& run, std::size_t i) const {
    const RunBody& body = run.bodies()[bodies_[i]];
    Vec3d sum;
    for (const CutSet& cut : cuts_[i]) {
      const std::vector<Vec3d> forces = body.state.relation_forces(cut.set);
      for (const std::size_t r : cut.relations)
        for (std::size_t k = r * cut.arity; k < (r + 1) * cut.arity; ++k)
          if (is_beyond(body, cut.vertices[k])) sum += forces[k];
    }
    return sum;
  }

  std::vector<std::size_t> bodies_;
  Vec3d normal_;
  double position_;
  std::vector<std::vector<CutSet>> cuts_;  // by body; found when first asked for
};

}  // namespace

Declaration CalculateFlux::declare() {
  using C = CalculateFlux;
  return Declare<C>("CalculateFlux", "probes",
                    "The force that goes through a plane in the material, whatever the law: what "
                    "the relations across it carry. Normal is positive in tension, tangential is "
                    "the length of the rest.",
                    "sim:addAction(CalculateFlux(0, 0.5))")
      .parameter("axis", &C::axis, "", "across the plane, 0, 1 or 2 for x, y or z", axis_limits)
      .parameter("position", &C::position, "m", "of the plane on that axis, in the body at rest")
      .parameter("name", &C::name, "", "of its columns")
      .parameter("every", &C::every, "", every_help, {.low = 1})
      .parameter("body", &C::body, "", body_help);
}

std::unique_ptr<Work> CalculateFlux::prepare(Stage& stage) const {
  auto flux = std::make_shared<Flux>(stage.chosen(body), axis, position);
  return std::make_unique<ProbeWork>(
      stage.add_probe(
          {name,
           {".normal", ".tangential"},
           {"N", "N"},
           [flux](const SceneRun& run, std::span<double> out) { flux->measure(run, out); }}),
      every);
}

}  // namespace pliant::action
