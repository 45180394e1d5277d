#pragma once

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "backend/gpu/device.h"
#include "backend/gpu/program_table.h"
#include "backend/gpu/step_programs.h"

// How programs run on the host.

namespace pliant::gpu {

// --- what descend.h asks for: one warp does everything, lane by lane ---

template <class T>
struct HostLanes {
  T values[warp]{};
  T& operator[](std::uint32_t lane) { return values[lane]; }
  const T& operator[](std::uint32_t lane) const { return values[lane]; }
};

struct HostBlock {
  std::uint32_t index, copy;
  unsigned char* memory;

  unsigned char* shared() const { return memory; }
  /// The same for the only copy, with the shared memory behind so many bytes.
  HostBlock behind(std::size_t bytes) const { return {index, 0, memory + bytes}; }
  template <class F>
  void each(std::uint32_t n, const F& f) const {
    for (std::uint32_t i = 0; i < n; ++i) f(i);
  }
  template <class F>
  void each_from_last(std::uint32_t n, const F& f) const {
    each(n, f);
  }
  template <class F>
  void packs(const std::uint32_t* list, std::uint32_t n, const F& f) const {
    for (std::uint32_t pack = 0; pack < n; ++pack)
      for (std::uint32_t lane = 0; lane < warp; ++lane) f(list[pack], lane);
  }
  void sync() const {}
  static void prefetch(const void*) {}
  static void show() {}
  static std::uint32_t next_number(std::uint32_t* counter) { return (*counter)++; }
  static std::uint32_t reached(const std::uint32_t* counter) { return *counter; }
  static void raise(std::uint64_t* to, std::uint64_t bits) { *to = std::max(*to, bits); }
  static void add(std::uint64_t* to, std::uint64_t number) { *to += number; }
  static void mark(std::uint32_t* to, std::uint32_t bits) { *to |= bits; }
  static std::uint64_t look(const std::uint64_t* at) { return *at; }
  template <class T>
  using PerLane = HostLanes<T>;
  template <class F>
  void share_out(std::uint32_t rounds, std::uint32_t n, const F& f) const {
    if (index > 0) return;
    for (std::uint32_t round = 0; round < rounds; ++round)
      for (std::uint32_t i = 0; i < n; ++i) f(round, i, i);
  }
  template <class F>
  void lanes(const F& f) const {
    each(warp, f);
  }
  void sync_lanes() const {}
  static void touch(const void*) {}
  unsigned char* warp_memory(std::size_t) const { return memory; }
  // In the order of the card's shuffles.
  template <class T>
  static void add_up(HostLanes<T>& sums, std::uint32_t width) {
    for (std::uint32_t apart = width / 2; apart > 0; apart /= 2) {
      const HostLanes<T> before = sums;
      for (std::uint32_t lane = 0; lane < warp; ++lane)
        for (int i = 0; i < T::count; ++i)
          sums[lane].numbers[i] = before[lane].numbers[i] + before[lane ^ apart].numbers[i];
    }
  }
  static bool any(const HostLanes<bool>& flags) {
    return std::ranges::any_of(flags.values, [](bool flag) { return flag; });
  }
  static void let_next_start() {}
  static void wait_for_last() {}

  static void post(Message<float>* to, const Vec3<float>& value, std::uint32_t tag) {
    *to = {value.x, value.y, value.z, tag};
  }
  static void post(Message<double>* to, const Vec3<double>& value, std::uint32_t tag) {
    for (int i = 0; i < 3; ++i) to->parts[i] = {value[i], tag};
  }
  // On a card this waits; here what has not come by now never comes.
  static void check(std::uint64_t found, std::uint32_t tag) {
    if (found != tag) throw std::logic_error("a message is missing");
  }
  template <std::uint32_t n, class R>
  static void receive(const Message<R>* const (&from)[n], const std::uint32_t (&tags)[n],
                      Vec3<R> (&values)[n]) {
    for (std::uint32_t k = 0; k < n; ++k) receive_one(from[k], tags[k], values[k]);
  }
  template <std::uint32_t n, class R>
  static void receive(const Message<R>* const (&from)[n], std::uint32_t tag, Vec3<R> (&values)[n]) {
    for (std::uint32_t k = 0; k < n; ++k) receive_one(from[k], tag, values[k]);
  }
  static void receive_one(const Message<float>* from, std::uint32_t tag, Vec3<float>& value) {
    value = {from->x, from->y, from->z};
    check(from->tag, tag);
  }
  static void receive_one(const Message<double>* from, std::uint32_t tag, Vec3<double>& value) {
    for (int i = 0; i < 3; ++i) {
      value[i] = from->parts[i].value;
      check(from->parts[i].tag, tag);
    }
  }
};

struct AlignedBytes {
  explicit AlignedBytes(std::size_t n) : bytes(n / sizeof(Four<double>) + 1) {}
  unsigned char* data() { return reinterpret_cast<unsigned char*>(bytes.data()); }
  std::vector<Four<double>> bytes;
};

class HostLauncher {
 public:
  explicit HostLauncher(const Multiprocessors& processors) : processors_(processors) {}

