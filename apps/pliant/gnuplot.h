#pragma once

#include <string>
#include <vector>

// Plots by gnuplot. No shell and no file names are involved: nothing that a user calls a file can
// be taken for a command.

namespace pliant::app {

/// Text as a gnuplot string that is taken as it stands.
std::string gnuplot_quoted(const std::string& text);

/// What gnuplot writes to its standard output for this script; empty when it fails or is not there.
std::string run_gnuplot(const std::string& script);

/// Draws a script that sets no terminal as an SVG element to stand inside an HTML page: without
/// background, its black drawn in the colour of the page's text. Empty when gnuplot fails.
/// `name` keeps its element ids apart from those of other plots; `title` is for screen readers.
std::string inline_svg(const std::string& script, int width, int height, const std::string& name,
                       const std::string& title);

/// Values of one kind over the groups or the abscissae of a plot.
struct Series {
  std::string name;
  std::vector<double> values;
  std::string colour;   ///< #rrggbb, readable on light and dark
  bool dashed = false;  ///< lines only
};

/// Bars side by side in groups, over a logarithmic axis where wanted. Scripts for inline_svg().
std::string bar_script(const std::vector<std::string>& groups, const std::vector<Series>& series,
                       const std::string& axis, bool logarithmic);
/// Lines over common abscissae, on an axis that begins at zero where wanted.
std::string line_script(const std::vector<double>& abscissae, const std::vector<Series>& series,
                        const std::string& x_axis, const std::string& y_axis,
                        bool from_zero = true);

}  // namespace pliant::app
