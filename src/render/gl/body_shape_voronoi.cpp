#include <pliant/error.h>
#include <pliant/voronoi.h>

#include <cmath>

#include "base/text.h"
#include "render/gl/body_shape.h"

namespace pliant::render::gl {

namespace {

// Neighbouring numbers get colours far apart.
float tint_of(Index particle) {
  constexpr double golden = 0.6180339887498949;
  return static_cast<float>(std::fmod(golden * static_cast<double>(particle), 1.0));
}

// The whole mesh's faces, those of a cell, or one.
std::vector<Index> chosen_faces(const VoronoiDiagram& diagram, const Parts& parts) {
  const std::size_t number = parts.voronoi_number;
  if (parts.voronoi == VoronoiShown::one_cell) {
    if (number >= diagram.cell_faces.size())
      throw InputError("", 0, text("there is no Voronoi cell ", number),
                       text("choose one from 0 to ", diagram.cell_faces.size() - 1));
    const auto faces = diagram.cell_faces[number];
    return {faces.begin(), faces.end()};
  }
  const std::size_t count = diagram.face_vertices.size();
  if (parts.voronoi == VoronoiShown::one_face) {
    if (number >= count)
      throw InputError("", 0, text("there is no Voronoi face ", number),
                       text("choose one from 0 to ", count - 1));
    return {static_cast<Index>(number)};
  }
  std::vector<Index> all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = static_cast<Index>(i);
  return all;
}

VoronoiDiagram drawn_diagram(const Mesh& rest, const Parts& parts) {
  Mesh bare;
  bare.vertices = rest.vertices;
  bare.tetrahedra = rest.tetrahedra;
  if (rest.voronoi && !parts.voronoi_kind) {
    bare.voronoi = rest.voronoi;
    return stored_voronoi(TetMesh(std::move(bare)));
  }
  return voronoi_diagram(TetMesh(std::move(bare)),
                         parts.voronoi_kind.value_or(VoronoiKind::circumcentre));
}

}  // namespace

void BodyShape::add_voronoi(const Mesh& rest, const Parts& parts) {
  if (rest.tetrahedra.empty())
    throw InputError("", 0, "a body without tetrahedra has no Voronoi faces",
                     "draw it without them");
  const VoronoiDiagram diagram = drawn_diagram(rest, parts);
  const auto first = static_cast<Index>(vertex_count_ + points_.size());
  for (std::size_t v = 0; v < diagram.vertices.size(); ++v) {
    const auto weights = barycentric(rest.vertices, diagram, v);
    Point p{diagram.dependencies[v], {}};
    for (std::size_t k = 0; k < 4; ++k) p.weights[k] = static_cast<float>(weights[k]);
    points_.push_back(p);
  }
  const auto kept = left_by(parts.cut, rest);
  for (const Index face : chosen_faces(diagram, parts)) {
    const auto [a, b] = diagram.face_particles[face];
    if (!kept(rest.vertices[a]) || !kept(rest.vertices[b])) continue;
    const auto polygon = diagram.face_vertices[face];
    const Index normal = normal_count_++;
    const float tint = parts.voronoi == VoronoiShown::all
                           ? tint_of(diagram.face_particles[face][0])
                           : tint_of(static_cast<Index>(parts.voronoi_number));
    for (std::size_t k = 1; k + 1 < polygon.size(); ++k) {
      // Only the outline is drawn as edges, not the fan that fills it.
      const unsigned edges = 2u | (k == 1 ? 1u : 0u) | (k + 2 == polygon.size() ? 4u : 0u);
      triangles_.push_back({{first + polygon[0], first + polygon[k], first + polygon[k + 1]},
                            {normal, normal, normal},
                            no_index,
                            static_cast<std::uint8_t>(edges),
                            FaceKind::voronoi,
                            tint});
    }
  }
}

}  // namespace pliant::render::gl
