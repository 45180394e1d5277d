#include "model/voronoi_relations.h"

#include <pliant/error.h>
#include <pliant/topology.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "base/text.h"
#include "relations/list.h"

namespace pliant {

namespace {

/// A part of the face between two particles: what of it lies in one tetrahedron, or else the
/// triangle of the particles' midpoint and two vertices of the polygon in a row (E06 5.4).
struct Piece {
  std::array<Index, 2> particles;         // the lower number first
  std::array<Tetrahedron, 2> tetrahedra;  // those of the vertices; the same where there is one
  Vec3d area;                             // m², from the first to the second
  std::array<std::array<double, 4>, 2>
      at;  // coordinates of the vertices; not used where there is one
  std::array<std::size_t, 2> elements;

  bool in_one() const { return tetrahedra[0] == tetrahedra[1]; }
};

/// Which tetrahedron of the mesh has four vertices, in any order.
class Elements {
 public:
  explicit Elements(const TetMesh& mesh) : mesh_(mesh) {}

  std::size_t of(const Tetrahedron& t) const {
    const Tetrahedron wanted = sorted(t);
    for (const Index e : mesh_.vertex_tetrahedra()[t[0]])
      if (sorted(mesh_.tetrahedra()[e]) == wanted) return e;
    throw InputError("", 0,
                     text("a Voronoi vertex moves with particles ", t[0], ", ", t[1], ", ", t[2],
                          " and ", t[3], ", which are no tetrahedron: its material is not known"),
                     "give one material, or compute the diagram: voronoi = \"clipped\"");
  }

 private:
  static Tetrahedron sorted(Tetrahedron t) {
    std::ranges::sort(t);
    return t;
  }
  const TetMesh& mesh_;
};

Vec3d position(std::span<const Vec3d> x, const Tetrahedron& t, const std::array<double, 4>& at) {
  return at[0] * x[t[0]] + at[1] * x[t[1]] + at[2] * x[t[2]] + at[3] * x[t[3]];
}

std::vector<Piece> pieces_of(const TetMesh& mesh, const VoronoiDiagram& diagram,
                             bool with_elements) {
  const auto x = mesh.vertices();
  const Elements elements(mesh);
  const auto element = [&](const Tetrahedron& t) { return with_elements ? elements.of(t) : 0; };
  std::vector<Piece> pieces;
  pieces.reserve(diagram.face_particles.size());
  for (std::size_t f = 0; f < diagram.face_particles.size(); ++f) {
    const std::array<Index, 2> particles = diagram.face_particles[f];
    const auto polygon = diagram.face_vertices[f];
    if (polygon.size() < 3) continue;
    const Tetrahedron first = diagram.dependencies[polygon[0]];
    if (std::ranges::all_of(polygon, [&](Index v) { return diagram.dependencies[v] == first; })) {
      const std::size_t e = element(first);
      pieces.push_back({particles, {first, first}, face_area_vector(diagram, f), {}, {e, e}});
      continue;
    }
    const Vec3d middle = (x[particles[0]] + x[particles[1]]) * 0.5;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
      const Index v = polygon[k], w = polygon[(k + 1) % polygon.size()];
      Piece piece{particles,
                  {diagram.dependencies[v], diagram.dependencies[w]},
                  {},
                  {barycentric(x, diagram, v), barycentric(x, diagram, w)},
                  {element(diagram.dependencies[v]), element(diagram.dependencies[w])}};
      piece.area = 0.5 * cross(position(x, piece.tetrahedra[0], piece.at[0]) - middle,
                               position(x, piece.tetrahedra[1], piece.at[1]) - middle);
      pieces.push_back(piece);
    }
  }
  return pieces;
}

struct Moduli {
  double young = 0, shear = 0, damping = 0, weight = 0;

