#pragma once

#include <pliant/tet_mesh.h>

#include <string>
#include <vector>

namespace pliant::app {

struct Quantity {
  std::string name, unit;
  std::vector<double> values;
};

/// What L13 Figure 5.2 shows of a mesh: volumes, edge lengths, inverse masses of its vertices for a
/// total mass in kg after (3.13) and, where `truncate` (1/kg) is above zero, these cut to it.
std::vector<Quantity> particle_quantities(const TetMesh& mesh, double mass, double truncate);

/// Draws one histogram a quantity into an .svg or .png file with gnuplot, in the manner of L13
/// Figure 5.2. Throws InputError when the extension is another or gnuplot cannot be run.
void draw_histograms(const std::string& file, const std::string& title,
                     const std::vector<Quantity>& quantities);

/// A gnuplot script of these histograms in so many columns, which sets no terminal.
std::string histogram_script(const std::vector<Quantity>& quantities, std::size_t columns,
                             const std::string& title = {});

}  // namespace pliant::app
