#pragma once

#include <string>
#include <string_view>

namespace pliant {

/// What steps a body. `automatic` takes the card where there is one.
enum class Backend { automatic, cpu, cuda };
std::string_view name(Backend backend);
Backend backend_named(std::string_view name);  ///< InputError where there is none

/// The NVIDIA card that the backend `cuda` would use.
struct Card {
  std::string name;     ///< "NVIDIA H200, sm_90"; empty: there is none
  std::string why_not;  ///< why there is none, with a cure
  bool usable() const { return why_not.empty(); }
};
Card cuda_card();

/// What a backend means on this machine: `cpu` or `cuda`. InputError for `cuda` without a card,
/// with the reason and a cure.
Backend usable_backend(Backend wanted);

}  // namespace pliant
