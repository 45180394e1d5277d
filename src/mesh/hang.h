#pragma once

#include <pliant/embedding.h>
#include <pliant/notes.h>

#include <memory>

namespace pliant {

/// A surface in the tetrahedra that it was filled with. Null, with a note, where parts of it are so
/// far from all of them, because these lost it, that it would be torn as they move.
std::shared_ptr<const EmbeddedSurface> hung(Mesh surface, const TetMesh& solid, Notes& notes);

}  // namespace pliant
