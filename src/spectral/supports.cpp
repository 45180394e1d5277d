#include <Eigen/Dense>

#include "spectral/spectral_state.h"
#include "spectral/stresses.h"

// What a spectral solid is held with. Pins and drives give impulses, which are known. What is fixed
// is left out of the modes: its force and torque are what the change of momentum leaves over when
// everything else that acts from outside is taken away. Of it every fixed vertex gets what its
// tetrahedra pull it with, and what the modes do not show is shared by mass.

namespace pliant::spectral {

namespace {

struct Wrench {
  Vec3d force, torque;  // N, N m about the origin

  void add(const Vec3d& at, const Vec3d& f) {
    force += f;
    torque += cross(at, f);
  }
};

/// Momentum and angular momentum about the origin of all vertices.
Wrench momentum_of(const Data& data, const Motion& motion, std::span<const double> masses) {
  Wrench sum;
  for (std::size_t v = 0; v < masses.size(); ++v)
    sum.add(motion.position(data.node_of[v]), motion.velocity_of(data.node_of[v]) * masses[v]);
  return sum;
}

/// A force at each vertex, the mass times α + β × (x - centre), that makes up for a wrench. What no
/// forces there can make up for, as a torque about the line they lie on, stays.
void share(const Wrench& wrench, std::span<const Index> vertices, std::span<const Vec3d> places,
           std::span<const double> masses, std::vector<Vec3d>& forces) {
  double mass = 0;
  Vec3d centre;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    mass += masses[vertices[i]];
    centre += places[i] * masses[vertices[i]];
  }
  centre = centre / mass;
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec3d r = places[i] - centre;
    const Eigen::Vector3d arm(r.x, r.y, r.z);
    inertia += masses[vertices[i]] *
               (arm.squaredNorm() * Eigen::Matrix3d::Identity() - arm * arm.transpose());
  }
  const Vec3d about = wrench.torque - cross(centre, wrench.force);
  const Eigen::Vector3d turning =
      inertia.completeOrthogonalDecomposition().solve(Eigen::Vector3d(about.x, about.y, about.z));
  const Vec3d spin{turning.x(), turning.y(), turning.z()};
  for (std::size_t i = 0; i < vertices.size(); ++i)
    forces[vertices[i]] +=
        (wrench.force / mass + cross(spin, places[i] - centre)) * masses[vertices[i]];
}

}  // namespace

std::vector<Vec3d> SpectralState::support_forces() const {
  const Data& data = compiled_->data();
  const double h = dynamics.time_step;
  SpectralState after(*this, OnTheSide{});
  after.push(contact_pushes.vertices, contact_pushes.forces);
  std::vector<backend::PlainPose> poses;
  if (drives && drives->count() > 0) poses = drives->poses(std::vector{time, time + h});
  const Given given = after.one_step(poses.data(), poses.data() + poses.size() / 2);
  std::vector<Vec3d> out(data.node_of.size());
  for (std::size_t i = 0; i < given.handles.size(); ++i) {
    const Goal& goal = given.handles.goals[i];
    if (goal.supports) out[goal.vertex] += goal.along * (given.handles.impulses[i] / h);
  }
  if (!data.fixed.empty()) add_fixed_forces(after, given, out);
  return out;
}

void SpectralState::add_fixed_forces(const SpectralState& after, const Given& given,
                                     std::vector<Vec3d>& forces) const {
  const Data& data = compiled_->data();
  const std::vector<double>& masses = model.compiled().masses;
  const double h = dynamics.time_step, drag = data.mass_damping + dynamics.damping;
  const Wrench then = momentum_of(data, after.motion, masses);
  const Wrench now = momentum_of(data, motion, masses);
  Wrench left{(then.force - now.force) / h + (then.force + now.force) * (0.5 * drag),
              (then.torque - now.torque) / h + (then.torque + now.torque) * (0.5 * drag)};
  for (std::size_t i = 0; i < contact_pushes.vertices.size(); ++i)
    left.add(motion.position(data.node_of[contact_pushes.vertices[i]]), -contact_pushes.forces[i]);
  left.force -= given.contacts.linear / h;
  left.torque -= given.contacts.angular / h;
  const auto place = [&](Index v) { return motion.position(data.node_of[v]); };
  for (std::size_t v = 0; v < masses.size(); ++v)
    left.add(place(static_cast<Index>(v)), -dynamics.gravity * masses[v]);
  for (std::size_t v = 0; v < masses.size(); ++v)
    if (squared_length(forces[v]) > 0) left.add(place(static_cast<Index>(v)), -forces[v]);
  for (std::size_t set = 0; set < loads_.size(); ++set) {
    const std::vector<Vec3d> pull = relation_forces({set});
    for (std::size_t i = 0; i < pull.size(); ++i) {
      const Index v = loads_[set][i].vertex;
      left.add(place(v), -pull[i]);
    }
  }
  const std::vector<Vec3d> pulls = element_pulls(data, motion, data.fixed);
  std::vector<Vec3d> places;
  for (const Index v : data.fixed) {
    places.push_back(place(v));
    const Vec3d own = -pulls[v] - dynamics.gravity * masses[v];
    forces[v] += own;
    left.add(places.back(), -own);
  }
  share(left, data.fixed, places, masses, forces);
}

std::vector<Stress> SpectralState::stresses() const {
  return stresses_of(compiled_->data(), motion);
}

}  // namespace pliant::spectral
