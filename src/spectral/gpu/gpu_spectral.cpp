#include <pliant/error.h>

#include <algorithm>
#include <utility>

#include "backend/gpu/compile.h"
#include "base/text.h"
#include "spectral/gpu/nodes_on_card.h"
#include "spectral/spectral_state.h"

// Spectral solids whose vertices are placed on a card.

namespace pliant::spectral {

namespace {

template <class R>
class PlacesOnCard final : public DevicePlaces {
 public:
  PlacesOnCard(std::shared_ptr<const NodesOnCard<R>> nodes, bool is_warped)
      : nodes_(std::move(nodes)), places_(nodes_->device, nodes_->rest.size()) {
    program_.groups = nodes_->groups.data();
    program_.shapes = nodes_->shapes.data();
    program_.rest = nodes_->rest.data();
    program_.places = places_.data();
    program_.warped = is_warped;
  }
  void place(const Motion& motion) override {
    std::size_t at = 0;
    for (const std::vector<double>& modes : motion.modes())
      for (const double q : modes) program_.q[at++] = static_cast<R>(q);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        program_.turn.column[i][j] = static_cast<R>(motion.turn.column[i][j]);
    const gpu::Grid grid{static_cast<std::uint32_t>(nodes_->group_count()), 1,
                         gpu::slices * nodes_together,
                         gpu::slices * 6 * nodes_together * sizeof(R)};
    nodes_->run(program_, grid);
  }
  void wait() const override { places_.read(0, 1); }
  void read(const Vec3d& centre, std::vector<Vec3d>& positions) const override {
    nodes_->take(places_.read(), centre, positions);
  }

 private:
  std::shared_ptr<const NodesOnCard<R>> nodes_;
  DeviceArray<R> places_;
  gpu::PlaceNodes<R> program_{};
};

template <class R>
class BatchOnCard final : public backend::CompiledBatch {
 public:
  BatchOnCard(const Model& m, const SpectralModel& compiled,
              std::shared_ptr<const NodesOnCard<R>> nodes, std::size_t copies);
  void step(std::int64_t count) override;
  void read(std::size_t copy, std::vector<Vec3d>* positions,
            std::vector<Vec3d>* velocities) const override;
  void write(std::size_t copy, std::span<const Vec3d> positions,
             std::span<const Vec3d> velocities) override;
  void scale(std::size_t, backend::FieldName, double) override { refuse("loads"); }
  bool diverged(std::size_t copy) const override { return is_bad_[copy] != 0; }
  void changed(std::size_t copy) override;

 private:
  [[noreturn]] static void refuse(const char* what) {
    throw InputError("", 0, text("batches of spectral solids have no ", what, " on a card"),
                     "leave that out, or take the backend cpu");
  }
  Motion motion_of(std::size_t copy) const;
  void set_up(const Data& data);

