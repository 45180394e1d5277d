#include "reproduce/e06_cube.h"

#include <fmt/format.h>
#include <pliant/actions.h>
#include <pliant/diverged.h>
#include <pliant/quality.h>

#include <algorithm>
#include <cmath>

namespace pliant::app::e06 {

namespace {

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

void look(const SceneRun& cube, CubeCourse& course) {
  const std::vector<double> flux = cube.measure("flux");
  course.normal.push_back(flux[0]);
  course.tangential.push_back(flux[1]);
  const RunBody& body = cube.bodies()[0];
  course.end = body.state.positions();
  course.volumes.push_back(total_volume(course.end, body.mesh->tetrahedra()) / body.mesh->volume());
}

CubeCourse start_of(const SceneRun& cube) {
  CubeCourse course;
  const auto rest = cube.bodies()[0].mesh->vertices();
  course.rest.assign(rest.begin(), rest.end());
  course.vertices = rest.size();
  return course;
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

CubeCourse deform(const Plan& plan, const Law& law, const CubeMesh& mesh, const std::string& scene,
                  double amount, const Definitions& more) {
  constexpr int looks = 50;
  Definitions all = definitions(mesh, scene, amount, more);
  if (plan.settings.quick) all["moving"] = "0.3";
  Experiment cube(plan, law, scene, all);
  CubeCourse course = start_of(cube.run());
  const int axis = scene == "shear" ? 1 : 0;
  const auto led =
      std::ranges::max_element(course.rest, {}, [&](const Vec3d& p) { return p[axis]; });
  const auto v = static_cast<std::size_t>(led - course.rest.begin());
  course.problem = cube.play(looks, [&] {
    look(cube.run(), course);
    if (scene == "stretch") course.across = cube.run().measure("across")[0];
    course.moved.push_back(2 * (course.end[v].x - course.rest[v].x));
  });
  return course;
}

FluxParts flux_parts(const Plan& plan, const Law& law, const CubeMesh& mesh,
                     const std::string& scene, const CubeCourse& course) {
  const auto flux = [&](const char* modulus) {
    Experiment part(plan, law, scene, definitions(mesh, scene, 0, {{modulus, "0.001"}}));
    part.run().bodies()[0].state.set_positions(course.end);
    return part.run().measure("flux");
  };
  const std::vector<double> elastic = flux("shear"), shear_flux = flux("young");
  return {elastic[0], elastic[1], shear_flux[0], shear_flux[1]};
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
  sim.add(action::CalculateFlux{.axis = 1, .position = 0.45});
  SceneRun run(sim);
  CubeCourse course = start_of(run);
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
    course.problem = e.what();
  }
  look(run, course);
  return course;
}

Cell newtons(double value) {
  return {fmt::format("{:.3f}·10⁵", value / 1e5), value};
}

Cell deviation(double value, double from) {
  const double percent = 100 * (value / from - 1);
  return {std::abs(percent) < 0.05 ? "0.0 %" : fmt::format("{:+.1f} %", percent), percent};
}

}  // namespace pliant::app::e06
