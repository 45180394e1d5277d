// How stiff a deformed solid is said to be, beside the largest eigenvalue of its M⁻¹K by power
// iteration on the forces themselves.

#include "model/present_stiffness.h"

#include <gtest/gtest.h>
#include <pliant/solids.h>

#include <cmath>
#include <functional>
#include <map>

#include "backend/backend.h"
#include "model/spectrum.h"
#include "support/dynamics.h"

namespace pliant {
namespace {

using namespace test;
using Deformation = std::function<Vec3d(const Vec3d&)>;

double largest_eigenvalue(const State& state) {
  return find_spectrum(state.compiled()).stiffness;
}

// Over the mesh's own size, in which it is 1 high.
const std::map<std::string, Deformation>& deformations() {
  static const std::map<std::string, Deformation> all{
      {"pressed flat",
       [](const Vec3d& p) {
         return Vec3d{1.6 * p.x, 0.4 * p.y, 1.6 * p.z};
       }},
      {"pressed to half its volume", [](const Vec3d& p) { return p * 0.8; }},
      {"drawn to a thread",
       [](const Vec3d& p) {
         return Vec3d{0.4 * p.x, 6 * p.y, 0.4 * p.z};
       }},
      {"pressed below alone",
       [](const Vec3d& p) {
         return Vec3d{p.x, p.y < 0.3 ? 0.4 * p.y : p.y - 0.18, p.z};
       }},
      {"turned inside out",
       [](const Vec3d& p) {
         return Vec3d{-0.7 * p.x, p.y, p.z};
       }},
      {"a wave",
       [](const Vec3d& p) {
         return p + Vec3d{0.1 * std::sin(9 * p.y), 0, 0};
       }},
      {"a bump pushed in", [](const Vec3d& p) {
         return p - Vec3d{0, 0.3 * std::exp(-20 * squared_length(p - Vec3d{0.5, 1, 0.5})), 0};
       }}};
  return all;
}

TEST(PresentStiffness, IsNotFarBelowTheLargestEigenvalueNorAboveIt) {
  const Mesh cube = cube_mesh(5, 1).mesh();
  const Mesh critter = make_shape("critter", {{"tets", 900}, {"size", 1}});
  for (const auto& [mesh, poisson] : {std::pair(&cube, 0.45), {&critter, 0.45}, {&cube, 0.49}})
    for (const auto& [name, deform] : deformations()) {
      SCOPED_TRACE(name);
      Material brain = material("brain");
      brain.poisson = poisson;
      const Model model(make_solid(TetMesh(*mesh), SolidLaw::elastic, brain),
                        {.precision = Precision::double_precision});
      State state(model);
      PresentStiffness stiffness(state);
      const double rest = largest_eigenvalue(state);
      EXPECT_NEAR(stiffness.over_rest(state, 0), 1, 1e-9);
      std::vector<Vec3d> x = state.positions();
      for (Vec3d& p : x) p = deform(p);
      state.set_positions(x);
      const double truth = largest_eigenvalue(state) / rest;
      EXPECT_GT(stiffness.over_rest(state, 0), 0.8 * truth);
      EXPECT_LT(stiffness.over_rest(state, 0), 6 * truth);
      EXPECT_GE(stiffness.over_rest(state, 1e300), 0.999 * stiffness.over_rest(state, 0))
          << "what is quicker is higher";
    }
}

}  // namespace
}  // namespace pliant
