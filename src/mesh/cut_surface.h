#pragma once

#include <pliant/embedding.h>

namespace pliant {

/// The surface of a body some of whose tetrahedra are gone: without the triangles, or parts of
/// them, that lie in these, and with the faces that are laid open, as far as they lie inside the
/// surface at rest. They have a material of their own, `inside_material`, hang in the tetrahedra
/// that are left, and are cut small enough to follow the surface.
EmbeddedSurface cut_surface(const EmbeddedSurface& whole, const Mesh& solid,
                            const std::vector<bool>& absent);

inline constexpr const char* inside_material = "inside";

}  // namespace pliant
