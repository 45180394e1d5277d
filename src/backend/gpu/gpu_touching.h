#pragma once

#include "backend/gpu/gpu_shared_steps.h"
#include "backend/touching_steps.h"

namespace pliant::gpu {

/// Steps of bodies that touch: between those of the bodies two launches find and add up the forces
/// of a list that lies on the card (touch.h). Small bodies share launches, others go stage by
/// stage. The host looks once in some steps whether all is well.
template <class R>
class GpuTouching final : public backend::TouchingSteps {
 public:
  explicit GpuTouching(std::shared_ptr<Device> device)
      : device_(std::move(device)), shared_(device_) {}
  GpuTouching(const GpuTouching&) = delete;
  GpuTouching& operator=(const GpuTouching&) = delete;

  bool choose(std::span<backend::CompiledState* const> states) override;
  void take_surfaces(const contact::Surfaces& surfaces,
                     std::span<const double> inverse_masses) override;
  void take_list(const contact::ContactList& list, std::span<const Vec3d> before) override;
  backend::TouchingWent step(const backend::TouchingStretch& stretch) override;
  void go_back() override;
  std::span<const Vec3d> places() override;
  std::span<const contact::Grip> grips() override;
  std::span<const Vec3d> places_before() override {
    return read_before_.read(*device_, before_[now_], vertex_count_);
  }

 private:
  /// Memory of the host that the card writes to at once.
  struct Reading {
    std::unique_ptr<Transfer> transfer{};
    std::size_t bytes = 0;

    template <class T>
    std::span<const T> read(Device& device, const DeviceArray<T>& array, std::size_t count) {
      if (count == 0) return {};
      if (bytes < count * sizeof(T)) {
        bytes = array.bytes();
        transfer = device.make_transfer(bytes);
      }
      transfer->start(array.data(), count * sizeof(T));
      return {static_cast<const T*>(transfer->wait()), count};
    }
  };
  template <class T>
  void fit(DeviceArray<T>& array, std::size_t size);
  template <class T>
  void put(DeviceArray<T>& array, std::span<const T> values);
  TouchingView<R> view() const;
  void write_bodies();
  void write_rows();
  void forget_graphs() {
    for (std::unique_ptr<Graph>& graph : graphs_) graph.reset();
  }
  void begin(const backend::TouchingStretch& stretch);
  bool limits_from_now_on();
  void look_at_limits();
  void take_steps(std::int64_t count);
  void enqueue_step();
  bool has_paused();
  void end();
  std::uint32_t blocks_for(std::size_t threads) const;
  LaunchesOf<StepPrograms<R>> programs() const { return LaunchesOf<StepPrograms<R>>(*device_); }

  std::shared_ptr<Device> device_;
  GpuSharedSteps<R> shared_;
  std::vector<GpuState<R>*> members_, alone_;
  std::vector<std::uint64_t> versions_;
  std::vector<double> since_, in_step_;  // m, by body, see ContactList
  std::vector<std::uint32_t> vertices_of_bodies_, body_;
  std::uint32_t body_count_ = 0, vertex_count_ = 0, patch_count_ = 0, now_ = 0, backup_now_ = 0;
  std::uint32_t counts_on_host_[3] = {};
  bool pushes_at_once_ = false;
  TouchingControl known_{};  // as the last steps left it
  double energy_unit_ = 1;   // J

  DeviceArray<TouchingControl> control_;
  DeviceArray<TouchingBody<R>> bodies_;
  DeviceArray<Vec3d> origins_;
  DeviceArray<MovingOrigin> told_;
  DeviceArray<std::uint32_t> body_of_vertex_, row_, samples_;
  DeviceArray<double> stiffness_, inverse_mass_;
  DeviceArray<Vec3d> before_[2], listed_at_, backup_before_, places_;
  DeviceArray<std::uint32_t> counts_;
  DeviceArray<contact::ListedVertex> vertices_;
  DeviceArray<contact::ListedTarget> targets_;
  DeviceArray<contact::ListedEdges> edges_;
  DeviceArray<contact::Grip> grips_[2], backup_grips_;
  DeviceArray<std::uint64_t> bits_;
  DeviceArray<TouchingForce> slots_;
  DeviceArray<std::uint32_t> pushed_, begin_;
  DeviceArray<contact::ListedForce> forces_;
  DeviceArray<Four<R>> undo_;
  DeviceArray<PatchTouching> patches_[2];
  DeviceArray<PatchCrossing> crossings_;
  Reading read_control_, read_told_, read_places_, read_before_, read_grips_;
  // Whether strain limits act in the steps of those that go alone, and since how many stretches
  // no spring of theirs was near its limit.
  bool limited_ = false;
  int unlimited_for_ = 0;
  std::unique_ptr<Graph> graphs_[2];  // of some steps, without limits and with them
};

}  // namespace pliant::gpu
