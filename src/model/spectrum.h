#pragma once

#include <pliant/pull.h>

#include <mutex>
#include <optional>
#include <span>

namespace pliant {

class Model;

namespace backend {
class CompiledState;
}

/// How fast a body is. Its small motions about rest are between `slow` and the root of `stiffness`.
struct Spectrum {
  double stiffness = 0;  ///< 1/s²: the largest eigenvalue of M⁻¹K
  double damping = 0;    ///< 1/s: the largest eigenvalue of M⁻¹C
  double slow = 0;       ///< rad/s: the first vibration along the longest side of its box
};

/// Of a state as it is now, with springs to places.
Spectrum find_spectrum(const backend::CompiledState& state, std::span<const Pull> pulls = {});

/// Of a model at rest; found when it is first asked for.
class LazySpectrum {
 public:
  const Spectrum& operator()(const Model& model) const;

 private:
  mutable std::once_flag once_;
  mutable std::optional<Spectrum> spectrum_;
};

}  // namespace pliant