  // A card refuses more.
  template <class P>
  static void check_threads(const Grid& grid) {
    if (grid.threads > most_threads<P>) throw std::logic_error("too many threads in a block");
  }
  template <class P>
  void launch(const P& program, const Grid& grid) const {
    check_threads<P>(grid);
    if constexpr (shares_items<P>) check_together<P>(grid);
    if constexpr (goes_together<P>)
      launch_together(program, grid);
    else
      launch_each(program, grid);
  }

  /// As many as registers and shared memory are there for. Compilers of cards give each thread all
  /// the registers that so many threads may have.
  template <class P>
  std::uint32_t blocks_at_once(std::uint32_t threads, std::size_t shared_bytes) const {
    return blocks_at_once<P>(threads, shared_bytes, 100);
  }

 private:
  template <class P>
  std::uint32_t blocks_at_once(std::uint32_t threads, std::size_t shared_bytes,
                               std::uint32_t percent) const {
    constexpr std::uint32_t all_registers = 65536, most_registers = 255, at_a_time = 8;
    constexpr std::uint32_t registers =
        std::min(most_registers, all_registers / most_threads<P> / at_a_time * at_a_time);
    if (threads > most_threads<P> || shared_bytes > processors_.shared_bytes) return 0;
    const std::size_t aside = processors_.shared_bytes * percent / 100;
    // One always finds place.
    const std::size_t in_shared = std::max<std::size_t>(aside / (shared_bytes + reserved_bytes), 1);
    const std::uint32_t in_registers = all_registers / (registers * threads);
    return processors_.count * std::min(static_cast<std::uint32_t>(in_shared), in_registers);
  }
  // A card refuses what cannot run at the same time with what the launch sets aside.
  template <class P>
  void check_together(const Grid& grid) const {
    const std::uint32_t at_once =
        blocks_at_once<P>(grid.threads, grid.shared_bytes, percent_set_aside(grid, processors_));
    if (grid.blocks > 1 && grid.blocks * grid.copies > at_once)
      throw std::logic_error("too many blocks go together in a launch");
  }
  template <class P>
  static void launch_each(const P& program, const Grid& grid) {
    AlignedBytes shared(grid.shared_bytes);
    for (std::uint32_t copy = 0; copy < grid.copies; ++copy)
      for (std::uint32_t index = 0; index < grid.blocks; ++index) {
        std::memset(shared.data(), 0xff, grid.shared_bytes);  // nobody may count on zeros
        HostBlock block{index, copy, shared.data()};
        program(block);
      }
  }
  // Blocks that wait for each other go on together, half a stage at a time.
  template <class P>
  void launch_together(const P& program, const Grid& grid) const {
    check_together<P>(grid);
    for (std::uint32_t copy = 0; copy < grid.copies; ++copy) {
      std::vector<AlignedBytes> memory(grid.blocks, AlignedBytes(grid.shared_bytes));
      std::vector<HostBlock> blocks;
      for (std::uint32_t index = 0; index < grid.blocks; ++index)
        if (HostBlock block{index, copy, memory[index].data()}; program.takes_part(block))
          blocks.push_back(block);
      const auto for_blocks = [&](const auto& work) {
        for (HostBlock& block : blocks) work(block, program.carve(block.memory));
      };
      for_blocks([&](HostBlock& b, const auto& w) { program.load(b, w); });
      const auto stages = stages_of(program.a, copy);
      for (std::uint32_t step = 0; step < program.steps; ++step)
        for (std::uint32_t stage = 0; stage < program.a.method.stages; ++stage) {
          const auto now = stages(program.first + step, stage);
          for_blocks([&](HostBlock& b, const auto& w) { program.work(b, w).before_exchange(now); });
          for_blocks([&](HostBlock& b, const auto& w) {
            program.after(program.work(b, w), now, program.first + step);
          });
        }
      for_blocks([&](HostBlock& b, const auto& w) { program.store(b, w); });
    }
  }

  Multiprocessors processors_;
};

/// Adds the programs of one precision.
void add_host_programs(ProgramTable<HostLauncher>& table, float);
void add_host_programs(ProgramTable<HostLauncher>& table, double);
void add_host_descent_programs(ProgramTable<HostLauncher>& table, float);
void add_host_descent_programs(ProgramTable<HostLauncher>& table, double);

}  // namespace pliant::gpu
