#include <gtest/gtest.h>
#include <pliant/error.h>
#include <pliant/modes.h>
#include <pliant/shapes.h>

#include <algorithm>
#include <cmath>
#include <numbers>

// A slender bar of square section, twenty times as long as it is thick, against the theories of
// waves along a rod and of Euler-Bernoulli bending. Without Poisson's effect axial motion is
// one-dimensional; shear and the section's inertia, which Euler-Bernoulli leaves out, lower the
// first bending frequency by 0.8 %. Linear tetrahedra are too stiff in bending: what counts is how
// many lie across.

namespace pliant {
namespace {

constexpr double bar_length = 2, side = 0.1;  // m
const Material bar_material = make_material(1e6, 0, 1000);

Mesh bar(int cells_across) {
  Mesh mesh = make_shape("beam", {{"length", bar_length},
                                  {"height", side},
                                  {"width", side},
                                  {"cells", 20.0 * cells_across},
                                  {"tets_per_cell", 5}});
  for (Vec3d& x : mesh.vertices) x.x += bar_length / 2;
  return mesh;
}

std::vector<Index> face_at(const Mesh& mesh, double x) {
  std::vector<Index> face;
  for (Index i = 0; i < mesh.vertices.size(); ++i)
    if (std::abs(mesh.vertices[i].x - x) < 1e-9) face.push_back(i);
  return face;
}

struct Frequencies {
  std::vector<double> axial, bending;  // Hz; of bending both of each pair
};

// An end moves along the bar, or sideways as a whole, or (torsion) sideways round its middle.
Frequencies frequencies(const Mesh& mesh, const std::vector<Index>& fixed, std::size_t count) {
  const Modes modes =
      lowest_modes(mesh.vertices, mesh.tetrahedra.cells, std::span(&bar_material, 1),
                   {.count = count, .fixed = fixed, .cached = false});
  const std::vector<Index> end = face_at(mesh, bar_length);
  Frequencies out;
  for (std::size_t mode = fixed.empty() ? 6 : 0; mode < count; ++mode) {
    Vec3d mean{};
    double squares = 0;
    for (Index i : end) {
      const double* u = &modes.shapes[3 * (mode * mesh.vertices.size() + i)];
      mean += Vec3d{u[0], u[1], u[2]} / static_cast<double>(end.size());
      squares += (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) / static_cast<double>(end.size());
    }
    const double frequency = std::sqrt(modes.eigenvalues[mode]) / (2 * std::numbers::pi);
    if (mean.x * mean.x > 0.9 * squares)
      out.axial.push_back(frequency);
    else if (mean.y * mean.y + mean.z * mean.z > 0.9 * squares)
      out.bending.push_back(frequency);
  }
  return out;
}

double axial_theory(double half_waves) {
  return half_waves / (2 * bar_length) * std::sqrt(bar_material.young / bar_material.density);
}

// `root` of cos(root) cosh(root) = 1 for two free ends, -1 for one.
double bending_theory(double root) {
  const double gyration = side / std::sqrt(12.0);
  return root * root * gyration / (bar_length * bar_length) / (2 * std::numbers::pi) *
         std::sqrt(bar_material.young / bar_material.density);
}

TEST(FreeBar, FrequenciesConvergeToTheory) {
  double axial_before = 1, bending_before = 1;
  for (const int across : {2, 4, 7}) {
    SCOPED_TRACE(across);
    const Frequencies found = frequencies(bar(across), {}, 24);
    ASSERT_GE(found.axial.size(), 1u);
    ASSERT_GE(found.bending.size(), 4u);
    const double axial = std::abs(found.axial[0] / axial_theory(1) - 1);
    const double bending = std::abs(found.bending[0] / bending_theory(4.730040745) - 1);
    EXPECT_LT(axial, 0.5 * axial_before);
    EXPECT_LT(bending, 0.5 * bending_before);
    axial_before = axial;
    bending_before = bending;
    if (across < 7) continue;
    EXPECT_LT(axial, 0.01);
    EXPECT_LT(bending, 0.03);
    EXPECT_NEAR(found.bending[1] / found.bending[0], 1, 1e-4);  // the two directions
    EXPECT_NEAR(found.bending[2] / bending_theory(7.853204624), 1, 0.03);
  }
}

TEST(ClampedBar, FrequenciesAgreeWithTheory) {
  const Mesh mesh = bar(6);
  const Frequencies found = frequencies(mesh, face_at(mesh, 0), 16);
  ASSERT_GE(found.axial.size(), 1u);
  ASSERT_GE(found.bending.size(), 4u);
  EXPECT_NEAR(found.axial[0] / axial_theory(0.5), 1, 0.01);
  EXPECT_NEAR(found.bending[0] / bending_theory(1.875104069), 1, 0.03);
  EXPECT_NEAR(found.bending[2] / bending_theory(4.694091133), 1, 0.03);
}

// Pulled evenly at its end, a bar without Poisson's effect stretches by F L / (E A), and evenly,
// which linear tetrahedra meet exactly.
TEST(StaticDisplacements, OfAPulledBarAreExact) {
  const Mesh mesh = bar(2);
  constexpr double stress = 50;  // Pa
  std::vector<Vec3d> forces(mesh.vertices.size());
  // A third of each triangle's share of the end face at each of its vertices.
  for (const Tetrahedron& t : mesh.tetrahedra.cells)
    for (std::size_t opposite = 0; opposite < 4; ++opposite) {
      std::vector<Index> face;
      for (std::size_t k = 0; k < 4; ++k)
        if (k != opposite && std::abs(mesh.vertices[t[k]].x - bar_length) < 1e-9)
          face.push_back(t[k]);
      if (face.size() < 3) continue;
      const double area = length(cross(mesh.vertices[face[1]] - mesh.vertices[face[0]],
                                       mesh.vertices[face[2]] - mesh.vertices[face[0]])) /
                          2;
      for (Index i : face) forces[i].x += stress * area / 3;
    }
  const auto moved = static_displacements(mesh.vertices, mesh.tetrahedra.cells,
                                          std::span(&bar_material, 1), face_at(mesh, 0), forces);
  for (std::size_t i = 0; i < moved.size(); ++i) {
    EXPECT_NEAR(moved[i].x, stress / bar_material.young * mesh.vertices[i].x, 1e-12);
    EXPECT_NEAR(length(moved[i]), std::abs(moved[i].x), 1e-12);
  }
}

// F L^3 / (3 E I) at the tip of a cantilever.
TEST(StaticDisplacements, OfACantileverAreThoseOfTheory) {
  const Mesh mesh = bar(7);
  const std::vector<Index> tip = face_at(mesh, bar_length);
  std::vector<Vec3d> forces(mesh.vertices.size());
  for (Index i : tip) forces[i].y = -1e-3 / static_cast<double>(tip.size());
  const auto moved = static_displacements(mesh.vertices, mesh.tetrahedra.cells,
                                          std::span(&bar_material, 1), face_at(mesh, 0), forces);
  const double second_moment = side * side * side * side / 12;
  const double theory =
      -1e-3 * bar_length * bar_length * bar_length / (3 * bar_material.young * second_moment);
  EXPECT_NEAR(moved[tip[0]].y / theory, 1, 0.06);  // twice the error of a frequency
}

TEST(StaticDisplacements, RefuseWhatIsNotHeld) {
  const Mesh mesh = bar(1);
  std::vector<Vec3d> forces(mesh.vertices.size());
  const auto solve = [&](std::vector<Index> fixed) {
    return static_displacements(mesh.vertices, mesh.tetrahedra.cells, std::span(&bar_material, 1),
                                fixed, forces);
  };
  EXPECT_THROW(solve({}), InputError);
  EXPECT_THROW(solve({0}), InputError);
  EXPECT_THROW(solve({0, 1}), InputError);
  EXPECT_NO_THROW(solve(face_at(mesh, 0)));
  forces[1].x = NAN;
  EXPECT_THROW(solve(face_at(mesh, 0)), InputError);
  forces.pop_back();
  EXPECT_THROW(solve(face_at(mesh, 0)), InputError);
}

}  // namespace
}  // namespace pliant
