#pragma once

#include "cases/cases.h"

// What contact costs: bodies that fall, and the same where they have come to lie. The plain step is
// that of the same state without contact.

namespace pliant::bench {

struct ContactRecipe {
  CaseInfo info;
  enum { armadillo, critters, cubes } of;
  double lying_at;  ///< s
};
std::span<const ContactRecipe> contact_recipes();

/// The mesh is `file`, or a critter of its size where that is no name.
Case make_contact_case(const ContactRecipe& recipe, const std::filesystem::path& file,
                       Notes* notes = nullptr);
/// A hundred by default; fewer are a smaller pile in the same box.
Case make_pile(std::size_t critters, double lying_at);
/// Cubes of 1080 tetrahedra upon a smooth floor, as many as that in all three directions.
Case make_stack(std::size_t along, double lying_at);

}  // namespace pliant::bench
