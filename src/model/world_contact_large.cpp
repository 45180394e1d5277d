#include <algorithm>

#include "base/text.h"
#include "large_steps/step.h"
#include "model/checks.h"
#include "model/contact_term.h"
#include "model/world_contact.h"

// Bodies that touch and take large steps: one objective for all of them.

namespace pliant {

void WorldContact::check_large_steps(const State& world) const {
  const std::optional<LargeSteps>& first = world.body(0).dynamics().large_steps;
  for (std::size_t b = 0; b < world.body_count(); ++b) {
    const State& body = world.body(b);
    need(!body.model().is_spectral(),
         text(name(world, b), " is a spectral solid and touches bodies with large steps"),
         "leave the large steps out, or the contact");
    need(body.dynamics().large_steps == first,
         text(name(world, 0), " and ", name(world, b), " touch and have different large steps"),
         "give all bodies the same LargeSteps");
  }
  need(!contacts_.is_repaired(), "bodies with large steps intersect",
       "let them come apart in short steps first");
}

std::optional<std::size_t> WorldContact::large_step(const Bodies& bodies) {
  const contact::Surfaces& s = contacts_.surfaces();
  large_steps::LargeStep step(bodies, [&](std::span<const large_steps::Part> parts, double length) {
    std::vector<Vec3d> velocities(s.vertex_count());
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      const contact::Surface& surface = s.bodies[b];
      if (surface.vertices == 0) continue;
      std::vector<Vec3d> of_body;
      bodies[b]->read(nullptr, &of_body);
      bodies[b]->read_places(s.vertices_of(b),
                             contacts_.places().subspan(surface.first_vertex, surface.vertices));
      for (Index v = surface.first_vertex; v < surface.first_vertex + surface.vertices; ++v)
        velocities[v] = of_body[s.vertex[v]];
    }
    for (std::size_t o = 0; o < obstacles_.count(); ++o) {
      const contact::Surface& surface = s.bodies[bodies.size() + o];
      std::fill_n(velocities.begin() + surface.first_vertex, surface.vertices,
                  obstacles_.velocity(o, bodies));
    }
    std::vector<std::unique_ptr<large_steps::Term>> terms;
    terms.push_back(std::make_unique<ContactTerm>(contacts_, parts, velocities, length));
    return terms;
  });
  if (!step.take()) return step.failed();
  for (std::size_t o = 0; o < obstacles_.count(); ++o) {
    obstacles_.move(o, obstacles_.way(o, bodies), bodies);
    const contact::Surface& surface = s.bodies[bodies.size() + o];
    obstacles_.write(o, s.vertices_of(bodies.size() + o),
                     contacts_.places().subspan(surface.first_vertex, surface.vertices));
  }
  return std::nullopt;
}

}  // namespace pliant
