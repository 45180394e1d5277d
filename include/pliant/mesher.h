#pragma once

#include <pliant/cage.h>
#include <pliant/generate.h>

#include <optional>
#include <string_view>

namespace pliant {

/// What a surface becomes.
enum class Mesher {
  fitted,     ///< tetrahedra that end at it: tetrahedralise()
  embedding,  ///< a coarse cage that it hangs in: make_cage()
  /// Fitted, but a cage where so many tetrahedra would lose parts of the surface.
  automatic
};
std::string_view name(Mesher mesher);  ///< "fitted", "embedding", "auto"
Mesher mesher(std::string_view name);  ///< InputError with the nearest name

struct FilledSurface {
  Mesh mesh;
  std::optional<Cage> cage{};  ///< what else is told of it, where it is one; without its mesh
};

/// Of the options, `graded` does not count for cages.
FilledSurface fill_surface(const Mesh& surface, Mesher mesher, const MesherOptions& options = {},
                           Notes* notes = nullptr);

}  // namespace pliant
