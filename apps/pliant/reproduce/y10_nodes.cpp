#include <fmt/format.h>
#include <pliant/shapes.h>

#include <algorithm>
#include <map>
#include <random>

#include "gnuplot.h"
#include "progress_bar.h"
#include "reproduce/y10.h"

// Figure 4: which nodes of a boundary are constrained.

namespace pliant::app::y10 {

namespace {

struct Face {
  std::vector<Vec3d> places;  // of the nodes, in the plane y z
  std::vector<Index> nodes;
  std::vector<Line> edges;
};

// The end of a bar of five by five cells: 36 nodes, where Y10 has 37.
Face end_face() {
  const TetMesh mesh(make_shape(
      "grid",
      {{"length", 0.2}, {"cells_x", 1}, {"cells_y", 5}, {"cells_z", 5}, {"tets_per_cell", 5}}));
  Face face;
  face.places.assign(mesh.vertices().begin(), mesh.vertices().end());
  std::vector<bool> on(mesh.vertices().size());
  for (std::size_t v = 0; v < on.size(); ++v) {
    on[v] = mesh.vertices()[v].x > 0;
    if (on[v]) face.nodes.push_back(static_cast<Index>(v));
  }
  for (const Line& edge : mesh.edges())
    if (on[edge[0]] && on[edge[1]]) face.edges.push_back(edge);
  return face;
}

// The most edges from a node to the nearest chosen one, and the mean.
struct Distances {
  double most = 0, mean = 0;
};
Distances distances(const Face& face, std::span<const Index> chosen) {
  std::map<Index, double> distance;
  for (const Index v : face.nodes) distance[v] = 1e9;
  for (const Index v : chosen) distance[v] = 0;
  for (std::size_t round = 0; round < face.nodes.size(); ++round)
    for (const Line& edge : face.edges) {
      distance[edge[0]] = std::min(distance[edge[0]], distance[edge[1]] + 1);
      distance[edge[1]] = std::min(distance[edge[1]], distance[edge[0]] + 1);
    }
  Distances out;
  for (const auto& [v, d] : distance) {
    out.most = std::max(out.most, d);
    out.mean += d / static_cast<double>(face.nodes.size());
  }
  return out;
}

// The mean over many choices by chance.
Distances by_chance(const Face& face, std::size_t count) {
  constexpr int tries = 200;
  std::mt19937 random(1);
  Distances out;
  for (int i = 0; i < tries; ++i) {
    std::vector<Index> chosen;
    std::ranges::sample(face.nodes, std::back_inserter(chosen), static_cast<std::ptrdiff_t>(count),
                        random);
    const Distances d = distances(face, chosen);
    out.most += d.most / tries;
    out.mean += d.mean / tries;
  }
  return out;
}

// The boundary once for each choice, side by side.
std::string script(const Face& face, const std::vector<std::vector<Index>>& choices) {
  constexpr double apart = 1.3;
  const auto at = [&](Index v, std::size_t choice) {
    return fmt::format("{} {}", face.places[v].z + apart * static_cast<double>(choice),
                       face.places[v].y);
  };
  std::string edges, nodes, chosen, labels;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    for (const Line& edge : face.edges)
      edges += fmt::format("{}\n{}\n\n", at(edge[0], i), at(edge[1], i));
    for (const Index v : face.nodes) nodes += at(v, i) + " 0.018\n";
    for (const Index v : choices[i]) chosen += at(v, i) + " 0.04\n";
    labels += fmt::format("set label {} at {},-0.15 center\n",
                          gnuplot_quoted(fmt::format("{}", choices[i].size())),
                          apart * static_cast<double>(i));
  }
  return fmt::format(
      "$edges << E\n{}E\n$nodes << E\n{}E\n$chosen << E\n{}E\n{}"
      "unset border\nunset tics\nunset key\nunset grid\nset size ratio -1\n"
      "set yrange [-0.2:1.05]\nset xrange [-0.55:{}]\n"
      "plot $edges with lines linecolor rgb '#8a8a8a' linewidth 1, "
      "$nodes with circles fillstyle solid 1 noborder linecolor rgb '#8a8a8a', "
      "$chosen with circles fillstyle solid 1 noborder linecolor rgb '#e8832a'\n",
      edges, nodes, chosen, labels, apart * static_cast<double>(choices.size() - 1) + 0.55);
}

}  // namespace

void add_nodes(const Plan&, Report& report) {
  using enum Source;
  progress()(0.95, "Y10: Figure 4");
  const Face face = end_face();
  Section& section = report.section("Figure 4: nodes that are constrained");
  section.add(Paragraph{fmt::format(
      "First the node with most neighbours is chosen, then always the one with most edges to the "
      "nearest of those chosen. A boundary of {} nodes (Y10: 37), with the chosen ones in orange.",
      face.nodes.size())});
  Table table{"figure 4",
              "Figure 4 in numbers: edges from a node to the nearest chosen one, and the same for "
              "nodes chosen by chance (mean of 200)",
              {{"count", "Chosen", published},
               {"most", "most", ours},
               {"mean", "mean", ours},
               {"chance_most", "most by chance", ours},
               {"chance_mean", "mean by chance", ours}},
              {}};
  std::vector<std::vector<Index>> choices;
  for (const std::size_t wanted : {15u, 9u, 6u}) {
    choices.push_back(spread_nodes(face.nodes, face.edges, wanted));
    const Distances spread = distances(face, choices.back()), chance = by_chance(face, wanted);
    table.rows.push_back({count(wanted), fixed(spread.most, 0), fixed(spread.mean, 2),
                          fixed(chance.most, 2), fixed(chance.mean, 2)});
  }
  const std::string title = fmt::format("15, 9 and 6 of {} nodes", face.nodes.size());
  section.add(Plot{title, inline_svg(script(face, choices), 900, 320, "constrained_nodes", title)});
  section.add(std::move(table));
}

}  // namespace pliant::app::y10
