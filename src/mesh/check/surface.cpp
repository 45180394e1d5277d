#include <numeric>

#include "base/text.h"
#include "mesh/cells.h"
#include "mesh/check/collisions.h"
#include "mesh/check/findings.h"
#include "mesh/check/parts.h"
#include "mesh/check/surface_edges.h"
#include "mesh/pieces.h"

namespace pliant {

namespace {

Finding open_edges(const Mesh& mesh, const SurfaceEdges& edges) {
  Finding finding{.name = "open edges",
                  .meaning = "edges of one face only, at the border of a hole",
                  .cure = "repair welds edges that coincide and fills holes"};
  for (std::size_t e = 0; e < edges.edges.size(); ++e)
    if (edges.faces[e].size() == 1)
      add_place(finding, [&] { return edge_text(mesh, edges.edges[e]); });
  return finding;
}

Finding multiple_edges(const Mesh& mesh, const SurfaceEdges& edges) {
  Finding finding{.name = "multiple edges",
                  .meaning = "edges of more than two faces",
                  .cure = "repair drops inner walls and separates parts that touch"};
  for (std::size_t e = 0; e < edges.edges.size(); ++e)
    if (edges.faces[e].size() > 2)
      add_place(finding, [&] {
        return text(edge_text(mesh, edges.edges[e]), " with ", edges.faces[e].size(), " faces");
      });
  return finding;
}

Finding spikes(const Mesh& mesh, const Points& points, const std::vector<char>& hanging,
               const SurfaceEdges& edges) {
  Finding finding{.name = "spikes",
                  .meaning =
                      "faces that hang on the surface by one edge, or lie folded back flat "
                      "on a neighbour",
                  .cure = "repair drops them and closes the gap where that can be done"};
  for (Index f = 0; f < hanging.size(); ++f)
    if (hanging[f]) add_place(finding, [&] { return text(face_text(mesh, f), " hangs"); });
  for (Index e : folded_edges(points, mesh.triangles.cells, edges))
    add_place(finding, [&] {
      return text("faces ", edges.faces[e][0], " and ", edges.faces[e][1], " folded at ",
                  edge_text(mesh, edges.edges[e]));
    });
  return finding;
}

Finding collisions(const Mesh& mesh, const std::vector<Index>& partner) {
  Finding finding{.name = "collided faces",
                  .meaning = "faces that cross or touch another one they share no edge with",
                  .cure =
                      "remesh with 'pliant mesh', which copes with them; repair does not mend "
                      "them"};
  for (Index f = 0; f < partner.size(); ++f) {
    if (partner[f] == no_index) continue;
    add_place(finding, [&] { return text(face_text(mesh, f), " meets face ", partner[f]); });
  }
  return finding;
}

Finding inconsistent_normals(const Mesh& mesh, const SurfaceEdges& edges) {
  Finding finding{.name = "inconsistent normals",
                  .meaning = "edges whose two faces face opposite sides",
                  .cure = "repair turns faces round"};
  for (std::size_t e = 0; e < edges.edges.size(); ++e) {
    const auto around = edges.faces[e];
    if (around.size() != 2) continue;
    const auto [u, v] = edges.edges[e];
    if (turns_along(mesh.triangles[around[0]], u, v) ==
        turns_along(mesh.triangles[around[1]], u, v))
      add_place(finding, [&] {
        return text("faces ", around[0], " and ", around[1], " at ",
                    edge_text(mesh, edges.edges[e]));
      });
  }
  return finding;
}

Finding inside_out_parts(const Mesh& mesh, const Points& points, const SurfaceEdges& edges) {
  Finding finding{.name = "inside-out parts",
                  .meaning = "closed parts that face inwards, or outwards inside another part",
                  .cure = "repair turns them round"};
  for (const WrongPart& part : wrong_parts(points, mesh.triangles.cells, edges))
    add_place(finding, [&] {
      return text("the part of ", plural(part.faces.size(), "face", "faces"), " with ",
                  face_text(mesh, part.faces[0]),
                  part.is_inside_another ? " inside another part" : "");
    });
  return finding;
}

}  // namespace

CheckReport check_surface(const Mesh& mesh) {
  require_valid_indices(mesh);
  const std::span<const Triangle> faces(mesh.triangles.cells);
  const auto used = used_vertices(mesh);
  const Points points = scaled_points(mesh.vertices, used);
  const auto place = coinciding_vertices(points, coincidence * points.size);
  const auto first = first_copies(faces);

  // What is a defect of its own does not make its edges defects too.
  std::vector<char> counted(faces.size());
  for (Index f = 0; f < faces.size(); ++f) counted[f] = first[f] == f && !repeats_vertex(faces[f]);
  const auto hanging = hanging_faces(faces, surface_edges(faces, counted));
  std::vector<char> body = counted;
  for (std::size_t f = 0; f < faces.size(); ++f) body[f] = counted[f] && !hanging[f];
  const SurfaceEdges edges = surface_edges(faces, body);

  CheckReport report;
  auto& findings = report.findings;
  if (faces.empty()) findings.push_back(no_cells("faces"));
  findings.push_back(open_edges(mesh, edges));
  findings.push_back(double_faces(first));
  findings.push_back(spikes(mesh, points, hanging, edges));
  findings.push_back(multiple_edges(mesh, edges));
  findings.push_back(orphan_vertices(mesh, used));
  findings.push_back(collisions(
      mesh, collided_faces(points, faces, counted, corner_places(points, faces, place))));
  findings.push_back(inconsistent_normals(mesh, edges));
  findings.push_back(inside_out_parts(mesh, points, edges));
  findings.push_back(zero_area_faces(mesh, points));
  findings.push_back(coinciding_vertices(mesh, place));
  findings.push_back(non_finite_vertices(mesh));
  findings.push_back(separate_parts(surface_pieces(mesh.vertices, faces), "face"));
  return report;
}

}  // namespace pliant
