#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <typeindex>

// Launches of programs. A program is a type: its members are what it works on, and its operator()
// is what a block of threads does (programs.h). Programs are listed where they are defined; devices
// know them by their types alone.

namespace pliant::gpu {

struct Grid {
  std::uint32_t blocks = 1, copies = 1, threads = 256;
  std::size_t shared_bytes = 0;
};

/// How many threads a block of a program may have: more of them means fewer registers for each.
template <class Program>
inline constexpr std::uint32_t most_threads = 256;

/// A program whose blocks wait for each other, so that all of them must run at the same time.
template <class Program>
inline constexpr bool goes_together = false;

/// A program whose blocks share items of which some wait for others before them, so that all blocks
/// must run at the same time (descend.h).
template <class Program>
inline constexpr bool shares_items = false;

template <class... Programs>
struct ProgramList {
  template <class Program>
  static constexpr bool has = (std::is_same_v<Program, Programs> || ...);
};

template <class... A, class... B>
ProgramList<A..., B...> operator+(ProgramList<A...>, ProgramList<B...>);

/// What launches programs of any kind.
class Launches {
 public:
  virtual ~Launches() = default;
  /// `program` is of the type `kind`.
  virtual void launch(std::type_index kind, const void* program, const Grid& grid) = 0;
  /// How many blocks of a program run at the same time; 0 where they cannot at all.
  virtual std::uint32_t blocks_at_once(std::type_index kind, std::uint32_t threads,
                                       std::size_t shared_bytes) = 0;
};

/// The same for the programs of a list.
template <class List>
class LaunchesOf {
 public:
  explicit LaunchesOf(Launches& launches) : launches_(launches) {}
  template <class Program>
  void run(const Program& program, const Grid& grid) const {
    static_assert(List::template has<Program>);
    launches_.launch(typeid(Program), &program, grid);
  }
  template <class Program>
  std::uint32_t blocks_at_once(std::uint32_t threads, std::size_t shared_bytes) const {
    static_assert(List::template has<Program>);
    return launches_.blocks_at_once(typeid(Program), threads, shared_bytes);
  }

 private:
  Launches& launches_;
};

// --- blocks that run at the same time ---

inline constexpr std::size_t reserved_bytes = 1024;  // of each block's shared memory, by the system

struct Multiprocessors {
  std::uint32_t count = 1;
  std::size_t shared_bytes = 48 << 10;  // of each
};

/// How much of the multiprocessors' shared memory a launch sets aside, in percent, so that all its
/// blocks run at the same time; what it leaves is cache. A card refuses blocks for which it was
/// told to set too little aside, even where there is more.
inline std::uint32_t percent_set_aside(const Grid& grid, const Multiprocessors& on) {
  const std::uint64_t blocks = std::uint64_t(grid.blocks) * grid.copies;
  const std::uint64_t at_once = (blocks + on.count - 1) / on.count;
  const std::uint64_t of_one = (grid.shared_bytes + reserved_bytes) * 100 / on.shared_bytes + 2;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(at_once * of_one, 100));
}

}  // namespace pliant::gpu
