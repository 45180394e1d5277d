#pragma once

#include <pliant/action.h>
#include <pliant/continuum.h>
#include <pliant/model.h>

#include <optional>

// The actions that scenes are made of, those of E06 8.4 among them: sim.add(action::Gravity{9.81}).
// Their help is in the declarations (src/scene/actions), on docs/actions.md and in `pliant
// actions`.

namespace pliant::action {

// What surrounds the bodies.

struct Gravity {
  double strength = 9.81;
  Vec3d direction{0, -1, 0};
  BodyName body{};
  static Declaration declare();
  void prepare(Stage&) const;
};

struct GlobalDamping {
  double factor = 0.999;
  BodyName body{};
  double rate = 0;
  static Declaration declare();
  void prepare(Stage&) const;
};

// Obstacles. A friction that is not given is that of a Friction action, or none. The response is a
// constraint, an impulse or a penalty, see obstacle.h.

struct Ground {
  OfTime<double> level{0.0};
  double bounce = 0;
  std::optional<double> friction{};
  Vec3d normal{0, 1, 0};
  BodyName body{};
  std::string response = "constraint";
  double stiffness = 0;
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

struct Tabletop {
  OfTime<double> height{1.0};
  double length_x = 1, length_z = 1, thickness = 0.1;
  OfTime<Vec3d> centre{};
  double bounce = 0;
  std::optional<double> friction{};
  BodyName body{};
  std::string response = "constraint";
  double stiffness = 0;
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

struct Ball {
  OfTime<Vec3d> centre{};
  double radius = 1;
  double bounce = 0;
  std::optional<double> friction{};
  BodyName body{};
  std::string response = "constraint";
  double stiffness = 0;
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

struct Capsule {
  OfTime<Vec3d> from{}, to{};  ///< the middles of its round ends
  double radius = 0.5;
  double bounce = 0;
  std::optional<double> friction{};
  BodyName body{};
  std::string response = "constraint";
  double stiffness = 0;
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

struct Box {
  OfTime<Vec3d> centre{};
  Vec3d size{1, 1, 1}, rotation{};
  double bounce = 0;
  std::optional<double> friction{};
  BodyName body{};
  std::string response = "constraint";
  double stiffness = 0;
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

/// A closed surface.
struct SolidObstacle {
  std::string mesh{};
  OfTime<Vec3d> position{};
  Vec3d rotation{};
  double scale = 1;
  std::map<std::string, double> settings{};
  std::string unit{};
  double size = 0;
  std::string up = "y";
  double bounce = 0;
  std::optional<double> friction{};
  BodyName body{};
  std::string response{};
  double stiffness = 0;
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

struct Friction {
  double coefficient = 0.5;
  BodyName body{};
  static Declaration declare();
  void prepare(Stage&) const;
};

/// How bodies touch each other and themselves, or two of them alone, see contact.h. A friction that
/// is not given is 0.5, or of a pair that of the others.
struct Contact {
  std::optional<double> friction{}, sliding_friction{};
  bool self = true;
  double thickness = 0, damping = pliant::Contact{}.damping;
  std::vector<std::string> between{}, materials{};
  GroupName group{};
  BodyName body{};
  bool touch = true;
  std::string at_start = "refuse";
  static Declaration declare();
  void prepare(Stage&) const;
};

struct StrainLimit {
  double limit = 1.3;
  BodyName body{};
  static Declaration declare();
  void prepare(Stage&) const;
};

// Steps of any length, and none at all.

struct LargeSteps {
  std::string method = "newton";
  double step = 0;
  std::int64_t iterations = 0;
  double tolerance = pliant::LargeSteps{}.tolerance;
  std::string integrator = "backward_euler";
  BodyName body{};
  static Declaration declare();
  void prepare(Stage&) const;
};

struct Equilibrium {
  double tolerance = 1e-6;
  BodyName body{};
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

// What is simulated.

struct DynamicSelection {
  std::string setting = "auto";
  std::string criterion = "automatic";
  std::optional<double> threshold{}, active_time{}, neighbour_time{};
  std::string units = "SI";
  double tolerance = 0, pixel = 0;
  BodyName body{};
  static Declaration declare();
  void prepare(Stage&) const;
};

// Forces.

struct ClearForces {
  static Declaration declare();
  void prepare(Stage&) const;
};

struct MassSpringForces {
  double young = 0, shear = 0;
  std::string material{};
  std::optional<double> poisson{};
  double damping_time = -1;
  std::string terms = "springs_and_volumes";
  std::string masses = "lumped";
  double fastest = 4, most_damping = 0;
  double largest_inverse_mass = 0;
  BodyName body{};
  static Declaration declare();
  void prepare(Stage&) const;
};

/// L13's own forces and masses, see published.h.
struct MassSpringAsPublished {
  double k_distance = 50, k_volume = 20;
  double distance_damping = 0.001, volume_damping = 0.01;
  bool normal_damping = false;
  std::string masses = "average_volume";
  double largest_inverse_mass = 0;
  BodyName body{};
  static Declaration declare();
  void prepare(Stage&) const;
};

/// Continuum-mechanics particles and elastic solids.
template <ContinuumModel model>
struct ContinuumForces {
  double young = 0, shear = 0;
  std::string material{};
  std::optional<double> poisson{};
  double damping_time = -1;
  std::vector<std::string> regions{};
  std::string masses = model == ContinuumModel::voronoi_faces ? "model" : "lumped";
  double fastest = model == ContinuumModel::voronoi_faces ? -1 : 4, most_damping = 0;
  double least_damping = -1;  ///< for `voronoi_faces` and `sub_faces` only
  double largest_inverse_mass = 0;
  std::string voronoi = "given";  ///< for `voronoi_faces` only
  Vec3d fibre{};                  ///< this and the following for `corotated` only
  double fibre_young = 0, fibre_poisson = 0, fibre_shear = 0;
  std::string law = "elastic";  ///< this and the following for `elastic` only
  double mooney_ratio = ContinuumOptions{}.mooney_ratio;
  Vec3d ogden_exponents = OgdenTerms{}.exponents, ogden_shares = OgdenTerms{}.shares;
  BodyName body{};
  static Declaration declare();
  void prepare(Stage&) const;
};
using MaterialForces = ContinuumForces<ContinuumModel::voronoi_faces>;
using MaterialForces2 = ContinuumForces<ContinuumModel::sub_faces>;
using MaterialForces3 = ContinuumForces<ContinuumModel::corotated>;
using ElasticForces = ContinuumForces<ContinuumModel::elastic>;

/// Fibres in a solid that contract, see MuscleFibre.
struct Muscle {
  Vec3d direction{};
  double tension = 0, stiffness = 0;
  double damping_time = 0.005;
  GroupName group{"all"};
  BodyName body{};
  static Declaration declare();
  void prepare(Stage&) const;
};

/// Springs and areas of a sheet of triangles, see cloth().
struct ClothForces {
  double stretching = 50, area = 50, bending = 0.5;  ///< N/m
  double density = 0.2;                              ///< kg/m²
  double damping_time = 0.001;
  BodyName body{};
  static Declaration declare();
  void prepare(Stage&) const;
};

/// Springs along lines, see rope().
struct ChainForces {
  double stretching = 1000;  ///< N
  double density = 0.1;      ///< kg/m
  double damping_time = 0.001;
  BodyName body{};
  static Declaration declare();
  void prepare(Stage&) const;
};

/// A solid in modal coordinates with rigid regions.
struct SpectralSolid {
  std::int64_t modes = 50;
  std::vector<std::string> rigid{};
  GroupName fixed{};
  double young = 0, shear = 0;
  std::string material{};
  std::optional<double> poisson{};
  double damping_time = -1, mass_damping = 0;
  std::int64_t boundary_nodes = 0;
  std::vector<std::string> lines{}, joints{};
  double p1 = 0, p2 = 0;
  std::string boundary = "linear";
  bool warped = true;
  std::string mass = "lumped";
  BodyName body{};
  static Declaration declare();
  void prepare(Stage&) const;
};

// Integrators.

template <Integrator method>
struct Integration {
  BodyName body{};
  static Declaration declare();
  void prepare(Stage&) const;
};
#define PLIANT_ACTION(name, Type, help) using Type = Integration<Integrator::name>;
PLIANT_INTEGRATORS(PLIANT_ACTION)
#undef PLIANT_ACTION

// Constraints and drives.

struct Pin {
  GroupName group{};
  std::string axes = "xyz";
  BodyName body{};
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

struct Anchor {
  GroupName group{};
  double stiffness = 0, damping = 0;
  bool each = false;
  BodyName body{};
  static Declaration declare();
  void prepare(Stage&) const;
};

struct Drive {
  GroupName group{};
  OfTime<Vec3d> path{};
  std::string axes = "xyz";
  double start = 0, seconds = 0;
  bool hold = true;
  BodyName body{};
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

struct Orient {
  GroupName group{};
  OfTime<Vec3d> rotation{};
  double start = 0, seconds = 0;
  bool hold = true;
  BodyName body{};
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

struct MoveSteady {
  std::int64_t plane = 0;
  double position = 0;
  std::int64_t direction = 0;
  double speed = 0;
  std::int64_t steps = 0;
  bool hold = false;
  double tolerance = 0;
  double start = 0, seconds = 0;
  std::int64_t start_step = 0;
  BodyName body{};
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

struct MoveBlock {
  Vec3d low{}, high{};
  std::int64_t direction = 0;
  double speed = 0;
  std::int64_t steps = 0;
  bool hold = false;
  double start = 0, seconds = 0;
  std::int64_t start_step = 0;
  BodyName body{};
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

struct Rotate {
  std::int64_t plane = 0;
  double position = 0;
  double speed = 0;
  std::int64_t steps = 0;
  bool hold = false;
  double tolerance = 0;
  double start = 0, seconds = 0;
  std::int64_t start_step = 0;
  BodyName body{};
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

struct SineMovement {
  std::int64_t plane = 0;
  double position = 0;
  std::int64_t direction = 1;
  double amplitude = 0.1, frequency = 1;
  std::int64_t steps = 0;
  bool hold = false;
  double tolerance = 0;
  double start = 0, seconds = 0;
  std::int64_t start_step = 0;
  BodyName body{};
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

struct SimpleVolumeConstraint {
  std::optional<double> gamma{};
  std::string form = "corrected";
  GroupName region{"all"};
  BodyName body{};
  static Declaration declare();
  void prepare(Stage&) const;
};

struct ElementVolumeConstraint {
  double gamma = 1, tolerance = 1e-6;
  std::int64_t max_iterations = 200;
  double softness = 1e-3;
  GroupName region{"all"};
  std::string name = "element_volumes";
  std::int64_t every = 10;
  BodyName body{};
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

// Loads.

struct EventForces {
  std::vector<ForceEvent> events{};
  BodyName body{};
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

struct Load {
  GroupName group{};
  OfTime<Vec3d> force{};
  double ramp = 0, start = 0, seconds = 0;
  bool each = false;
  std::int64_t every = 1;
  BodyName body{};
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

struct Traction {
  GroupName group{};
  OfTime<Vec3d> traction{};
  double ramp = 0, start = 0, seconds = 0;
  std::int64_t every = 1;
  BodyName body{};
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

struct Pressure {
  GroupName group{};
  OfTime<double> pressure{};
  double ramp = 0, start = 0, seconds = 0;
  std::int64_t every = 1;
  BodyName body{};
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

struct ChangeStiffness {
  OfTime<double> factor{};
  GroupName group{"all"};
  double ramp = 0, start = 0, seconds = 0;
  std::int64_t every = 1;
  BodyName body{};
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

struct SetAttribute {
  std::string attribute{};
  OfTime<double> value{};
  GroupName group{"all"};
  double ramp = 0, start = 0, seconds = 0;
  std::int64_t every = 1;
  BodyName body{};
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

struct Cut {
  Vec3d point{}, normal{1, 0, 0};
  double time = 0, radius = 0;
  BodyName body{};
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

// Probes and recording.

struct Probe {
  std::string quantity{};
  GroupName group{"all"};
  std::string name{};
  std::int64_t every = 10;
  BodyName body{};
  std::optional<Vec3d> about{};
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

/// What the second of two bodies does to the first where they touch.
struct ContactForce {
  std::vector<std::string> between{};
  std::string name = "contact";
  std::int64_t every = 10;
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

struct CalculateFlux {
  std::int64_t axis = 0;
  double position = 0;
  std::string name = "flux";
  std::int64_t every = 10;
  BodyName body{};
  std::optional<Vec3d> about{};
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

struct Record {
  std::int64_t every = 0;
  double seconds = 0;
  std::vector<std::string> fields{};
  bool velocities = true;
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

struct StopWhen {
  std::string probe{};
  double above = std::numeric_limits<double>::infinity();
  double below = -std::numeric_limits<double>::infinity();
  double settled = 0, time = 0;
  std::int64_t every = 10;
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

struct WatchEnergy {
  bool stop = false;
  std::int64_t every = 256;
  BodyName body{};
  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage&) const;
};

}  // namespace pliant::action
