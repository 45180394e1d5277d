#include <pliant/cage.h>
#include <pliant/error.h>
#include <pliant/quality.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/parallel.h"
#include "base/text.h"
#include "mesh/cells.h"
#include "mesh/check/surface_edges.h"
#include "mesh/disjoint_sets.h"
#include "mesh/generate/cage_pieces.h"
#include "mesh/generate/surface_field.h"
#include "mesh/tetrahedron.h"
#include "mesh/triangle_tree.h"
#include "mesh/weld.h"

namespace pliant {

namespace {

using namespace generate;

constexpr double most_cage_tetrahedra = 2e7;
constexpr double most_cubes_along = 1 << 17;  // numbers of lines have 21 bits

// Where the surface lies in the lattice, in half-units: with a margin, and such that nothing that
// was made on a grid lies in lattice planes.
constexpr Vec3d lattice_shift{4.3719, 4.6137, 4.8331};

// The surface with its longest side as the unit, welded.
class WeldedSurface {
 public:
  explicit WeldedSurface(const Mesh& surface) : number_(surface.vertices.size(), no_index) {
    check_triangles(surface);
    ExactWeld weld;
    for (const Triangle& t : surface.triangles.cells)
      for (Index v : t)
        if (number_[v] == no_index) number_[v] = weld.add(surface.vertices[v]);
    Box box = bounding_box(weld.points());
    low_ = box.low;
    const Vec3d size = box.size();
    unit_ = std::max({size.x, size.y, size.z});
    if (!(unit_ > 1e-100 && unit_ < 1e100))
      throw InputError("", 0,
                       text("the surface is ", unit_, " m long, which is beyond all measure"),
                       "scale it to a usual size");
    mesh_.vertices = weld.take_points();
    for (Vec3d& p : mesh_.vertices) p = (p - low_) / unit_;
    for (Triangle t : surface.triangles.cells) {
      for (Index& v : t) v = number_[v];
      if (!repeats_vertex(t)) mesh_.triangles.push_back(t);
    }
    if (mesh_.triangles.empty())
      throw InputError("", 0, "no triangle of the surface has an area", "give a closed surface");
    find_edges();
    const Vec3d centre = size / (2 * unit_);
    for (const auto& [a, b, c] : mesh_.triangles)
      volume_ += signed_volume(centre, mesh_.vertices[a], mesh_.vertices[b], mesh_.vertices[c]);
    area_ = surface_area(mesh_.vertices, mesh_.triangles);
    size_ = size / unit_;
  }

  double unit() const { return unit_; }      ///< m
  const Vec3d& low() const { return low_; }  ///< m
  const Vec3d& size() const { return size_; }
  double volume() const { return std::abs(volume_); }
  double area() const { return area_; }
  int orientation() const { return volume_ < 0 ? -1 : 1; }
  bool closed() const { return open_edges_ == 0; }
  std::size_t open_edges() const { return open_edges_; }
  const CageSurface& mesh() const { return mesh_; }
  /// The vertex of mesh() that a vertex of the given surface is; no_index: in no triangle.
  Index number(std::size_t vertex) const { return number_[vertex]; }

 private:
  void find_edges() {
    const SurfaceEdges edges =
        surface_edges(mesh_.triangles, std::vector<char>(mesh_.triangles.size(), 1));
    std::vector<int> balance(edges.edges.size());
    mesh_.edges.resize(mesh_.triangles.size());
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t)
      for (int i = 0; i < 3; ++i) {
        const Index from = mesh_.triangles[t][i], to = mesh_.triangles[t][(i + 1) % 3];
        mesh_.edges[t][i] = edges.find(std::min(from, to), std::max(from, to));
        balance[mesh_.edges[t][i]] += from < to ? 1 : -1;
      }
    for (const int b : balance) open_edges_ += static_cast<std::size_t>(std::abs(b));
  }

