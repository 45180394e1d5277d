#include <pliant/error.h>
#include <pliant/topology.h>
#include <pliant/voronoi.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "mesh/tetrahedron.h"
#include "mesh/voronoi/kinds.h"

// Diagrams that came in a file. E06's format does not say which way round a polygon goes.

namespace pliant {

namespace {

[[noreturn]] void refuse(const std::string& problem) {
  throw InputError("", 0, text("the mesh's Voronoi diagram does not fit it: ", problem),
                   "make one anew with 'pliant voronoi', or compute it: voronoi = \"clipped\"");
}

// Beyond, nothing is left of a vertex's place after rounding.
constexpr double largest_weight = 1e12;

void check_dependencies(std::span<const Vec3d> x, const VoronoiDiagram& diagram) {
  for (std::size_t v = 0; v < diagram.dependencies.size(); ++v) {
    const auto& [a, b, c, d] = diagram.dependencies[v];
    for (const double weight : barycentric(diagram.vertices[v], std::array{x[a], x[b], x[c], x[d]}))
      if (!(std::abs(weight) < largest_weight))
        refuse(text("Voronoi vertex ", v, " moves with particles ", a, ", ", b, ", ", c, " and ", d,
                    ", which lie in a plane or too far away"));
  }
}

void check_faces(std::span<const Vec3d> x, const VoronoiDiagram& diagram) {
  for (std::size_t f = 0; f < diagram.face_particles.size(); ++f) {
    const auto& [a, b] = diagram.face_particles[f];
    if (x[a] == x[b])
      refuse(text("Voronoi ridge ", f, " lies between particles ", a, " and ", b,
                  ", which are in the same place"));
  }
}

void check_cells(const VoronoiDiagram& diagram) {
  for (std::size_t v = 0; v < diagram.cell_faces.size(); ++v)
    for (const Index f : diagram.cell_faces[v])
      if (std::ranges::find(diagram.face_particles[f], v) == diagram.face_particles[f].end())
        refuse(text("Voronoi cell ", v, " lists ridge ", f, ", which lies between particles ",
                    diagram.face_particles[f][0], " and ", diagram.face_particles[f][1]));
}

bool contains(const std::array<Index, 4>& t, Index v) {
  return std::ranges::find(t, v) != t.end();
}

// Which way a polygon goes round the line between its particles, as the tetrahedra of its vertices
// tell: above zero counter-clockwise seen from the second, 0 where they do not tell. From one to
// the next the vertex they do not share makes way for one beyond that they do.
int sense(std::span<const Vec3d> x, const VoronoiDiagram& diagram, std::size_t face) {
  const auto [a, b] = diagram.face_particles[face];
  const auto polygon = diagram.face_vertices[face];
  int sum = 0;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const auto& from = diagram.dependencies[polygon[k]];
    const auto& to = diagram.dependencies[polygon[(k + 1) % polygon.size()]];
    if (!contains(from, a) || !contains(from, b) || !contains(to, a) || !contains(to, b)) continue;
    Index left = no_index, shared = no_index;
    for (const Index v : from)
      if (v != a && v != b) (contains(to, v) ? shared : left) = v;
    if (left == no_index || shared == no_index) continue;
    sum += signed_volume(x[a], x[b], x[left], x[shared]) > 0 ? 1 : -1;
  }
  return sum;
}

// Whether each polygon must be turned round. Where the tetrahedra tell the same of all faces they
// tell of, so it is with the others; else those are turned by their area vectors.
std::vector<char> turned_round(std::span<const Vec3d> x, const VoronoiDiagram& diagram) {
  const std::size_t faces = diagram.face_particles.size();
  std::vector<int> senses(faces);
  for (std::size_t f = 0; f < faces; ++f) senses[f] = sense(x, diagram, f);
  const bool some_right = std::ranges::any_of(senses, [](int s) { return s > 0; });
  const bool some_wrong = std::ranges::any_of(senses, [](int s) { return s < 0; });
  std::vector<char> turned(faces);
  for (std::size_t f = 0; f < faces; ++f) {
    const auto [a, b] = diagram.face_particles[f];
    turned[f] = senses[f] != 0             ? senses[f] < 0
                : some_right != some_wrong ? some_wrong
                                           : dot(face_area_vector(diagram, f), x[b] - x[a]) < 0;
  }
  return turned;
}

}  // namespace

VoronoiDiagram stored_voronoi(const TetMesh& mesh) {
  if (!mesh.mesh().voronoi)
    throw InputError("", 0, "the mesh has no Voronoi diagram of its own",
                     "add one with 'pliant voronoi'");
  VoronoiDiagram diagram = *mesh.mesh().voronoi;
  if (diagram.cell_faces.size() != mesh.vertices().size())
    refuse(text("it has ", diagram.cell_faces.size(), " cells for ", mesh.vertices().size(),
                " particles"));
  check_dependencies(mesh.vertices(), diagram);
  check_faces(mesh.vertices(), diagram);
  check_cells(diagram);
  const std::vector<char> turned = turned_round(mesh.vertices(), diagram);
  for (std::size_t f = 0; f < diagram.face_particles.size(); ++f) {
    auto& [a, b] = diagram.face_particles[f];
    const bool swapped = a > b;
    if (swapped) std::swap(a, b);
    if (swapped == (turned[f] != 0)) continue;
    const auto first = diagram.face_vertices.items.begin();
    std::reverse(first + static_cast<std::ptrdiff_t>(diagram.face_vertices.offsets[f]),
                 first + static_cast<std::ptrdiff_t>(diagram.face_vertices.offsets[f + 1]));
  }
  return diagram;
}

bool is_clipped(const VoronoiDiagram& diagram) {
  for (std::size_t f = 0; f < diagram.face_particles.size(); ++f) {
    const auto polygon = diagram.face_vertices[f];
    for (const Index v : polygon)
      if (diagram.dependencies[v] != diagram.dependencies[polygon[0]]) return false;
  }
  return true;
}

std::size_t outside_vertices(std::span<const Vec3d> particles, const VoronoiDiagram& diagram) {
  std::size_t outside = 0;
  for (std::size_t v = 0; v < diagram.vertices.size(); ++v)
    outside += std::ranges::min(barycentric(particles, diagram, v)) < 0 ? 1 : 0;
  return outside;
}

}  // namespace pliant
