#pragma once

#include "backend/backend.h"
#include "spectral/contacts.h"
#include "spectral/handles.h"
#include "spectral/motion.h"
#include "spectral/placer.h"

namespace pliant::gpu {
class Device;
}

namespace pliant::spectral {

/// Where a solid's vertices are placed besides on the host: on a card, after every step.
class DevicePlaces {
 public:
  virtual ~DevicePlaces() = default;
  virtual void place(const Motion& motion) = 0;
  virtual void wait() const = 0;  // until what was asked for has happened
  virtual void read(const Vec3d& centre, std::vector<Vec3d>& positions) const = 0;
};

class SpectralModel : public backend::CompiledModel {
 public:
  SpectralModel(const Body& body, const ModelOptions& options);
  std::unique_ptr<backend::CompiledState> make_state(const Model& model) const override;
  std::unique_ptr<backend::CompiledBatch> make_batch(const Model& model,
                                                     std::size_t copies) const override;
  Backend backend() const override { return Backend::cpu; }
  std::vector<Index> relation_vertices(std::size_t set) const override;
  std::string_view instruction_set() const override;
  std::size_t memory() const override;
  std::size_t bytes_per_step() const override;
  bool is_spectral() const override { return true; }
  std::optional<double> resolving_step() const override;
  double stiffest_motion() const override;
  /// None on the host.
  virtual std::unique_ptr<DevicePlaces> make_places() const { return nullptr; }

  const Data& data() const { return solid_->data(); }
  void place(const Motion& motion, Places which, std::vector<Vec3d>& out) const;
  void place(const Motion& motion, Places which, std::span<float> out) const;

  struct Load {
    Index vertex;
    std::array<double, 4> numbers;  // presence, then the force in N
  };
  std::vector<std::vector<Load>> loads;  // of each set

 private:
  std::shared_ptr<const SpectralSolid> solid_;
  std::optional<Placer<float>> single_;
  std::optional<Placer<double>> double_;
};

class SpectralState final : public backend::CompiledState {
 public:
  SpectralState(const Model& model, const SpectralModel& compiled);
  SpectralState(const SpectralState& other);
  std::unique_ptr<CompiledState> copy() const override;
  void take_relations(const CompiledState& from) override;

  bool step(std::int64_t count) override;
  void read(std::vector<Vec3d>* positions, std::vector<Vec3d>* velocities) const override;
  void write(std::span<const Vec3d> positions, std::span<const Vec3d> velocities) override;
  void holds_changed() override;
  double inverse_mass(Index vertex) const override;
  std::vector<Vec3d> forces() const override;
  /// Over the step to come: found by taking it on the side.
  std::vector<Vec3d> support_forces() const override;
  std::vector<Stress> stresses() const override;
  std::vector<Vec3d> tangent(std::span<const Vec3d> directions, bool) const override;
  std::vector<Vec3d> relation_forces(const backend::WantedRelations& wanted) const override;
  double elastic_energy() const override;
  backend::Strongest strongest_relation(Index) const override { return {}; }
  double parameter(backend::FieldName field, std::size_t relation) const override;
  void set_parameters(backend::FieldName field, std::span<const Index> relations,
                      std::span<const double> values) override;
  void set_all(backend::FieldName field, double value) override;
  void remove(std::size_t set, std::span<const Index> relations) override;
  void set_rest(std::size_t, std::span<const Index>, std::span<const double>) override {}
  void put_back(std::size_t set, std::span<const Index> relations) override;
  void changed() override { motion.fresh = true; }
  std::unique_ptr<backend::PendingFrame> request_frame() const override;
  void read_places(std::span<const Index> vertices, std::span<Vec3d> places) const override;
  void push(std::span<const Index> vertices, std::span<const Vec3d> forces) override;
  void go_back(double part) override;
  backend::Snapshot snapshot() const override;
  void restore(const backend::Snapshot& snapshot) override;

  const SpectralModel& compiled() const { return *compiled_; }
  Motion motion;
  Handles handles;

 private:
  /// What acted on the solid from outside in a step.
  struct Given {
    Handles::System handles;
    Impulses contacts;
  };
  struct OnTheSide {};  // a copy for one step, which nobody places
  SpectralState(const SpectralState& other, OnTheSide);
  void give_pushes();
  Motion at_end_of_step() const;
  Given one_step(const backend::PlainPose* now, const backend::PlainPose* next);
  void add_fixed_forces(const SpectralState& after, const Given& given,
                        std::vector<Vec3d>& forces) const;

  const SpectralModel* compiled_;  // kept alive by the model
  std::vector<std::vector<SpectralModel::Load>> loads_;
  std::unique_ptr<DevicePlaces> places_;
  // What bodies that touch push with in the next step, as long as that is: the same impulse as the
  // other body gets. Half of it is for the end of the last step, of which velocities are told. And
  // how it was before that.
  std::vector<Index> pushed_;
  std::vector<Vec3d> pushes_;  // N
  double last_step_ = 0;       // s; 0: velocities were given since
  MotionNumbers before_;
  mutable std::vector<Vec3d> surface_;  // where contact looks
};

std::shared_ptr<const backend::CompiledModel> model_on_card(const Body& body,
                                                            const ModelOptions& options,
                                                            std::shared_ptr<gpu::Device> device);

/// The spectral state behind a State; InputError where it is of another body.
SpectralState& spectral_state(backend::CompiledState& state);
const SpectralState& spectral_state(const backend::CompiledState& state);

}  // namespace pliant::spectral