  const SpectralModel& compiled_;
  std::shared_ptr<const NodesOnCard<R>> nodes_;
  gpu::ModalSteps<R> program_{};
  DeviceArray<double> stiffness_, map_, rotation_, weight_, centrifugal_, x_, v_, a_;
  DeviceArray<gpu::CopyFrame> frames_;
  DeviceArray<gpu::CopyDynamics> dynamics_;
  DeviceArray<std::uint32_t> fresh_, bad_;
  std::vector<std::uint32_t> is_bad_;  // as of the last step
  DeviceArray<R> places_;
};

template <class R>
BatchOnCard<R>::BatchOnCard(const Model& m, const SpectralModel& compiled,
                            std::shared_ptr<const NodesOnCard<R>> nodes, std::size_t copies)
    : CompiledBatch(m, copies), compiled_(compiled), nodes_(std::move(nodes)) {
  for (const auto& set : compiled.loads)
    if (!set.empty()) refuse("loads");
  if (!compiled.pinned.empty()) refuse("pins");
  const Data& data = compiled.data();
  if (!data.joints.empty()) refuse("joints");
  if (data.form == BoundaryForm::warped && !data.pairs.empty()) refuse("boundaries of form (10)");
  set_up(data);
}

template <class R>
void BatchOnCard<R>::set_up(const Data& data) {
  const std::shared_ptr<gpu::Device>& device = nodes_->device;
  const std::size_t copies = dynamics.size(), hybrid = data.hybrid();
  std::vector<double> map, rotation, weight;
  for (const Data::Modal& modal : data.modal)
    map.insert(map.end(), modal.map.begin(), modal.map.end());
  for (const Data::Cluster& cluster : data.clusters) {
    rotation.insert(rotation.end(), cluster.rotation.begin(), cluster.rotation.end());
    weight.insert(weight.end(), cluster.weight.begin(), cluster.weight.end());
  }
  stiffness_ = {device, data.stiffness};
  map_ = {device, map};
  rotation_ = {device, rotation};
  weight_ = {device, weight};
  centrifugal_ = {device, data.centrifugal};
  for (auto* array : {&x_, &v_, &a_}) {
    *array = {device, copies * hybrid};
    array->clear();
  }
  const Motion start(data);
  frames_ = {device,
             std::vector<gpu::CopyFrame>(copies, {start.centre, {}, {}, {}, {}, start.turn})};
  dynamics_ = {device, std::vector<gpu::CopyDynamics>(copies, gpu::CopyDynamics{})};
  fresh_ = {device, std::vector<std::uint32_t>(copies, 1)};
  is_bad_.assign(copies, 0);
  bad_ = {device, is_bad_};
  std::vector<R> rest = nodes_->rest.read(), all;
  for (std::size_t i = 0; i < copies; ++i) all.insert(all.end(), rest.begin(), rest.end());
  places_ = {device, all};
  program_ = {static_cast<std::uint32_t>(copies),
              0,
              0,
              static_cast<std::uint32_t>(hybrid),
              nodes_->modes,
              static_cast<std::uint32_t>(data.clusters.size()),
              static_cast<std::uint32_t>(nodes_->group_count()),
              data.free,
              data.warped,
              data.mass,
              data.mass_damping,
              data.stiffness_damping,
              data.inertia,
              stiffness_.data(),
              map_.data(),
              rotation_.data(),
              weight_.data(),
              centrifugal_.data(),
              nodes_->groups.data(),
              nodes_->shapes.data(),
              nodes_->rest.data(),
              dynamics_.data(),
              frames_.data(),
              x_.data(),
              v_.data(),
              a_.data(),
              fresh_.data(),
              bad_.data(),
              places_.data()};
}

template <class R>
void BatchOnCard<R>::changed(std::size_t copy) {
  const Dynamics& now = dynamics[copy];
  if (!now.obstacles.empty()) refuse("obstacles");
  const gpu::CopyDynamics plain{now.gravity, now.damping};
  dynamics_.write(std::span(&plain, 1), copy);
  const std::uint32_t yes = 1;
  fresh_.write(std::span(&yes, 1), copy);
}

template <class R>
void BatchOnCard<R>::step(std::int64_t count) {
  constexpr std::int64_t steps_a_launch = 256;
  program_.h = dynamics[0].time_step;
  const std::uint32_t copies = program_.copies;
  const gpu::Grid grid{(copies + gpu::copies_together - 1) / gpu::copies_together, 1, 256,
                       gpu::ModalSteps<R>::shared_bytes(program_.modes, program_.clusters)};
  for (std::int64_t left = count; left > 0; left -= steps_a_launch) {
    program_.steps = static_cast<std::uint32_t>(std::min(left, steps_a_launch));
    nodes_->run(program_, grid);
  }
  is_bad_ = bad_.read();
  steps += count;
  time += static_cast<double>(count) * dynamics[0].time_step;
}

template <class R>
Motion BatchOnCard<R>::motion_of(std::size_t copy) const {
  Motion motion(compiled_.data());
  const std::size_t hybrid = compiled_.data().hybrid();
  motion.x = x_.read(copy * hybrid, hybrid);
  motion.v = v_.read(copy * hybrid, hybrid);
  motion.a = a_.read(copy * hybrid, hybrid);
  const gpu::CopyFrame frame = frames_.read(copy, 1)[0];
  motion.centre = frame.centre;
  motion.velocity = frame.velocity;
  motion.acceleration = frame.acceleration;
  motion.spin = frame.spin;
  motion.torque = frame.torque;
  motion.turn = frame.turn;
  motion.refresh();
  return motion;
}

template <class R>
void BatchOnCard<R>::read(std::size_t copy, std::vector<Vec3d>* positions,
                          std::vector<Vec3d>* velocities) const {
  const Motion motion = motion_of(copy);
  const Data& data = compiled_.data();
  if (positions) {
    positions->resize(data.node_of.size());
    const std::size_t size = nodes_->rest.size();
    nodes_->take(places_.read(copy * size, size), motion.centre, *positions);
  }
  if (!velocities) return;
  velocities->clear();
  for (const Data::Node& node : data.node_of) velocities->push_back(motion.velocity_of(node));
}

template <class R>
void BatchOnCard<R>::write(std::size_t copy, std::span<const Vec3d> positions,
                           std::span<const Vec3d> velocities) {
  if (!positions.empty()) refuse("positions of their own");
  Motion motion = motion_of(copy);
  motion.set_velocities(velocities, compiled_.masses);
  const std::size_t hybrid = motion.x.size();
  v_.write(motion.v, copy * hybrid);
  const gpu::CopyFrame frame{motion.centre, motion.velocity, {}, motion.spin, {}, motion.turn};
  frames_.write(std::span(&frame, 1), copy);
  const std::uint32_t yes = 1, no = 0;
  fresh_.write(std::span(&yes, 1), copy);
  bad_.write(std::span(&no, 1), copy);
  is_bad_[copy] = 0;
}

template <class R>
class ModelOnCard final : public SpectralModel {
 public:
  ModelOnCard(const Body& body, const ModelOptions& options, std::shared_ptr<gpu::Device> device)
      : SpectralModel(body, options),
        nodes_(std::make_shared<NodesOnCard<R>>(data(), std::move(device))) {}
  Backend backend() const override { return Backend::cuda; }
  std::string_view instruction_set() const override { return nodes_->device->target; }
  std::size_t memory() const override { return nodes_->bytes(); }
  std::size_t bytes_per_step() const override { return nodes_->bytes(); }
  std::unique_ptr<DevicePlaces> make_places() const override {
    return std::make_unique<PlacesOnCard<R>>(nodes_, data().warped);
  }
  std::unique_ptr<backend::CompiledBatch> make_batch(const Model& model,
                                                     std::size_t copies) const override {
    return std::make_unique<BatchOnCard<R>>(model, *this, nodes_, copies);
  }

 private:
  std::shared_ptr<const NodesOnCard<R>> nodes_;
};

}  // namespace

std::shared_ptr<const backend::CompiledModel> model_on_card(const Body& body,
                                                            const ModelOptions& options,
                                                            std::shared_ptr<gpu::Device> device) {
  ModelOptions host = options;
  host.instruction_set.clear();
  if (options.precision == Precision::single_precision)
    return std::make_shared<ModelOnCard<float>>(body, host, std::move(device));
  return std::make_shared<ModelOnCard<double>>(body, host, std::move(device));
}

}  // namespace pliant::spectral