  std::vector<Index> number_;
  CageSurface mesh_;
  Vec3d low_, size_;
  double unit_ = 1, volume_ = 0, area_ = 0;
  std::size_t open_edges_ = 0;
};

// The cages of one surface with cubes of different lengths (in the surface's unit).
class CageMaker {
 public:
  explicit CageMaker(const Mesh& given) : given_(given), surface_(given) {
    if (!surface_.closed()) tree_.emplace(surface_.mesh().vertices, surface_.mesh().triangles);
  }

  const WeldedSurface& surface() const { return surface_; }

  /// About how many tetrahedra the lattice has that touch the solid, after Steiner's formula: those
  /// within, and those whose middle lies within half a mean width of a smooth surface.
  double expected(double edge) const {
    const double half = edge / 2, volume = surface_.volume() / (half * half * half),
                 area = surface_.area() / (half * half);
    return (volume + area * tet_mean_width / 2) / tet_volume;
  }

  Cage make(double edge) {
    const double scale = 2 / edge;
    CageSurface scaled = surface_.mesh();
    for (Vec3d& p : scaled.vertices) p = p * scale + lattice_shift;
    std::function<bool(const Vec3d&)> is_solid;
    if (tree_)
      is_solid = [&](const Vec3d& p) {
        return surface_.orientation() * tree_->winding_number((p - lattice_shift) / scale) > 0.5;
      };
    const Fragments fragments = cut_by_lattice(scaled);
    const SolidLines lines = lines_through(scaled, fragments, surface_.orientation(), is_solid);
    const CagePieces pieces = find_pieces(scaled, surface_.orientation(), fragments, lines);
    Cage cage;
    cage.edge = edge * surface_.unit();
    const std::vector<Index> tet_of_piece = assemble(pieces, scale, cage);
    hang(scaled, fragments, pieces, tet_of_piece, cage);
    return cage;
  }

 private:
  // Vertices are the lattice's, once for each set of pieces that hang together there.
  std::vector<Index> assemble(const CagePieces& pieces, double scale, Cage& cage) const {
    const auto count = static_cast<Index>(pieces.tet.size());
    DisjointSets corners(4 * pieces.tet.size());
    std::vector<std::array<Site, 4>> sites(count);
    for (Index p = 0; p < count; ++p) sites[p] = LatticeTet::of(pieces.tet[p]).sites();
    for (const auto& [p, q] : pieces.touching)
      for (Index i = 0; i < 4; ++i)
        for (Index j = 0; j < 4; ++j)
          if (sites[p][i] == sites[q][j]) corners.join(4 * p + i, 4 * q + j);
    std::vector<Index> order(count);
    std::iota(order.begin(), order.end(), Index{0});
    std::ranges::sort(order, {}, [&](Index p) { return std::pair(pieces.tet[p], p); });

    std::vector<Tetrahedron> cells(count);
    std::vector<Index> vertex(4 * pieces.tet.size(), no_index);
    for (std::size_t k = 0; k < order.size(); ++k)
      for (Index i = 0; i < 4; ++i) {
        Index& v = vertex[corners.find(4 * order[k] + i)];
        if (v == no_index) {
          v = static_cast<Index>(cage.mesh.vertices.size());
          const Vec3d p = (point_of(sites[order[k]][i]) - lattice_shift) / scale;
          cage.mesh.vertices.push_back(surface_.low() + p * surface_.unit());
        }
        cells[k][i] = v;
      }
    // Pieces that are not joined within the tetrahedron but round all its corners move as one.
    const std::vector<Index> first = first_copies<4>(cells);
    std::vector<Index> tet_of_piece(count), kept(count);
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (first[k] == k) {
        kept[k] = static_cast<Index>(cage.mesh.tetrahedra.size());
        cage.mesh.tetrahedra.cells.push_back(cells[k]);
        cage.fill.push_back(0);
      }
      const Index t = tet_of_piece[order[k]] = kept[first[k]];
      cage.fill[t] = std::min(1.0, cage.fill[t] + pieces.fill[order[k]]);
    }
    return tet_of_piece;
  }

