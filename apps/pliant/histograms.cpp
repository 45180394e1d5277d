#include "histograms.h"

#include <fmt/format.h>
#include <pliant/error.h>
#include <pliant/quality.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

namespace pliant::app {

namespace {

constexpr std::size_t intervals = 60;

std::string quoted(std::string s) {
  std::ranges::replace_if(
      s, [](char c) { return c == '"' || c == '\\' || (c >= 0 && c < 32); }, '_');
  return '"' + s + '"';
}

std::string terminal_for(const std::string& file, std::size_t plots) {
  const std::string extension = std::filesystem::path(file).extension().string();
  const std::size_t rows = (plots + 1) / 2;
  if (extension == ".svg")
    return fmt::format("svg size 900,{} dynamic background rgb 'white'", 260 * rows);
  if (extension == ".png") return fmt::format("pngcairo size 900,{}", 260 * rows);
  throw InputError(file, 0, "histograms are drawn as .svg or .png", "use one of these extensions");
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
  const Histogram h = histogram(finite, intervals);
  const bool point = !(h.maximum > h.minimum);
  const double low = point ? h.minimum - 0.5 : h.minimum;
  const double range = point ? 1 : h.maximum - h.minimum;
  const double width = range / intervals;
  std::string script = fmt::format(
      "set title {}\nset xlabel {}\nset xrange [{}:{}]\nset xtics {} format '%g'\n"
      "plot '-' with boxes notitle linecolor rgb '#5c99db'\n",
      quoted(quantity.name), quoted(quantity.unit), low - width / 2, low + range + width / 2,
      tic_step(range));
  for (std::size_t i = 0; i < h.counts.size(); ++i)
    script +=
        fmt::format("{} {} {}\n", low + (static_cast<double>(i) + 0.5) * width, h.counts[i], width);
  return script + "e\n";
}

}  // namespace

void draw_histograms(const std::string& file, const std::string& title,
                     const std::vector<Quantity>& quantities) {
  std::string script = fmt::format(
      "set encoding utf8\nset terminal {}\nset output {}\nset style fill solid 0.7 noborder\nset "
      "grid y\n"
      "set ylabel 'count'\nset key off\nset multiplot layout {},2 title {}\n",
      terminal_for(file, quantities.size()), quoted(file), (quantities.size() + 1) / 2,
      quoted(title));
  for (const Quantity& q : quantities)
    if (!q.values.empty()) script += plot_of(q);
  script += "unset multiplot\n";

  // A gnuplot that is not there must not end us with SIGPIPE.
  signal(SIGPIPE, SIG_IGN);
  FILE* pipe = popen("gnuplot 2>&1 >/dev/null", "w");
  const bool written =
      pipe != nullptr && std::fwrite(script.data(), 1, script.size(), pipe) == script.size();
  const int status = pipe != nullptr ? pclose(pipe) : -1;
  if (!written || status != 0)
    throw InputError(file, 0, "gnuplot could not draw the histograms",
                     "install gnuplot (Debian: gnuplot-nox) and check that the folder is there");
}

}  // namespace pliant::app
