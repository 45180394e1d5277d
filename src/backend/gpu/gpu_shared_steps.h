#pragma once

#include <map>

#include "backend/gpu/gpu_state.h"

namespace pliant::gpu {

/// Small bodies of a world that step in common launches: those of one patch that stays in shared
/// memory, of one precision and card. A block of threads has a body; which one, and what it works
/// on, it finds in tables in the device's memory (each_of.h), made anew when a body has changed.
template <class R>
class GpuSharedSteps final : public backend::SharedSteps {
 public:
  explicit GpuSharedSteps(std::shared_ptr<Device> device) : device_(std::move(device)) {}
  GpuSharedSteps(const GpuSharedSteps&) = delete;
  GpuSharedSteps& operator=(const GpuSharedSteps&) = delete;

  std::vector<bool> choose(std::span<backend::CompiledState* const> states) override;
  void back_up() override;
  std::optional<std::int64_t> backed_up_at() const override;
  void go_back() override;
  void step(std::int64_t count, std::span<char> good) override;

  // By turns with contact, see gpu_touching.h.
  bool empty() const { return members_.empty(); }
  /// Origins follow where that is due, and rows are where they are.
  void begin_touching();
  void enqueue_touching_step();

 private:
  struct Member {
    GpuState<R>* state;
    std::size_t number;  // among the states of the world
  };
  // Bodies whose steps are one launch: they need about as much shared memory.
  struct Class {
    Kinds kinds;
    int size;  // so many bits has the number of bytes
    std::size_t count = 0;
    auto operator<=>(const Class&) const = default;
  };
  // How many threads a block of a class has: each number is tried for as many steps as usual, then
  // the fastest is taken. Every one gives the same bits.
  struct Trial {
    std::vector<double> times;  // s, of thread_counts
    std::uint32_t threads() const;
    bool is_over() const;
  };
  struct Launched {
    Trial* trial;
    std::function<void(std::uint32_t threads, std::uint32_t steps)> run;
  };
  using Members = std::vector<const Copies<R>*>;

  static std::size_t shared_bytes(const Copies<R>& copies);
  bool can_take(const Copies<R>& copies) const;
  void make_tables();
  template <Kinds kinds>
  auto steps_of(const Members& members) const;
  void advance(std::uint32_t steps);
  bool tries() const;
  void launch_steps(std::uint32_t steps);
  void look(const Launch& launch);
  void step_limited_again(std::uint32_t steps);
  std::vector<Told> tell();
  std::uint32_t count() const { return static_cast<std::uint32_t>(members_.size()); }
  LaunchesOf<StepPrograms<R>> programs() const { return LaunchesOf<StepPrograms<R>>(*device_); }

  std::shared_ptr<Device> device_;
  std::vector<Member> members_;
  std::vector<std::uint64_t> versions_;  // of the members that the tables are of
  DeviceArray<LookWhere<R>> looks_;
  DeviceArray<BackUp<R>> backups_;
  DeviceArray<ShiftRows<R>> shifts_;
  std::vector<std::size_t> limited_;  // members with a strain limit
  DeviceArray<BackUpBeforeLaunch<R>> backups_before_launch_;
  std::map<Class, Trial> trials_;
  std::vector<Launched> steps_;
  DeviceArray<ToldBy> told_by_;
  DeviceArray<Told> told_;
  std::unique_ptr<Graph> graph_;  // of as many steps as usual
};

}  // namespace pliant::gpu
