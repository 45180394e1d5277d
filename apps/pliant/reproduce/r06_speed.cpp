#include <fmt/format.h>
#include <pliant/shapes.h>

#include "command.h"
#include "progress_bar.h"
#include "reproduce/r06.h"

// Chains, and Figures 4 and 5: triangle and tetrahedral meshes.

namespace pliant::app::r06 {

namespace {

std::vector<Subject> measured(std::span<const PublishedMesh> meshes, const Plan& plan,
                              const std::string& figure, double from, double to) {
  std::vector<Subject> subjects;
  for (const PublishedMesh& p : meshes) {
    const double share = static_cast<double>(subjects.size()) / static_cast<double>(meshes.size());
    progress()(from + share * (to - from), "R06: " + figure);
    const Mesh mesh = make_shape(p.shape, p.parameters);
    subjects.push_back(measure(p.name, mesh, &p, plan, !mesh.tetrahedra.empty()));
  }
  return subjects;
}

void add_tables(const Topic& topic, const std::vector<Subject>& subjects, const Plan& plan,
                Section& section) {
  section.add(rates_plot(topic, subjects, plan));
  section.add(rates(topic, subjects));
  section.add(costs(topic, subjects));
}

}  // namespace

void add_chains(const Plan& plan, Report& report) {
  std::vector<Subject> subjects;
  for (const int masses : {1000, 10000, 100000}) {
    progress()(0.01, "R06: chains");
    const Mesh mesh = make_shape("chain", {{"links", masses - 1.0}, {"length", 0.01 * masses}});
    subjects.push_back(measure("chain", mesh, nullptr, plan, false));
  }
  const Topic topic{"chains", "Chains", "links"};
  Section& section = report.section("Chains");
  section.add(Paragraph{
      "On this page springs are R06's: each simplex has one along each of its edges, of the same "
      "constant, and force k (l - L). Where several simplices share an edge, R06 computes its "
      "spring once for each of them, with rest lengths that it keeps with the simplex; ours is one "
      "spring of as many times the constant, which is the same force. The last columns of the "
      "tables of rates are of springs as R06 has them, one relation of three or six springs a "
      "simplex. A step is that of R06's Figure 1: forces, velocities, positions. Every body "
      "starts stretched by a twentieth and swings freely. " +
      told(plan.patience)});
  section.add(rates(topic, subjects));
  section.add(costs(topic, subjects));
  if (!plan.card.measured()) section.add(Paragraph{plan.card.why_not});
  section.add(Remark{"R06 says that chains run on its framework, and prints no figures for them."});
}

void add_triangles(const Plan& plan, Report& report) {
  const std::vector<Subject> subjects =
      measured(triangle_meshes(), plan, "Figure 4, triangles", 0.06, 0.3);
  const Topic topic{"figure 4", "Figure 4: triangle meshes", "triangles"};
  Section& section = report.section("Figure 4: triangle meshes");
  add_tables(topic, subjects, plan, section);
  section.add(Remark{
      "R06 does not say what its meshes are, but their counts give them away, and ours agree in "
      "both numbers: a sheet of n × n cells of four triangles has (n + 1)² + n² vertices and 4 n² "
      "triangles; the two others are closed surfaces that were cut into four again and again, "
      "twelve triangles six times and eight triangles seven times."});
}

void add_tetrahedra(const Plan& plan, Report& report) {
  const std::vector<Subject> subjects =
      measured(tetrahedral_meshes(), plan, "Figure 5, tetrahedra", 0.3, 0.7);
  const Topic topic{"figure 5", "Figure 5: tetrahedral meshes", "tetrahedra"};
  Section& section = report.section("Figure 5: tetrahedral meshes");
  add_tables(topic, subjects, plan, section);
  const Subject& last = subjects.back();
  section.add(Remark{fmt::format(
      "As R06 stores them, with six rest lengths a tetrahedron, the largest grid has {} springs "
      "instead of {} and takes {:.2f} times as long a step on {}.",
      last.own_springs, last.springs, last.own->all_threads / last.times.all_threads,
      all_threads())});
  section.add(Remark{fmt::format(
      "R06's counts are those of regular grids of cells cut into six tetrahedra, and ours are the "
      "same. On the largest, {:.0f} steps a second on {} stand beside its {:.0f} on the card and "
      "{:.0f} on the processor.",
      1 / last.times.card.value_or(last.times.all_threads),
      last.times.card ? "the card" : "the processor", last.published->gpu, last.published->cpu)});
}

}  // namespace pliant::app::r06
