#pragma once

#include <pliant/generate.h>

namespace pliant::shape {

/// A small animal with a body, a head, two flat ears, four short legs and a tail, blended
/// smoothly. It looks along z, stands on the floor y = 0, is its own mirror image in x and is
/// `size` metres high.
Implicit critter(double size);

}  // namespace pliant::shape
