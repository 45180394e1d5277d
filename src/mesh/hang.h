#pragma once

#include <pliant/embedding.h>
#include <pliant/notes.h>

#include <memory>

namespace pliant {

/// How many vertices of a surface's triangles are so far from all tetrahedra, because these lost
/// them, that it would be torn as they move; 0 where these are single tips.
std::size_t lost_vertices(const Mesh& surface, const Embedding& embedding);

/// Turns the triangles of a closed surface that faces inwards, with its normals: meshers take it as
/// if it faced outwards, and what is drawn of it should be its outside.
void face_outwards(Mesh& surface);

/// A surface in the tetrahedra that it was filled with. Null, with a note, where some are lost.
std::shared_ptr<const EmbeddedSurface> hung(Mesh surface, const TetMesh& solid, Notes& notes);

}  // namespace pliant
