#include "spectral/spectral_state.h"

#include <pliant/error.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "base/text.h"

namespace pliant::spectral {

SpectralState::SpectralState(const Model& m, const SpectralModel& compiled)
    : CompiledState(m),
      motion(compiled.data()),
      compiled_(&compiled),
      loads_(compiled.loads),
      places_(compiled.make_places()) {
  holds_changed();
  if (places_) places_->place(motion);
}

SpectralState::SpectralState(const SpectralState& other)
    : CompiledState(other),
      motion(other.motion),
      handles(other.handles),
      compiled_(other.compiled_),
      loads_(other.loads_),
      places_(other.compiled_->make_places()),
      pushed_(other.pushed_),
      pushes_(other.pushes_),
      last_step_(other.last_step_),
      before_(other.before_) {
  if (places_) places_->place(motion);
}

SpectralState::SpectralState(const SpectralState& other, OnTheSide)
    : CompiledState(other),
      motion(other.motion),
      handles(other.handles),
      compiled_(other.compiled_),
      loads_(other.loads_),
      last_step_(other.last_step_) {}

std::unique_ptr<backend::CompiledState> SpectralState::copy() const {
  return std::make_unique<SpectralState>(*this);
}

bool SpectralState::step(std::int64_t count) {
  const double h = dynamics.time_step;
  std::vector<backend::PlainPose> poses;
  const std::size_t driven = drives ? drives->count() : 0;
  if (driven > 0) {
    std::vector<double> times;
    for (std::int64_t i = 0; i <= count; ++i) times.push_back(time + static_cast<double>(i) * h);
    poses = drives->poses(times);
  }
  for (std::int64_t i = 0; i < count; ++i) {
    const backend::PlainPose* now = poses.data() + static_cast<std::size_t>(i) * driven;
    one_step(now, now + driven);
    ++steps;
    time += h;
    if (!motion.is_sane()) return false;
  }
  if (places_) places_->wait();
  return true;
}

SpectralState::Given SpectralState::one_step(const backend::PlainPose* now,
                                             const backend::PlainPose* next) {
  const Data& data = compiled_->data();
  const double h = dynamics.time_step;
  before_ = motion;
  give_pushes();
  Motion::Loads loads = motion.no_loads();
  motion.add_weight(loads, dynamics.gravity, h);
  motion.add_centrifugal(loads);
  for (const auto& set : loads_)
    for (const auto& [vertex, numbers] : set)
      if (numbers[0] != 0)
        motion.add_force(loads, data.node_of[vertex],
                         Vec3d{numbers[1], numbers[2], numbers[3]} * numbers[0]);
  motion.predict(loads, h, dynamics.damping);
  Given given;
  if (handles.any(data)) given.handles = handles.hold(data, motion, {time, h, now, next});
  if (has_obstacles(dynamics)) {
    compiled_->place(motion, Places::surface, surface_);
    given.contacts = resolve_contacts(data, motion, dynamics, given.handles, surface_, time, h);
  }
  motion.move(h);
  if (places_) places_->place(motion);
  return given;
}

void SpectralState::read(std::vector<Vec3d>* positions, std::vector<Vec3d>* velocities) const {
  const Data& data = compiled_->data();
  if (positions) positions->resize(data.node_of.size());
  if (positions && places_)
    places_->read(motion.centre, *positions);
  else if (positions)
    compiled_->place(motion, Places::all, *positions);
  if (!velocities) return;
  velocities->resize(data.node_of.size());
  const Motion now = at_end_of_step();
  now.find_rates();
  parallel_for(velocities->size(), 256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) (*velocities)[v] = now.velocity_of(data.node_of[v]);
  });
}

