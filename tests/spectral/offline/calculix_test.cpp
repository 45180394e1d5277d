#include <gtest/gtest.h>
#include <pliant/io.h>
#include <pliant/modes.h>
#include <pliant/shapes.h>
#include <pliant/tet_mesh.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/models.h"

// The same linear tetrahedra (C3D4) in CalculiX, which integrates their masses at one point.

namespace pliant {
namespace {

namespace fs = std::filesystem;

const Material material_here = make_material(2e9, 0.3, 1100);

bool has_calculix() {
  return std::system("command -v ccx >/dev/null 2>&1") == 0;
}

void write_input(const fs::path& file, const Mesh& mesh, std::size_t count) {
  std::FILE* out = std::fopen(file.c_str(), "w");
  ASSERT_NE(out, nullptr);
  std::fputs("*NODE, NSET=ALL\n", out);
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const Vec3d& x = mesh.vertices[i];
    std::fprintf(out, "%zu,%.13e,%.13e,%.13e\n", i + 1, x.x, x.y, x.z);
  }
  std::fputs("*ELEMENT, TYPE=C3D4, ELSET=SOLID\n", out);
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i) {
    const Tetrahedron& t = mesh.tetrahedra[i];
    std::fprintf(out, "%zu,%u,%u,%u,%u\n", i + 1, t[0] + 1, t[1] + 1, t[2] + 1, t[3] + 1);
  }
  std::fprintf(out,
               "*MATERIAL, NAME=M\n*ELASTIC\n%.13e,%.13e\n*DENSITY\n%.13e\n"
               "*SOLID SECTION, ELSET=SOLID, MATERIAL=M\n*STEP\n*FREQUENCY\n%zu\n*END STEP\n",
               material_here.young, material_here.poisson, material_here.density, count);
  std::fclose(out);
}

// The column of eigenvalues in the table that the .dat file begins with.
std::vector<double> read_eigenvalues(const fs::path& file, std::size_t count) {
  std::ifstream in(file);
  std::vector<double> values;
  std::string line;
  while (values.size() < count && std::getline(in, line)) {
    std::istringstream words(line);
    std::size_t mode = 0;
    double value = 0, pulsation = 0, cycles = 0, imaginary = 0;
    if (words >> mode >> value >> pulsation >> cycles >> imaginary && mode == values.size() + 1)
      values.push_back(value);
  }
  return values;
}

void expect_as_calculix(const Mesh& mesh, std::size_t count) {
  std::string folder = (fs::temp_directory_path() / "pliant-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  write_input(fs::path(folder) / "solid.inp", mesh, count);
  const std::string command =
      "cd '" + folder + "' && OMP_NUM_THREADS=1 timeout 60 ccx solid >log 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0);
  const std::vector<double> theirs = read_eigenvalues(fs::path(folder) / "solid.dat", count);
  fs::remove_all(folder);
  const Modes ours =
      lowest_modes(mesh.vertices, mesh.tetrahedra.cells, std::span(&material_here, 1),
                   {.count = count, .mass = MassMatrix::centroid, .cached = false});
  ASSERT_EQ(theirs.size(), count);
  for (std::size_t i = 6; i < count; ++i)
    EXPECT_NEAR(std::sqrt(ours.eigenvalues[i] / theirs[i]), 1, 1e-4) << "mode " << i;
}

TEST(CalculiX, HasTheSameFrequenciesOfABeam) {
  if (!has_calculix()) GTEST_SKIP() << "ccx is not installed (Debian: calculix-ccx)";
  expect_as_calculix(make_shape("beam", {{"cells", 12}}), 20);
}

TEST(CalculiX, HasTheSameFrequenciesOfARealMesh) {
  if (!has_calculix()) GTEST_SKIP() << "ccx is not installed (Debian: calculix-ccx)";
  PLIANT_NEEDS_MODELS();
  expect_as_calculix(TetMesh(read_mesh(test::model("beam_hole.node"))).mesh(), 20);
}

}  // namespace
}  // namespace pliant
