#pragma once

#include <pliant/bodies.h>
#include <pliant/model.h>
#include <pliant/tet_mesh.h>

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "reproduce/paper.h"

// What the parts of L13's reproduction share.

namespace pliant::app::l13 {

/// What L13 prints of one of its meshes.
struct PublishedMesh {
  std::string name;
  std::string file;                         ///< stem in the folder of real meshes
  std::size_t vertices, tetrahedra, edges;  ///< Table 5.1
  PublishedSolid solid;                     ///< Tables 5.2 and 6.3
  double largest_inverse;                   ///< 1/kg, before truncation, Table 5.2
  std::size_t over;
  double percent;
  double step;                         ///< s, Table 6.3
  double cpu, gpu;                     ///< ms a step, Figure 6.1
  std::string cpu_frames, gpu_frames;  ///< Table 6.2
};
std::span<const PublishedMesh> published_meshes();

/// Our mesh beside a published one, scaled to published_median_edge.
struct Subject {
  const PublishedMesh* published;
  TetMesh mesh;
};
std::vector<Subject> subjects(const ReproduceSettings& settings);

TetMesh scaled(const TetMesh& mesh, double factor);
/// With its lowest vertex at this height.
TetMesh lifted(const TetMesh& mesh, double bottom);
double height(std::span<const Vec3d> points);

inline constexpr Vec3d gravity{0, -published_gravity, 0};
/// How far bodies fall before they meet the floor, over their height.
inline constexpr double fall_share = 0.03;

/// How L13 damps volumes: after (3.9), which is ours; after (3.11), which is its own; not at all.
enum class VolumeDamping { gradient, normal, none };
inline constexpr std::array volume_dampings{VolumeDamping::gradient, VolumeDamping::normal,
                                            VolumeDamping::none};
/// "(3.9)", "(3.11)", "springs alone".
std::string name_of(VolumeDamping damping);
PublishedSolid damped(PublishedSolid solid, VolumeDamping damping);

/// α of (3.12), which L13 does not print.
inline constexpr double strain_limit = 1.5;

/// A body some way above a floor at y = 0, falling.
class Fall {
 public:
  Fall(const TetMesh& mesh, const PublishedSolid& solid, double height_of_fall,
       Backend backend = Backend::cpu);
  const Model& model() const { return model_; }
  const TetMesh& mesh() const { return mesh_; }
  static Dynamics dynamics(Integrator integrator, double time_step, double limit = 0);
  /// J. The forces of (3.11) have no energy of their own, and State::energy() counts none: here
  /// they have that of normal_volume_energy().
  double energy(const State& state) const;

 private:
  TetMesh mesh_;
  PublishedSolid solid_;
  Model model_;
};

/// How a fall went. Stable: it came to its end with finite positions, and the total energy, counted
/// from the floor, never exceeded that of the start by more than a twentieth.
struct Outcome {
  bool stable = true;
  double smallest_volume = 1, largest_volume = 1;  ///< over the volume at rest
};
Outcome let_fall(const Fall& fall, const Dynamics& dynamics, double seconds, int looks);

/// The body over a grid on the floor. The grid is wider than the body and an unused vertex as high
/// as it was, so that all frames are seen from the same place.
render::Image picture_on_floor(const TetMesh& body, const std::vector<Vec3d>& positions);

/// Parts of the report, in its order. `meshes` has the order of published_meshes().
void add_meshes(const std::vector<Subject>& meshes, Report& report);
void add_truncation(const std::vector<Subject>& meshes, const ReproduceSettings& settings,
                    Report& report);
void add_integrators(const ReproduceSettings& settings, Report& report);
void add_constants(const std::vector<Subject>& meshes, const ReproduceSettings& settings,
                   Report& report);
void add_speed(const std::vector<Subject>& meshes, const ReproduceSettings& settings,
               Report& report);
void add_scenes(const std::vector<Subject>& meshes, const ReproduceSettings& settings,
                Report& report);
void add_bunnies(const Subject& bunny, const ReproduceSettings& settings, Report& report);

}  // namespace pliant::app::l13
