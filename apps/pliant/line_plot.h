#pragma once

#include <string>
#include <vector>

namespace pliant::app {

struct PlotLine {
  std::string name;
  std::vector<double> x, y;  ///< points that are not finite are left out
};

/// Lines with the same axis.
struct PlotPanel {
  std::string axis;  ///< what the y axis says
  std::vector<PlotLine> lines;
};

/// Panels above each other over one x axis, as SVG.
std::string line_plot(const std::string& title, const std::string& x_axis,
                      const std::vector<PlotPanel>& panels);

/// Round numbers that cover [low, high]: steps of 1, 2 or 5 times a power of ten.
struct Ticks {
  double first, step;
  int count;
  double low() const { return first; }
  double high() const { return first + step * (count - 1); }
  double at(int i) const;
  std::string label(int i) const;
};
Ticks ticks(double low, double high, int wanted);

}  // namespace pliant::app
