#include "source.h"

#include <fmt/format.h>
#include <pliant/error.h>
#include <pliant/generate.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "command.h"
#include "mesh/hang.h"
#include "progress_bar.h"

namespace pliant::app {

namespace {

// "cells=10" as a name and a number.
std::pair<std::string, double> parse_parameter(const std::string& word) {
  const auto equals = word.find('=');
  double value = 0;
  const char* end = word.data() + word.size();
  const char* number = word.data() + equals + 1;
  const auto result = equals == std::string::npos ? std::from_chars_result{nullptr, std::errc{}}
                                                  : std::from_chars(number, end, value);
  if (result.ptr != end || result.ec != std::errc() || !std::isfinite(value))
    wrong_usage(fmt::format("'{}' is no parameter: write NAME=NUMBER", word));
  return {word.substr(0, equals), value};
}

}  // namespace

const ShapeInfo* find_shape(const std::string& name) {
  const auto it = std::ranges::find(shapes(), name, &ShapeInfo::name);
  return it == shapes().end() ? nullptr : &*it;
}

Mesh shape_or_usage(const std::string& name, const std::map<std::string, double>& parameters) {
  try {
    return make_shape(name, parameters);
  } catch (const InputError& e) {
    wrong_usage(e.what());
  }
}

void MeshSource::declare(Options& app, const std::string& positional, const std::string& help) {
  app.add_option(positional, name, help)->required();
  app.add_option("PARAMETERS", words,
                 "NAME=NUMBER settings of a built-in shape; 'pliant shapes' lists them");
  Option* tets = app.add_option("--tets", tetrahedra, "About how many tetrahedra to make")
                     ->check(positive_number());
  app.add_option(
         "--edge", edge,
         "Longest edge inside the body, in metres; edges at the surface can be 1.5 times as long")
      ->check(positive_number())
      ->excludes(tets);
  app.add_flag("--graded", graded, "Coarser towards the inside");
  pose.declare(app);
}

void MeshSource::declare_mesher(Options& app, std::string& mesher) {
  app.add_option("--mesher", mesher,
                 "fitted: tetrahedra end at the surface; embedding: a coarse cage that it hangs in "
                 "and that keeps every part; auto: a cage where fitted ones would lose parts")
      ->capture_default_str()
      ->check(one_of({"fitted", "embedding", "auto"}));
}

Mesh MeshSource::shape() const {
  const auto& known = find_shape(name)->parameters;
  std::map<std::string, double> parameters;
  for (const std::string& word : words)
    if (!parameters.insert(parse_parameter(word)).second)
      wrong_usage(fmt::format("'{}' is given twice", word.substr(0, word.find('='))));
  const auto option = [&](const char* parameter, double value) {
    if (value <= 0) return;
    if (std::ranges::find(known, parameter, &ShapeParameter::name) == known.end())
      wrong_usage(fmt::format("--{} does not go with '{}'; 'pliant shapes {}' lists its parameters",
                              parameter, name, name));
    parameters[parameter] = value;
  };
  option("tets", tetrahedra);
  option("edge", edge);
  option("graded", graded ? 1 : 0);
  progress().stage("making " + name);
  Mesh mesh = shape_or_usage(name, parameters);
  pose.resize(name, false, mesh);
  pose.turn(mesh);
  return mesh;
}

Mesh MeshSource::read() const {
  if (!words.empty()) wrong_usage(fmt::format("'{}' goes with built-in shapes only", words[0]));
  if (name.find('.') == std::string::npos) shape_or_usage(name, {});
  Mesh mesh = load(name);
  pose.resize(name, true, mesh);
  return mesh;
}

FilledSurface MeshSource::fill(const Mesh& surface, Mesher with, MesherOptions options) const {
  Notes notes;
  options.graded = graded;
  options.progress = std::ref(progress());
  FilledSurface filled = named(name, [&] { return fill_surface(surface, with, options, &notes); });
  tell(notes);
  pose.turn(filled.mesh);
  return filled;
}

Mesh MeshSource::fill(const Mesh& surface) const {
  return fill(surface, Mesher::fitted, mesher_options(own(), surface, {})).mesh;
}

Cage MeshSource::cage(const Mesh& surface) const {
  if (graded) wrong_usage("--graded does not go with --mesher embedding: all its cells are alike");
  Notes notes;
  const CageOptions options{edge, static_cast<std::size_t>(std::min(tetrahedra, 1e15))};
  progress().stage("embedding " + name);
  Cage cage = named(name, [&] { return make_cage(surface, options, &notes); });
  tell(notes);
  pose.turn(cage.mesh);
  return cage;
}

TetMesh MeshSource::solid() const {
  return solid(own(), {}).mesh;
}

MeshSource::Solid MeshSource::solid(const Filling& filling, const Material& material) const {
  Mesh mesh = is_shape() ? shape() : read();
  if (mesh.tetrahedra.empty() && mesh.triangles.empty())
    throw InputError(name, 0, "has neither tetrahedra nor triangles",
                     "give a tetrahedral mesh or a surface");
  if (!mesh.tetrahedra.empty()) return as_it_is(std::move(mesh));
  FilledSurface filled =
      fill(mesh, pliant::mesher(mesher), mesher_options(filling, mesh, material));
  face_outwards(mesh);
  pose.turn(mesh);
  Notes notes;
  TetMesh tets = named(name, [&] { return TetMesh(std::move(filled.mesh), &notes); });
  Solid solid{std::move(tets), nullptr, std::move(filled.cage)};
  if (!solid.cage) {
    solid.surface = hung(std::move(mesh), solid.mesh, notes);
  } else {
    Embedding embedding(solid.cage->tetrahedra, solid.cage->weights, solid.mesh.tetrahedra(),
                        solid.mesh.vertices().size());
    solid.surface = std::make_shared<const EmbeddedSurface>(
        EmbeddedSurface{std::move(mesh), std::move(embedding)});
  }
  tell(notes);
  return solid;
}

MeshSource::Solid MeshSource::as_it_is(Mesh mesh) const {
  if (!is_shape()) pose.turn(mesh);
  if (!is_shape() && (edge > 0 || tetrahedra > 0 || graded))
    tell({name + " is a tetrahedral mesh already: --tets, --edge and --graded have no effect"});
  Notes notes;
  TetMesh tets = named(name, [&] { return TetMesh(std::move(mesh), &notes); });
  tell(notes);
  return {std::move(tets)};
}

}  // namespace pliant::app
