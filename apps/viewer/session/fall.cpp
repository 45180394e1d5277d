#include "session/fall.h"

#include <pliant/error.h>
#include <pliant/io.h>
#include <pliant/material.h>
#include <pliant/quality.h>
#include <pliant/shapes.h>

#include <algorithm>

#include "scene/fall.h"

namespace pliant::viewer {

namespace {

constexpr double a_day = 86400;                        // s
constexpr std::size_t fine_shape_tetrahedra = 60'000;  // of shapes without a surface to measure by

const ShapeInfo* shape_named(const std::string& name) {
  const auto found = std::ranges::find(shapes(), name, &ShapeInfo::name);
  return found == shapes().end() ? nullptr : &*found;
}

bool takes(const ShapeInfo& shape, const char* parameter) {
  return std::ranges::find(shape.parameters, parameter, &ShapeParameter::name) !=
         shape.parameters.end();
}

Mesh mesh_of(const std::string& name) {
  if (shape_named(name) || std::filesystem::path(name).extension().empty())
    return make_shape(name);  // or says what there is
  return read_mesh(name);
}

BodySource source_of(const Fall& fall, const Box& box) {
  BodySource source;
  source.mesh = fall.mesh;
  source.material = material(fall.material).name;
  source.unit = fall.pose.unit;
  source.scale = fall.pose.scale;
  source.size = fall.pose.size;
  source.up = fall.pose.up;
  source.rotation = fall.pose.rotation;
  source.lowest = usual_drop_height(box);
  source.mesher = fall.mesher;
  // Voronoi cells are those of meshes that end at the surface.
  if (solid_law(fall.law).law == SolidLaw::cpm1 && source.mesher == name(Mesher::automatic))
    source.mesher = name(Mesher::fitted);
  return source;
}

void tell_mesher(BodySource& source, const MesherOptions& options) {
  const ShapeInfo* const shape = shape_named(source.mesh);
  if (shape && takes(*shape, "tets")) {
    source.settings = {{"edge", options.edge}};
    if (options.edge <= 0) {
      const std::size_t count = options.tetrahedra > 0 ? options.tetrahedra : fine_shape_tetrahedra;
      source.settings = {{"tets", static_cast<double>(count)}};
    }
    return;
  }
  source.edge = options.edge;
  source.tetrahedra = static_cast<double>(options.tetrahedra);
}

Simulation with_body(const Simulation& falling, BodySource source) {
  Simulation out = falling;
  out.set_body(std::make_shared<const DeclaredOf<BodySource>>(std::move(source)));
  return out;
}

// The surface that is filled; a shape's boundary.
Mesh surface_of(const BodySource& source) {
  Mesh mesh = mesh_of(source.mesh);
  apply(source.pose(), mesh);
  if (mesh.tetrahedra.empty()) return mesh;
  const TetMesh solid(std::move(mesh));
  Mesh surface;
  surface.vertices.assign(solid.vertices().begin(), solid.vertices().end());
  surface.triangles.cells.assign(solid.boundary().begin(), solid.boundary().end());
  return surface;
}

// A soft body is squashed where it lands, and its steps become shorter: how many times as fast as
// real time it must be before, by what its weight presses over its Young's modulus. Scans of liver,
// jelly and brain of 1 m take 5 to 27 times the time for a third of a second then, and 3 to 15
// times when they lie; what is left for drawing bears a part of that.
double reserve(const Material& material, const Mesh& mesh) {
  constexpr double gravity = 9.81;
  const double height = bounding_box(mesh.vertices).size().y;
  return 1 + 7 * std::min(1.0, material.density * gravity * height / material.young);
}

// Between just in time and twice as fast as need be.
bool keeps_time(double pace) {
  return pace * real_time_share >= 1 && pace * real_time_share < 2.2;
}

BodySource filled_for_real_time(const Simulation& falling, BodySource source, MesherOptions mesher,
                                const RunOptions& options) {
  // A cage is made at once, keeps every part and takes longer steps than as many fitted tetrahedra.
  if (source.mesher == name(Mesher::automatic)) source.mesher = name(Mesher::embedding);
  constexpr int most_trials = 3;
  for (int trial = 1;; ++trial) {
    tell_mesher(source, mesher);
    const SceneRun run(with_body(falling, source), options);
    const RunBody& body = run.bodies()[0];
    const double pace =
        measured_pace(body.state) / reserve(material(source.material), body.mesh->mesh());
    const std::size_t count =
        tetrahedra_at_pace(body.mesh->tetrahedra().size(), pace * (trial == 1 ? 1 : 0.9));
    const bool is_least = body.mesh->tetrahedra().size() <= 1.2 * least_real_time_tetrahedra;
    if (keeps_time(pace) || trial == most_trials || count == mesher.tetrahedra ||
        (is_least && count <= least_real_time_tetrahedra))
      return source;
    mesher.tetrahedra = count;
  }
}

}  // namespace

Falling falling(const Fall& fall) {
  Mesh mesh = mesh_of(fall.mesh);
  if (mesh.tetrahedra.empty() && mesh.triangles.empty())
    throw InputError(fall.mesh, 0, "has neither tetrahedra nor triangles",
                     "give a tetrahedral mesh or a surface");
  apply(fall.pose, mesh);
  const Box box = bounding_box(mesh.vertices);
  Falling out;
  if (!shape_named(fall.mesh))
    out.question =
        unit_question(std::filesystem::path(fall.mesh).filename().string(), fall.pose, box)
            .value_or("");
  out.simulation = pliant::falling(source_of(fall, box), solid_forces(fall.law), {.steps = "auto"});
  out.simulation.settings.value.seconds = a_day;
  return out;
}

bool can_be_filled(const BodySource& source) {
  const ShapeInfo* const shape = shape_named(source.mesh);
  return (shape && takes(*shape, "tets")) || mesh_of(source.mesh).tetrahedra.empty();
}

BodySource filled(const Simulation& falling, const Filling& filling, const RunOptions& options) {
  BodySource source = falling.bodies()[0]->value;
  const MesherOptions mesher =
      mesher_options(filling, surface_of(source), material(source.material), options.model);
  if (!filling.by_number() && filling.fineness == Fineness::real_time)
    return filled_for_real_time(falling, std::move(source), mesher, options);
  tell_mesher(source, mesher);
  return source;
}

Filling coarser(const Filling& filling, std::size_t tetrahedra) {
  if (!filling.by_number() && filling.fineness != Fineness::real_time) return {Fineness::real_time};
  const std::size_t half = std::max(tetrahedra / 2, least_real_time_tetrahedra);
  return {Fineness::real_time, static_cast<double>(half)};
}

}  // namespace pliant::viewer
