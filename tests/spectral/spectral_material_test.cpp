#include <gtest/gtest.h>

#include "spectral/solid.h"
#include "spectral/spectral_solids.h"

// What a spectral solid makes of its materials.

namespace pliant {
namespace {

using namespace test;

TEST(SpectralMaterial, DampingIsTheMeanByVolumeOfWhatDeforms) {
  // Cells that become longer: the halves have other numbers of tetrahedra than shares of volume.
  Mesh stretched = bar(1, 0.2, 10, 2).mesh();
  for (Vec3d& x : stretched.vertices) x.x += 0.8 * x.x * std::abs(x.x) + 0.1 * x.x * x.x;
  const TetMesh mesh(stretched);
  std::vector<Material> materials;
  double volume[2] = {};
  const std::vector<Index> rigid = between(mesh, 0.35, 2);
  for (std::size_t t = 0; t < mesh.tetrahedra().size(); ++t) {
    const Tetrahedron& c = mesh.tetrahedra()[t];
    const auto x = mesh.vertices();
    const bool stiff = std::ranges::binary_search(rigid, static_cast<Index>(t));
    const bool right = x[c[0]].x + x[c[1]].x + x[c[2]].x + x[c[3]].x > 0;
    materials.push_back(make_material(1e6, 0.3, 1000, stiff ? 1.0 : right ? 0.002 : 0.008));
    if (!stiff) volume[right] += signed_volume(x[c[0]], x[c[1]], x[c[2]], x[c[3]]);
  }
  SpectralOptions options{.modes = 20, .rigid = {rigid}};
  options.cached = false;
  const Body body = spectral_body(mesh, materials, options);
  const double shall = (volume[1] * 0.002 + volume[0] * 0.008) / (volume[0] + volume[1]);
  EXPECT_NEAR(body.spectral->data().stiffness_damping, shall, 1e-12);
}

// A bar pulled along: it gives way with the E that was asked for, whatever G is.
TEST(SpectralMaterial, YoungsModulusIsTheGivenOneBesideAShearModulus) {
  const TetMesh mesh = bar(1, 0.2, 10, 2);
  for (const double poisson : {0.0, 0.2, 0.4}) {
    Material given = make_material(1e6, 0.1, 1000);
    given.shear = given.young / (2 * (1 + poisson));
    std::vector<Vec3d> forces(mesh.vertices().size());
    const Group wall = at_x(mesh, -0.5), end = at_x(mesh, 0.5);
    for (const Index v : end) forces[v] = {1.0 / static_cast<double>(end.size()), 0, 0};
    const auto u = static_displacements(mesh.vertices(), mesh.tetrahedra(), std::span(&given, 1),
                                        wall, forces);
    const auto at = [&](double x) {
      double sum = 0;
      const Group section = at_x(mesh, x);
      for (const Index v : section) sum += u[v].x / static_cast<double>(section.size());
      return sum;
    };
    // Away from both ends: F / (E A).
    EXPECT_NEAR((at(0.3) - at(-0.2)) / 0.5, 1 / (1e6 * 0.04), 0.02 / (1e6 * 0.04)) << poisson;
    Notes notes;
    SpectralOptions options{.modes = 20};
    options.cached = false;
    spectral_body(mesh, std::span(&given, 1), options, &notes);
    EXPECT_TRUE(notes.empty());
  }
}

TEST(SpectralMaterial, EAndGThatKeepTheVolumeAreLimitedAndNoted) {
  const TetMesh mesh = bar(1, 0.2, 10, 2);
  Material rubber = make_material(3e6, 0.3, 1000);
  rubber.shear = 1e6;
  Notes notes;
  SpectralOptions options{.modes = 20};
  options.cached = false;
  const Body body = spectral_body(mesh, std::span(&rubber, 1), options, &notes);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("0.45"), std::string::npos);
  const Body shall = body_of(mesh, make_material(3e6, 0.45, 1000), {.modes = 20});
  EXPECT_EQ(body.spectral->frequencies(), shall.spectral->frequencies());
}

}  // namespace
}  // namespace pliant
