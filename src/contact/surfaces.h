#pragma once

#include <pliant/box.h>
#include <pliant/mesh.h>

#include <array>
#include <span>
#include <vector>

// The surfaces of the bodies of a world as contact sees them: vertices, edges and faces of all
// bodies in one numbering, those of a body one after the other, and in it those of a patch: some
// dozen faces that lie together. What moves little within patches need not be searched anew.

namespace pliant::contact {

/// A box with so much more on every side.
inline Box grown(Box box, double by) {
  box.low -= Vec3d{by, by, by};
  box.high += Vec3d{by, by, by};
  return box;
}

/// What is known of a body before its surface is numbered.
struct SurfaceSource {
  std::vector<Triangle> faces;     ///< in the body's own numbers
  std::vector<Line> lines;         ///< of a chain: edges without a face
  std::vector<Vec3d> rest;         ///< m, of all vertices: where no skin pushes
  std::span<const double> masses;  ///< kg
  /// Of a surface that hangs in the body, whose vertices are none of the body's: by vertex of
  /// `rest` the four that carry it, and their shares, at least 0 and 1 together. Empty: else.
  std::span<const Tetrahedron> carriers{};
  std::span<const std::array<double, 4>> shares{};
  std::span<const double>
      firmness{};               ///< of each, of its stiffness over that of its mass; likewise
  double stiffness = 0;         ///< 1/s²: of a vertex's contact, over its mass
  double carries = 0;           ///< m/s²: a vertex so accelerated, a quarter of the skin, at least
  double thickness = 0;         ///< m; 0: from the edges
  double widest = 0;            ///< m, of skins that it has with some bodies; 0: none
  double own_thickness = 0;     ///< m, of the skin with itself; 0: the thickness
  double rounding = 0;          ///< of places, over the body's size
  bool moves_as_whole = false;  ///< single vertices cannot be put anywhere: a spectral solid
  bool is_obstacle = false;     ///< goes its way whatever pushes it; its skin is the other's
};

struct Surface {
  Index first_vertex = 0, vertices = 0;
  Index first_edge = 0, edges = 0;
  Index first_face = 0, faces = 0;
  double thickness = 0;                     ///< m
  double widest = 0;                        ///< m, of all skins that it has with others
  double own_thickness = 0;                 ///< m, of the one with itself
  double rounding = 0;                      ///< m: nearer than this places are not told apart
  double stiffness = 0;                     ///< N/m, of a usual vertex
  double mass = 0;                          ///< kg, likewise
  double shortest_edge = 0, mean_edge = 0;  ///< m
  bool moves_as_whole = false, is_obstacle = false;
  bool hangs = false;  ///< in the body's vertices, see SurfaceSource::carriers
  Index first_carrier = 0, carriers = 0;
};

/// Faces, or edges of a chain, that lie together. A vertex belongs to the first patch that uses it,
/// an edge to that of its lower vertex; so some corners are vertices of other patches.
struct Patch {
  Index body = 0;
  Index first_vertex = 0, vertices = 0;
  Index first_edge = 0, edges = 0;
  Index first_face = 0, faces = 0;
  Index first_foreign = 0, foreign = 0;  ///< corners that others have, in Surfaces::foreign
  bool lines = false;                    ///< some edges have no face
};

class Surfaces {
 public:
  Surfaces() = default;
  explicit Surfaces(std::span<const SurfaceSource> sources);

  std::size_t vertex_count() const { return body.size(); }

  // By vertex.
  std::vector<Index> body, vertex;  ///< the body, and the number there, or in what hangs in it
  std::vector<double> stiffness;    ///< N/m
  std::vector<double> mass;         ///< kg
  /// m: how near the vertex may come to its own body before that pushes; less than the thickness
  /// where something of it is near already at rest.
  std::vector<double> own_thickness;
  /// How often a place counts whose nearest part of the surface is this vertex, so that all faces,
  /// edges and vertices there together count once.
  std::vector<int> excess;
  std::vector<std::size_t> first_face_of{0}, first_line_of{0};  ///< and where the last one ends
  /// Of those that hang, the four that carry them, in `carrier`, and their shares.
  std::vector<std::array<Index, 4>> carriers;
  std::vector<std::array<double, 4>> shares;
  /// By carrier: a vertex of its body, which follow each other as bodies do and are sorted.
  std::vector<Index> carrier;
  std::vector<Index> face_of, line_of;  ///< by vertex: its faces, and its edges without a face
  // By edge and face.
  std::vector<Line> edges;
  std::vector<int> faces_at_edge;
  std::vector<Triangle> faces;
  std::vector<std::array<Index, 3>> face_edges;  ///< edge i joins corners i and i + 1
  std::vector<Surface> bodies;
  std::vector<Patch> patches;  ///< by body
  std::vector<Index> foreign;

  /// Whether two parts of surfaces are joined, and so cannot pass each other: they have a common
  /// corner, or hang in a common vertex of the body.
  template <class First, class Second>
  bool are_joined(const First& first, const Second& second) const {
    for (const Index a : first)
      for (const Index b : second)
        if (a == b) return true;
    return bodies[body[first[0]]].hangs && body[first[0]] == body[second[0]] &&
           hang_together(first, second);
  }
  std::span<const Index> faces_of(Index v) const {
    return std::span(face_of).subspan(first_face_of[v], first_face_of[v + 1] - first_face_of[v]);
  }
  /// Edges without a face.
  std::span<const Index> lines_of(Index v) const {
    return std::span(line_of).subspan(first_line_of[v], first_line_of[v + 1] - first_line_of[v]);
  }
  std::span<const Index> vertices_of(std::size_t b) const {
    return std::span(vertex).subspan(bodies[b].first_vertex, bodies[b].vertices);
  }

 private:
  bool hang_together(std::span<const Index> first, std::span<const Index> second) const;
  void add(const SurfaceSource& source);
  void number_carriers(Surface& surface, const SurfaceSource& source);
  void number_vertices(const SurfaceSource& source, std::vector<Line>& lines);
  void number_edges(Surface& surface, std::span<const Line> lines);
  void sort_by_vertex(const Surface& surface);
  void complete_patches(std::size_t first_patch, Index first_edge);
  void measure(Surface& surface, const SurfaceSource& source, std::span<const Vec3d> places);
  void find_own_thickness(const Surface& surface, std::span<const Vec3d> places);
};

}  // namespace pliant::contact
