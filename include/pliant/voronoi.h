#pragma once

#include <pliant/progress.h>
#include <pliant/tet_mesh.h>
#include <pliant/voronoi_diagram.h>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace pliant {

enum class VoronoiKind {
  /// E06 6.4.1: one face for each fan of tetrahedra round an edge, its polygon the circumcentres of
  /// those tetrahedra in order; at the surface also the circumcentres of the two boundary
  /// triangles and, unless both lie on the same side of the edge, the edge's midpoint. Ill-shaped
  /// tetrahedra put vertices outside the body and turn faces inside out. Faces of no area are
  /// kept, so that every edge has its face.
  circumcentre,

  /// The Voronoi diagram of the mesh's vertices restricted to the body and cut at the faces of
  /// the tetrahedra: exact for any mesh, Delaunay or not. Every Voronoi vertex lies in the
  /// tetrahedron it moves with; every face lies in one tetrahedron; faces of no area are left out.
  ///
  /// Distance is the straight one, as Voronoi's definition has it: in a body that folds back on
  /// itself (two fingers a hair apart) a particle can own a little of the other finger, and a face
  /// can join particles that no edge joins. Distance inside the body would avoid that, but its
  /// faces are curved and its cells have no closed form. What is kept apart are bodies: a
  /// particle owns nothing of a part of the mesh that it is not connected with.
  ///
  /// Where two particles lie in the same place, each owns what lies in its own tetrahedra;
  /// elsewhere the lower number owns it. Vertices of no tetrahedron are no particles.
  clipped,
};

/// Every face's polygon turns counter-clockwise seen from its second particle, so that its area
/// vector points from the first (the lower number) to the second. The result is the same for any
/// number of threads.
VoronoiDiagram voronoi_diagram(const TetMesh& mesh, VoronoiKind kind,
                               const Progress& progress = {});

/// The diagram that came with the mesh, as .str files have one, with faces as voronoi_diagram()
/// turns them, whichever way the file does. InputError says what of it does not fit the mesh.
VoronoiDiagram stored_voronoi(const TetMesh& mesh);

/// Whether each face lies in one tetrahedron, as those of a `clipped` diagram do.
bool is_clipped(const VoronoiDiagram& diagram);

/// How many Voronoi vertices lie outside the tetrahedra they move with.
std::size_t outside_vertices(std::span<const Vec3d> particles, const VoronoiDiagram& diagram);

struct ClippedVoronoi {
  VoronoiDiagram diagram;
  std::vector<double> cell_volumes;  ///< m³, one a particle; they add up to the body's volume
};

/// The `clipped` diagram together with the volumes of its cells, which the faces alone do not
/// tell where a cell reaches the surface.
ClippedVoronoi clipped_voronoi(const TetMesh& mesh, const Progress& progress = {});

/// The volumes of the `clipped` cells alone, m³. Times the density they are the particles' masses
/// (E06 5.5).
std::vector<double> clipped_cell_volumes(const TetMesh& mesh, const Progress& progress = {});

/// For each particle the sum of the pyramids from it to the faces of its cell, m³. That is the
/// cell's volume unless the cell takes part in a surface triangle that does not touch the
/// particle, as can happen in a `clipped` diagram. Faces turned inside out count negative.
std::vector<double> pyramid_volumes(std::span<const Vec3d> particles,
                                    const VoronoiDiagram& diagram);

/// Half the sum of the cross products of a face's sides, m²: exact for a polygon that is not flat,
/// too, and for one that crosses itself the parts that turn the other way count negative.
Vec3d face_area_vector(const VoronoiDiagram& diagram, std::size_t face);
double face_area(const VoronoiDiagram& diagram, std::size_t face);

/// The weights of the four particles a Voronoi vertex moves with: vertex = Σ weight · particle, and
/// Σ weight = 1. `particles` are the rest positions. Weights that are negative only by rounding
/// are made zero.
std::array<double, 4> barycentric(std::span<const Vec3d> particles, const VoronoiDiagram& diagram,
                                  std::size_t vertex);

}  // namespace pliant
