#pragma once

#include <string>
#include <string_view>

// Which numbers make sense, for all ways by which they come in.

namespace pliant {

/// Beyond `least` and `most` a number is refused: with it, sums and squares leave what single
/// precision holds. Beyond `usual_least` and `usual_most` it is unlike anything there is.
struct Range {
  std::string_view unit;
  double least, most;
  double usual_least, usual_most;

  constexpr bool has(double value) const { return value >= least && value <= most; }
  constexpr bool is_usual(double value) const {
    return value >= usual_least && value <= usual_most;
  }
};

namespace ranges {
inline constexpr Range modulus{"Pa", 1e-6, 1e15, 1, 2e12};     // slime to diamond
inline constexpr Range density{"kg/m³", 1e-6, 1e9, 1, 25000};  // aerogel to osmium
inline constexpr Range damping_time{"s", 0, 1e6, 0, 100};
inline constexpr Range size{"m", 1e-9, 1e9, 1e-5, 1e4};
inline constexpr Range distance{"m", 0, 1e12, 0, 1e12};       // of a place from zero
inline constexpr Range mass{"kg", 1e-30, 1e30, 1e-30, 1e30};  // of a vertex
inline constexpr Range gravity{"m/s²", 0, 1e6, 0, 1000};
inline constexpr Range time_step{"s", 1e-15, 1e9, 1e-15, 1e9};
inline constexpr Range law_number{"", -1e30, 1e30, -1e30, 1e30};  // parameters and rest states
}  // namespace ranges

/// "from 1e-06 to 1e+15 Pa"
std::string in_words(const Range& range);
/// "from 1 to 2e+12 Pa"
std::string usual_in_words(const Range& range);

}  // namespace pliant
