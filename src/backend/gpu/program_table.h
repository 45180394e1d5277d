#pragma once

#include <stdexcept>
#include <string>
#include <unordered_map>

#include "backend/gpu/launch.h"

namespace pliant::gpu {

/// The programs that a device has, by their types. A Launcher has launch(program, grid) and
/// blocks_at_once<Program>(threads, shared_bytes).
template <class Launcher>
class ProgramTable {
 public:
  struct Entry {
    void (*launch)(Launcher&, const void* program, const Grid&);
    std::uint32_t (*blocks_at_once)(Launcher&, std::uint32_t threads, std::size_t shared_bytes);
  };

  template <class... Programs>
  void add(ProgramList<Programs...>) {
    (entries_.emplace(typeid(Programs), entry_of<Programs>()), ...);
  }
  const Entry& find(std::type_index kind) const {
    const auto found = entries_.find(kind);
    if (found == entries_.end())
      throw std::logic_error(std::string("the device lacks the program ") + kind.name());
    return found->second;
  }

 private:
  template <class Program>
  static Entry entry_of() {
    return {[](Launcher& launcher, const void* program, const Grid& grid) {
              launcher.launch(*static_cast<const Program*>(program), grid);
            },
            [](Launcher& launcher, std::uint32_t threads, std::size_t shared_bytes) {
              return launcher.template blocks_at_once<Program>(threads, shared_bytes);
            }};
  }
  std::unordered_map<std::type_index, Entry> entries_;
};

}  // namespace pliant::gpu
