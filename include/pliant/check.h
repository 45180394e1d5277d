#pragma once

#include <pliant/mesh.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pliant {

/// One requirement on a mesh and how far the mesh breaks it.
struct Finding {
  std::string name;                   ///< e.g. "open edges"
  std::string meaning;                ///< what counts as one, in a sentence
  std::size_t count = 0;              ///< 0: nothing found
  std::vector<std::string> places{};  ///< the first ten, e.g. "edge 12-57 at (0.1, 0, 2)"
  bool is_error = true;               ///< whether a count above 0 makes the mesh unsound
  std::string cure{};
};

/// Every requirement that was looked at, also those that hold.
struct CheckReport {
  std::vector<Finding> findings;

  bool sound() const;  ///< no error was found
  /// The finding of that name; nullptr where the requirement was not looked at.
  const Finding* find(std::string_view name) const;
};

/// The seven requirements of S07 4.2 on a closed surface, and a few that help to find the cause.
/// Each defect counts once, under the requirement that says most about it: a copy of a face is a
/// double face and does not make its edges multiple as well.
///
/// open edges            an edge of one face only
/// double faces          a face with the same vertices as an earlier one
/// spikes                a face that hangs by one edge on a surface that is whole without it, or
///                       one folded back flat onto its neighbour (less than 1e-6 rad between them)
/// multiple edges        an edge of more than two faces
/// orphan vertices       a vertex that no cell uses
/// collided faces        a face that crosses or touches one it shares no edge with; places are
///                       resolved to 5e-13 of the object's size
/// inconsistent normals  an edge whose two faces turn the same way round it
/// inside-out parts      a closed part that encloses negative volume, or one wholly inside another
///                       that encloses positive volume; parts that collide are not inside one
///                       another
/// zero-area faces       twice the area is below 1e-9 of the longest edge squared
/// coinciding vertices   closer than 1e-9 of the object's size (no error: open edges tell)
/// non-finite vertices   a coordinate is infinite, not a number or too large to compute with:
///                       above 1e150, where squares overflow
/// separate parts        pieces beyond the first (no error)
CheckReport check_surface(const Mesh& mesh);

/// Requirements on a tetrahedral mesh. Inverted tetrahedra are no error, since they are turned
/// round on loading; neither are edges where parts of the boundary touch.
///
/// inverted tetrahedra   signed volume below zero
/// flat tetrahedra       six times the volume is below 1e-10 of the longest edge cubed
/// double tetrahedra     the same vertices as an earlier one
/// repeated vertices     a tetrahedron that names a vertex twice
/// crowded faces         a face of more than two tetrahedra
/// tangled faces         a face whose two tetrahedra lie on the same side of it
/// multiple edges        an edge of more than two faces of the boundary (no error)
/// orphan vertices, coinciding vertices, non-finite vertices, separate parts: as for surfaces
CheckReport check_tetrahedra(const Mesh& mesh);

/// Checks what the mesh holds: its tetrahedra, else its triangles as a closed surface; faces stored
/// beside tetrahedra only for doubles and area; lines and hexahedra for doubles and repeated
/// vertices. Throws InputError where a cell names a vertex that is not there.
CheckReport check(const Mesh& mesh);

/// How many pieces a mesh has: tetrahedra joined across faces, else triangles joined across edges,
/// where two open edges at the same place are one. What check, repair, 'pliant info' and the mesher
/// tell of pieces is this.
std::size_t count_pieces(const Mesh& mesh);

/// What of a mesh is kept, whether it is sound or not. Pieces are measured by the diagonal of their
/// boxes; the wall of a cavity is a piece of its own and goes like any other.
struct RepairOptions {
  bool keep_largest = false;     ///< all pieces but the largest go
  double drop_smaller_than = 0;  ///< pieces below this share of the largest one's size go; 0: none
};

/// Mends what can be mended and says in `done`, a sentence each, what it did. A mended mesh is
/// returned as it is, and nothing is said. Regions and groups are kept; vertices that are no longer
/// used go. `left` hears why open edges were left open.
///
/// Surfaces: edges that coincide are welded; faces of no area, double faces, hanging faces and
/// inner walls are dropped; parts that touch along an edge are separated; folded faces are removed
/// where the gap can be closed; holes are filled unless the filling would fold, give an edge a
/// third face or cross other faces; faces are turned to agree with their neighbours and outwards
/// (inwards wholly inside another part). Collided faces stay, and none are added: `tetrahedralise`
/// copes with them through winding numbers. Tetrahedra: faces that coincide are welded, inverted
/// ones turned, flat and double ones dropped. A mesh without cells is returned as it is. Throws
/// InputError where nothing is left, or a cell names a vertex that is not there.
Mesh repair(const Mesh& mesh, std::vector<std::string>& done, const RepairOptions& options = {},
            std::vector<std::string>* left = nullptr);

}  // namespace pliant
