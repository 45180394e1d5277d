#include "reproduce/e06_cube.h"

#include <fmt/format.h>
#include <pliant/actions.h>
#include <pliant/diverged.h>
#include <pliant/quality.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace pliant::app::e06 {

namespace {

/// The plane y = 0.45 or x = 0.05 across a cube, and what crosses it.
struct Plane {
  int normal;     // axis across it
  double place;   // on that axis, at rest
  int direction;  // axis of the force that counts
};
Plane plane_of(const std::string& scene) {
  return scene == "shear" ? Plane{1, 0.45, 0} : Plane{0, 0.05, 0};
}

Flux flux_through(const RunBody& body, const Plane& plane) {
  const auto beyond = [&](Index v) {
    return body.mesh->vertices()[v][plane.normal] >= plane.place;
  };
  Flux flux;
  for (std::size_t s = 0; s < body.model.set_count(); ++s) {
    const auto arity = static_cast<std::size_t>(body.model.law(s).arity);
    const std::vector<Index> vertices = body.model.relation_vertices(s);
    const std::vector<Vec3d> forces = body.state.relation_forces(s);
    for (std::size_t r = 0; r < vertices.size(); r += arity) {
      Vec3d carried;
      bool before = false;
      for (std::size_t k = r; k < r + arity; ++k)
        if (beyond(vertices[k]))
          carried -= forces[k];
        else
          before = true;
      if (!before) continue;
      flux.along += carried[plane.direction];
      flux.lengths += length(carried);
    }
  }
  return flux;
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

/// The same cube with one of the moduli next to nothing, to see what the other does.
class Part {
 public:
  Part(const Plan& plan, const Law& law, const CubeMesh& mesh, const std::string& scene,
       const char* without)
      : plane_(plane_of(scene)),
        cube_(plan, law, scene, definitions(mesh, scene, 0, {{without, "0.001"}})) {}
  Flux at(const std::vector<Vec3d>& positions) {
    cube_.run().bodies()[0].state.set_positions(positions);
    return flux_through(cube_.body(), plane_);
  }

 private:
  Plane plane_;
  Experiment cube_;
};

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

void look(const RunBody& cube, const Plane& plane, CubeCourse& course) {
  course.all.push_back(flux_through(cube, plane));
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
  const Plane plane = plane_of(scene);
  const auto led =
      std::ranges::max_element(course.rest, {}, [&](const Vec3d& p) { return p[plane.normal]; });
  const auto v = static_cast<std::size_t>(led - course.rest.begin());
  std::optional<Part> elastic, shear_part;
  if (law.has_parts) {
    elastic.emplace(plan, law, mesh, scene, "shear");
    shear_part.emplace(plan, law, mesh, scene, "young");
  }
  course.problem = cube.play(looks, [&] {
    look(cube.body(), plane, course);
    course.times.push_back(cube.run().time());
    course.moved.push_back(2 * (course.end[v].x - course.rest[v].x));
    if (scene == "stretch") course.force = cube.run().measure("flux")[0];
    if (!law.has_parts) return;
    course.elastic.push_back(elastic->at(course.end));
    course.shear.push_back(shear_part->at(course.end));
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
    course.problem = e.what();
  }
  look(run.bodies()[0], plane_of("shear"), course);
  return course;
}

Series curve(const std::string& name, const std::vector<Flux>& part, double sign,
             const std::string& colour, bool dashed) {
  Series series{name, {}, colour, dashed};
  for (const Flux& f : part) series.values.push_back(sign * f.along / 1e3);
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

Cell newtons(double value) {
  return {fmt::format("{:.3f}·10⁵", value / 1e5), value};
}

Cell deviation(double value, double from) {
  const double percent = 100 * (value / from - 1);
  return {std::abs(percent) < 0.05 ? "0.0 %" : fmt::format("{:+.1f} %", percent), percent};
}

}  // namespace pliant::app::e06
