#include <fmt/format.h>
#include <pliant/shapes.h>
#include <pliant/threads.h>

#include <algorithm>
#include <cmath>

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

std::optional<double> over(const std::optional<double>& fan, const std::optional<double>& grid) {
  return fan && grid ? std::optional(*fan / *grid) : std::nullopt;
}

Table beside_grids(const std::vector<Subject>& balls, const std::vector<Subject>& grids) {
  using enum Source;
  Table table{"figure 6 beside grids",
              "Cost of a tetrahedron that shares its vertex with all others, over that of one in a "
              "grid; ours: a grid of equally many tetrahedra; published: R06's grid of the nearest "
              "size",
              {{"tetrahedra", "tetrahedra"},
               {"relations", "springs of the ball"},
               {"grid_relations", "of the grid"},
               {"published_gpu", "GPU", published},
               {"published_cpu", "CPU", published},
               {"one_thread", "1 thread", ours},
               {"all_threads", fmt::format("{} threads", thread_count()), ours},
               {"card", "card", ours},
               {"full_one_thread", "full step, 1 thread", ours},
               {"full_all_threads", fmt::format("{} threads", thread_count()), ours},
               {"full_card", "card", ours}},
              {}};
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const Subject &ball = balls[i], &grid = grids[i];
    const PublishedRatio p = published_ratio(*ball.published);
    std::vector<Cell> row{count(ball.simplices), count(ball.springs), count(grid.springs),
                          fixed(p.gpu, 2), fixed(p.cpu, 2)};
    for (const auto& [b, g] : {std::pair(ball.times, grid.times), {*ball.full, *grid.full}}) {
      row.push_back(fixed(b.one_thread / g.one_thread, 2));
      row.push_back(fixed(b.all_threads / g.all_threads, 2));
      row.push_back(or_nothing(over(b.card, g.card), fixed, 2));
    }
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
    grids.push_back(measure("grid beside it", grid_beside_fan(grids.size()), nullptr, plan, true));
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
      "A ball has more vertices and edges than a grid of as many tetrahedra, twice the masses and "
      "{:.2f} times the springs here, so a ratio near that is no loss to the shared vertex.",
      static_cast<double>(balls.back().springs) / static_cast<double>(grids.back().springs))});
}

}  // namespace pliant::app::r06
