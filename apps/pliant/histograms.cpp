#include "histograms.h"

#include <fmt/format.h>
#include <pliant/error.h>
#include <pliant/masses.h>
#include <pliant/quality.h>

#include <algorithm>
#include <cmath>

#include "base/file.h"
#include "command.h"
#include "gnuplot.h"

namespace pliant::app {

namespace {

constexpr std::size_t intervals = 60;

std::string terminal_for(const std::string& file, std::size_t plots) {
  const std::size_t rows = (plots + 1) / 2;
  if (has_extension(file, ".svg"))
    return fmt::format("svg size 900,{} dynamic background rgb 'white'", 260 * rows);
  return fmt::format("pngcairo size 900,{}", 260 * rows);
}

// A step of 1, 2 or 5 times a power of ten that cuts the range into at most five parts.
double tic_step(double range) {
  const double power = std::pow(10, std::floor(std::log10(range / 5)));
  for (double factor : {1.0, 2.0, 5.0})
    if (range / (factor * power) <= 5) return factor * power;
  return 10 * power;
}

std::string plot_of(const Quantity& quantity) {
  std::vector<double> finite = quantity.values;
  std::erase_if(finite, [](double v) { return !std::isfinite(v); });
  Histogram h = histogram(finite, intervals);
  const double size = std::max(std::abs(h.minimum), std::abs(h.maximum));
  if (h.maximum - h.minimum <= 1e-6 * size || size == 0) {
    // All values are the same but for rounding: one bar in the middle.
    const double half = size > 0 ? 0.1 * size : 1;
    h = {h.minimum - half, h.minimum + half, std::vector<std::size_t>(intervals + 1, 0)};
    h.counts[intervals / 2] = finite.size();
  }
  const double range = h.maximum - h.minimum;
  const double width = range / static_cast<double>(h.counts.size());
  std::string script = fmt::format(
      "set title {}\nset xlabel {}\nset xrange [{}:{}]\nset xtics {} format '%g'\n"
      "plot '-' with boxes notitle linecolor rgb '#5c99db'\n",
      gnuplot_quoted(quantity.name), gnuplot_quoted(quantity.unit), h.minimum - width / 2,
      h.maximum + width / 2, tic_step(range));
  for (std::size_t i = 0; i < h.counts.size(); ++i)
    script += fmt::format("{} {} {}\n", h.minimum + (static_cast<double>(i) + 0.5) * width,
                          h.counts[i], width);
  return script + "e\n";
}

}  // namespace

std::vector<Quantity> particle_quantities(const TetMesh& mesh, double mass, double truncate) {
  Quantity inverse{"inverse mass", "1/kg", {}};
  for (double m : average_volume_masses(mesh, mass))
    if (m > 0) inverse.values.push_back(1 / m);
  std::vector<Quantity> quantities{
      {"volume", "m³", tetrahedron_volumes(mesh.mesh())},
      {"edge length", "m", edge_lengths(mesh.vertices(), mesh.edges())},
      inverse};
  if (truncate > 0) {
    for (double& v : inverse.values) v = std::min(v, truncate);
    quantities.push_back({"truncated inverse mass", "1/kg", std::move(inverse.values)});
  }
  return quantities;
}

std::string histogram_script(const std::vector<Quantity>& quantities, std::size_t columns,
                             const std::string& title) {
  std::string script = fmt::format(
      "set style fill solid 0.7 noborder\nset grid y\nset ylabel 'count'\nset key off\n"
      "set multiplot layout {},{}{}\n",
      (quantities.size() + columns - 1) / columns, columns,
      title.empty() ? "" : " title " + gnuplot_quoted(title));
  for (const Quantity& q : quantities)
    if (!q.values.empty()) script += plot_of(q);
  return script + "unset multiplot\n";
}

void draw_histograms(const std::string& file, const std::string& title,
                     const std::vector<Quantity>& quantities) {
  const std::string script =
      fmt::format("set encoding utf8\nset terminal {} noenhanced\n{}set output\n",
                  terminal_for(file, quantities.size()), histogram_script(quantities, 2, title));
  const std::string drawn = run_gnuplot(script);
  if (drawn.empty())
    throw InputError(file, 0, "gnuplot could not draw the histograms",
                     "install gnuplot (Debian: gnuplot-nox)");
  write_file(file, drawn);
}

}  // namespace pliant::app
