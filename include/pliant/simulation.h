#pragma once

#include <pliant/action.h>
#include <pliant/embedding.h>
#include <pliant/pose.h>
#include <pliant/tet_mesh.h>

#include <filesystem>

namespace pliant {

/// The mesh of a body and the fine surface that it was filled from, where there is one; both stand
/// where the body does.
struct BodyMesh {
  std::shared_ptr<const TetMesh> solid;
  std::shared_ptr<const EmbeddedSurface> surface{};
  /// How full the tetrahedra of a cage are; empty: the solid ends where the surface does.
  std::vector<double> fill{};
  std::vector<double> insets{};  ///< of the cage's vertices, see Body::insets
};

/// Where a body comes from and how it stands in the scene: scaled, then turned, then moved, then
/// set down.
struct BodySource {
  std::string mesh{};            ///< a file, or the name of a built-in shape
  double density = 0;            ///< kg/m³; 0: the material's
  std::string name = "body";     ///< for body= of actions, and in recordings
  std::string material{};        ///< by name; empty: the force action says
  Vec3d position{}, rotation{};  ///< m; degrees about x, then y, then z
  double scale = 1;
  std::map<std::string, double> settings{};  ///< of a built-in shape
  double tetrahedra = 0, edge = 0;           ///< for filling a surface; 0: chosen
  std::string colour{};                      ///< such as "#aa3322"; empty: the material's
  double total_mass = 0;                     ///< kg, instead of a density; 0: none is given
  double median_edge = 0;  ///< m; instead of `scale`: half of its edges are longer then; 0: none
  /// m; where its lowest vertex comes to lie, whatever `position` says of y.
  double lowest = -std::numeric_limits<double>::infinity();
  /// What its numbers count, the longest side it shall have (m; 0: not given), and the axis that
  /// points up; see MeshPose.
  std::string unit{};
  double size = 0;
  std::string up = "y";
  std::shared_ptr<const TetMesh> solid{};  ///< instead of `mesh`, from C++
  /// Likewise, filled and placed already: what says how stays without effect.
  std::shared_ptr<const BodyMesh> ready{};
  std::string mesher = "fitted";  ///< what a surface becomes, see Mesher
  std::string kind = "auto";      ///< of a mesh of triangles: a solid, or cloth
  Vec3d velocity{};               ///< m/s, of all of it at the start

  MeshPose pose() const { return {unit, scale, size, up, rotation}; }
  static Declaration declare();
};

/// Vertices that a scene gives a name: a box, a plane, or as parse_group() reads them.
struct GroupSource {
  std::string name{};
  std::string select{};  ///< such as "sphere:0,1,0,0.2" or "nearest:0,0,0"
  BodyName body{};
  Vec3d low{}, high{};      ///< a box, where they differ
  Vec3d point{}, normal{};  ///< a plane, where the normal is not zero
  double tolerance = 0;     ///< m from the plane; 0: a millionth of the body's size

  static Declaration declare();
};

/// How long a simulation runs, and in which steps.
struct SimulationSettings {
  double seconds = 0;           ///< simulated; either this or `steps`
  std::int64_t steps = 0;       ///< 0: from `seconds`
  double time_step = 0;         ///< s; 0: a safe one
  std::int64_t save_every = 0;  ///< steps from one recorded frame to the next; 0: see Record

  static Declaration declare();
};

template <class T>
class DeclaredOf final : public Declared {
 public:
  DeclaredOf() = default;
  explicit DeclaredOf(T values) : value(std::move(values)) {}
  const Declaration& declaration() const override {
    static const Declaration declaration = T::declare();
    return declaration;
  }
  T value;

 protected:
  void* object() override { return &value; }
};

/// An experiment: bodies and what happens to them. A plain description; a SceneRun is made from it,
/// as often as one likes.
class Simulation {
 public:
  using SourcePointer = std::shared_ptr<const DeclaredOf<BodySource>>;
  using GroupPointer = std::shared_ptr<const DeclaredOf<GroupSource>>;

  DeclaredOf<SimulationSettings> settings;
  std::filesystem::path folder;  ///< that relative names of meshes refer to

  template <class A>
  requires requires { A::declare(); }
  void add(A action) {
    add(std::shared_ptr<const Action>(
        std::make_shared<ActionOf<A>>(action_type<A>(), std::move(action))));
  }
  void add(std::shared_ptr<const Action> action);
  void add_body(BodySource source);
  void add_body(SourcePointer source);
  /// The one-body form: takes the place of all bodies.
  void set_body(SourcePointer source);
  void add_group(GroupSource source);
  void add_group(GroupPointer source);

  const std::vector<std::shared_ptr<const Action>>& actions() const { return actions_; }
  const std::vector<SourcePointer>& bodies() const { return bodies_; }
  const std::vector<GroupPointer>& groups() const { return groups_; }

 private:
  std::vector<std::shared_ptr<const Action>> actions_;
  std::vector<SourcePointer> bodies_;
  std::vector<GroupPointer> groups_;
};

}  // namespace pliant
