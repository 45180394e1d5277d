#pragma once

#include <pliant/check.h>

#include <functional>

#include "mesh/check/geometry.h"

namespace pliant {

/// Adds one found place; beyond the tenth only the count grows.
inline void add_place(Finding& finding, const std::function<std::string()>& place) {
  if (finding.count++ < 10) finding.places.push_back(place());
}

template <std::size_t N>
Vec3d middle(const Mesh& mesh, const Cell<N>& cell) {
  Vec3d sum;
  for (Index v : cell) sum += mesh.vertices[v] / static_cast<double>(N);
  return sum;
}

/// "(0.1, 0, 2)", to six digits.
std::string point_text(const Vec3d& p);
/// "edge 12-57 at (0.1, 0, 2)": its middle.
std::string edge_text(const Mesh& mesh, const Line& edge);
/// "face 3 at (0.1, 0, 2)": its middle.
std::string face_text(const Mesh& mesh, Index face);
std::string vertex_text(const Mesh& mesh, Index vertex);
std::string tetrahedron_text(const Mesh& mesh, Index tetrahedron);

/// Throws InputError where a cell names a vertex that is not there.
void require_valid_indices(const Mesh& mesh);

Finding orphan_vertices(const Mesh& mesh, const std::vector<char>& used);
Finding non_finite_vertices(const Mesh& mesh);
Finding coinciding_vertices(const Mesh& mesh, const std::vector<Index>& place);
/// `parts` gives for each cell the lowest one of its part.
Finding separate_parts(const std::vector<Index>& parts, std::string_view cell);
Finding zero_area_faces(const Mesh& mesh, const Points& points);
Finding double_faces(const std::vector<Index>& first);
/// One finding, an error, for a mesh without the cells it is checked for.
Finding no_cells(std::string_view what);

}  // namespace pliant
