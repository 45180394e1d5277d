#pragma once

#include <pliant/mesh.h>

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pliant {

struct ShapeParameter {
  std::string name;
  std::string unit;  ///< "m", or empty for numbers without a unit
  double fallback;   ///< the value when none is given
  double low, high;  ///< allowed, both included
  bool whole;        ///< only whole numbers
  std::string help;
  std::vector<double> choices;  ///< the only values allowed, where there are just a few
};

struct ShapeInfo {
  std::string name;
  std::string help;
  std::vector<ShapeParameter> parameters;
};

/// The built-in shapes, for lists, help texts and range checks.
std::span<const ShapeInfo> shapes();

/// Makes a built-in shape. Lengths are metres, y is up, the lowest point has y = 0, and x and z
/// are centred. Throws InputError for an unknown shape or parameter and for a value out of range.
Mesh make_shape(std::string_view name, const std::map<std::string, double>& parameters = {});

}  // namespace pliant