  void add(const Material& m, double by) {
    young += by * m.young;
    shear += by * m.shear_modulus();
    damping += by * m.damping_time;
    weight += by;
  }
};

/// Which vertices are near each other in the body, however near they are in space.
class Nearness {
 public:
  explicit Nearness(const TetMesh& mesh) : mesh_(mesh), marks_(mesh.vertices().size(), no_index) {}

  /// Whether an edge joins them, or two edges in a row. `a` stays the same for many calls.
  bool near(Index a, Index b) {
    if (a != marked_) {
      marked_ = a;
      for_neighbours(a, [&](Index v) { marks_[v] = a; });
    }
    if (marks_[b] == a) return true;
    bool found = false;
    for_neighbours(b, [&](Index v) { found = found || marks_[v] == a; });
    return found;
  }

 private:
  template <class F>
  void for_neighbours(Index v, const F& f) const {
    for (const Index e : mesh_.vertex_edges()[v])
      f(mesh_.edges()[e][mesh_.edges()[e][0] == v ? 1 : 0]);
  }
  const TetMesh& mesh_;
  std::vector<Index> marks_;  // whose neighbour it was last
  Index marked_ = no_index;
};

/// Makes relations of faces, one after the other.
class FaceBuilder {
 public:
  FaceBuilder(const TetMesh& mesh, std::span<const Material> materials)
      : x_(mesh.vertices()), materials_(materials) {
    Laws::for_each([&]<class Law>() {
      if (Law::info.pushed == 2) sets_.push_back(empty_set(Law::info));
    });
  }

  /// All pieces of the face between two particles.
  void add(std::span<const Piece> pieces) {
    particles_ = pieces[0].particles;
    start();
    for (const Piece& piece : pieces) {
      if (!has_room(piece)) {
        write();
        start();
      }
      add(piece);
    }
    write();
  }

  std::vector<Relations> take() {
    std::erase_if(sets_, [](const Relations& set) { return set.vertices.empty(); });
    return std::move(sets_);
  }

 private:
  static constexpr std::size_t most = voronoi_fields::most_others + 1;

  Relations empty_set(const LawInfo& law) const {
    Relations set{std::string(law.name), {}, {}, {}};
    set.parameters.resize(law.parameters.size());
    set.rest.resize(law.rest.size());
    if (materials_.size() == 1) {
      const Material& m = materials_[0];
      set.parameters = {{m.young}, {m.shear_modulus()}, {m.damping_time}};
    }
    return set;
  }

  void start() {
    others_ = {particles_[1]};
    weights_.fill({});
    area_ = {};
    moduli_ = {};
  }
  /// Which of the vectors from the first particle leads to a vertex.
  std::size_t place(Index vertex) const {
    return static_cast<std::size_t>(std::ranges::find(others_, vertex) - others_.begin());
  }
  bool has_room(const Piece& piece) const {
    std::vector<Index> all = others_;
    for (const Tetrahedron& t : piece.tetrahedra)
      for (const Index v : t)
        if (v != particles_[0] && std::ranges::find(all, v) == all.end()) all.push_back(v);
    return all.size() <= most;
  }

