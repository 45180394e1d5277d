#pragma once

#include <pliant/body.h>
#include <pliant/material.h>
#include <pliant/model.h>
#include <pliant/modes.h>
#include <pliant/progress.h>
#include <pliant/tet_mesh.h>

// Solids in modal coordinates with deformable and rigid regions (Y10). See docs/spectral.md. A free
// one keeps the momentum of its frame to rounding; State::momentum(), that of its vertices, swings
// about it by products of how it bends and turns and by what boundaries part,
// State::angular_momentum() by how that changes the inertia.

namespace pliant {

/// How the two sides of a boundary between a deformable and a rigid region are kept together.
enum class BoundaryForm {
  /// (11): the linear displacement and rotation are equal, so that the warped ones are, too.
  linear,
  /// (10): the warped displacements are equal. Drifts apart and shakes; to compare.
  warped,
};

/// Two rigid regions turn about a point, which need not belong to the mesh, or about an axis
/// through it.
struct SpectralJoint {
  std::size_t first = 0, second = 0;  ///< lists of SpectralOptions::rigid
  Vec3d point{};                      ///< at rest, m
  Vec3d axis{};                       ///< at rest, of a hinge; none: a ball joint
};

struct SpectralOptions {
  std::size_t modes = 50;  ///< of each deformable region, with its six rigid motions
  /// Tetrahedra that are rigid; those of one list that hang together by faces make one region, and
  /// so do lists that meet in a face.
  std::vector<std::vector<Index>> rigid{};
  /// Vertices that keep their distances, as along a bone: line-like rigid parts without tetrahedra
  /// of their own, each within one deformable region.
  std::vector<std::vector<Index>> lines{};
  std::vector<SpectralJoint> joints{};
  std::vector<Index> fixed{};      ///< vertices that never move
  std::size_t boundary_nodes = 0;  ///< that are constrained on each boundary; 0: see docs
  BoundaryForm boundary = BoundaryForm::linear;
  bool warped = true;                         ///< false: linear displacements, for comparison
  double mass_damping = 0;                    ///< xi of C = xi M + zeta K, 1/s
  std::optional<double> stiffness_damping{};  ///< zeta, s; none: the mean of the damping times of
                                              ///< deformable tetrahedra, by volume
  /// p1 and p2 of Y10 (16), 1/s: what handles and joints are off, C, goes by C'' + 2 p1 C' + p2² C
  /// = 0. Both 0: a step takes back 0.4 of it.
  double p1 = 0, p2 = 0;
  MassMatrix mass = MassMatrix::lumped;
  bool cached = true;  ///< modes are kept on disk
  Progress progress{};
};

/// What a spectral body is made of; does not change.
class SpectralSolid {
 public:
  struct Region {
    bool rigid = false;
    std::vector<Index> vertices;  ///< of the mesh, in their order
    std::size_t tetrahedra = 0;
    std::size_t modes = 0;
  };
  /// Between a deformable and a rigid region.
  struct Boundary {
    std::size_t deformable = 0, rigid = 0;  ///< regions
    std::vector<Index> vertices;
    std::vector<Index> constrained;  ///< in the order in which they were chosen
  };

  struct Data;
  explicit SpectralSolid(std::shared_ptr<const Data> data);
  const std::vector<Region>& regions() const;
  const std::vector<Boundary>& boundaries() const;
  /// Of the whole solid with its boundaries kept together, without its rigid motion, Hz, ascending.
  std::vector<double> frequencies() const;
  bool is_free() const;  ///< nothing is fixed: it has a rigid motion
  const Data& data() const { return *data_; }

 private:
  std::shared_ptr<const Data> data_;
};

/// `materials`: one, or one a tetrahedron; E and G of those with a shear modulus of their own give
/// Poisson's ratio, as in CPM3: at most largest_corotated_poisson, with a note. Of a rigid region
/// only the density counts. InputError where modes are too many, regions are too small or not
/// connected, or values make no sense.
Body spectral_body(const TetMesh& mesh, std::span<const Material> materials,
                   const SpectralOptions& options = {}, Notes* notes = nullptr);

/// The vertices of each rigid region; none where the body is not spectral.
std::vector<std::vector<Index>> rigid_regions(const Model& model);

/// The largest distance between the two sides of a vertex on a boundary now, m.
double boundary_deviation(const State& state);

/// The `count` nodes of a boundary that are constrained, of a graph given by edges: first the one
/// with most neighbours, then always the one with most edges to the nearest of those chosen; the
/// lower number where two are equal (Y10).
std::vector<Index> spread_nodes(std::span<const Index> nodes, std::span<const Line> edges,
                                std::size_t count);

/// Which vertices write_positions() tells of.
enum class Places { all, surface };
/// Where the vertices of a spectral body are, in m: three numbers each, by their number in the
/// body; those that are not asked for stay as they are in `out`. Made for drawing, the quickest
/// way.
void write_positions(const State& state, Places which, std::span<float> out);

/// An orientation handle: the material around a vertex turns with `rotation` (rows; from rest), or
/// with a path of them over the time in s. Position handles are drives and pins, see State.
struct OrientationHandle {
  Index vertex = 0;
  std::array<Vec3d, 3> rotation{Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}};
  std::function<std::array<Vec3d, 3>(double time)> path{};  ///< instead, where there is one
};
/// Takes the place of those there were; InputError where the body is not spectral. As drives, they
/// are not part of what State::save() keeps.
void set_orientation_handles(State& state, std::span<const OrientationHandle> handles);
/// One more beside them; the number is for remove_orientation_handle().
std::size_t add_orientation_handle(State& state, const OrientationHandle& handle);
void remove_orientation_handle(State& state, std::size_t number);
/// The rotation by a vector: its length is the angle, its direction the axis. Rows.
std::array<Vec3d, 3> rotation_by(const Vec3d& vector);
/// The rotation of the material around a vertex now, rows.
std::array<Vec3d, 3> orientation(const State& state, Index vertex);

}  // namespace pliant
