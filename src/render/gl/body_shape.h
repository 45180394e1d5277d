#pragma once

#include <pliant/box.h>
#include <pliant/mesh.h>
#include <pliant/recording.h>
#include <pliant/voronoi.h>
#include <pliant/voronoi_diagram.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace pliant::render::gl {

/// Takes away the tetrahedra whose centre lies beyond a plane; those behind it stay whole. They are
/// chosen in the rest shape, so that none comes and goes while the body moves.
struct CutAway {
  Vec3d direction{0, 0, 1};  ///< of what is taken away
  double fraction = 0.5;     ///< of the rest shape's extent in that direction

  bool operator==(const CutAway&) const = default;
};

/// Which places of the rest shape a cut leaves.
std::function<bool(const Vec3d&)> left_by(const std::optional<CutAway>& cut, const Mesh& rest);

enum class VoronoiShown { none, all, one_face, one_cell };

/// Which parts of a body are drawn.
struct Parts {
  bool surface = true;
  double shrink = 1;  ///< below 1: all tetrahedra, each this much smaller
  std::optional<CutAway> cut{};
  VoronoiShown voronoi = VoronoiShown::none;
  std::size_t voronoi_number = 0;  ///< of the face, or of the cell's particle
  bool pairs = false;              ///< the edges of all tetrahedra, those inside, too
  /// Which diagram is computed; nothing: the mesh's own, or that of circumcentres where it has
  /// none.
  std::optional<VoronoiKind> voronoi_kind{};
  /// Tetrahedra that are gone, one flag each; what they laid open is drawn. Null: none.
  std::shared_ptr<const std::vector<bool>> absent{};
};

/// What a triangle is part of; the shaders know these numbers.
enum class FaceKind : std::uint8_t { skin = 0, inside = 1, voronoi = 2 };

/// A corner of a triangle as the shaders read it.
struct Corner {
  float position[3];  ///< relative to the view's origin
  float normal[3];
  float value;           ///< of the field, or a number that tells Voronoi cells apart
  std::uint8_t edge[3];  ///< distance from the edge opposite each corner; 255: no edge is drawn
  std::uint8_t kind;
  float texture[2];  ///< place in the material's picture, from its upper left
};

/// Numbers to be shown as colours: one a vertex or one a tetrahedron; empty for none.
struct FieldValues {
  std::span<const float> values{};
  FieldPlace place = FieldPlace::vertices;
};

/// Where a body is. `editions` tell which of its vertices are where they were, see StateReader;
/// empty: it is not known.
struct BodyPlaces {
  std::span<const Vec3d> positions{};
  std::span<const std::uint64_t> editions{};
};

/// The triangles of a shape at a moment, kept for the next one.
struct FilledShape {
  std::vector<Corner> corners;   ///< three a triangle
  bool all = true;               ///< they are new,
  std::vector<Index> triangles;  ///< or those of these are, in their order
  // What they were filled with.
  std::uint64_t shape = 0;
  Vec3d origin{};
  bool has_field = false;
  std::vector<std::uint64_t> editions;
  std::vector<Vec3f> of_triangles, normals;
};

/// Triangles that follow one another and have the same material; no_index: none.
struct MaterialRun {
  Index material = no_index;
  std::size_t first = 0, count = 0;
};

/// The triangles that show a body, made once; each frame only moves them. Knows nothing of OpenGL.
class BodyShape {
 public:
  /// InputError where Voronoi faces are asked of a body without tetrahedra, or a number of one that
  /// is not there.
  explicit BodyShape(const Mesh& rest, const Parts& parts = {});

  std::size_t vertex_count() const { return vertex_count_; }
  std::size_t tetrahedron_count() const { return tetrahedron_count_; }
  std::size_t triangle_count() const { return triangles_.size(); }
  std::span<const Line> lines() const { return lines_; }  ///< of chains; those of faces are edges
  std::span<const Line> pairs() const { return pairs_; }  ///< each once
  /// Whether the triangles enclose what they show, so that those turned away are never seen.
  bool is_closed() const { return closed_; }
  /// What materials look like, and which triangles have them, where the mesh is a surface with an
  /// appearance that is drawn whole; null and one run otherwise.
  const std::shared_ptr<const Appearance>& look() const { return look_; }
  std::span<const MaterialRun> runs() const { return runs_; }

  /// Three corners a triangle. Triangles at places that are not finite shrink to nothing. Smooth
  /// across edges that are blunt in the rest shape, or as the appearance's normals are split.
  void fill(std::span<const Vec3d> positions, const FieldValues& field, const Vec3d& origin,
            std::vector<Corner>& corners) const;
  /// The same, but only triangles that are not as they were filled before. A field is filled in
  /// wholly.
  void refill(const BodyPlaces& places, const FieldValues& field, const Vec3d& origin,
              FilledShape& filled) const;

 private:
  // Moves with up to four vertices; unused weights are zero.
  struct Point {
    std::array<Index, 4> vertices;
    std::array<float, 4> weights;
  };
  struct Triangle3 {
    std::array<Index, 3> points;   // below vertex_count_: a vertex; else one of points_
    std::array<Index, 3> normals;  // equal numbers share a normal
    Index tetrahedron;             // for its field; no_index: none
    std::uint8_t edges;            // bit k: the edge from corner k to k + 1 is drawn
    FaceKind kind;
    float tint;  // for Voronoi faces
  };

  void add_surface(const Mesh& rest, const Parts& parts);
  void add_dressed_surface(const Mesh& rest);
  void add_shrunk(const Mesh& rest, const Parts& parts);
  void add_voronoi(const Mesh& rest, const Parts& parts);
  void add_pairs(const Mesh& rest, const Parts& parts);
  void join_normals(const Mesh& rest);
  void list_triangles_of_normals();
  void list_triangles_of_runs();
  bool encloses(const Mesh& rest) const;
  Vec3d place(Index point, std::span<const Vec3d> positions) const;
  std::array<Vec3f, 3> places(const Triangle3& triangle, std::span<const Vec3d> positions,
                              const Vec3d& origin) const;
  Vec3f normal_of_triangle(const Triangle3& triangle, std::span<const Vec3d> positions,
                           const Vec3d& origin) const;
  std::span<const Index> triangles_of_normal(std::size_t normal) const;
  Vec3f normal(std::size_t number, std::span<const Vec3f> of_triangles) const;
  void find_normals(std::span<const Vec3d> positions, FilledShape& filled) const;
  void fill_triangle(std::size_t number, std::span<const Vec3d> positions, const FieldValues& field,
                     FilledShape& filled) const;
  bool fill_moved(const BodyPlaces& places, FilledShape& filled) const;
  float value(Index point, std::span<const float> values) const;

  std::size_t vertex_count_ = 0, tetrahedron_count_ = 0;
  Index normal_count_ = 0;
  bool closed_ = false;
  std::vector<Point> points_;
  std::vector<Triangle3> triangles_;
  // Triangles of each normal, one list after the other; a list begins where the last one ends.
  std::vector<Index> normal_ends_, normal_triangles_;
  Lists run_triangles_;   // of each run of vertices
  std::uint64_t number_;  // of no other shape
  std::vector<Line> lines_, pairs_;
  std::shared_ptr<const Appearance> look_;
  std::vector<MaterialRun> runs_;
  std::vector<std::array<std::array<float, 2>, 3>> texture_;  // by triangle; empty: none
};

}  // namespace pliant::render::gl