  void add(const Piece& piece) {
    for (const Tetrahedron& t : piece.tetrahedra)
      for (const Index v : t)
        if (v != particles_[0] && place(v) == others_.size()) others_.push_back(v);
    if (piece.in_one())
      add_in_tetrahedron(piece.tetrahedra[0], piece.area);
    else
      add_triangle(piece);
    area_ += piece.area;
    if (materials_.size() == 1) return;
    const double weight = length(piece.area) + least_area;
    if (piece.in_one()) {
      moduli_.add(materials_[piece.elements[0]], weight);
      return;
    }
    for (const std::size_t e : piece.elements) moduli_.add(materials_[e], 0.5 * weight);
  }
  void add_in_tetrahedron(const Tetrahedron& t, const Vec3d& area) {
    const Vec3d e[] = {x_[t[1]] - x_[t[0]], x_[t[2]] - x_[t[0]], x_[t[3]] - x_[t[0]]};
    const Vec3d a = area / dot(e[0], cross(e[1], e[2]));
    // e_p×e_q = y_p×y_q - y_p×y_0 - y_0×y_q, as seen from the first particle.
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t p = (k + 1) % 3, q = (k + 2) % 3;
      const double weight = dot(e[k], a);
      add_cross(t[p + 1], t[q + 1], weight);
      add_cross(t[p + 1], t[0], -weight);
      add_cross(t[0], t[q + 1], -weight);
    }
  }
  // ½ (v - m)×(w - m), where v, w and the midpoint m are sums of vectors from the first particle.
  void add_triangle(const Piece& piece) {
    std::array<std::array<double, most>, 2> sums{};
    for (std::size_t side = 0; side < 2; ++side) {
      for (std::size_t i = 0; i < 4; ++i)
        if (const Index v = piece.tetrahedra[side][i]; v != particles_[0])
          sums[side][place(v)] += piece.at[side][i];
      sums[side][place(particles_[1])] -= 0.5;
    }
    for (std::size_t a = 0; a < others_.size(); ++a)
      for (std::size_t b = a + 1; b < others_.size(); ++b)
        weights_[a][b] += 0.5 * (sums[0][a] * sums[1][b] - sums[0][b] * sums[1][a]);
  }
  void add_cross(Index a, Index b, double weight) {
    if (a == particles_[0] || b == particles_[0]) return;
    const std::size_t i = place(a), j = place(b);
    weights_[std::min(i, j)][std::max(i, j)] += i < j ? weight : -weight;
  }

  void write() {
    const double area = length(area_), distance = length(x_[particles_[1]] - x_[particles_[0]]);
    if (area <= least_area || distance == 0) return;  // parts may touch in a vertex that each has
    Relations& set = *std::ranges::find_if(sets_, [&](const Relations& s) {
      return static_cast<std::size_t>(law(s.law).arity) > others_.size();
    });
    const auto count = static_cast<std::size_t>(law(set.law).arity) - 1;
    others_.resize(count, others_.back());
    set.vertices.push_back(particles_[0]);
    set.vertices.insert(set.vertices.end(), others_.begin(), others_.end());
    set.rest[0].push_back(1 / distance);
    set.rest[1].push_back(area);
    std::size_t field = 2;
    for (std::size_t a = 0; a + 1 < count; ++a)
      for (std::size_t b = a + 1; b < count; ++b) set.rest[field++].push_back(weights_[a][b]);
    if (materials_.size() == 1) return;
    set.parameters[0].push_back(moduli_.young / moduli_.weight);
    set.parameters[1].push_back(moduli_.shear / moduli_.weight);
    set.parameters[2].push_back(moduli_.damping / moduli_.weight);
  }

  static constexpr double least_area = std::numeric_limits<double>::min();
  std::span<const Vec3d> x_;
  std::span<const Material> materials_;
  std::vector<Relations> sets_;  // from few vertices to many
  std::array<Index, 2> particles_{};
  std::vector<Index> others_;  // all but the first particle
  std::array<std::array<double, most>, most> weights_{};
  Vec3d area_{};
  Moduli moduli_;
};

}  // namespace

std::vector<Relations> voronoi_relations(const TetMesh& mesh, const VoronoiDiagram& diagram,
                                         std::span<const Material> materials) {
  std::vector<Piece> pieces = pieces_of(mesh, diagram, materials.size() > 1);
  std::ranges::stable_sort(pieces, {}, &Piece::particles);
  FaceBuilder builder(mesh, materials);
  Nearness nearness(mesh);
  for (std::size_t begin = 0, end = 0; begin < pieces.size(); begin = end) {
    const std::array<Index, 2> particles = pieces[begin].particles;
    while (end < pieces.size() && pieces[end].particles == particles) ++end;
    if (nearness.near(particles[0], particles[1]))
      builder.add({pieces.data() + begin, end - begin});
  }
  return builder.take();
}

}  // namespace pliant
