#include "reproduce/e06_cube.h"

#include <fmt/format.h>
#include <pliant/actions.h>
#include <pliant/diverged.h>
#include <pliant/quality.h>

#include <algorithm>
#include <cmath>

#include "scene/actions/flux.h"

namespace pliant::app::e06 {

namespace {

/// Across the cube that a scene deforms; what goes through it along x counts.
action::CalculateFlux plane_of(const std::string& scene) {
  return scene == "shear" ? action::CalculateFlux{.axis = 1, .position = 0.45}
                          : action::CalculateFlux{.axis = 0, .position = 0.05};
}

Definitions definitions(const CubeMesh& mesh, const std::string& scene, double amount,
                        const Definitions& more) {
  Definitions d = more;
  d[scene == "shear" ? "angle" : "strain"] = fmt::format("{}", amount);
  if (!mesh.file.empty())
    d["mesh"] = mesh.file;
  else
    d["cells"] = mesh.cells;
  return d;
}

CubeCourse start_of(const RunBody& cube) {
  CubeCourse course;
  const auto rest = cube.mesh->vertices();
  course.rest.assign(rest.begin(), rest.end());
  course.mesh = cube.mesh;
  course.vertices = rest.size();
  course.tetrahedra = cube.mesh->tetrahedra().size();
  course.edges = cube.mesh->edges().size();
  return course;
}

void look(const SceneRun& run, action::PlaneFlux& plane, CubeCourse& course) {
  const RunBody& cube = run.bodies()[0];
  const action::PlaneFlux::Forces through = plane.measure(run);
  course.all.push_back(through.relations.force.x);
  course.elastic.push_back(through.elastic.x);
  course.shear.push_back(through.shear.x);
  course.force = through.relations.force.x + through.constraints.force.x;
  course.end = cube.state.positions();
  course.volumes.push_back(total_volume(course.end, cube.mesh->tetrahedra()) / cube.mesh->volume());
  course.torque = torque_of(cube.state);
}

}  // namespace

CubeMesh cube_mesh(const Plan& plan, const std::string& model, int cells) {
  return {model, plan.model(model), fmt::format("{}", cells)};
}

double CubeCourse::worst_volume() const {
  double worst = 0;
  for (const double v : volumes) worst = std::max(worst, std::abs(v - 1));
  return worst;
}

std::string CubeCourse::counts() const {
  return fmt::format("{} / {} / {}", vertices, tetrahedra, edges);
}

CubeCourse deform(const Plan& plan, const Law& law, const CubeMesh& mesh, const std::string& scene,
                  double amount, const Definitions& more, const Settings& settings) {
  constexpr int looks = 50;
  Definitions all = definitions(mesh, scene, amount, more);
  if (plan.settings.quick) all["moving"] = "0.3";
  Experiment cube(plan, law, scene, all, {}, settings);
  CubeCourse course = start_of(cube.body());
  action::PlaneFlux plane({0}, plane_of(scene));
  const auto led = std::ranges::max_element(course.rest, {},
                                            [&](const Vec3d& p) { return dot(p, plane.normal()); });
  const auto v = static_cast<std::size_t>(led - course.rest.begin());
  course.problem = cube.play(looks, [&] {
    look(cube.run(), plane, course);
    course.times.push_back(cube.run().time());
    course.moved.push_back(2 * (course.end[v].x - course.rest[v].x));
  });
  return course;
}

CubeCourse shear_whole_surface(const Plan& plan, const Law& law, const CubeMesh& mesh,
                               double angle) {
  Simulation sim;
  if (mesh.file.empty())
    sim.add_body({.mesh = "cube",
                  .density = density,
                  .settings = {{"cells", std::stod(mesh.cells)}, {"tets_per_cell", 5}}});
  else
    sim.add_body({.mesh = mesh.file, .density = density});
  sim.settings.value.seconds = plan.seconds(0.4, 0.2);
  sim.settings.value.time_step = time_step;
  sim.add(law.forces(young, shear));
  sim.add(action::LeapFrog{});
  sim.add(action::GlobalDamping{0.99});
  SceneRun run(sim);
  CubeCourse course = start_of(run.bodies()[0]);
  std::vector<Vec3d> sheared = course.rest;
  for (Vec3d& p : sheared) p.x += angle * (p.y - 0.5);
  State& state = run.bodies()[0].state;
  state.set_positions(sheared);
  std::vector<Index> surface;
  for (const Triangle& t : run.bodies()[0].mesh->boundary())
    surface.insert(surface.end(), t.begin(), t.end());
  state.pin(surface);
  try {
    run.advance(run.last_step());
  } catch (const Diverged& e) {
    course.problem = run.words_of(e);
  }
  action::PlaneFlux plane({0}, plane_of("shear"));
  look(run, plane, course);
  return course;
}

Series curve(const std::string& name, const std::vector<double>& part, double sign,
             const std::string& colour, bool dashed) {
  Series series{name, {}, colour, dashed};
  for (const double flux : part) series.values.push_back(sign * flux / 1e3);
  return series;
}

Plot flux_plot(const std::string& title, const std::string& name, const CubeCourse& longest,
               std::vector<Series> series) {
  for (Series& s : series) s.values.resize(longest.times.size(), std::nan(""));
  return {title, inline_svg(line_script(longest.times, series, "time, s", "flux, kN", false), 900,
                            340, name, title)};
}

bool clearly_more(double a, double b) {
  return a - b > std::max(100.0, 1e-3 * std::max(std::abs(a), std::abs(b)));
}

std::vector<Cell> flux_cells(const Law& law, const CubeCourse& course, const FluxRow& row) {
  const double flux = row.sign * course.flux(), main = row.sign * (course.*row.main).back(),
               other = row.sign * (course.*row.other).back();
  return {law.name,
          law.as_published ? Cell("150 / 522 / 787") : nothing(),
          course.counts(),
          newtons(row.expected),
          law.has_parts ? newtons(main) : nothing(),
          law.has_parts ? deviation(main, row.expected) : nothing(),
          law.has_parts ? newtons(other) : nothing(),
          newtons(flux),
          deviation(flux, row.expected)};
}

Cell newtons(double value) {
  return {fmt::format("{:.3f}·10⁵", value / 1e5), value};
}

Cell deviation(double value, double from) {
  const double percent = 100 * (value / from - 1);
  return {std::abs(percent) < 0.05 ? "0.0 %" : fmt::format("{:+.1f} %", percent), percent};
}

}  // namespace pliant::app::e06