void SpectralState::write(std::span<const Vec3d> positions, std::span<const Vec3d> velocities) {
  if (!positions.empty())
    throw InputError(
        "", 0, "the vertices of a spectral solid cannot be put anywhere",
        "their positions follow from its modes; pull it with drives, or place the mesh "
        "before the solid is made");
  std::vector<Vec3d> now;
  read(nullptr, &now);
  if (std::ranges::equal(now, velocities)) return;  // modes tell more than velocities do
  motion.set_velocities(velocities, model.compiled().masses);
  last_step_ = 0;
}

void SpectralState::holds_changed() {
  handles.attach(compiled_->data(), *this, motion);
}

double SpectralState::inverse_mass(Index vertex) const {
  return 1 / model.compiled().masses[vertex];
}

// Stiffness times displacement is M Φ Λ q, turned with the nodes.
std::vector<Vec3d> SpectralState::forces() const {
  const Data& data = compiled_->data();
  Motion pulled = motion;
  for (std::size_t i = 0; i < pulled.x.size(); ++i) pulled.v[i] = -data.stiffness[i] * motion.x[i];
  pulled.velocity = pulled.spin = {};
  pulled.refresh();
  std::vector<Vec3d> out(data.node_of.size());
  for (std::size_t v = 0; v < out.size(); ++v)
    out[v] = pulled.velocity_of(data.node_of[v]) * model.compiled().masses[v];
  for (std::size_t set = 0; set < loads_.size(); ++set) {
    const std::vector<Vec3d> pull = relation_forces({set});
    for (std::size_t i = 0; i < pull.size(); ++i) out[loads_[set][i].vertex] += pull[i];
  }
  return out;
}

// --- for bodies that touch ---

void SpectralState::read_places(std::span<const Index> vertices, std::span<Vec3d> places) const {
  compiled_->place(motion, Places::surface, surface_);
  for (std::size_t i = 0; i < vertices.size(); ++i) places[i] = surface_[vertices[i]];
}

void SpectralState::push(std::span<const Index> vertices, std::span<const Vec3d> forces) {
  pushed_.assign(vertices.begin(), vertices.end());
  pushes_.assign(forces.begin(), forces.end());
}

namespace {

void kick(Motion& motion, const Data& data, std::span<const Index> vertices,
          std::span<const Vec3d> forces, double time, double damping) {
  std::vector<Data::Node> nodes;
  for (const Index v : vertices) nodes.push_back(data.node_of[v]);
  std::vector<Vec3d> impulses(forces.begin(), forces.end());
  for (Vec3d& impulse : impulses) impulse *= time;
  motion.kick(nodes, impulses, damping);
}

}  // namespace

void SpectralState::give_pushes() {
  last_step_ = dynamics.time_step;
  if (!pushes_.empty())
    kick(motion, compiled_->data(), pushed_, pushes_, last_step_, dynamics.damping);
  pushed_.clear();
  pushes_.clear();
}

Motion SpectralState::at_end_of_step() const {
  Motion now = motion;
  if (last_step_ > 0 && !contact_pushes.vertices.empty())
    kick(now, compiled_->data(), contact_pushes.vertices, contact_pushes.forces, 0.5 * last_step_,
         dynamics.damping);
  return now;
}

void SpectralState::go_back(double part) {
  motion.go_back(before_, part, dynamics.time_step);
  if (places_) places_->place(motion);
}

std::vector<Vec3d> SpectralState::tangent(std::span<const Vec3d> directions, bool) const {
  return std::vector<Vec3d>(directions.size());
}

std::vector<Vec3d> SpectralState::relation_forces(const backend::WantedRelations& wanted) const {
  std::vector<Vec3d> out;
  const auto& loads = loads_[wanted.set];
  for (std::size_t i = 0; i < (wanted.relations ? wanted.relations->size() : loads.size()); ++i) {
    auto numbers = loads[wanted.relations ? (*wanted.relations)[i] : i].numbers;
    for (const std::size_t parameter : wanted.without) numbers[1 + parameter] = 0;
    out.push_back(Vec3d{numbers[1], numbers[2], numbers[3]} * numbers[0]);
  }
  return out;
}

