#pragma once

#include <pliant/tet_mesh.h>

#include <cstddef>
#include <optional>

namespace pliant {

/// Patches of about `tetrahedra` tetrahedra in all, spread over the mesh; nothing where the mesh
/// has no more than that. A patch grows from one vertex by all tetrahedra of a vertex at a time, so
/// that few hang by an edge or a corner, which would make it soft.
std::optional<TetMesh> sample_patches(const TetMesh& mesh, std::size_t tetrahedra,
                                      std::size_t patches);

}  // namespace pliant
