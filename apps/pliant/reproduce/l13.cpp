#include "reproduce/l13.h"

#include <fmt/format.h>
#include <pliant/io.h>
#include <pliant/quality.h>
#include <pliant/shapes.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "progress_bar.h"
#include "reproduce/measure.h"

namespace pliant::app {

namespace l13 {

std::span<const PublishedMesh> published_meshes() {
  static const PublishedMesh meshes[] = {
      {"Cube", "cube", 3041, 15484, 19706, published_body("cube").solid, 143.04, 0, 0,
       published_body("cube").time_step, 11.4, 1.2, "+60", "+60"},
      {"Bunny", "bunny", 4742, 19507, 27452, published_body("bunny").solid, 9739.69, 55, 1.2,
       published_body("bunny").time_step, 15.8, 1.8, "+60", "+60"},
      {"Bunny2", "bunny2", 7133, 35081, 45417, published_body("bunny2").solid, 7667.24, 93, 1.3,
       published_body("bunny2").time_step, 26.8, 3.0, "37", "+60"},
      {"Dragon", "dragon", 25156, 102453, 143704, published_body("dragon").solid, 1.34e10, 16204,
       64.4, published_body("dragon").time_step, 83.3, 8.6, "12", "+60"},
      {"Armadillo-Man", "armadillo", 33276, 145835, 197798, published_body("armadillo").solid,
       5.59e9, 13108, 39.4, published_body("armadillo").time_step, 115.2, 11.8, "8", "30"}};
  return meshes;
}

TetMesh scaled(const TetMesh& mesh, double factor) {
  Mesh larger = mesh.mesh();
  for (Vec3d& v : larger.vertices) v *= factor;
  return TetMesh(std::move(larger));
}

double height(std::span<const Vec3d> points) {
  const Box box = bounding_box(points);
  return box.high.y - box.low.y;
}

namespace {

Mesh built_in(const PublishedMesh& published) {
  if (published.file == "cube") return make_shape("cube", {{"cells", 14}, {"tets_per_cell", 6}});
  return make_shape("critter", {{"tets", static_cast<double>(published.tetrahedra)}});
}

}  // namespace

std::vector<Subject> subjects(const ReproduceSettings& settings) {
  std::vector<Subject> result;
  for (const PublishedMesh& published : published_meshes()) {
    progress()(0.01, "L13: meshes, " + published.name);
    const auto file = std::filesystem::path(settings.models) / (published.file + ".node");
    const TetMesh mesh(settings.models.empty() ? built_in(published) : read_mesh(file));
    const double now = median_edge(mesh.vertices(), mesh.tetrahedra());
    result.push_back({&published, scaled(mesh, published_median_edge / now)});
  }
  return result;
}

}  // namespace l13

std::vector<Part> reproduce_l13(const ReproduceSettings& settings, Report& report) {
  const MeasuredCard card = measured_card(settings);
  report.introduction = fmt::format(
      "L13 (2013) simulates soft solids as masses on the vertices of a tetrahedral mesh, springs "
      "of constant k_D along its edges and volume-preserving forces of constant k_V in its "
      "tetrahedra. This page computes its tables and figures anew with {}, with the "
      "published values beside ours. {}{}",
      measured_on(card),
      settings.models.empty()
          ? "The real meshes were not found: built-in shapes of about the same sizes stand in for "
            "them, a regular cube and, for the four scanned figures, the critter."
          : "The meshes are TetGen's, made anew from the same or similar surfaces; the Dragon's "
            "place is taken by another statue of the same size.",
      settings.quick ? " This is a quick run: short simulations and coarse searches." : "");
  report.facts = facts_of(card, settings);
  report.facts["meshes"] = settings.models.empty() ? "built-in" : "real";
  // Read once, by the first part that needs them.
  const auto meshes =
      [&settings, read = std::make_shared<std::vector<l13::Subject>>() ]() -> auto& {
    if (read->empty()) *read = l13::subjects(settings);
    return *read;
  };
  return {
      {"meshes", [=, &report] { l13::add_meshes(meshes(), report); }},
      {"truncation", [=, &settings, &report] { l13::add_truncation(meshes(), settings, report); }},
      {"integrators", [&] { l13::add_integrators(settings, report); }},
      {"constants", [=, &settings, &report] { l13::add_constants(meshes(), settings, report); }},
      {"times", [=, &settings, &report] { l13::add_speed(meshes(), settings, report); }},
      {"scenes", [=, &settings, &report] { l13::add_scenes(meshes(), settings, report); }},
      {"bunnies", [=, &settings, &report] { l13::add_bunnies(meshes()[1], settings, report); }}};
}

}  // namespace pliant::app