double SpectralState::elastic_energy() const {
  double sum = motion.elastic_energy();
  for (std::size_t set = 0; set < loads_.size(); ++set) {
    const std::vector<Vec3d> pull = relation_forces({set});
    for (std::size_t i = 0; i < pull.size(); ++i)
      sum -= dot(pull[i], motion.position(compiled_->data().node_of[loads_[set][i].vertex]));
  }
  return sum;
}

// Rest values are the first of a load's numbers, parameters the others.
double SpectralState::parameter(backend::FieldName field, std::size_t relation) const {
  return loads_[field.set][relation].numbers[1 + field.field];
}
void SpectralState::set_parameters(backend::FieldName field, std::span<const Index> relations,
                                   std::span<const double> values) {
  for (std::size_t i = 0; i < relations.size(); ++i)
    loads_[field.set][relations[i]].numbers[1 + field.field] = values[values.size() == 1 ? 0 : i];
}
void SpectralState::take_relations(const CompiledState& from) {
  CompiledState::take_relations(from);
  loads_ = static_cast<const SpectralState&>(from).loads_;
}
void SpectralState::set_all(backend::FieldName field, double value) {
  for (auto& load : loads_[field.set]) load.numbers[1 + field.field] = value;
}
void SpectralState::remove(std::size_t set, std::span<const Index> relations) {
  for (const Index relation : relations) loads_[set][relation].numbers[0] = 0;
}
void SpectralState::put_back(std::size_t set, std::span<const Index> relations) {
  for (const Index relation : relations)
    loads_[set][relation].numbers[0] = compiled_->loads[set][relation].numbers[0];
}

std::unique_ptr<backend::PendingFrame> SpectralState::request_frame() const {
  class Ready final : public backend::PendingFrame {
   public:
    std::vector<Vec3d> take() override { return std::move(places); }
    std::vector<Vec3d> places;
  };
  auto frame = std::make_unique<Ready>();
  read(&frame->places, nullptr);
  return frame;
}

namespace {

// All numbers of a motion, in turn.
template <class Motions, class Visit>
void visit_numbers(Motions& m, const Visit& visit) {
  for (auto* values : {&m.x, &m.v, &m.a})
    for (auto& number : *values) visit(number);
  for (auto* vector : {&m.centre, &m.velocity, &m.acceleration, &m.spin, &m.torque,
                       &m.turn.column[0], &m.turn.column[1], &m.turn.column[2]})
    for (int i = 0; i < 3; ++i) visit((*vector)[i]);
}

}  // namespace

backend::Snapshot SpectralState::snapshot() const {
  backend::Snapshot out;
  out.first = motion.fresh;
  visit_numbers(motion, [&](const double& number) { out.modal.push_back(number); });
  for (const Vec3d& place : handles.places())
    for (int i = 0; i < 3; ++i) out.modal.push_back(place[i]);
  out.modal.push_back(last_step_);
  for (std::size_t set = 0; set < loads_.size(); ++set)
    for (std::size_t field = 0; field < 4; ++field) {
      std::vector<double> values;
      for (const auto& load : loads_[set]) values.push_back(load.numbers[field]);
      if (!values.empty()) out.fields.push_back({set, field, std::move(values)});
    }
  return out;
}

void SpectralState::restore(const backend::Snapshot& snapshot) {
  holds_changed();
  std::vector<Vec3d> held = handles.places();
  std::size_t count = 0;
  visit_numbers(motion, [&](double&) { ++count; });
  if (snapshot.modal.size() != count + 3 * held.size() + 1)
    throw InputError("", 0, "the saved state is damaged: it has not as many modes",
                     "take one that was saved as a whole");
  const double* from = snapshot.modal.data();
  visit_numbers(motion, [&](double& number) { number = *from++; });
  for (Vec3d& place : held)
    for (int i = 0; i < 3; ++i) place[i] = *from++;
  handles.set_places(held);
  last_step_ = *from;
  motion.fresh = snapshot.first;
  motion.refresh();
  loads_ = compiled_->loads;
  for (const backend::FieldValues& field : snapshot.fields)
    for (std::size_t i = 0; i < loads_[field.set].size(); ++i)
      loads_[field.set][i].numbers[field.field] = field.values[field.values.size() == 1 ? 0 : i];
  if (places_) places_->place(motion);
}

