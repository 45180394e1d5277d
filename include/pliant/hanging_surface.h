#pragma once

#include <pliant/contact.h>
#include <pliant/embedding.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace pliant {

class State;

/// What a body touches with where that is not the surface of its own cells, but one that hangs in
/// them: that in a cage. What pushes a vertex of the surface pushes those that carry it.
struct HangingSurface {
  std::size_t body = 0;
  std::shared_ptr<const EmbeddedSurface> surface{};  ///< within the body's tetrahedra
};

/// State::set_contact with such surfaces, one of a body at most. The state keeps them, copies and
/// saves them, until its contact is set anew. InputError where a surface is not within tetrahedra
/// of its body. Where these are cut the surface touches with what still hangs in the others.
void set_contact(State& world, const Contact& contact, std::vector<HangingSurface> surfaces);

}  // namespace pliant
