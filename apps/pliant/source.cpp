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

Mesh MeshSource::fill(const Mesh& surface, MesherOptions options) const {
  Notes notes;
  options.graded = graded;
  options.progress = std::ref(progress());
  Mesh mesh = named(name, [&] { return tetrahedralise(surface, options, &notes); });
  tell(notes);
  pose.turn(mesh);
  return mesh;
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

TetMesh MeshSource::solid(const Filling& filling, const Material& material,
                          std::shared_ptr<const EmbeddedSurface>* surface) const {
  Mesh mesh = is_shape() ? shape() : read();
  if (mesh.tetrahedra.empty() && mesh.triangles.empty())
    throw InputError(name, 0, "has neither tetrahedra nor triangles",
                     "give a tetrahedral mesh or a surface");
  const bool filled = mesh.tetrahedra.empty();
  Mesh given;
  if (filled) {
    given = std::exchange(mesh, fill(mesh, mesher_options(filling, mesh, material)));
    pose.turn(given);
  } else if (!is_shape()) {
    pose.turn(mesh);
  }
  if (!filled && !is_shape() && (edge > 0 || tetrahedra > 0 || graded))
    tell({name + " is a tetrahedral mesh already: --tets, --edge and --graded have no effect"});
  Notes notes;
  TetMesh tets = named(name, [&] { return TetMesh(std::move(mesh), &notes); });
  if (filled && surface != nullptr) *surface = hung(std::move(given), tets, notes);
  tell(notes);
  return tets;
}

}  // namespace pliant::app
