#include "mesh/check/tetrahedra.h"

#include <pliant/topology.h>

#include <algorithm>

#include "base/text.h"
#include "mesh/cells.h"
#include "mesh/check/findings.h"
#include "mesh/check/surface_edges.h"
#include "mesh/pieces.h"

namespace pliant {

TetrahedronFaces tetrahedron_faces(std::span<const Tetrahedron> tetrahedra,
                                   const std::vector<char>& counted) {
  std::vector<std::pair<Triangle, Index>> sides;
  sides.reserve(4 * tetrahedra.size());
  for (std::size_t t = 0; t < tetrahedra.size(); ++t)
    if (counted[t])
      for (int side = 0; side < 4; ++side) {
        Triangle face = face_of(tetrahedra[t], side);
        std::ranges::sort(face);
        sides.emplace_back(face, static_cast<Index>(t));
      }
  std::ranges::sort(sides);
  TetrahedronFaces result;
  for (const auto& [face, owner] : sides) {
    if (result.faces.empty() || result.faces.back() != face) {
      result.faces.push_back(face);
      result.owners.offsets.push_back(result.owners.offsets.back());
    }
    result.owners.items.push_back(owner);
    ++result.owners.offsets.back();
  }
  return result;
}

namespace {

enum class Shape { fine, inverted, flat, repeated, not_finite };

Shape shape_of(const Points& points, const Tetrahedron& t) {
  if (repeats_vertex(t)) return Shape::repeated;
  for (Index v : t)
    if (!points.sane[v]) return Shape::not_finite;
  const Vec3d &a = points.at[t[0]], &b = points.at[t[1]], &c = points.at[t[2]],
              &d = points.at[t[3]];
  if (is_flat(a, b, c, d)) return Shape::flat;
  return signed_volume(a, b, c, d) < 0 ? Shape::inverted : Shape::fine;
}

void collect(Finding& finding, const Mesh& mesh, const std::vector<Shape>& shapes, Shape wanted) {
  for (Index t = 0; t < shapes.size(); ++t)
    if (shapes[t] == wanted) add_place(finding, [&] { return tetrahedron_text(mesh, t); });
}

Finding double_tetrahedra(const std::vector<Index>& first) {
  Finding finding{.name = "double tetrahedra",
                  .meaning = "tetrahedra with the same vertices as an earlier one",
                  .cure = "repair keeps the first"};
  for (Index t = 0; t < first.size(); ++t)
    if (first[t] != t)
      add_place(finding, [&] { return text("tetrahedra ", first[t], " and ", t); });
  return finding;
}

std::string crowd_text(std::span<const Index> tetrahedra) {
  constexpr std::size_t most = 10;
  std::string names;
  for (Index t : tetrahedra.first(std::min(tetrahedra.size(), most)))
    names += text(names.empty() ? "" : ", ", t);
  if (tetrahedra.size() > most) names += text(" and ", tetrahedra.size() - most, " more");
  return text("tetrahedra ", names);
}

Finding crowded_faces(const TetrahedronFaces& faces) {
  Finding finding{.name = "crowded faces",
                  .meaning = "faces of more than two tetrahedra, which must overlap",
                  .cure = "mesh the surface anew with 'pliant mesh'; repair does not mend them"};
  for (std::size_t f = 0; f < faces.faces.size(); ++f)
    if (faces.owners[f].size() > 2) add_place(finding, [&] { return crowd_text(faces.owners[f]); });
  return finding;
}

// The corner of a tetrahedron that its face, with sorted vertices, does not have.
Index apex(const Tetrahedron& t, const Triangle& face) {
  return *std::ranges::find_if(t,
                               [&](Index v) { return std::ranges::find(face, v) == face.end(); });
}

// Whichever way round the tetrahedra are written, two that share a face lie on its two sides.
Finding tangled_faces(const Mesh& mesh, const Points& points, const TetrahedronFaces& faces,
                      const std::vector<Shape>& shapes) {
  Finding finding{.name = "tangled faces",
                  .meaning = "faces with both tetrahedra on the same side, which overlap",
                  .cure =
                      "move the vertices back or mesh the surface anew with 'pliant mesh'; repair "
                      "does not mend them"};
  const auto has_volume = [&](Index t) {
    return shapes[t] == Shape::fine || shapes[t] == Shape::inverted;
  };
  for (std::size_t f = 0; f < faces.faces.size(); ++f) {
    const auto owners = faces.owners[f];
    if (owners.size() != 2 || !has_volume(owners[0]) || !has_volume(owners[1])) continue;
    const Triangle& face = faces.faces[f];
    const auto is_above = [&](Index t) {
      return signed_volume(points.at[face[0]], points.at[face[1]], points.at[face[2]],
                           points.at[apex(mesh.tetrahedra[t], face)]) > 0;
    };
    if (is_above(owners[0]) == is_above(owners[1]))
      add_place(finding, [&] {
        return text("tetrahedra ", owners[0], " and ", owners[1], " at ",
                    point_text(middle(mesh, face)));
      });
  }
  return finding;
}

Finding boundary_multiple_edges(const Mesh& mesh, const TetrahedronFaces& faces) {
  Finding finding{.name = "multiple edges",
                  .meaning = "edges of more than two faces of the boundary: parts that only touch",
                  .is_error = false,
                  .cure = "none is needed to simulate; the parts hinge there"};
  std::vector<Triangle> boundary;
  for (std::size_t f = 0; f < faces.faces.size(); ++f)
    if (faces.owners[f].size() == 1) boundary.push_back(faces.faces[f]);
  const auto edges = surface_edges(boundary, std::vector<char>(boundary.size(), 1));
  for (std::size_t e = 0; e < edges.edges.size(); ++e)
    if (edges.faces[e].size() > 2)
      add_place(finding, [&] {
        return text(edge_text(mesh, edges.edges[e]), " with ", edges.faces[e].size(), " faces");
      });
  return finding;
}

}  // namespace

CheckReport check_tetrahedra(const Mesh& mesh) {
  require_valid_indices(mesh);
  const std::span<const Tetrahedron> tetrahedra(mesh.tetrahedra.cells);
  const auto used = used_vertices(mesh);
  const Points points = scaled_points(mesh.vertices, used);
  const auto first = first_copies(tetrahedra);
  std::vector<Shape> shapes(tetrahedra.size());
  std::vector<char> counted(tetrahedra.size());
  for (Index t = 0; t < tetrahedra.size(); ++t) {
    shapes[t] = shape_of(points, tetrahedra[t]);
    counted[t] = first[t] == t && shapes[t] != Shape::repeated;
  }
  const TetrahedronFaces faces = tetrahedron_faces(tetrahedra, counted);

  Finding inverted{.name = "inverted tetrahedra",
                   .meaning = "tetrahedra of negative volume",
                   .is_error = false,
                   .cure = "none is needed: they are turned round on loading"};
  Finding flat{.name = "flat tetrahedra",
               .meaning =
                   "tetrahedra with six times the volume below 1e-10 of their longest edge "
                   "cubed",
               .cure = "repair drops them"};
  Finding repeated{.name = "repeated vertices",
                   .meaning = "tetrahedra that name a vertex twice",
                   .cure = "repair drops them"};
  collect(inverted, mesh, shapes, Shape::inverted);
  collect(flat, mesh, shapes, Shape::flat);
  collect(repeated, mesh, shapes, Shape::repeated);

  CheckReport report;
  auto& findings = report.findings;
  if (tetrahedra.empty()) findings.push_back(no_cells("tetrahedra"));
  findings.push_back(std::move(inverted));
  findings.push_back(std::move(flat));
  findings.push_back(double_tetrahedra(first));
  findings.push_back(std::move(repeated));
  findings.push_back(crowded_faces(faces));
  findings.push_back(tangled_faces(mesh, points, faces, shapes));
  findings.push_back(boundary_multiple_edges(mesh, faces));
  findings.push_back(orphan_vertices(mesh, used));
  findings.push_back(
      coinciding_vertices(mesh, coinciding_vertices(points, coincidence * points.size)));
  findings.push_back(non_finite_vertices(mesh));
  findings.push_back(separate_parts(solid_pieces(tetrahedra), "tetrahedron"));
  if (!mesh.triangles.empty()) {
    findings.push_back(double_faces(first_copies<3>(mesh.triangles.cells)));
    findings.push_back(zero_area_faces(mesh, points));
  }
  return report;
}

}  // namespace pliant