  void hang(const CageSurface& scaled, const Fragments& fragments, const CagePieces& pieces,
            const std::vector<Index>& tet_of_piece, Cage& cage) const {
    struct Place {
      Index piece = no_index;
      std::array<double, 4> weights{};
      double least = -std::numeric_limits<double>::infinity();
    };
    std::vector<Place> places(scaled.vertices.size());
    for (Index f = 0; f < fragments.fragments.size(); ++f)
      for (Index v : scaled.triangles[fragments.fragments[f].triangle]) {
        Place& place = places[v];
        if (place.least >= 0) continue;
        const Index piece = pieces.of_fragment[f];
        const std::array<Site, 4> s = LatticeTet::of(pieces.tet[piece]).sites();
        const auto w = barycentric(
            scaled.vertices[v], {point_of(s[0]), point_of(s[1]), point_of(s[2]), point_of(s[3])});
        const double least = *std::ranges::min_element(w);
        if (least > place.least) place = {piece, w, least};
      }
    cage.tetrahedra.assign(given_.vertices.size(), no_index);
    cage.weights.resize(given_.vertices.size());
    for (std::size_t v = 0; v < given_.vertices.size(); ++v) {
      const Index number = surface_.number(v);
      if (number == no_index || places[number].piece == no_index) continue;
      cage.tetrahedra[v] = tet_of_piece[places[number].piece];
      cage.weights[v] = places[number].weights;
      if (places[number].least >= -1e-9) {
        double sum = 0;
        for (double& w : cage.weights[v]) sum += w = std::max(w, 0.0);
        for (double& w : cage.weights[v]) w /= sum;
      }
    }
    hang_unused(cage);
  }

  void hang_unused(Cage& cage) const {
    std::vector<Vec3d> points;
    std::vector<std::size_t> which;
    for (std::size_t v = 0; v < cage.tetrahedra.size(); ++v)
      if (cage.tetrahedra[v] == no_index) {
        which.push_back(v);
        points.push_back(given_.vertices[v]);
        if (!is_finite(points.back())) points.back() = surface_.low();
      }
    if (points.empty()) return;
    const Embedding nearest(points, TetMesh(cage.mesh));
    for (std::size_t i = 0; i < which.size(); ++i) {
      cage.tetrahedra[which[i]] = nearest.tetrahedra()[i];
      cage.weights[which[i]] = nearest.weights()[i];
    }
  }

  const Mesh& given_;
  WeldedSurface surface_;
  std::optional<TriangleTree> tree_;  // where the surface is not closed
};

double finest_edge(const CageMaker& maker) {
  double edge = 1 / most_cubes_along;
  while (maker.expected(edge) > most_cage_tetrahedra) edge *= 1.01;
  return edge;
}

// Between attempts the number follows a power of the length.
Cage make_by_count(CageMaker& maker, double target) {
  double edge = 1, low = finest_edge(maker), high = 8;
  for (double a = low, b = high; b / a > 1.001;) {
    edge = std::sqrt(a * b);
    (maker.expected(edge) > target ? a : b) = edge;
  }
  constexpr int most_attempts = 7;
  constexpr double good = 0.1;
  Cage best;
  double best_error = std::numeric_limits<double>::infinity();
  double last_edge = 0, last_count = 0, power = 2.4;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    Cage cage = maker.make(edge);
    const auto count = static_cast<double>(cage.mesh.tetrahedra.size());
    const double error = std::abs(std::log(count / target));
    if (last_edge > 0 && count != last_count)
      power = std::clamp(std::log(count / last_count) / std::log(last_edge / edge), 1.2, 3.5);
    last_edge = edge;
    last_count = count;
    (count > target ? low : high) = edge;
    if (error < best_error) {
      best = std::move(cage);
      best_error = error;
    }
    if (best_error < good || high / low < 1.0001) break;
    edge *= std::pow(count / target, 1 / power);
    if (edge <= low || edge >= high) edge = std::sqrt(low * high);
  }
  return best;
}

