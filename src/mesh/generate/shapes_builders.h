#pragma once

#include <pliant/mesh.h>
#include <pliant/shapes.h>

#include <map>
#include <string>
#include <string_view>

namespace pliant::shape {

/// The checked values of a shape's parameters.
class Values {
 public:
  explicit Values(std::map<std::string, double, std::less<>> values) : values_(std::move(values)) {}

  double operator[](std::string_view name) const { return values_.find(name)->second; }
  std::size_t count(std::string_view name) const { return static_cast<std::size_t>((*this)[name]); }

 private:
  std::map<std::string, double, std::less<>> values_;
};

// Solids of blocks (shapes_solids.cpp) and round ones (shapes_round.cpp).
Mesh cube(const Values&);
Mesh grid(const Values&);
Mesh beam(const Values&);
Mesh mattress(const Values&);
Mesh voxels(const Values&);
Mesh beam_with_hole(const Values&);
Mesh sphere(const Values&);
Mesh cylinder(const Values&);
Mesh torus(const Values&);

// Lines, surfaces and what is made of them (shapes_surfaces.cpp).
Mesh icosphere(const Values&);
Mesh fan(const Values&);
Mesh cloth(const Values&);
Mesh chain(const Values&);

// Filled by the mesher (shapes_critter.cpp).
Mesh critter(const Values&);

}  // namespace pliant::shape
