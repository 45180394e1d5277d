#include "backend/gpu/gpu_state.h"

#include <algorithm>
#include <cmath>

#include "backend/gpu/gpu_shared_steps.h"
#include "backend/gpu/gpu_touching.h"
#include "backend/gpu/rows.h"
#include "backend/layout/relation_reader.h"
#include "relations/law_functions.h"

namespace pliant::gpu {

template <class R>
GpuState<R>::GpuState(const Model& m, const GpuModel<R>& compiled)
    : CompiledState(m), compiled_(&compiled), copies_(compiled, 1) {
  for (Index r : compiled.layout.row_of_vertex)
    inverse_masses_.push_back(compiled.particles[r].place.w);
}

template <class R>
std::unique_ptr<backend::CompiledState> GpuState<R>::copy() const {
  return std::unique_ptr<GpuState>(new GpuState(*this));
}

// --- stepping ---

template <class R>
Stepped GpuState<R>::step_copies(std::int64_t count, bool backing_up) {
  const Clock clock{time_then_, steps - steps_then_};
  return copies_.step(count, backing_up, clock, [this](std::int64_t first, std::int64_t n) {
    std::vector<double> times;
    for (std::int64_t i = 1; i <= n; ++i) times.push_back(time_of(steps + first + i));
    return drives->poses(times);
  });
}

template <class R>
bool GpuState<R>::step(std::int64_t count) {
  const Stepped done = step_copies(count, false);
  pass(done.steps);
  if (done.problem) std::rethrow_exception(done.problem);
  return !copies_.diverged(0);
}

template <class R>
std::optional<bool> GpuState<R>::step_backing_up(std::int64_t count) {
  const Stepped done = step_copies(count, true);
  const bool good = !copies_.diverged(0);
  if (!good) {
    pass(done.steps - copies_.steps_since_backup());
    copies_.go_back(0, false);
    selection_changed();
    return false;
  }
  pass(done.steps);
  if (done.problem) std::rethrow_exception(done.problem);
  return true;
}

template <class R>
std::unique_ptr<backend::SharedSteps> GpuState<R>::make_shared_steps() const {
  return std::make_unique<GpuSharedSteps<R>>(compiled_->device);
}

template <class R>
std::unique_ptr<backend::TouchingSteps> GpuState<R>::make_touching_steps() const {
  return std::make_unique<GpuTouching<R>>(compiled_->device);
}

// The same time however the steps are divided up.
template <class R>
double GpuState<R>::time_of(std::int64_t step) const {
  return time_then_ + static_cast<double>(step - steps_then_) * dynamics.time_step;
}
template <class R>
void GpuState<R>::pass(std::int64_t count) {
  steps += count;
  time = time_of(steps);
}

template <class R>
void GpuState<R>::step_changed() {
  time_then_ = time;
  steps_then_ = steps;
  copies_.set_step(dynamics.time_step, damping);
}

template <class R>
void GpuState<R>::changed() {
  copies_.end_selection();
  time_then_ = time;
  steps_then_ = steps;
  const bool pins = has_pins();
  MovingOrigin& moving = copies_.moving_origin(0);
  if (pins && moving.drift != Vec3d{}) {
    std::vector<Particle<R>> rows = copies_.rows(0);
    const Vec3<R> drift = as<R>(moving.drift);
    for (Index r : compiled_->layout.row_of_vertex) {
      Four<R>& v = rows[r].move;
      v = {v.x + drift.x, v.y + drift.y, v.z + drift.z, v.w};
    }
    copies_.set_rows(0, rows);
    moving.drift = {};
  }
  copies_.may_follow(!pins);
  copies_.set_dynamics(0, dynamics);
  copies_.set_damping(damping);
  copies_.start_anew(0);
  copies_.forget_backup();
  selection_changed();
}

// --- reading and writing ---

template <class R>
void GpuState<R>::read(std::vector<Vec3d>* positions, std::vector<Vec3d>* velocities) const {
  read_rows(copies_, 0, dynamics, drives.get(), positions, velocities);
}

template <class R>
void GpuState<R>::write(std::span<const Vec3d> positions, std::span<const Vec3d> velocities) {
  copies_.end_selection();
  write_rows(copies_, 0, dynamics, pinned, positions, velocities);
  copies_.forget_backup();
  selection_changed();
}

template <class R>
void GpuState<R>::holds_changed() {
  copies_.end_selection();
  const std::vector<double> inverse = inverse_masses();
  std::vector<Particle<R>> rows = copies_.rows(0);
  for (std::size_t v = 0; v < inverse.size(); ++v)
    rows[row(v)].place.w = inverse_masses_[v] = static_cast<R>(inverse[v]);
  copies_.set_rows(0, rows);
  copies_.set_drives(drives.get());
  copies_.set_freedoms(freedoms());
  selection_changed();
}

template <class R>
double GpuState<R>::inverse_mass(Index vertex) const {
  return double(inverse_masses_[vertex]);
}

template <class R>
std::vector<Vec3d> GpuState<R>::by_vertex(const std::vector<Four<R>>& rows) const {
  std::vector<Vec3d> out(inverse_masses_.size());
  for (std::size_t v = 0; v < out.size(); ++v) out[v] = vector_of(rows[row(v)]);
  return out;
}

template <class R>
std::vector<Vec3d> GpuState<R>::forces() const {
  return by_vertex(copies_.forces(0, {}, false));
}

template <class R>
std::vector<Vec3d> GpuState<R>::tangent(std::span<const Vec3d> directions,
                                        bool of_velocities) const {
  std::vector<Four<R>> by_row(compiled_->layout.rows);
  for (std::size_t v = 0; v < directions.size(); ++v) {
    const Vec3<R> d = as<R>(directions[v]);
    by_row[row(v)] = {d.x, d.y, d.z, R(0)};
  }
  return by_vertex(copies_.forces(0, by_row, of_velocities));
}

template <class R>
backend::EnergySums GpuState<R>::energy_sums(bool elastic) const {
  double sum = 0;
  std::vector<std::uint32_t> left_out;
  if (!elastic || !compiled_->gases.empty())
    left_out.assign(compiled_->layout.stores.size(), elastic ? 0 : 1);
  if (elastic && !compiled_->gases.empty()) {
    // That of a gas whose pressure times volume stays the same, zero at rest.
    const std::vector<Particle<R>> rows = copies_.rows(0);
    for (const auto& gas : compiled_->gases) {
      double six_volumes = 0;
      for (const Triangle& t : gas.triangles)
        six_volumes +=
            dot(vector_of(rows[row(t[0])].place),
                cross(vector_of(rows[row(t[1])].place), vector_of(rows[row(t[2])].place)));
      const double volume = std::max(six_volumes / 6, gas.least_volume);
      sum += gas.amount * std::log(gas.rest_volume / volume) +
             gas.outside * (volume - gas.rest_volume);
      const Places& places = compiled_->layout.places[gas.set];
      for (std::size_t i = 0; i < places.stores; ++i) left_out[places.store[i]] = 1;
    }
  }
  backend::EnergySums sums = copies_.energies(left_out);
  sums.elastic += sum;
  // Velocities that are behind the positions must first be brought to the present.
  if (traits_of(dynamics.integrator).lag > 0 && copies_.started(0)) {
    std::vector<Vec3d> v;
    read(nullptr, &v);
    sums.kinetic = 0;
    for (std::size_t i = 0; i < v.size(); ++i)
      sums.kinetic += 0.5 * compiled_->masses[i] * squared_length(v[i]);
  }
  return sums;
}

namespace {

// Positions that come back while the state steps on.
template <class R>
class GpuFrame final : public backend::PendingFrame {
 public:
  GpuFrame(std::shared_ptr<FrameBuffer<R>> buffer, const Vec3d& origin)
      : buffer_(std::move(buffer)), origin_(origin) {}
  std::vector<Vec3d> take() override {
    const R* numbers = static_cast<const R*>(buffer_->transfer->wait());
    std::vector<Vec3d> out(buffer_->positions.size() / 3);
    for (std::size_t v = 0; v < out.size(); ++v)
      out[v] = origin_ + Vec3d{double(numbers[3 * v]), double(numbers[3 * v + 1]),
                               double(numbers[3 * v + 2])};
    return out;
  }

 private:
  std::shared_ptr<FrameBuffer<R>> buffer_;
  Vec3d origin_;
};

}  // namespace

template <class R>
std::unique_ptr<backend::PendingFrame> GpuState<R>::request_frame() const {
  std::shared_ptr<FrameBuffer<R>> buffer =
      compiled_->frame_buffers.take(compiled_->device, inverse_masses_.size());
  copies_.gather(0, *buffer);
  return std::make_unique<GpuFrame<R>>(std::move(buffer), copies_.origin(0));
}

template class GpuState<float>;
template class GpuState<double>;

}  // namespace pliant::gpu
