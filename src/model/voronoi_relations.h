#pragma once

#include <pliant/body.h>
#include <pliant/material.h>
#include <pliant/tet_mesh.h>
#include <pliant/voronoi.h>

#include <span>
#include <vector>

namespace pliant {

/// The relations of CPM1 (E06 chapter 5): one for each face of the diagram between two particles,
/// in sets of VoronoiFace4, 6 and 8 after the number of vertices it moves with beside these, as far
/// as the mesh has any. Faces are turned as voronoi_diagram() does. `materials`: one, or one a
/// tetrahedron; a face that lies in several has their mean by area.
///
/// Faces between particles more than two edges apart are left out: where a body folds back on
/// itself they would join what is not connected. A face that moves with more vertices is divided.
/// Its parts follow their own normals instead of their mean, which makes no difference for small
/// deformations.
std::vector<Relations> voronoi_relations(const TetMesh& mesh, const VoronoiDiagram& diagram,
                                         std::span<const Material> materials);

}  // namespace pliant
