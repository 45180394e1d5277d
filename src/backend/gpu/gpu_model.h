#pragma once

#include <mutex>

#include "backend/backend.h"
#include "backend/gpu/device.h"
#include "backend/gpu/frame_pool.h"
#include "backend/gpu/patches.h"
#include "backend/gpu/step_programs.h"

namespace pliant::gpu {

/// One number of a law on the device; shared until a state changes it.
template <class R>
struct GpuField {
  std::shared_ptr<DeviceArray<R>> values;
  bool uniform = false;
};

/// The surface of a volume constraint on the device; see SurfaceView.
struct GpuSurface {
  std::vector<Index> vertices;  // [slot]
  DeviceArray<std::uint32_t> rows, begin, walks;
  VolumeCorrection form{};

  std::uint32_t slots() const { return static_cast<std::uint32_t>(vertices.size()); }
  std::uint32_t blocks() const { return (slots() + slots_of_block - 1) / slots_of_block; }
};

/// How patches stay in shared memory: with so many threads each, with parameters as they are or
/// scaled.
struct Staying {
  std::uint32_t threads;
  bool scaled = false;
};

template <class R>
struct DescentPlan;

template <class R>
class GpuModel final : public backend::CompiledModel {
 public:
  GpuModel(const Body& body, std::shared_ptr<Device> device);

  std::unique_ptr<backend::CompiledState> make_state(const Model& model) const override;
  std::unique_ptr<backend::CompiledBatch> make_batch(const Model& model,
                                                     std::size_t copies) const override;
  Backend backend() const override { return Backend::cuda; }
  std::vector<Index> relation_vertices(std::size_t set) const override;
  std::string_view instruction_set() const override { return device->target; }
  std::size_t memory() const override;
  std::size_t bytes_per_step() const override;

  /// The pointers of Args that do not change.
  Args<R> args() const;
  double size() const { return length(box.size()); }
  /// Whether patches of so many copies can stay in shared memory with an integrator that keeps so
  /// many vectors.
  bool may_stay(std::size_t copies, std::uint32_t kept, const Staying& how) const;
  LaunchesOf<StepPrograms<R>> programs() const { return LaunchesOf<StepPrograms<R>>(*device); }
  Grid grid(std::size_t copies, std::uint32_t threads, std::uint32_t kept) const;

  /// Calls f.operator()<kinds>() with the kinds of groups that programs for this model must have.
  template <class F>
  void for_kinds(const F& f) const {
    gpu::for_kinds(kinds, f);
  }

  /// Calls f.operator()<Program>() with the program by which patches stay.
  template <class F>
  void for_staying(const Staying& how, const F& f) const {
    for_kinds([&]<Kinds kinds>() {
      if (how.scaled)
        f.template operator()<ResidentSteps<R, true, false, kinds>>();
      else if (how.threads <= few_resident_threads)
        f.template operator()<ResidentSteps<R, false, true, kinds>>();
      else
        f.template operator()<ResidentSteps<R, false, false, kinds>>();
    });
  }

  std::shared_ptr<Device> device;
  Kinds kinds = Kinds::simple;
  Layout<R> layout;                    // without the values of fields, which are on the device
  std::vector<Particle<R>> particles;  // of rows, at rest about `origin`
  Vec3d origin;
  std::vector<std::vector<GpuField<R>>> fields;  // [store][field]
  WorkSizes sizes;
  std::uint32_t replicas = 0, pack_bits = 0;
  Plan plan;
  std::vector<std::shared_ptr<DeviceArray<std::uint32_t>>> gas_rows;  // of each gas's triangles
  std::vector<GpuSurface> surfaces;                                   // of the volume constraints
  DeviceArray<std::uint32_t> row_of_vertex;
  DeviceArray<R> zeros;            // a field that is zero for all
  DeviceArray<double> row_masses;  // kg; 0: a filler
  /// Places of relations numbered in a row, and which relation is at each.
  struct Numbered {
    std::vector<FirstOfMembers> first;  // [store]
    DeviceArray<FirstOfMembers> first_on_device;
    struct Relation {
      std::uint32_t set = 0;
      Index number = no_index;
    };
    std::vector<Relation> at;
  };
  const Numbered& numbered() const;  // made when it is first asked for
  /// Patches with vertices of each other, for each patch, and its own vertices; made when it is
  /// first asked for.
  struct Beside {
    DeviceArray<std::uint32_t> begin, items;
    std::vector<std::vector<Index>> vertices;
  };
  const Beside& beside() const;
  /// The rows that relations join with each row, made likewise.
  const Beside& neighbours() const;
  std::size_t patch_of(Index vertex) const;
  /// What descent needs, made likewise.
  const DescentPlan<R>& descent_plan() const;
  mutable FramePool<R> frame_buffers;
  /// Sums over the whole body, which patches that stay do not make.
  bool sums_up() const { return !gases.empty() || !volumes.empty(); }

 private:
  Beside listed(std::vector<std::vector<std::uint32_t>>& of) const;
  void lay_out_patches(const Body& body);
  std::size_t streamed_blocks(std::size_t all, std::size_t vertices, std::size_t at_once) const;
  bool try_layout(const Body& body, std::size_t blocks, std::size_t shared_bytes);
  void upload(Patches& patches);
  void place_vertices(const Body& body);
  GpuSurface place_surface(const VolumeConstraint& volume) const;
  void choose_plan();
  Plan fastest_plan();

  mutable std::once_flag numbered_once_;
  mutable Numbered numbered_;
  mutable std::once_flag beside_once_;
  mutable Beside beside_;
  mutable std::once_flag neighbours_once_;
  mutable Beside neighbours_;
  mutable std::once_flag descent_once_;
  mutable std::shared_ptr<const DescentPlan<R>> descent_plan_;
  DeviceArray<Patch> patches_;
  DeviceArray<std::uint32_t> packs_;
  std::vector<DeviceArray<std::uint32_t>> words_;
  DeviceArray<std::uint32_t> halo_, sums_, sources_, inbox_, busy_, samples_;
  DeviceArray<std::uint16_t> extra_targets_;

 public:
  const std::uint32_t* words(std::size_t store) const { return words_[store].data(); }
};

}  // namespace pliant::gpu
