#include "histograms.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pliant/error.h>
#include <pliant/quality.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <memory>

#include "base/file.h"
#include "command.h"

namespace pliant::app {

namespace {

constexpr std::size_t intervals = 60;

// Between single quotes gnuplot takes everything as it stands, but for a quote itself.
std::string quoted(const std::string& s) {
  std::string out = "'";
  for (char c : s) {
    if (c == '\'') out += '\'';
    if (c >= 0 && c < 32) c = ' ';
    out += c;
  }
  return out + "'";
}

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
      quoted(quantity.name), quoted(quantity.unit), h.minimum - width / 2, h.maximum + width / 2,
      tic_step(range));
  for (std::size_t i = 0; i < h.counts.size(); ++i)
    script += fmt::format("{} {} {}\n", h.minimum + (static_cast<double>(i) + 0.5) * width,
                          h.counts[i], width);
  return script + "e\n";
}

// What gnuplot writes to its standard output for this script; empty when it fails. No shell and
// no file names: nothing that a user calls a file can be taken for a command.
std::string run_gnuplot(const std::string& script) {
  const std::unique_ptr<FILE, int (*)(FILE*)> input(std::tmpfile(), std::fclose);
  int output[2];
  if (!input || std::fwrite(script.data(), 1, script.size(), input.get()) != script.size() ||
      std::fflush(input.get()) != 0 || pipe2(output, O_CLOEXEC) != 0)
    return {};
  std::rewind(input.get());

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(input.get()), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  const char* const arguments[] = {"gnuplot", nullptr};
  pid_t child = 0;
  const int failed = posix_spawnp(&child, "gnuplot", &actions, nullptr,
                                  const_cast<char* const*>(arguments), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(output[1]);

  std::string drawn;
  char buffer[65536];
  for (ssize_t n = 0; failed == 0 && (n = read(output[0], buffer, sizeof buffer)) > 0;)
    drawn.append(buffer, static_cast<std::size_t>(n));
  close(output[0]);
  int status = 1;
  if (failed == 0) waitpid(child, &status, 0);
  return status == 0 ? drawn : std::string();
}

}  // namespace

void draw_histograms(const std::string& file, const std::string& title,
                     const std::vector<Quantity>& quantities) {
  std::string script = fmt::format(
      "set encoding utf8\nset terminal {} noenhanced\nset style fill solid 0.7 noborder\n"
      "set grid y\nset ylabel 'count'\nset key off\nset multiplot layout {},2 title {}\n",
      terminal_for(file, quantities.size()), (quantities.size() + 1) / 2, quoted(title));
  for (const Quantity& q : quantities)
    if (!q.values.empty()) script += plot_of(q);
  script += "unset multiplot\nset output\n";
  const std::string drawn = run_gnuplot(script);
  if (drawn.empty())
    throw InputError(file, 0, "gnuplot could not draw the histograms",
                     "install gnuplot (Debian: gnuplot-nox)");
  write_file(file, drawn);
}

}  // namespace pliant::app
