#include <pliant/topology.h>

#include <algorithm>
#include <cmath>

#include "mesh/voronoi/kinds.h"
#include "mesh/voronoi/points.h"
#include "mesh/voronoi/tetrahedron.h"

namespace pliant::voronoi {

namespace {

constexpr std::size_t block_size = 128;

constexpr double no_area = 1e-13;  // by the square of the tetrahedron's size

// A particle with a share in a tetrahedron.
struct Owner {
  Index particle;
  unsigned faces;  // bit i: it has a share in the tetrahedron's face i
  double fraction;
};

struct Owners {
  std::vector<Owner> items;
  std::vector<std::size_t> ends;  // for each tetrahedron of the block
};

double squared_size(std::span<const Vec3d> x, const Tetrahedron& t) {
  double size = 0;
  for (const auto& [i, j] : tetrahedron_edge)
    size = std::max(size, squared_length(x[t[i]] - x[t[j]]));
  return size;
}

// Collects the faces inside one tetrahedron after the other.
class FaceWriter {
 public:
  FaceWriter(std::span<const Vec3d> x, DiagramPart& out) : x_(x), out_(out) {}

  void start(const Tetrahedron& t) {
    tetrahedron_ = t;
    smallest_ = no_area * squared_size(x_, t);
    numbers_.clear();
    first_ = out_.vertices.size();
  }

  // A polygon that turns counter-clockwise seen from q. One of no area is left out.
  void add(Index p, Index q, std::span<const Weights> polygon) {
    if (area(polygon) <= smallest_) return;
    const std::size_t begin = out_.face_vertices.size();
    for (const Weights& w : polygon) {
      const Index v = vertex(w);
      if (out_.face_vertices.size() == begin || out_.face_vertices.back() != v)
        out_.face_vertices.push_back(v);
    }
    while (out_.face_vertices.size() > begin + 1 &&
           out_.face_vertices.back() == out_.face_vertices[begin])
      out_.face_vertices.pop_back();
    if (out_.face_vertices.size() < begin + 3) {
      out_.face_vertices.resize(begin);
      return;
    }
    if (p > q) {
      std::swap(p, q);
      std::reverse(out_.face_vertices.begin() + static_cast<std::ptrdiff_t>(begin),
                   out_.face_vertices.end());
    }
    out_.face_ends.push_back(out_.face_vertices.size());
    out_.face_particles.push_back({p, q});
  }

 private:
  double area(std::span<const Weights> polygon) const {
    const Vec3d first = position(x_, tetrahedron_, polygon[0]);
    Vec3d sum{};
    Vec3d last{};
    for (std::size_t k = 1; k < polygon.size(); ++k) {
      const Vec3d next = position(x_, tetrahedron_, polygon[k]) - first;
      sum += cross(last, next);
      last = next;
    }
    return length(sum) / 2;
  }

  Index vertex(const Weights& w) {
    const std::size_t known = numbers_.size();
    const std::uint32_t number = numbers_.number(w);
    if (number == known) {
      out_.vertices.push_back(position(x_, tetrahedron_, w));
      out_.dependencies.push_back(tetrahedron_);
    }
    return static_cast<Index>(first_ + number);
  }

  std::span<const Vec3d> x_;
  DiagramPart& out_;
  Tetrahedron tetrahedron_{};
  double smallest_ = 0;
  PointNumbers numbers_;
  std::size_t first_ = 0;
};

class Clipper {
 public:
  Clipper(const TetMesh& mesh, bool faces_wanted)
      : mesh_(mesh),
        nearest_(mesh),
        faces_wanted_(faces_wanted),
        parts_((mesh.tetrahedra().size() + block_size - 1) / block_size),
        owners_(parts_.size()) {}

  ClippedVoronoi run(const Progress& progress) {
    for_each_block(parts_.size(), progress, "cutting the Voronoi diagram",
                   [&](std::size_t block) { cut_block(block); });
    ClippedVoronoi result;
    result.cell_volumes = volumes();
    if (!faces_wanted_) return result;
    parts_.emplace_back();
    add_faces_between_tetrahedra(parts_.back());
    append_parts(result.diagram, parts_, 0);
    list_cell_faces(result.diagram, mesh_.vertices().size());
    return result;
  }

 private:
  void cut_block(std::size_t block) {
    TetrahedronDiagram diagram(mesh_, nearest_);
    FaceWriter writer(mesh_.vertices(), parts_[block]);
    const std::size_t end = std::min((block + 1) * block_size, mesh_.tetrahedra().size());
    for (std::size_t t = block * block_size; t < end; ++t) {
      diagram.build(static_cast<Index>(t));
      list_owners(diagram, owners_[block]);
      if (!faces_wanted_) continue;
      writer.start(mesh_.tetrahedra()[t]);
      write_faces(diagram, writer);
    }
  }

  static void list_owners(const TetrahedronDiagram& diagram, Owners& owners) {
    const auto begin = static_cast<std::ptrdiff_t>(owners.items.size());
    for (std::size_t i = 0; i < diagram.sites().size(); ++i) {
      const Piece& piece = diagram.piece(i);
      if (piece.empty()) continue;
      unsigned faces = 0;
      for (const Side& side : piece.sides())
        if (side.of.face >= 0) faces |= 1u << side.of.face;
      owners.items.push_back({diagram.sites()[i], faces, piece.volume_fraction()});
    }
    std::ranges::sort(owners.items.begin() + begin, owners.items.end(), {}, &Owner::particle);
    owners.ends.push_back(owners.items.size());
  }

