#include "window/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pliant::viewer {

namespace {

struct Unit {
  double size;
  const char* name;
};

// Three digits that count, without an exponent where it can be.
std::string three_digits(double x) {
  const double size = std::abs(x);
  if (size >= 1e6 || size < 1) return fmt::format("{:#.3g}", x);
  return fmt::format("{:.{}f}", x, size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
}

std::string with_unit(double x, std::initializer_list<Unit> units) {
  if (!std::isfinite(x)) return "–";
  const Unit* chosen = units.end() - 1;
  for (const Unit& unit : units)
    if (std::abs(x) >= unit.size) {
      chosen = &unit;
      break;
    }
  if (x == 0) return fmt::format("0 {}", chosen->name);
  return fmt::format("{} {}", three_digits(x / chosen->size), chosen->name);
}

}  // namespace

std::string volume_words(double cubic_metres) {
  return with_unit(cubic_metres, {{1, "m³"}, {1e-3, "dm³"}, {1e-6, "cm³"}, {1e-9, "mm³"}});
}

std::string change_words(double now, double rest) {
  if (!(rest > 0) || !std::isfinite(now)) return "–";
  const double percent = 100 * (now - rest) / rest;
  return fmt::format("{}{:.2f} %",
                     percent < -0.005  ? "−"
                     : percent > 0.005 ? "+"
                                       : "±",
                     std::abs(percent));
}

std::string length_words(double metres) {
  return with_unit(metres, {{1, "m"}, {1e-3, "mm"}, {1e-6, "µm"}, {1e-9, "nm"}});
}

std::string energy_words(double joules) {
  return with_unit(joules, {{1e6, "MJ"}, {1e3, "kJ"}, {1, "J"}, {1e-3, "mJ"}, {1e-6, "µJ"}});
}

std::string active_words(std::size_t active, std::size_t nodes) {
  return fmt::format("{} of {} nodes", active, nodes);
}

std::string time_words(double seconds, double longest) {
  const double size = std::max(std::abs(seconds), std::abs(longest));
  const int digits = size >= 1000 ? 1 : size >= 0.1 ? 3 : size >= 1e-3 ? 5 : 8;
  return fmt::format("{:.{}f} s", seconds, digits);
}

std::string speed_words(const Progress& progress, const Pace& pace) {
  if (progress.busy) return progress.busy_with.empty() ? "building" : progress.busy_with;
  if (!progress.running) return progress.finished ? "at its end" : "paused";
  if (!(progress.achieved > 0)) return "starting";
  if (!pace.unlimited && std::abs(progress.achieved / pace.speed - 1) < 0.06) {
    if (pace.speed == 1) return "real time";
    return fmt::format("{:.3g} times real time", pace.speed);
  }
  return fmt::format("{:.2g} times real time", progress.achieved);
}

std::string pace_words(const Pace& pace) {
  if (pace.unlimited) return "As fast as it goes";
  if (pace.speed == 1) return "Real time";
  if (pace.speed > 1) return fmt::format("{:g} times faster", pace.speed);
  return fmt::format("{:g} times slower", 1 / pace.speed);
}

}  // namespace pliant::viewer
