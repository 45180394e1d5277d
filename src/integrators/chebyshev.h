#pragma once

#include <cmath>
#include <vector>

// Damping by itself, v' = -M⁻¹C v over a time H, in s evaluations of the forces: the explicit
// method of Runge, Kutta and Chebyshev of first order (van der Houwen and Sommeijer 1980). With
//   Y_0 = v,  Y_j = Y_{j-1} + ν_j (Y_{j-2} - Y_{j-1}) + μ_j H Y'_{j-1}
// a motion that C slows down by the rate λ is multiplied by T_s(w0 - w1 λ H) / T_s(w0), which is
// about exp(-λ H) where λ H is small, and at most 1 up to λ H = chebyshev_reach(s), which grows
// with the square of s. So it neither makes anything faster nor hurries what is slow.

namespace pliant {

struct ChebyshevStage {
  double back;  // ν: how far it goes back to the velocities of two stages ago
  double gain;  // μ: which part of H the present rates act for
};

/// Draws what is at the end of the reach in, so that rounding does not keep it alive.
inline constexpr double chebyshev_damping = 0.05;

namespace chebyshev {

// T_n(x) for x >= 1, and its derivative.
inline double value(int n, double x) {
  return std::cosh(n * std::acosh(x));
}
inline double slope(int n, double x) {
  return n * std::sinh(n * std::acosh(x)) / std::sqrt(x * x - 1);
}
inline double start(int stages) {
  return 1 + chebyshev_damping / (double(stages) * stages);
}

}  // namespace chebyshev

/// The largest λ H for which nothing grows.
inline double chebyshev_reach(int stages) {
  const double w0 = chebyshev::start(stages);
  return 2 * w0 * chebyshev::slope(stages, w0) / chebyshev::value(stages, w0);
}

/// The fewest stages that reach so far.
inline int chebyshev_stages_for(double rate) {
  int stages = 1;
  while (chebyshev_reach(stages) < rate) ++stages;
  return stages;
}

inline std::vector<ChebyshevStage> chebyshev_stages(int count) {
  const double w0 = chebyshev::start(count);
  const double w1 = chebyshev::value(count, w0) / chebyshev::slope(count, w0);
  std::vector<ChebyshevStage> out{{0, w1 / w0}};
  for (int j = 2; j <= count; ++j) {
    const double now = chebyshev::value(j, w0);
    out.push_back({-chebyshev::value(j - 2, w0) / now, 2 * w1 * chebyshev::value(j - 1, w0) / now});
  }
  return out;
}

/// What such a pass leaves of a motion that is slowed down by λ H.
inline double chebyshev_factor(int count, double rate) {
  double before = 1, now = 1;
  for (const ChebyshevStage& stage : chebyshev_stages(count)) {
    const double next = now + stage.back * (before - now) - stage.gain * rate * now;
    before = now;
    now = next;
  }
  return now;
}

}  // namespace pliant