SpectralState& spectral_state(backend::CompiledState& state) {
  if (!state.model.compiled().is_spectral())
    throw InputError("", 0, "the body is not a spectral solid", "make it with spectral_body()");
  return static_cast<SpectralState&>(state);
}
const SpectralState& spectral_state(const backend::CompiledState& state) {
  return spectral_state(const_cast<backend::CompiledState&>(state));
}

}  // namespace pliant::spectral

namespace pliant {

std::vector<std::vector<Index>> rigid_regions(const Model& model) {
  std::vector<std::vector<Index>> rigid;
  const auto* const solid = dynamic_cast<const spectral::SpectralModel*>(&model.compiled());
  if (!solid) return rigid;
  for (const SpectralSolid::Region& region : solid->data().regions)
    if (region.rigid) rigid.push_back(region.vertices);
  return rigid;
}

double boundary_deviation(const State& state) {
  const auto& spectral = spectral::spectral_state(state.compiled());
  double most = 0;
  for (const auto& pair : spectral.compiled().data().pairs)
    most = std::max(most, length(spectral.motion.position(pair.deformable) -
                                 spectral.motion.position(pair.rigid)));
  return most;
}

void write_positions(const State& state, Places which, std::span<float> out) {
  const auto& spectral = spectral::spectral_state(state.compiled());
  if (out.size() != 3 * state.model().vertex_count())
    throw InputError(
        "", 0, text("there is room for ", out.size(), " numbers"),
        text("give three for each of the ", state.model().vertex_count(), " vertices"));
  spectral.compiled().place(spectral.motion, which, out);
}

namespace {

void check_handle(const State& state, const OrientationHandle& handle) {
  if (handle.vertex >= state.model().vertex_count())
    throw InputError("", 0, text("no vertex ", handle.vertex),
                     text("there are ", state.model().vertex_count()));
  const auto& [x, y, z] = handle.rotation;
  if (!handle.path && !spectral::is_rotation({x, y, z}))
    throw InputError("", 0, "the rotation of a handle is none", "give the rows of a rotation");
}

}  // namespace

void set_orientation_handles(State& state, std::span<const OrientationHandle> handles) {
  auto& spectral = spectral::spectral_state(state.compiled());
  for (const OrientationHandle& handle : handles) check_handle(state, handle);
  spectral.handles.set_orientations(handles);
}
std::size_t add_orientation_handle(State& state, const OrientationHandle& handle) {
  auto& spectral = spectral::spectral_state(state.compiled());
  check_handle(state, handle);
  return spectral.handles.add_orientation(handle);
}
void remove_orientation_handle(State& state, std::size_t number) {
  spectral::spectral_state(state.compiled()).handles.remove_orientation(number);
}

std::array<Vec3d, 3> rotation_by(const Vec3d& vector) {
  const auto turn = spectral::turned(-vector, spectral::Mat3d{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
  return {turn.column[0], turn.column[1], turn.column[2]};  // of the inverse: its columns
}

std::array<Vec3d, 3> orientation(const State& state, Index vertex) {
  const auto& spectral = spectral::spectral_state(state.compiled());
  if (vertex >= state.model().vertex_count())
    throw InputError("", 0, text("no vertex ", vertex),
                     text("there are ", state.model().vertex_count()));
  const auto turn = spectral.motion.turn_of(spectral.compiled().data().node_of[vertex]);
  std::array<Vec3d, 3> rows;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) rows[static_cast<std::size_t>(i)][j] = turn.column[j][i];
  return rows;
}

}  // namespace pliant
