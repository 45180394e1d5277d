#include "reproduce/r06.h"

#include <fmt/format.h>

#include "cases/simplex_bodies.h"

namespace pliant::app {

namespace r06 {

Motion swinging(const Mesh& mesh, bool own) {
  constexpr double stretch = 1.05;
  Motion motion{.body = own ? bench::own_simplex_springs(mesh) : bench::simplex_springs(mesh),
                .dynamics = {.integrator = Integrator::euler_cromer,
                             .time_step = bench::springs_step(mesh),
                             .gravity = {}},
                .start = mesh.vertices};
  for (Vec3d& v : motion.start) v.x *= stretch;
  return motion;
}

Motion standing(const Mesh& mesh) {
  return {.body = bench::simplex_solid(mesh),
          .dynamics = {.integrator = Integrator::euler_cromer,
                       .time_step = bench::solid_step(),
                       .strain_limit = 1.3,
                       .obstacles = {{Floor{}}}}};
}

}  // namespace r06

std::vector<Part> reproduce_r06(const ReproduceSettings& settings, Report& report) {
  const r06::Plan plan{
      .card = measured_card(settings), .patience = patience(settings), .quick = settings.quick};
  report.introduction = fmt::format(
      "R06 (2006) takes a deformable object as vertices and relations of constant arity between "
      "them, and lets every vertex gather the forces of its relations on the graphics card; its "
      "example is a mass-spring system on chains, triangles and tetrahedra. This page measures the "
      "same meshes with {}, with the published "
      "values beside ours. A published frame was a step on a GeForce 6800 GT, or on a processor "
      "that is not named, twenty years ago: the figures show where the same computation is today, "
      "not which program is better.{}",
      measured_on(plan.card), settings.quick ? " This is a quick run: the figures are rough." : "");
  report.facts = facts_of(plan.card, settings);
  const auto part = [plan, &report](const char* name, void (*add)(const r06::Plan&, Report&)) {
    return Part{name, [=, &report] { add(plan, report); }};
  };
  return {part("chains", r06::add_chains), part("triangles", r06::add_triangles),
          part("tetrahedra", r06::add_tetrahedra), part("worst", r06::add_worst_case),
          part("changes", r06::add_changes)};
}

}  // namespace pliant::app
