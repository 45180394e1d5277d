#pragma once

#include <string>
#include <vector>

namespace pliant::app {

struct Quantity {
  std::string name, unit;
  std::vector<double> values;
};

/// Draws one histogram a quantity into an .svg or .png file with gnuplot, in the manner of L13
/// Figure 5.2. Throws InputError when the extension is another or gnuplot cannot be run.
void draw_histograms(const std::string& file, const std::string& title,
                     const std::vector<Quantity>& quantities);

}  // namespace pliant::app
