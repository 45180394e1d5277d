#include "mesh/voronoi/kinds.h"

#include <pliant/error.h>
#include <pliant/threads.h>
#include <pliant/topology.h>

#include <algorithm>

#include "base/parallel.h"

namespace pliant::voronoi {

void list_cell_faces(VoronoiDiagram& diagram, std::size_t particles) {
  diagram.cell_faces = vertex_cells(std::span<const Line>(diagram.face_particles), particles);
}

void for_each_block(std::size_t blocks, const Progress& progress, std::string_view what,
                    const std::function<void(std::size_t block)>& work) {
  // Progress is reported by this thread alone, between batches large enough to keep all busy.
  const std::size_t batch =
      progress ? std::max(blocks / 50, 8 * static_cast<std::size_t>(thread_count())) : blocks;
  for (std::size_t begin = 0; begin < blocks; begin += batch) {
    const std::size_t end = std::min(begin + batch, blocks);
    parallel_for(end - begin, 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) work(begin + i);
    });
    if (progress) progress(static_cast<double>(end) / static_cast<double>(blocks), what);
  }
}

void append_parts(VoronoiDiagram& diagram, std::span<DiagramPart> parts, std::size_t own_from) {
  std::size_t vertices = diagram.vertices.size();
  std::size_t faces = diagram.face_particles.size();
  std::size_t items = diagram.face_vertices.items.size();
  for (const DiagramPart& part : parts) {
    vertices += part.vertices.size();
    faces += part.face_particles.size();
    items += part.face_vertices.size();
  }
  if (vertices >= no_index || faces >= no_index)
    throw InputError("", 0, "the Voronoi diagram has too many vertices to number",
                     "use a coarser mesh");
  diagram.vertices.reserve(vertices);
  diagram.dependencies.reserve(vertices);
  diagram.face_particles.reserve(faces);
  diagram.face_vertices.offsets.reserve(faces + 1);
  diagram.face_vertices.items.reserve(items);
  const auto append = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  for (DiagramPart& part : parts) {
    const std::size_t shift = diagram.vertices.size() - own_from;
    const std::size_t start = diagram.face_vertices.items.size();
    append(diagram.vertices, part.vertices);
    append(diagram.dependencies, part.dependencies);
    append(diagram.face_particles, part.face_particles);
    for (std::size_t end : part.face_ends) diagram.face_vertices.offsets.push_back(start + end);
    for (Index v : part.face_vertices)
      diagram.face_vertices.items.push_back(v < own_from ? v : static_cast<Index>(v + shift));
    part = {};
  }
}

}  // namespace pliant::voronoi
