#include <fmt/format.h>
#include <pliant/shapes.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "command.h"
#include "progress_bar.h"
#include "reproduce/r06.h"

// Figure 6: all tetrahedra share one vertex.

namespace pliant::app::r06 {

namespace {

// By how much a tetrahedron costs more in R06's fan than in its grid of the nearest size.
struct PublishedRatio {
  double gpu, cpu;
};
PublishedRatio published_ratio(const PublishedMesh& fan) {
  const auto grids = tetrahedral_meshes();
  const PublishedMesh& grid = *std::ranges::min_element(grids, {}, [&](const PublishedMesh& g) {
    return std::abs(static_cast<double>(g.simplices) - static_cast<double>(fan.simplices));
  });
  const double sizes = static_cast<double>(grid.simplices) / static_cast<double>(fan.simplices);
  return {sizes * grid.gpu / fan.gpu, sizes * grid.cpu / fan.cpu};
}

Table empty_table() {
  using enum Source;
  const std::string all = all_threads();
  return {
      "figure 6 beside grids",
      "The cost of a tetrahedron that shares a vertex with all others, over that of one in a "
      "grid; ours: a grid of equally many, published: R06's grid of the nearest size; then that "
      "of a relation, of which a ball has more",
      {{"step", "Step"},
       {"tetrahedra", "tetrahedra"},
       {"relations", "relations"},
       {"grid_relations", "in the grid"},
       {"published_gpu", "GPU", published},
       {"published_cpu", "CPU", published},
       {"one_thread", "1 thread", ours},
       {"all_threads", all, ours},
       {"card", "card", ours},
       {"relation_one_thread", "a relation, 1 thread", ours},
       {"relation_all_threads", all, ours},
       {"relation_card", "card", ours}},
      {}};
}

std::vector<Cell> ratios(const StepTimes& ball, const StepTimes& grid, double per) {
  std::optional<double> card;
  if (ball.card && grid.card) card = *ball.card / *grid.card / per;
  return {fixed(ball.one_thread / grid.one_thread / per, 2),
          fixed(ball.all_threads / grid.all_threads / per, 2), or_nothing(card, fixed, 2)};
}

Table beside_grids(const std::vector<Subject>& balls, const std::vector<Subject>& grids) {
  Table table = empty_table();
  for (const bool full : {false, true})
    for (std::size_t i = 0; i < balls.size(); ++i) {
      const Subject &ball = balls[i], &grid = grids[i];
      const std::size_t relations = ball.springs + (full ? ball.simplices : 0),
                        in_grid = grid.springs + (full ? grid.simplices : 0);
      const PublishedRatio p = published_ratio(*ball.published);
      std::vector<Cell> row{full ? "full" : "springs",
                            count(ball.simplices),
                            count(relations),
                            count(in_grid),
                            full ? nothing() : fixed(p.gpu, 2),
                            full ? nothing() : fixed(p.cpu, 2)};
      const double more = static_cast<double>(relations) / static_cast<double>(in_grid);
      for (const double per : {1.0, more})
        std::ranges::copy(
            ratios(full ? *ball.full : ball.times, full ? *grid.full : grid.times, per),
            std::back_inserter(row));
      table.rows.push_back(std::move(row));
    }
  return table;
}

}  // namespace

void add_worst_case(const Plan& plan, Report& report) {
  std::vector<Subject> balls, grids;
  for (const PublishedMesh& p : fans()) {
    progress()(0.7 + 0.08 * static_cast<double>(balls.size()), "R06: Figure 6, worst case");
    balls.push_back(measure(p.name, make_shape(p.shape, p.parameters), &p, plan, true));
    grids.push_back(measure("grid", grid_beside_fan(grids.size()), nullptr, plan, true));
  }
  std::vector<Subject> all;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    all.push_back(balls[i]);
    all.push_back(grids[i]);
  }
  const Topic topic{"figure 6", "Figure 6: the worst case", "tetrahedra"};
  Section& section = report.section("Figure 6: the worst case");
  section.add(Paragraph{
      "The surface of a sphere, each triangle of which makes a tetrahedron with the centre. "
      "Whoever "
      "lets each vertex walk through its own relations waits for the centre, which has them all; "
      "ours go through relations in equal blocks, and a vertex of thousands is summed in parts. "
      "R06's counts leave the centre out; ours have it, one mass more."});
  section.add(rates(topic, all));
  section.add(costs(topic, all));
  section.add(beside_grids(balls, grids));
  section.add(Remark{fmt::format(
      "A ball has more of everything than a grid of as many tetrahedra: {:.1f} times the masses "
      "and "
      "{:.1f} times the springs, so its tetrahedra cost more even where sharing a vertex costs "
      "nothing. The last columns therefore count relations; what is left there above 1 is the "
      "price of the many masses and of the shared vertex together.",
      static_cast<double>(balls.back().masses) / static_cast<double>(grids.back().masses),
      static_cast<double>(balls.back().springs) / static_cast<double>(grids.back().springs))});
}

}  // namespace pliant::app::r06
