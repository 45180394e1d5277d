#pragma once

#include <vector>

#include "mesh/repair/repair.h"

namespace pliant {

/// Faces that a repair would add, in the place of others.
struct Replacement {
  std::vector<Index> removed{};  ///< faces
  std::vector<Triangle> added{};
  std::int32_t region = 0;
  Index middle = no_index;  ///< a vertex that was added for these alone
};

/// Makes those whose new faces cross or touch no other face, and takes back the vertices of the
/// others. Says of each whether it was made.
std::vector<char> replace_faces(Surface& surface, std::vector<Replacement> replacements);

}  // namespace pliant
