#include "gnuplot.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <memory>

namespace pliant::app {

namespace {

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

void cut_out(std::string& text, std::string_view from, std::string_view until) {
  const std::size_t first = text.find(from);
  const std::size_t last = text.find(until, first);
  if (first != std::string::npos && last != std::string::npos)
    text.erase(first, last + until.size() - first);
}

// Gnuplot's numbers have no word for what is not finite but "NaN", which leaves a gap.
std::string data_block(const std::vector<std::string>& labels, const std::vector<Series>& series) {
  std::string block = "$data << EOD\n";
  for (std::size_t row = 0; row < labels.size(); ++row) {
    block += labels[row];
    for (const Series& s : series) block += fmt::format(" {}", s.values[row]);
    block += '\n';
  }
  return block + "EOD\n";
}

}  // namespace

// Between single quotes gnuplot takes everything as it stands, but for a quote itself.
std::string gnuplot_quoted(const std::string& text) {
  std::string out = "'";
  for (char c : text) {
    if (c == '\'') out += '\'';
    if (c >= 0 && c < 32) c = ' ';
    out += c;
  }
  return out + "'";
}

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

std::string inline_svg(const std::string& script, int width, int height, const std::string& name,
                       const std::string& title) {
  std::string svg = run_gnuplot(fmt::format(
      "set encoding utf8\nset terminal svg size {},{} dynamic noenhanced font 'sans-serif,13' "
      "name {}\nset border linewidth 0.7\nset grid y\nset style fill solid 0.9 noborder\n{}\n",
      width, height, gnuplot_quoted(name), script));
  const std::size_t begin = svg.find("<svg");
  if (begin == std::string::npos) return {};
  svg.erase(0, begin);
  cut_out(svg, "<title>", "</title>");
  cut_out(svg, "<desc>", "</desc>");
  cut_out(svg, "<defs>", "</defs>");  // point symbols, which our plots do without
  replace_all(svg, " id=\"gnuplot_canvas\"", "");
  replace_all(svg, "\"black\"", "\"currentColor\"");
  replace_all(svg, "'black'", "'currentColor'");
  std::string label = title;
  replace_all(label, "&", "&amp;");
  replace_all(label, "\"", "&quot;");
  replace_all(label, "<", "&lt;");
  svg.insert(4, fmt::format(" role=\"img\" aria-label=\"{}\"", label));
  return svg;
}

std::string bar_script(const std::vector<std::string>& groups, const std::vector<Series>& series,
                       const std::string& axis, bool logarithmic) {
  std::vector<std::string> labels;
  for (const std::string& group : groups) labels.push_back('"' + group + '"');
  std::string script = data_block(labels, series);
  script += fmt::format(
      "set style data histogram\nset style histogram cluster gap 1\nset boxwidth 0.92 relative\n"
      "set ylabel {}\nset xtics scale 0\nset key outside top center horizontal\n{}plot",
      gnuplot_quoted(axis), logarithmic ? "set logscale y\nset format y '%g'\n" : "");
  for (std::size_t i = 0; i < series.size(); ++i)
    script +=
        fmt::format("{} $data using {}{} title {} linecolor rgb '{}'", i == 0 ? "" : ",", i + 2,
                    i == 0 ? ":xtic(1)" : "", gnuplot_quoted(series[i].name), series[i].colour);
  return script + '\n';
}

std::string line_script(const std::vector<double>& abscissae, const std::vector<Series>& series,
                        const std::string& x_axis, const std::string& y_axis, bool from_zero) {
  std::vector<std::string> labels;
  for (double x : abscissae) labels.push_back(fmt::format("{}", x));
  std::string script = data_block(labels, series);
  script += fmt::format(
      "set xlabel {}\nset ylabel {}\nset key outside top center horizontal\n{}plot",
      gnuplot_quoted(x_axis), gnuplot_quoted(y_axis), from_zero ? "set yrange [0:]\n" : "");
  for (std::size_t i = 0; i < series.size(); ++i)
    script +=
        fmt::format("{} $data using 1:{} with lines title {} linewidth 2.5 linecolor rgb '{}'{}",
                    i == 0 ? "" : ",", i + 2, gnuplot_quoted(series[i].name), series[i].colour,
                    series[i].dashed ? " dashtype 2" : "");
  return script + '\n';
}

}  // namespace pliant::app
