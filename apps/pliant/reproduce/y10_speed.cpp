#include <fmt/format.h>
#include <pliant/box.h>
#include <pliant/quality.h>
#include <pliant/shapes.h>

#include <algorithm>
#include <chrono>
#include <deque>

#include "cases/spectral_cases.h"
#include "gnuplot.h"
#include "mesh/disjoint_sets.h"
#include "progress_bar.h"
#include "reproduce/y10.h"
#include "spectral/offline/matrices.h"

// Table 1: time off line and steps a second.

namespace pliant::app::y10 {

namespace {

using Clock = std::chrono::steady_clock;
double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

struct Published {
  std::string name;
  std::size_t tetrahedra, modes;
  double build, solve, initialise;  // s
  double cpu, gpu;                  // frames a second
  std::string surface;              // of the models' folder; empty: a grid
  int cells[3] = {0, 0, 0};         // of that
};
const std::vector<Published>& published_models() {
  static const std::vector<Published> models{
      {"Bar1", 323, 100, 0.008, 1.547, 0.006, 269.1, 845.2, "", {16, 2, 2}},
      {"Bar2", 5372, 200, 0.419, 4.617, 0.026, 31.9, 89.2, "", {17, 9, 7}},
      {"Gargoyle", 10000, 50, 1.547, 5.101, 0.022, 20.3, 64.9, "bunny"},
      {"Armadillo", 13852, 100, 2.931, 6.823, 0.035, 14.3, 43.6, "armadillo"},
      {"Dragon", 32959, 50, 12.209, 8.781, 0.05, 10.3, 35.6, "dragon"}};
  return models;
}

struct Subject {
  const Published* published;
  TetMesh mesh;
  std::string made_of;
  SpectralOptions options;
};

TetMesh mesh_of(const Published& p, const Plan& plan, std::string& made_of) {
  if (p.surface.empty()) {
    const auto [x, y, z] = p.cells;
    made_of = "a grid";
    return TetMesh(make_shape("grid", {{"length", 0.1 * x},
                                       {"height", 0.1 * y},
                                       {"width", 0.1 * z},
                                       {"cells_x", x},
                                       {"cells_y", y},
                                       {"cells_z", z},
                                       {"tets_per_cell", 5}}));
  }
  if (std::optional<TetMesh> found = statue(plan, p.surface, p.tetrahedra)) {
    made_of = p.surface + " of a scan";
    return *std::move(found);
  }
  made_of = "the critter";
  return one_piece(make_shape("critter", {{"tets", static_cast<double>(p.tetrahedra)}}));
}

// A bone: the tetrahedra nearest to the middle by faces, a twentieth of all. What it cuts off from
// the rest of the flesh belongs to it.
std::vector<Index> bone(const TetMesh& mesh) {
  const std::size_t count = mesh.tetrahedra().size();
  Vec3d middle;
  for (const Vec3d& x : mesh.vertices()) middle += x / static_cast<double>(mesh.vertices().size());
  Index first = 0;
  double nearest = 1e300;
  for (std::size_t t = 0; t < count; ++t) {
    const double distance = squared_length(mesh.vertices()[mesh.tetrahedra()[t][0]] - middle);
    if (distance < nearest) nearest = distance, first = static_cast<Index>(t);
  }
  std::vector<bool> hard(count, false);
  std::size_t reached = 1;
  hard[first] = true;
  for (std::deque<Index> front{first}; !front.empty() && reached < count / 20; front.pop_front())
    for (const Index n : mesh.neighbours()[front.front()])
      if (n != no_index && !hard[n] && reached < count / 20) {
        hard[n] = true;
        ++reached;
        front.push_back(n);
      }
  DisjointSets soft(count);
  for (std::size_t t = 0; t < count; ++t)
    for (const Index n : mesh.neighbours()[t])
      if (n != no_index && !hard[t] && !hard[n]) soft.join(static_cast<Index>(t), n);
  std::vector<std::size_t> sizes(count, 0);
  for (std::size_t t = 0; t < count; ++t)
    if (!hard[t]) ++sizes[soft.find(static_cast<Index>(t))];
  const auto flesh = static_cast<Index>(std::ranges::max_element(sizes) - sizes.begin());
  std::vector<Index> out;
  for (std::size_t t = 0; t < count; ++t)
    if (hard[t] || soft.find(static_cast<Index>(t)) != flesh) out.push_back(static_cast<Index>(t));
  return out;
}

Subject subject(const Published& p, const Plan& plan) {
  std::string made_of;
  TetMesh mesh = mesh_of(p, plan, made_of);
  SpectralOptions options;
  options.modes = p.modes;
  options.cached = false;
  const Box box = bounding_box(mesh.vertices());
  const int axis = p.surface.empty() ? 0 : 1;  // a bar by its end, a statue by its feet
  for (std::size_t v = 0; v < mesh.vertices().size(); ++v)
    if (mesh.vertices()[v][axis] < box.low[axis] + 0.03 * box.size()[axis])
      options.fixed.push_back(static_cast<Index>(v));
  options.rigid = {p.surface.empty()
                       ? bench::tetrahedra_beyond(mesh, box.low.x + 0.95 * box.size().x - 0.05)
                       : bone(mesh)};
  return {&p, std::move(mesh), std::move(made_of), std::move(options)};
}

struct Offline {
  double build = 0, solve = 0, initialise = 0;  // s
};

Material soft() {
  return make_material(1e6, 0.3, 1000, 0.001);
}

// The eigensolver says when it begins and ends; the matrices are built once more by themselves.
Body make_offline(const Subject& s, Offline& out) {
  const Material material = soft();
  const bench::DeformablePart part =
      bench::deformable_part(s.mesh, s.options.rigid[0], s.options.fixed);
  const auto build = Clock::now();
  spectral::offline::assemble({part.vertices, part.tetrahedra, std::span(&material, 1), part.fixed},
                              MassMatrix::lumped);
  out.build = since(build);
  Clock::time_point begin;
  double modes = 0;
  SpectralOptions options = s.options;
  options.progress = [&](double fraction, std::string_view) {
    if (fraction == 0) begin = Clock::now();
    if (fraction == 1) modes += since(begin);
  };
  const auto start = Clock::now();
  Body body = spectral_body(s.mesh, std::span(&material, 1), options);
  out.initialise = since(start) - modes;
  out.solve = std::max(0.0, modes - out.build);
  return body;
}

struct Rates {
  double all = 0, surface = 0;  // steps a second
  std::optional<double> card = {};
};

double rate(const State& start, Places which, const Patience& patience) {
  std::vector<float> places(3 * start.model().vertex_count());
  double best = 1e300;
  for (int round = 0; round < patience.rounds; ++round) {
    State state = start;
    const auto begin = Clock::now();
    double time = 0;
    std::int64_t steps = 0;
    for (; time < patience.seconds; time = since(begin), steps += 20)
      for (int i = 0; i < 20; ++i) {
        step(state.model(), state, 1);
        write_positions(state, which, places);
      }
    best = std::min(best, time / static_cast<double>(steps));
  }
  return 1 / best;
}

Rates rates(const Body& body, const Plan& plan) {
  const Patience patient = patience(plan.settings);
  const Dynamics dynamics{.time_step = 1.0 / 500};
  const State start(Model(body), dynamics);
  Rates out{rate(start, Places::all, patient), rate(start, Places::surface, patient)};
  if (plan.card.measured())
    out.card = 1 / time_of_step(State(Model(body, {.backend = Backend::cuda}), dynamics), patient);
  return out;
}

Table offline_table() {
  using enum Source;
  return {"table 1, off line",
          "Table 1, off line: sizes, and times in s",
          {{"model", "Model"},
           {"made_of", "made of", ours},
           {"modes", "Modes", published},
           {"published_tetrahedra", "Tetrahedra", published},
           {"tetrahedra", "ours", ours},
           {"published_build", "Build M, K, C", published},
           {"build", "ours", ours},
           {"published_solve", "Eigenproblem", published},
           {"solve", "ours", ours},
           {"published_initialise", "Initialise", published},
           {"initialise", "ours", ours}},
          {}};
}

Table online_table() {
  using enum Source;
  return {
      "table 1, on line",
      "Table 1, on line: frames (ours: steps) a second with every vertex placed; ours also with "
      "those of the surface alone",
      {{"model", "Model"},
       {"vertices", "vertices", ours},
       {"published_cpu", "CPU", published},
       {"steps", "ours", ours},
       {"surface_steps", "surface alone", ours},
       {"published_gpu", "GPU", published},
       {"card_steps", "ours", ours}},
      {}};
}

}  // namespace

void add_speed(const Plan& plan, Report& report) {
  Table off_line = offline_table(), on_line = online_table();
  std::vector<std::string> groups;
  Series cpu{"Y10, CPU", {}, "#8a8a8a"}, gpu{"Y10, GPU", {}, "#c9a227"},
      all{"ours, every vertex", {}, "#3b82c4"}, surface{"ours, surface", {}, "#4f9d5d"};
  double slowest = 1e300;
  for (const Published& p : published_models()) {
    progress()(0.1 * static_cast<double>(groups.size()), "Y10: Table 1, " + p.name);
    const Subject s = subject(p, plan);
    Offline offline;
    const Body body = make_offline(s, offline);
    const Rates r = rates(body, plan);
    off_line.rows.push_back({p.name, s.made_of, count(p.modes), count(p.tetrahedra),
                             count(s.mesh.tetrahedra().size()), fixed(p.build, 3),
                             fixed(offline.build, 3), fixed(p.solve, 3), fixed(offline.solve, 3),
                             fixed(p.initialise, 3), fixed(offline.initialise, 3)});
    on_line.rows.push_back({p.name, count(s.mesh.vertices().size()), fixed(p.cpu, 1),
                            fixed(r.all, 0), fixed(r.surface, 0), fixed(p.gpu, 1),
                            or_nothing(r.card, fixed, 0)});
    slowest = std::min(slowest, r.all / p.cpu);
    groups.push_back(p.name);
    cpu.values.push_back(p.cpu);
    gpu.values.push_back(p.gpu);
    all.values.push_back(r.all);
    surface.values.push_back(r.surface);
  }
  Section& section = report.section("Table 1: speed");
  section.add(std::move(off_line));
  section.add(std::move(on_line));
  const std::string title = "Frames, or steps, a second";
  section.add(
      Plot{title, inline_svg("set yrange [1:]\n" +
                                 bar_script(groups, {cpu, gpu, all, surface}, "a second", true),
                             900, 320, "rates", title)});
  section.add(Remark{fmt::format(
      "Y10's frames hold the drawing too, on an Intel Core 2 Duo of 2009 and a GeForce GTX 280; "
      "ours "
      "are steps with the places of the vertices ready to be drawn. On this processor they are at "
      "least {:.0f} times as many as Y10's. Bars are fixed at one end and rigid at the other; "
      "statues stand on fixed feet and have a rigid bone of a twentieth of their tetrahedra. The "
      "eigenproblem is solved without the cache. The first row is so small that the modes "
      "themselves, not the vertices, take the time. {}",
      std::floor(slowest), plan.card.why_not)});
  report.facts["faster_at_least"] = slowest;
}

}  // namespace pliant::app::y10