  static void write_faces(const TetrahedronDiagram& diagram, FaceWriter& writer) {
    std::vector<Weights> polygon;
    for (std::size_t i = 0; i < diagram.sites().size(); ++i) {
      const Piece& piece = diagram.piece(i);
      for (const Side& side : piece.sides()) {
        if (side.of.site == no_index || side.of.site < diagram.sites()[i]) continue;
        polygon.clear();
        for (std::uint32_t c : piece.loop(side)) polygon.push_back(piece.corners()[c].at);
        writer.add(diagram.sites()[i], side.of.site, polygon);
      }
    }
  }

  std::vector<double> volumes() const {
    std::vector<double> sum(mesh_.vertices().size(), 0.0);
    for (std::size_t t = 0; t < mesh_.tetrahedra().size(); ++t) {
      const Tetrahedron& v = mesh_.tetrahedra()[t];
      const auto x = mesh_.vertices();
      const double volume = signed_volume(x[v[0]], x[v[1]], x[v[2]], x[v[3]]);
      for (const Owner& owner : owners_of(t)) sum[owner.particle] += owner.fraction * volume;
    }
    return sum;
  }

  std::span<const Owner> owners_of(std::size_t t) const {
    const Owners& owners = owners_[t / block_size];
    const std::size_t i = t % block_size;
    const std::size_t begin = i == 0 ? 0 : owners.ends[i - 1];
    return {owners.items.data() + begin, owners.ends[i] - begin};
  }

  // A bisector that coincides with a face of the mesh cuts neither tetrahedron. It shows as a
  // particle that owns some of the face seen from one side only: its mirror image owns it on the
  // other.
  void add_faces_between_tetrahedra(DiagramPart& out) const {
    FaceWriter writer(mesh_.vertices(), out);
    std::vector<Index> here, there;
    for (std::size_t t = 0; t < mesh_.tetrahedra().size(); ++t)
      for (int side = 0; side < 4; ++side) {
        const Index n = mesh_.neighbours()[t][side];
        if (n == no_index || n < t) continue;
        int back = 0;
        while (back < 3 && mesh_.neighbours()[n][back] != t) ++back;
        list_owners_of_face(t, side, here);
        list_owners_of_face(n, back, there);
        if (here == there) continue;
        writer.start(mesh_.tetrahedra()[t]);
        for (Index p : here)
          for (Index q : there)
            if (!std::ranges::binary_search(there, p) && !std::ranges::binary_search(here, q))
              add_face_between(t, side, p, q, here, there, writer);
      }
  }

  void list_owners_of_face(std::size_t t, int side, std::vector<Index>& list) const {
    list.clear();
    for (const Owner& owner : owners_of(t))
      if ((owner.faces >> side & 1u) != 0) list.push_back(owner.particle);
  }

  void add_face_between(std::size_t t, int side, Index p, Index q, std::span<const Index> here,
                        std::span<const Index> there, FaceWriter& writer) const {
    const Tetrahedron& v = mesh_.tetrahedra()[t];
    const Bisector b = bisector(mesh_.vertices(), v, p, q);
    // Whether a side was cut or not was decided by the tolerance itself; be wider here.
    for (int k : tetrahedron_face[side])
      if (std::abs(b.difference[k]) > 1e4 * b.tolerance) return;
    std::vector<Weights> polygon;
    for (int k : tetrahedron_face[side]) {
      polygon.push_back({});
      polygon.back()[k] = 1;
    }
    for (const auto& rivals : {here, there})
      for (Index r : rivals)
        if (r != p && r != q) clip(polygon, bisector(mesh_.vertices(), v, p, r).difference);
    if (polygon.size() >= 3) writer.add(p, q, polygon);
  }

  // Keeps the part of a convex polygon where f ≥ 0.
  static void clip(std::vector<Weights>& polygon, const Linear& f) {
    std::vector<Weights> kept;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
      const Weights& a = polygon[k];
      const Weights& b = polygon[k + 1 < polygon.size() ? k + 1 : 0];
      const double fa = value_at(f, a);
      const double fb = value_at(f, b);
      if (fa >= 0) kept.push_back(a);
      if ((fa > 0 && fb < 0) || (fa < 0 && fb > 0)) {
        const double s = fa / (fa - fb);
        Weights w{};
        for (int i = 0; i < 4; ++i) w[i] = (1 - s) * a[i] + s * b[i];
        kept.push_back(w);
      }
    }
    polygon = std::move(kept);
  }

  const TetMesh& mesh_;
  NearestVertex nearest_;
  bool faces_wanted_;
  std::vector<DiagramPart> parts_;
  std::vector<Owners> owners_;
};

}  // namespace
}  // namespace pliant::voronoi

namespace pliant {

ClippedVoronoi clipped_voronoi(const TetMesh& mesh, const Progress& progress) {
  return voronoi::Clipper(mesh, true).run(progress);
}

std::vector<double> clipped_cell_volumes(const TetMesh& mesh, const Progress& progress) {
  return voronoi::Clipper(mesh, false).run(progress).cell_volumes;
}

}  // namespace pliant
