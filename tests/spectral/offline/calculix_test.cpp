#include "support/calculix.h"

#include <gtest/gtest.h>
#include <pliant/io.h>
#include <pliant/modes.h>
#include <pliant/shapes.h>
#include <pliant/tet_mesh.h>

#include <cstdio>
#include <sstream>

#include "support/models.h"

// The same linear tetrahedra (C3D4) in CalculiX, which integrates their masses at one point.

namespace pliant {
namespace {

const Material material_here = make_material(2e9, 0.3, 1100);

// The column of eigenvalues in the table that the .dat file begins with.
std::vector<double> eigenvalues_in(const std::vector<std::string>& lines, std::size_t count) {
  std::vector<double> values;
  for (const std::string& line : lines) {
    if (values.size() == count) break;
    std::istringstream words(line);
    std::size_t mode = 0;
    double value = 0, pulsation = 0, cycles = 0, imaginary = 0;
    if (words >> mode >> value >> pulsation >> cycles >> imaginary && mode == values.size() + 1)
      values.push_back(value);
  }
  return values;
}

void expect_as_calculix(const Mesh& mesh, std::size_t count) {
  char material[128];
  std::snprintf(material, sizeof material, "%.13e,%.13e\n*DENSITY\n%.13e\n", material_here.young,
                material_here.poisson, material_here.density);
  const std::vector<double> theirs = eigenvalues_in(
      test::run_calculix(test::calculix_mesh(mesh) + "*MATERIAL, NAME=M\n*ELASTIC\n" + material +
                         "*SOLID SECTION, ELSET=SOLID, MATERIAL=M\n*STEP\n*FREQUENCY\n" +
                         std::to_string(count) + "\n*END STEP\n"),
      count);
  const Modes ours =
      lowest_modes(mesh.vertices, mesh.tetrahedra.cells, std::span(&material_here, 1),
                   {.count = count, .mass = MassMatrix::centroid, .cached = false});
  ASSERT_EQ(theirs.size(), count);
  for (std::size_t i = 6; i < count; ++i)
    EXPECT_NEAR(std::sqrt(ours.eigenvalues[i] / theirs[i]), 1, 1e-4) << "mode " << i;
}

TEST(CalculiX, HasTheSameFrequenciesOfABeam) {
  PLIANT_NEEDS_CALCULIX();
  expect_as_calculix(make_shape("beam", {{"cells", 12}}), 20);
}

TEST(CalculiX, HasTheSameFrequenciesOfARealMesh) {
  PLIANT_NEEDS_CALCULIX();
  PLIANT_NEEDS_MODELS();
  expect_as_calculix(TetMesh(read_mesh(test::model("beam_hole.node"))).mesh(), 20);
}

}  // namespace
}  // namespace pliant
