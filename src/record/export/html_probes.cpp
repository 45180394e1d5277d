#include "record/export/html_probes.h"

#include <algorithm>
#include <cmath>

namespace pliant::record {

namespace {

constexpr std::size_t most_points = 2000;  // more than a plot has pixels

PageCurve curve_of(const ProbeData& probes, std::size_t column) {
  PageCurve curve{probes.columns[column], {}, {}};
  for (std::size_t row = 0; row < probes.times.size(); ++row) {
    const auto time = static_cast<float>(probes.times[row]);
    const auto value = static_cast<float>(probes.values[column][row]);
    if (!std::isfinite(time) || !std::isfinite(value)) continue;
    curve.times.push_back(time);
    curve.values.push_back(value);
  }
  return curve;
}

PageCurve thinned(const PageCurve& all) {
  PageCurve kept{all.column, {}, {}};
  const std::size_t rows = all.times.size(), spans = most_points / 2;
  const auto keep = [&](std::size_t row) {
    kept.times.push_back(all.times[row]);
    kept.values.push_back(all.values[row]);
  };
  for (std::size_t span = 0; span < spans; ++span) {
    const auto begin = static_cast<std::ptrdiff_t>(span * rows / spans);
    const auto end = static_cast<std::ptrdiff_t>((span + 1) * rows / spans);
    const auto [low, high] =
        std::minmax_element(all.values.begin() + begin, all.values.begin() + end);
    const auto a = static_cast<std::size_t>(low - all.values.begin());
    const auto b = static_cast<std::size_t>(high - all.values.begin());
    keep(std::min(a, b));
    if (a != b) keep(std::max(a, b));
  }
  return kept;
}

}  // namespace

std::vector<PageCurve> page_curves(const ProbeData& probes) {
  std::vector<PageCurve> curves;
  for (std::size_t column = 0; column < probes.columns.size(); ++column) {
    PageCurve curve = curve_of(probes, column);
    if (curve.times.empty()) continue;
    curves.push_back(curve.times.size() > most_points ? thinned(curve) : std::move(curve));
  }
  return curves;
}

}  // namespace pliant::record
