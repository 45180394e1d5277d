#include "model/voronoi_relations.h"

#include <pliant/topology.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "mesh/tetrahedron.h"
#include "relations/list.h"

namespace pliant {

namespace {

/// What of the face between two particles lies in one tetrahedron.
struct Piece {
  std::array<Index, 2> particles;  // the lower number first
  Tetrahedron tetrahedron;
  Vec3d area;  // m², from the first to the second
  std::size_t element;
};

/// The element with these four vertices.
std::size_t element_of(const TetMesh& mesh, const Tetrahedron& t) {
  for (const Index e : mesh.vertex_tetrahedra()[t[0]])
    if (mesh.tetrahedra()[e] == t) return e;
  return 0;
}

std::vector<Piece> clipped_pieces(const TetMesh& mesh) {
  const VoronoiDiagram diagram = voronoi_diagram(mesh, VoronoiKind::clipped);
  std::vector<Piece> pieces;
  pieces.reserve(diagram.face_particles.size());
  for (std::size_t f = 0; f < diagram.face_particles.size(); ++f) {
    const Tetrahedron t = diagram.dependencies[diagram.face_vertices[f][0]];
    pieces.push_back(
        {diagram.face_particles[f], t, face_area_vector(diagram, f), element_of(mesh, t)});
  }
  return pieces;
}

/// Of E06 6.4.1: the polygon of circumcentres round an edge, divided among its tetrahedra by the
/// circumcentres of the triangles between them and the edge's midpoint.
std::vector<Piece> circumcentre_pieces(const TetMesh& mesh) {
  const auto x = mesh.vertices();
  std::vector<Piece> pieces;
  pieces.reserve(6 * mesh.tetrahedra().size());
  for (std::size_t e = 0; e < mesh.tetrahedra().size(); ++e) {
    const Tetrahedron& t = mesh.tetrahedra()[e];
    for (const auto& [a, b] : tetrahedron_edge) {
      const Index i = std::min(t[a], t[b]), j = std::max(t[a], t[b]);
      std::array<Index, 2> others{};
      std::ranges::copy_if(t, others.begin(), [&](Index v) { return v != i && v != j; });
      const Vec3d d = x[j] - x[i];
      Vec3d u = x[others[0]] - x[i], w = x[others[1]] - x[i];
      if (dot(d, cross(u, w)) < 0) std::swap(u, w);
      const Vec3d between_faces = circumcentre_or_mean(d, w) - circumcentre_or_mean(d, u);
      const Vec3d area = 0.5 * cross(circumcentre_or_mean(d, u, w) - 0.5 * d, between_faces);
      pieces.push_back({{i, j}, t, area, e});
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
      if (!has_room(piece.tetrahedron)) {
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
  bool has_room(const Tetrahedron& t) const {
    const auto is_new = [&](Index v) { return v != particles_[0] && place(v) == others_.size(); };
    return others_.size() + static_cast<std::size_t>(std::ranges::count_if(t, is_new)) <= most;
  }

  void add(const Piece& piece) {
    const Tetrahedron& t = piece.tetrahedron;
    for (const Index v : t)
      if (v != particles_[0] && place(v) == others_.size()) others_.push_back(v);
    const Vec3d e[] = {x_[t[1]] - x_[t[0]], x_[t[2]] - x_[t[0]], x_[t[3]] - x_[t[0]]};
    const Vec3d a = piece.area / dot(e[0], cross(e[1], e[2]));
    // e_p×e_q = y_p×y_q - y_p×y_0 - y_0×y_q, as seen from the first particle.
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t p = (k + 1) % 3, q = (k + 2) % 3;
      const double weight = dot(e[k], a);
      add_cross(t[p + 1], t[q + 1], weight);
      add_cross(t[p + 1], t[0], -weight);
      add_cross(t[0], t[q + 1], -weight);
    }
    area_ += piece.area;
    if (materials_.size() > 1)
      moduli_.add(materials_[piece.element], length(piece.area) + least_area);
  }
  void add_cross(Index a, Index b, double weight) {
    if (a == particles_[0] || b == particles_[0]) return;
    const std::size_t i = place(a), j = place(b);
    weights_[std::min(i, j)][std::max(i, j)] += i < j ? weight : -weight;
  }

  void write() {
    const double area = length(area_);
    if (area <= least_area) return;
    Relations& set = *std::ranges::find_if(sets_, [&](const Relations& s) {
      return static_cast<std::size_t>(law(s.law).arity) > others_.size();
    });
    const auto count = static_cast<std::size_t>(law(set.law).arity) - 1;
    others_.resize(count, others_.back());
    set.vertices.push_back(particles_[0]);
    set.vertices.insert(set.vertices.end(), others_.begin(), others_.end());
    set.rest[0].push_back(1 / length(x_[particles_[1]] - x_[particles_[0]]));
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

std::vector<Relations> voronoi_relations(const TetMesh& mesh, VoronoiKind kind,
                                         std::span<const Material> materials) {
  std::vector<Piece> pieces =
      kind == VoronoiKind::clipped ? clipped_pieces(mesh) : circumcentre_pieces(mesh);
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