// Vertices that hold next to nothing beside others of their cells that hold much more: an obstacle
// would only throw them about.
std::vector<char> idle_vertices(const Cage& cage) {
  constexpr double little = 0.1;
  std::vector<double> held(cage.mesh.vertices.size()), most(held.size());
  for (std::size_t t = 0; t < cage.fill.size(); ++t)
    for (const Index v : cage.mesh.tetrahedra[t]) held[v] += cage.fill[t];
  for (const Tetrahedron& t : cage.mesh.tetrahedra.cells)
    for (const Index v : t)
      for (const Index w : t) most[v] = std::max(most[v], held[w]);
  std::vector<char> idle(held.size());
  for (std::size_t v = 0; v < idle.size(); ++v) idle[v] = held[v] < little * most[v];
  return idle;
}

// How far vertices lie outside the solid, m, or inside where they hold cells that the surface
// passes: these are full enough to bear what an obstacle puts on the body.
std::vector<double> insets_of(const Cage& cage, const WeldedSurface& surface) {
  const TriangleTree tree(surface.mesh().vertices, surface.mesh().triangles);
  std::vector<double> insets(cage.mesh.vertices.size());
  const std::vector<char> idle = idle_vertices(cage);
  std::vector<char> near(insets.size(), 0);
  for (std::size_t t = 0; t < cage.fill.size(); ++t)
    if (cage.fill[t] < 1)
      for (const Index v : cage.mesh.tetrahedra[t]) near[v] = 1;
  parallel_for(insets.size(), 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      if (idle[v]) insets[v] = unmet_inset;
      if (idle[v] || !near[v]) continue;
      const Vec3d p = (cage.mesh.vertices[v] - surface.low()) / surface.unit();
      const bool is_inside = surface.orientation() * tree.winding_number(p) > 0.5;
      insets[v] = tree.nearest(p).distance * surface.unit() * (is_inside ? -1 : 1);
    }
  });
  return insets;
}

// `target`: tetrahedra that were wanted; 0: any number.
void tell_about(const WeldedSurface& surface, const Cage& cage, double target, Notes& notes) {
  if (!surface.closed())
    notes.push_back(
        text("the surface is not closed: ",
             plural(surface.open_edges(), "side of a triangle has", "sides of triangles have"),
             " no partner; solid is where the winding number exceeds 1/2"));
  if (surface.orientation() < 0)
    notes.emplace_back(
        "the surface faces inwards (its volume is negative); it was turned inside out");
  const auto count = static_cast<double>(cage.mesh.tetrahedra.size());
  if (target > 0 && std::abs(count / target - 1) > 0.15)
    notes.push_back(text(target, " tetrahedra were asked for, ", count, " were made"));
}

}  // namespace

Cage make_cage(const Mesh& surface, const CageOptions& options, Notes* notes) {
  if (!std::isfinite(options.edge) || options.edge < 0)
    throw InputError("", 0, text("the edges' length is ", options.edge),
                     "give a positive length, or 0 to have one chosen");
  CageMaker maker(surface);
  const WeldedSurface& welded = maker.surface();
  const double edge = options.edge / welded.unit(), finest = finest_edge(maker);
  if (options.edge > 0 && edge < finest)
    throw InputError("", 0, text("edges of ", options.edge, " m make too many tetrahedra"),
                     text("use edges of ", finest * welded.unit(), " m or longer"));
  const double target = std::min(
      static_cast<double>(options.tetrahedra > 0 ? options.tetrahedra : usual_cage_tetrahedra),
      most_cage_tetrahedra);
  Cage cage = options.edge > 0 ? maker.make(edge) : make_by_count(maker, target);
  if (std::ranges::all_of(cage.fill, [](double fill) { return fill < 1e-9; }))
    throw InputError("", 0, "the surface is a sheet that encloses no volume",
                     "give a closed surface; a sheet such as cloth needs no tetrahedra");
  cage.insets = insets_of(cage, welded);
  if (notes != nullptr) tell_about(welded, cage, options.edge > 0 ? 0 : target, *notes);
  return cage;
}

}  // namespace pliant
