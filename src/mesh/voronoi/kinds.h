#pragma once

#include <pliant/voronoi.h>

namespace pliant::voronoi {

VoronoiDiagram circumcentre_diagram(const TetMesh& mesh, const Progress& progress);

/// Fills cell_faces from face_particles.
void list_cell_faces(VoronoiDiagram& diagram, std::size_t particles);

/// Work is done in fixed blocks whose results are joined in order, so that they are the same for
/// any number of threads; `work(block)` runs on several threads at once.
void for_each_block(std::size_t blocks, const Progress& progress, std::string_view what,
                    const std::function<void(std::size_t block)>& work);

/// Faces and their vertices, found in one block of work.
struct DiagramPart {
  std::vector<Vec3d> vertices;
  std::vector<std::array<Index, 4>> dependencies;
  std::vector<std::array<Index, 2>> face_particles;
  std::vector<std::size_t> face_ends;  ///< where each face ends in `face_vertices`

  std::vector<Index> face_vertices;
};

/// Joins parts after what the diagram already holds. Numbers of vertices in the parts that are at
/// least `own_from` mean the part's own vertices.
void append_parts(VoronoiDiagram& diagram, std::span<DiagramPart> parts, std::size_t own_from);

}  // namespace pliant::voronoi
