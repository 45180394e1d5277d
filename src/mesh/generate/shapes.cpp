#include <pliant/error.h>
#include <pliant/shapes.h>

#include <algorithm>
#include <cmath>

#include "base/nearest_name.h"
#include "base/text.h"
#include "mesh/generate/shapes_builders.h"

namespace pliant {

namespace {

using shape::Values;

ShapeParameter metres(std::string name, double fallback, std::string help) {
  return {std::move(name), "m", fallback, 1e-6, 1e6, false, std::move(help), {}};
}

ShapeParameter number(std::string name, double fallback, double low, double high,
                      std::string help) {
  return {std::move(name), "", fallback, low, high, true, std::move(help), {}};
}

ShapeParameter choice(std::string name, double fallback, std::vector<double> choices,
                      std::string help) {
  return {std::move(name), "",   fallback,        choices.front(),
          choices.back(),  true, std::move(help), std::move(choices)};
}

ShapeParameter cells(std::string name, double fallback, std::string help) {
  return number(std::move(name), fallback, 1, 1000, std::move(help));
}

ShapeParameter split() {
  return choice("tets_per_cell", 6, {5, 6},
                "6: around a diagonal of the cell; 5: a regular one and four corners");
}

struct Shape {
  ShapeInfo info;
  Mesh (*build)(const Values&);
};

const std::vector<Shape>& table() {
  static const std::vector<Shape> all{
      {{"cube",
        "a cube of equal cells, each split into 5 or 6 tetrahedra",
        {metres("size", 1, "edge length"), cells("cells", 8, "cells along an edge"), split()}},
       shape::cube},
      {{"grid",
        "a block of equal cells split into tetrahedra, with free numbers of cells",
        {metres("length", 1, "size in x"), metres("height", 1, "size in y"),
         metres("width", 1, "size in z"), cells("cells_x", 30, "cells along x"),
         cells("cells_y", 30, "cells along y"), cells("cells_z", 30, "cells along z"), split()}},
       shape::grid},
      {{"beam",
        "a beam of nearly cubic cells split into tetrahedra",
        {metres("length", 4, "size in x"), metres("height", 1, "size in y"),
         metres("width", 1, "size in z"), cells("cells", 24, "cells along the length"), split()}},
       shape::beam},
      {{"beam-with-hole",
        "a beam with a round hole through its middle, along z",
        {metres("length", 4, "size in x"), metres("height", 1, "size in y"),
         metres("width", 1, "size in z"), metres("radius", 0.3, "of the hole"),
         number("cells", 6, 2, 200, "cells along the height; four times as many around the hole")}},
       shape::beam_with_hole},
      {{"mattress",
        "a wide flat block with slightly rounded edges",
        {metres("length", 2, "size in x"),
         metres("width", 1.4, "size in z"),
         metres("height", 0.2, "size in y"),
         cells("cells", 30, "cells along the length"),
         {"rounding", "m", 0.03, 0, 1e6, false, "radius of its edges", {}}}},
       shape::mattress},
      {{"sphere",
        "a solid ball",
        {metres("radius", 0.5, "of the ball"),
         number("cells", 6, 2, 200, "cells along an edge of the inner block")}},
       shape::sphere},
      {{"cylinder",
        "a solid cylinder that stands upright",
        {metres("radius", 0.5, "of the cylinder"), metres("height", 1, "of the cylinder"),
         number("cells", 4, 2, 200, "a quarter of the cells around")}},
       shape::cylinder},
      {{"torus",
        "a solid ring that lies flat",
        {metres("radius", 0.5, "from the centre to the middle of the tube"),
         metres("tube", 0.2, "radius of the tube"),
         number("cells", 3, 2, 100, "a quarter of the cells around the tube"),
         number("around", 32, 3, 10000, "cells around the ring")}},
       shape::torus},
      {{"voxels",
        "a block of cubic hexahedra",
        {metres("edge", 0.1, "edge length of a hexahedron"), cells("cells_x", 10, "along x"),
         cells("cells_y", 10, "along y"), cells("cells_z", 10, "along z")}},
       shape::voxels},
      {{"icosphere",
        "the surface of a sphere: a regular solid, its triangles cut into four again and again",
        {metres("radius", 0.5, "of the sphere"),
         number("levels", 3, 0, 9, "how often triangles are cut"),
         choice("faces", 20, {8, 12, 20}, "triangles at level 0")}},
       shape::icosphere},
      {{"cloth",
        "a flat sheet of triangles, four in a cell, at y = 0",
        {metres("length", 1, "size in x"), metres("width", 1, "size in z"),
         number("cells_x", 64, 1, 5000, "cells along x"),
         number("cells_z", 64, 1, 5000, "cells along z")}},
       shape::cloth},
      {{"chain",
        "a straight chain of lines along x, at y = 0",
        {metres("length", 1, "from end to end"), number("links", 20, 1, 1e7, "number of lines")}},
       shape::chain},
      {{"fan",
        "a ball whose tetrahedra all share its centre, the last vertex",
        {metres("radius", 0.5, "of the ball"),
         number("levels", 4, 0, 9, "how often an icosahedron's triangles are cut into four")}},
       shape::fan},
      {{"critter",
        "a small animal with thin ears, four legs and a tail",
        {metres("size", 0.3, "height"),
         number("tets", 8000, 500, 1e7, "about how many tetrahedra"),
         {"edge", "m", 0, 0, 1e6, false, "edge length of the lattice; 0: taken from 'tets'", {}}}},
       shape::critter},
  };
  return all;
}

[[noreturn]] void refuse(std::string_view shape, const ShapeParameter& parameter, double value) {
  std::string allowed;
  if (!parameter.choices.empty()) {
    for (const double choice : parameter.choices)
      allowed += text(allowed.empty() ? "" : ", ", choice);
    allowed = "it must be one of " + allowed;
  } else {
    allowed = text("it must be a ", parameter.whole ? "whole " : "", "number from ", parameter.low,
                   " to ", parameter.high, parameter.unit.empty() ? "" : " ", parameter.unit);
  }
  throw InputError("", 0, text("'", parameter.name, "' of shape '", shape, "' is ", value),
                   allowed);
}

void check_value(std::string_view shape, const ShapeParameter& parameter, double value) {
  const bool in_range = value >= parameter.low && value <= parameter.high;
  const bool chosen = parameter.choices.empty() ||
                      std::ranges::find(parameter.choices, value) != parameter.choices.end();
  if (!in_range || !chosen || (parameter.whole && value != std::floor(value)))
    refuse(shape, parameter, value);
}

Values checked(const ShapeInfo& info, const std::map<std::string, double>& given) {
  std::map<std::string, double, std::less<>> values;
  std::vector<std::string> names;
  for (const auto& parameter : info.parameters) {
    values[parameter.name] = parameter.fallback;
    names.push_back(parameter.name);
  }
  for (const auto& [name, value] : given) {
    const auto parameter = std::ranges::find(info.parameters, name, &ShapeParameter::name);
    if (parameter == info.parameters.end())
      throw InputError("", 0, text("shape '", info.name, "' has no parameter '", name, "'"),
                       nearest_name(name, names));
    check_value(info.name, *parameter, value);
    values[name] = value;
  }
  return Values(std::move(values));
}

}  // namespace

std::span<const ShapeInfo> shapes() {
  static const std::vector<ShapeInfo> infos = [] {
    std::vector<ShapeInfo> list;
    for (const auto& shape : table()) list.push_back(shape.info);
    return list;
  }();
  return infos;
}

Mesh make_shape(std::string_view name, const std::map<std::string, double>& parameters) {
  for (const auto& shape : table())
    if (shape.info.name == name) return shape.build(checked(shape.info, parameters));
  std::vector<std::string> names;
  for (const auto& shape : shapes()) names.push_back(shape.name);
  throw InputError("", 0, text("there is no shape '", name, "'"), nearest_name(name, names));
}

}  // namespace pliant
