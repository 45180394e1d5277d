#include <fmt/format.h>
#include <pliant/masses.h>

#include <algorithm>

#include "gnuplot.h"
#include "histograms.h"
#include "progress_bar.h"
#include "reproduce/l13.h"

// Tables 5.1 and 5.2, Figures 5.1 and 5.2.

namespace pliant::app::l13 {

namespace {

Table sizes(const std::vector<Subject>& meshes) {
  using enum Source;
  Table table{"table 5.1",
              "Table 5.1: sizes of the meshes",
              {{"mesh", "Mesh"},
               {"published_vertices", "Vertices", published},
               {"vertices", "ours", ours},
               {"published_tetrahedra", "Tetrahedra", published},
               {"tetrahedra", "ours", ours},
               {"published_edges", "Edges", published},
               {"edges", "ours", ours}},
              {}};
  for (const Subject& s : meshes)
    table.rows.push_back({s.published->name, count(s.published->vertices),
                          count(s.mesh.vertices().size()), count(s.published->tetrahedra),
                          count(s.mesh.tetrahedra().size()), count(s.published->edges),
                          count(s.mesh.edges().size())});
  return table;
}

struct InverseMasses {
  double largest = 0;
  std::size_t over = 0;
  double percent = 0;
};
InverseMasses inverse_masses(const Subject& subject) {
  const double limit = subject.published->solid.largest_inverse_mass;
  std::vector<double> masses = average_volume_masses(subject.mesh, subject.published->solid.mass);
  InverseMasses result{1 / std::ranges::min(masses), 0, 0};
  if (limit > 0) result.over = truncate_inverse_masses(masses, limit);
  result.percent = 100.0 * static_cast<double>(result.over) / static_cast<double>(masses.size());
  return result;
}

// As L13 prints them: 143.04, 1.34e+10.
Cell printed_inverse(double value) {
  return value < 1e6 ? fixed(value, 2) : significant(value, 3);
}

Table masses(const std::vector<Subject>& meshes) {
  using enum Source;
  Table table{
      "table 5.2",
      "Table 5.2: the mass of each body (kg), its largest inverse mass (1/kg) after (3.13), "
      "and how many lie over the value to which they are cut",
      {{"mesh", "Mesh"},
       {"mass", "Mass", published},
       {"truncation", "Cut to", published},
       {"published_largest", "Largest inverse", published},
       {"largest", "ours", ours},
       {"published_over", "Over", published},
       {"over", "ours", ours},
       {"published_percent", "Percent", published},
       {"percent", "ours", ours}},
      {}};
  for (const Subject& s : meshes) {
    const PublishedMesh& p = *s.published;
    const InverseMasses found = inverse_masses(s);
    const double cut = p.solid.largest_inverse_mass;
    table.rows.push_back(
        {p.name, fixed(p.solid.mass, 0), cut > 0 ? fixed(cut, 0) : Cell("...", nullptr),
         printed_inverse(p.largest_inverse), printed_inverse(found.largest), count(p.over),
         count(found.over), Cell(fmt::format("{:g}", p.percent), p.percent),
         fixed(found.percent, 1)});
  }
  return table;
}

// The surface, and the tetrahedra behind a cut.
void add_pictures(const std::vector<Subject>& meshes, Report& report) {
  Section& section = report.section("Figure 5.1: surfaces and tetrahedra");
  section.add(Paragraph{
      "Each surface, and the tetrahedra inside it where the half nearer to the eye is cut away."});
  for (const Subject& s : meshes) {
    Pictures pictures;
    for (const double cut : {0.0, 0.5})
      pictures.push_back(
          {s.published->name + (cut > 0 ? ", cut open" : ""),
           render::draw(s.mesh.mesh(),
                        {.width = 480, .height = 400, .yaw = 25, .pitch = 12, .cut = cut})});
    section.add(std::move(pictures));
  }
}

Plot histograms(const Subject& subject) {
  const PublishedMesh& p = *subject.published;
  const double cut = p.solid.largest_inverse_mass;
  // L13's order: inverse masses, the same truncated, volumes, lengths.
  std::vector<Quantity> quantities = particle_quantities(
      subject.mesh, p.solid.mass, cut > 0 ? cut : inverse_masses(subject).largest);
  std::rotate(quantities.begin(), quantities.begin() + 2, quantities.end());
  const std::string title =
      fmt::format("Figure 5.2, {}: inverse masses{}, volumes and edge lengths", p.name,
                  cut > 0 ? fmt::format(", the same cut to {:.0f}", cut) : " (none is cut)");
  return {title,
          inline_svg(histogram_script(quantities, 4), 1060, 240, p.file + "_histograms", title)};
}

}  // namespace

void add_meshes(const std::vector<Subject>& meshes, Report& report) {
  const bool real = report.facts["meshes"] == "real";
  Section& sizes_section = report.section("Table 5.1: meshes");
  sizes_section.add(sizes(meshes));
  sizes_section.add(Remark{
      real ? "The counts agree within 3 %: L13's meshes themselves were not published, so ours "
             "were made with TetGen to the same sizes. The Dragon is another statue."
           : "Built-in shapes stand in for L13's meshes, with about as many tetrahedra. They come "
             "from a lattice and have more or fewer vertices for the same count."});
  add_pictures(meshes, report);
  Section& masses_section = report.section("Table 5.2: masses");
  masses_section.add(masses(meshes));
  masses_section.add(Remark{
      "L13's scanned meshes hold tetrahedra almost without volume: inverse masses up to 10¹⁰, and "
      "two thirds of the Dragon's vertices and two fifths of the Armadillo-Man's are made heavier "
      "by the cut. Ours are better shaped: the largest inverse masses of the scanned ones are "
      "smaller by one to seven "
      "orders of magnitude, and fewer are over. The exception is the Dragon, whose limit of 250 "
      "is only twice the average inverse mass (vertices over mass), so that any mesh of this size "
      "has many over it; there the cut is a change of the body's mass rather than a mending."});
  Section& figure = report.section("Figure 5.2: quality of the meshes");
  figure.add(Paragraph{fmt::format(
      "L13 does not say how large its bodies are. Ours are scaled so that half of the edges are "
      "longer than {} m: with forces as printed, (3.7) and (3.8), the volume forces grow with the "
      "fifth power of an edge and the springs' with the first, and about this length both count "
      "and the published time steps are at the edge of stability (see Table 6.3).",
      published_median_edge)});
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    progress()(0.02 + 0.01 * static_cast<double>(i), "L13: Figure 5.2");
    figure.add(histograms(meshes[i]));
  }
  figure.add(Remark{
      "L13 reads quality from how even these histograms are: its Cube and Bunny are good, its "
      "Dragon and Armadillo-Man bad, with nearly all inverse masses in the first bar of a range "
      "that reaches 1.2·10¹⁰. Ours spread over their ranges for every mesh."});
}

}  // namespace pliant::app::l13
