#include <fmt/format.h>
#include <pliant/interrupt.h>
#include <pliant/quality.h>
#include <pliant/run.h>
#include <pliant/settle.h>
#include <pliant/solids.h>

#include <algorithm>

#include "body_report.h"
#include "command.h"
#include "interrupt.h"
#include "json.h"
#include "law_option.h"
#include "material_option.h"
#include "progress_bar.h"
#include "quality_option.h"
#include "scene_options.h"
#include "source.h"

namespace pliant::app {

namespace {

/// What is held lies so near that side, over the body's size.
constexpr double near_side = 0.02;

struct Side {
  const char* name;
  int axis;
  bool high;
};
constexpr Side sides[] = {{"bottom", 1, false}, {"top", 1, true},   {"left", 0, false},
                          {"right", 0, true},   {"back", 2, false}, {"front", 2, true}};

std::vector<std::string> side_names() {
  std::vector<std::string> names;
  for (const Side& side : sides) names.emplace_back(side.name);
  return names;
}

std::vector<Index> vertices_at(const TetMesh& mesh, const std::string& name) {
  const Side& side = *std::ranges::find(sides, name, [](const Side& s) { return s.name; });
  const Box box = bounding_box(mesh.vertices());
  const double place = (side.high ? box.high : box.low)[side.axis];
  std::vector<Index> out;
  for (Index v = 0; v < mesh.vertices().size(); ++v)
    if (std::abs(mesh.vertices()[v][side.axis] - place) <= near_side * box.size()[side.axis])
      out.push_back(v);
  return out;
}

double farthest(const std::vector<Vec3d>& from, const std::vector<Vec3d>& to) {
  double most = 0;
  for (std::size_t v = 0; v < from.size(); ++v) most = std::max(most, length(to[v] - from[v]));
  return most;
}

struct Settle {
  MeshSource source;
  SceneOptions scene;
  MaterialOption material_option;
  LawOption law;
  QualityOption quality{Fineness::film};
  std::string hold, out;
  double gravity = 9.81, tolerance = SettleOptions{}.tolerance;
  bool json = false;

  void declare(Options& app) {
    source.declare(app, "MESH",
                   "A scene (.lua), a tetrahedral mesh, a surface (it is filled), or the name of a "
                   "built-in shape");
    quality.declare(app);
    material_option.declare(app);
    law.declare(app);
    app.add_option("--hold", hold,
                   "The side of a mesh that is held; it stands on a smooth floor when not given")
        ->check(one_of(side_names()));
    app.add_option("--gravity", gravity, "m/s², for a mesh")
        ->capture_default_str()
        ->check(finite_number());
    app.add_option("--tolerance", tolerance, "What may be left of the forces, over those that act")
        ->capture_default_str();
    scene.declare(app);
    app.add_option("-o,--output", out, "The body in its new shape");
    app.add_flag("--json", json, "Print a report for programs");
  }

  int run() {
    if (!out.empty()) need_mesh_output(out);
    const Interrupt interrupt;
    const Interruptible interruptible([] { return Interrupt::signal() != 0; });
    try {
      return settled();
    } catch (const Interrupted&) {
      return fail("stopped before an equilibrium was found", 128 + Interrupt::signal());
    }
  }

  int settled() { return has_extension(source.name, ".lua") ? settle_scene() : settle_mesh(); }

  int settle_mesh() {
    const Material material = material_option.material();
    const auto solid = source.solid(quality.filling(source.tetrahedra, source.edge), material);
    const TetMesh& mesh = solid.mesh;
    progress().stage("building the model");
    const Body body = named(source.name, [&] { return make_solid(mesh, law.law(), material); });
    // Places are sought until forces cancel each other: digits cost little here.
    ModelOptions options = scene.model_options();
    if (!options.keep_precision) options.precision = Precision::double_precision;
    const Model model(body, options);
    Dynamics dynamics;
    dynamics.gravity = {0, -gravity, 0};
    dynamics.time_step = large_step;  // of no use here, but a safe one would have to be looked for
    if (hold.empty())
      dynamics.obstacles.push_back({.shape = Floor{{0, model.box().low.y, 0}, {0, 1, 0}}});
    State state(model, dynamics);
    if (!hold.empty()) state.pin(vertices_at(mesh, hold));
    const Settled found = go(model, state);
    Mesh shape = mesh.mesh();
    shape.voronoi.reset();  // it does not move along
    Json report = told(found);
    report["bodies"].push_back(shape_report(source.name, shape, state.positions()));
    return finish(report, shape, found);
  }

  int settle_scene() {
    scene.file = source.name;
    const Scene loaded = scene.load();
    progress().stage("building " + scene.file);
    RunOptions options = scene.run_options();
    options.record = false;
    SceneRun run(loaded.simulation(), options);
    tell(run.notes());
    const Settled found = go(run.world().model(), run.world());
    Json report = told(found);
    for (const RunBody& body : run.bodies())
      report["bodies"].push_back(
          shape_report(body.name, body.mesh->mesh(), body.state.positions()));
    Mesh shape = run.bodies()[found.body].mesh->mesh();
    shape.voronoi.reset();
    shape.vertices = run.bodies()[found.body].state.positions();
    return finish(report, shape, found);
  }

  Settled go(const Model& model, State& state) const {
    progress().stage("settling");
    return named(source.name, [&] { return settle(model, state, {.tolerance = tolerance}); });
  }

  static Json shape_report(const std::string& name, Mesh& mesh, std::vector<Vec3d> places) {
    Json report = body_report(name, mesh);
    report["moved"] = farthest(mesh.vertices, places);
    mesh.vertices = std::move(places);
    return report;
  }
  static Json shape_report(const std::string& name, const Mesh& mesh, std::vector<Vec3d> places) {
    Mesh copy = mesh;
    return shape_report(name, copy, std::move(places));
  }

  Json told(const Settled& found) const {
    return {{"bodies", Json::array()},        {"converged", found.converged},
            {"residual", found.residual},     {"iterations", found.iterations},
            {"load_steps", found.load_steps}, {"products", found.products}};
  }

  int finish(Json& report, const Mesh& shape, const Settled& found) const {
    if (!out.empty()) {
      save(out, shape);
      report["output"] = out;
    }
    progress().clear();
    if (json) {
      print_json(report);
    } else {
      for (const Json& body : report["bodies"])
        fmt::print("{:<18}{}, moved by {:.4g} m at most\n", "body", body_in_words(body),
                   body["moved"].get<double>());
      fmt::print("{:<18}{} iterations, {} products with the stiffness; {:.2g} of the forces left\n",
                 "settled", found.iterations, found.products, found.residual);
      if (!out.empty()) fmt::print("{:<18}{}\n", "wrote", out);
    }
    if (found.converged) return 0;
    fmt::print(
        stderr,
        "pliant: no equilibrium was found; {:.2g} of the forces are left, most at vertex {}{}\n",
        found.residual, found.worst,
        hold.empty() && !has_extension(source.name, ".lua")
            ? "; nothing of it is held on the smooth floor: --hold holds a side"
            : "");
    return 1;
  }
};

}  // namespace

void add_settle(Commands& commands) {
  commands.add<Settle>("settle", "The shape in which a body or a scene comes to rest",
                       "  pliant settle bunny.obj --material silicone -o heavy.vtu\n"
                       "  pliant settle beam --hold left --json\n"
                       "  pliant settle scenes/hanging_beam.lua");
}

}  // namespace pliant::app
