#pragma once

#include <pliant/body_look.h>
#include <pliant/embedding.h>
#include <pliant/groups.h>
#include <pliant/material.h>
#include <pliant/model.h>
#include <pliant/notes.h>
#include <pliant/simulation.h>
#include <pliant/tet_mesh.h>
#include <pliant/voronoi.h>

#include <array>
#include <limits>

namespace pliant {

/// The friction of an obstacle that gets that of its body; no number, so that nobody gives it.
inline constexpr double no_friction_given = std::numeric_limits<double>::quiet_NaN();

/// A body that actions put together before it is made ready to run.
struct StagedBody {
  std::string name;
  std::shared_ptr<const TetMesh> mesh;
  std::shared_ptr<const EmbeddedSurface> surface;  ///< that it was filled from; null: none
  std::vector<double> fill{};  ///< of the cage's tetrahedra, see SolidOptions::fill; empty: all
  std::optional<Material> material;  ///< where the scene names one for the body
  double density = 0;                ///< kg/m³ that the scene gives the body; 0: none
  double total_mass = 0;             ///< kg that it gives it; the density follows; 0: none
  Body body;                         ///< its vertices are those of the mesh
  Dynamics dynamics;                 ///< without gravity until an action sets it
  Vec3d velocity{};                  ///< m/s, at the start
  double velocity_factor = 1;        ///< velocities are multiplied by it every step
  double friction = 0;               ///< of its obstacles that have `no_friction_given`
  bool has_integrator = false;
  /// Actions that change relations while it runs bring them to their stiffest here, or back to what
  /// the body has, for the stable step and for how its damping is done. Called with the body as it
  /// is built and a state of it.
  std::vector<std::function<void(const Body&, State&, bool stiffest)>> stiffest;

  struct Forces {
    std::string action;            ///< that gave them to the body
    bool whole_solid = false;      ///< it makes an elastic solid, unlike a single law
    const Declared* by = nullptr;  ///< that action
  };
  std::vector<Forces> forces{};
  const Declared* solver = nullptr;  ///< the action that made it a spectral solid
  double volume() const;             ///< m³, of what is solid
  double young = 0;                  ///< Pa; the softest that these were given; 0: none was
  BodyLook look{};
  /// For `young`, and for the look where the body has none of its own.
  void made_of(std::span<const Material> materials);
  /// The diagram across whose faces its forces act, where it is computed, not the mesh's own.
  std::optional<VoronoiKind> voronoi{};
};

/// How the bodies of a scene touch, as its Contact actions say.
struct StagedContact {
  /// Of all bodies of two materials; `between` holds what is said, its bodies come later.
  struct OfMaterials {
    std::array<std::string, 2> names;
    ContactPair between{};
  };
  std::vector<OfMaterials> materials{};
  Contact settings{.self = false, .at_start = IntersectedAtStart::ignore};
  struct Surface {
    std::size_t body, obstacle;  ///< an obstacle by its place among those of the body
  };
  std::vector<Surface> surfaces{};  ///< obstacles that are met by contact where there is any
  bool for_surfaces = false;        ///< some of them by nothing else
  bool touch = true;                ///< false: nothing does
  bool given = false;               ///< some action says so, not for pairs alone
  const Declared* by = nullptr;     ///< that action
};

/// Vertices of one body.
struct Selection {
  std::size_t body = 0;
  Group vertices;
};

/// Something that is measured while a simulation runs; one or more columns of a table.
struct Measurement {
  std::string name;  ///< of the probe
  std::vector<std::string> columns, units;
  std::function<void(const SceneRun&, std::span<double> values)> measure;
};

/// What actions see while a simulation is prepared.
class Stage {
 public:
  std::vector<StagedBody> bodies;
  StagedContact contact;
  std::vector<Measurement> probes;
  Notes notes;
  double large_step = 0;  ///< s, where some body has large steps and the scene gives no step

  explicit Stage(const Simulation& simulation) : simulation_(simulation) {}

  /// s; 0 where it is told in steps, whose length may not be known yet.
  double given_seconds() const { return simulation_.settings.value.seconds; }
  /// That relative names of files refer to.
  const std::filesystem::path& folder() const { return simulation_.folder; }
  /// s; 0 where a safe one will be taken, which is not known yet.
  double given_time_step() const { return simulation_.settings.value.time_step; }
  /// The numbers of the body of this name, or of all; InputError with the nearest name.
  std::vector<std::size_t> chosen(const BodyName& name) const;
  /// The same for what works on some kinds of bodies: where no name is given, those of these
  /// kinds; InputError where there are none, and where the one that is named is of another.
  std::vector<std::size_t> chosen(const BodyName& name, std::span<const BodyKind> kinds) const;
  /// Two bodies by their names, in that order; InputError unless they are two that there are.
  std::array<std::size_t, 2> two(const std::vector<std::string>& names) const;
  /// The vertices of a group, in one body or in all that have it. InputError with the nearest name
  /// where no body has it, and where nothing is in it.
  std::vector<Selection> select(const GroupName& group, const BodyName& body) const;
  /// Adds a probe; its name gets a number where it is taken.
  std::size_t add_probe(Measurement probe);

 private:
  bool in_body(const GroupName& group, const StagedBody& body, Group& vertices) const;
  std::vector<std::string> group_names() const;

  const Simulation& simulation_;
};

}  // namespace pliant
