#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>
#include <pliant/io.h>
#include <pliant/modes.h>
#include <pliant/shapes.h>
#include <pliant/tet_mesh.h>
#include <pliant/threads.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "spectral/offline/elastic_modes.h"
#include "spectral/offline/rigid_motions.h"
#include "support/models.h"

namespace pliant {
namespace {

using testing::HasSubstr;

const Material soft = make_material(1e5, 0.3, 1000);

Modes modes_of(const Mesh& mesh, const ModeOptions& options, const Material& material = soft) {
  ModeOptions uncached = options;
  uncached.cached = false;
  return lowest_modes(mesh.vertices, mesh.tetrahedra.cells, std::span(&material, 1), uncached);
}

// M x, summed tetrahedron by tetrahedron from the integrals of the shape functions.
std::vector<double> mass_times(const Mesh& mesh, const Material& material, MassMatrix kind,
                               std::span<const double> x) {
  std::vector<double> out(x.size(), 0);
  for (const Tetrahedron& t : mesh.tetrahedra.cells) {
    const double mass = material.density * signed_volume(mesh.vertices[t[0]], mesh.vertices[t[1]],
                                                         mesh.vertices[t[2]], mesh.vertices[t[3]]);
    for (Index i : t)
      for (Index j : t)
        for (std::size_t axis = 0; axis < 3; ++axis) {
          const double part =
              kind == MassMatrix::consistent ? (i == j ? 0.1 : 0.05) : (i == j ? 0.25 : 0);
          out[3 * i + axis] += part * mass * x[3 * j + axis];
        }
  }
  return out;
}

double dot_product(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void expect_orthonormal(const Mesh& mesh, MassMatrix kind, const Modes& modes) {
  const std::size_t n = 3 * mesh.vertices.size();
  for (std::size_t i = 0; i < modes.count(); ++i) {
    const std::span<const double> shape(&modes.shapes[i * n], n);
    const std::vector<double> weighted = mass_times(mesh, soft, kind, shape);
    for (std::size_t j = 0; j <= i; ++j)
      EXPECT_NEAR(dot_product({&modes.shapes[j * n], n}, weighted), i == j ? 1 : 0, 1e-9);
  }
}

void expect_six_zero_modes(const Modes& modes) {
  ASSERT_GT(modes.count(), 7u);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_LT(modes.eigenvalues[i], 1e-8 * modes.eigenvalues[6]) << i;
  EXPECT_GT(modes.eigenvalues[6], 0);
  EXPECT_TRUE(std::ranges::is_sorted(modes.eigenvalues));
}

TEST(LowestModes, AFreeSolidHasSixZeroModes) {
  for (const char* name : {"cube", "critter", "beam"}) {
    SCOPED_TRACE(name);
    const Mesh mesh = make_shape(name);
    expect_six_zero_modes(modes_of(mesh, {.count = 10}));
  }
  // In micrometres, and far from the origin.
  Mesh small = make_shape("cube", {{"cells", 5}});
  for (Vec3d& x : small.vertices) x = 1e-6 * x + Vec3d{1, 2, 3};
  expect_six_zero_modes(modes_of(small, {.count = 10}));
  expect_six_zero_modes(modes_of(small, {.count = 10, .mass = MassMatrix::lumped}));
}

TEST(LowestModes, RealMeshesHaveSixZeroModes) {
  PLIANT_NEEDS_MODELS();
  for (const char* name : {"beam_hole.node", "bunny_raw.node", "cube150.node"}) {
    SCOPED_TRACE(name);
    const TetMesh mesh(read_mesh(test::model(name)));
    expect_six_zero_modes(modes_of(mesh.mesh(), {.count = 12}));
  }
}

TEST(LowestModes, ShapesAreOrthonormalAndTheSameOnAnyNumberOfThreads) {
  const Mesh mesh = make_shape("cube", {{"cells", 6}});
  for (const MassMatrix kind : {MassMatrix::consistent, MassMatrix::lumped}) {
    const Modes modes = modes_of(mesh, {.count = 15, .mass = kind});
    expect_orthonormal(mesh, kind, modes);
    set_thread_count(1);
    EXPECT_EQ(modes_of(mesh, {.count = 15, .mass = kind}), modes);
    set_thread_count(0);
  }
}

TEST(LowestModes, FixedVerticesStay) {
  const Mesh mesh = make_shape("cube", {{"cells", 6}});
  std::vector<Index> bottom;
  for (Index i = 0; i < mesh.vertices.size(); ++i)
    if (mesh.vertices[i].y == 0) bottom.push_back(i);
  const Modes modes = modes_of(mesh, {.count = 8, .fixed = bottom});
  EXPECT_GT(modes.eigenvalues[0], 0.01 * modes.eigenvalues[7]);
  expect_orthonormal(mesh, MassMatrix::consistent, modes);
  for (std::size_t mode = 0; mode < 8; ++mode)
    for (Index i : bottom)
      for (std::size_t axis = 0; axis < 3; ++axis)
        EXPECT_EQ(modes.shapes[mode * 3 * mesh.vertices.size() + 3 * i + axis], 0);
}

// A solid held at one vertex turns round it: three zero modes are left.
TEST(LowestModes, OneFixedVertexLeavesThreeZeroModes) {
  const Mesh mesh = make_shape("cube", {{"cells", 6}});
  const Modes modes = modes_of(mesh, {.count = 6, .fixed = {0}});
  EXPECT_LT(modes.eigenvalues[2], 1e-8 * modes.eigenvalues[3]);
  EXPECT_GT(modes.eigenvalues[3], 0);
}

// Both matrices are of second order: they meet from either side of what is true.
TEST(LowestModes, LumpedAndConsistentMassesMeet) {
  double before = 1;
  for (const double cells : {4., 8., 12.}) {
    const Mesh mesh = make_shape("cube", {{"cells", cells}});
    const Modes consistent = modes_of(mesh, {.count = 8});
    const Modes lumped = modes_of(mesh, {.count = 8, .mass = MassMatrix::lumped});
    EXPECT_LT(lumped.eigenvalues[6], consistent.eigenvalues[6]);
    const double gap = consistent.eigenvalues[6] / lumped.eigenvalues[6] - 1;
    EXPECT_LT(gap, 0.5 * before);
    before = gap;
  }
  EXPECT_LT(before, 0.03);
}

// The cube's symmetries make eigenvalues come two and three times.
TEST(LowestModes, EveryCopyOfAnEigenvalueIsFound) {
  const TetMesh mesh(make_shape("cube", {{"cells", 4}, {"tets_per_cell", 5}}));
  const spectral::ElasticSolid solid{mesh.vertices(), mesh.tetrahedra(), std::span(&soft, 1), {}};
  const auto matrices = spectral::offline::assemble(solid, MassMatrix::consistent);
  const auto rigid = spectral::offline::rigid_motions(solid, matrices);
  const auto dense = spectral::offline::dense_modes(matrices, rigid, 100);
  for (const std::size_t count : {1, 2, 5, 8, 19, 22, 25, 40, 63, 100}) {
    const auto sparse = spectral::offline::sparse_modes(matrices, rigid, count, {});
    for (Eigen::Index i = 0; i < sparse.values.size(); ++i)
      EXPECT_NEAR(sparse.values[i] / dense.values[i], 1, 1e-9) << i << " of " << count;
  }
}

TEST(LowestModes, AllModesOfASmallSolid) {
  const Mesh mesh = make_shape("cube", {{"cells", 1}});
  const Modes modes = modes_of(mesh, {.count = 24});
  expect_six_zero_modes(modes);
  expect_orthonormal(mesh, MassMatrix::consistent, modes);
}

TEST(LowestModes, TellsItsProgress) {
  double last = -1;
  const Mesh mesh = make_shape("cube");
  modes_of(mesh, {.count = 10, .progress = [&](double fraction, std::string_view what) {
                    EXPECT_GE(fraction, last);
                    EXPECT_LE(fraction, 1);
                    EXPECT_FALSE(what.empty());
                    last = fraction;
                  }});
  EXPECT_EQ(last, 1);
}

TEST(LowestModes, ComeFromTheDiskTheSecondTime) {
  std::string folder = (std::filesystem::temp_directory_path() / "pliant-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const char* set = std::getenv("PLIANT_CACHE");
  const std::string before = set ? set : "";
  ::setenv("PLIANT_CACHE", folder.c_str(), 1);
  const Mesh mesh = make_shape("cube", {{"cells", 5}});
  int calls = 0;
  const ModeOptions options{.count = 9, .progress = [&](double, std::string_view) { ++calls; }};
  const auto get = [&] {
    calls = 0;
    return lowest_modes(mesh.vertices, mesh.tetrahedra.cells, std::span(&soft, 1), options);
  };
  const Modes first = get();
  EXPECT_GT(calls, 0);
  EXPECT_EQ(get(), first);
  EXPECT_EQ(calls, 0);
  for (const auto& file : std::filesystem::directory_iterator(folder))
    std::filesystem::resize_file(file.path(), 100);
  EXPECT_EQ(get(), first);
  EXPECT_GT(calls, 0);
  EXPECT_EQ(get(), first);
  EXPECT_EQ(calls, 0);
  set ? ::setenv("PLIANT_CACHE", before.c_str(), 1) : ::unsetenv("PLIANT_CACHE");
  std::filesystem::remove_all(folder);
}

template <class Work>
std::string refusal(Work work) {
  try {
    work();
  } catch (const InputError& error) {
    EXPECT_NE(error.cure(), "");
    return error.what();
  }
  return "nothing is wrong";
}

TEST(LowestModes, BadInputIsRefused) {
  const Mesh good = make_shape("cube", {{"cells", 1}});
  const auto refused = [&](auto change, const std::string& message) {
    Mesh mesh = good;
    std::vector<Material> made_of{soft};
    ModeOptions options{.count = 10, .cached = false};
    change(mesh, made_of, options);
    EXPECT_THAT(
        refusal([&] { lowest_modes(mesh.vertices, mesh.tetrahedra.cells, made_of, options); }),
        HasSubstr(message));
  };
  refused([](auto&, auto&, auto& o) { o.count = 25; },
          "25 modes are asked for, but 8 vertices that may move have only 24");
  refused([](auto&, auto&, auto& o) { o.count = 0; }, "no modes are asked for");
  refused([](auto&, auto&, auto& o) { o.count = std::numeric_limits<std::size_t>::max(); },
          "degrees of freedom");
  refused([](auto&, auto&, auto& o) { o.fixed = {0, 1, 2, 3, 4, 5, 6, 7}; },
          "every vertex is fixed");
  refused([](auto&, auto&, auto& o) { o.mass = MassMatrix::centroid; },
          "the mass matrix of this mesh is singular");
  refused([](auto&, auto&, auto& o) { o.fixed = {8}; }, "vertex 8 is to be fixed");
  refused([](auto& m, auto&, auto&) { m.vertices.resize(3); }, "3 vertices");
  refused([](auto& m, auto&, auto&) { m.tetrahedra.cells.clear(); }, "0 tetrahedra");
  refused(
      [](auto& m, auto&, auto&) {
        m.vertices.push_back({5, 5, 5});
      },
      "vertex 8 belongs to no tetrahedron");
  refused(
      [](auto& m, auto&, auto&) {
        for (const Vec3d& x : std::vector(m.vertices)) m.vertices.push_back(x + Vec3d{5, 0, 0});
        for (Tetrahedron t : std::vector(m.tetrahedra.cells)) {
          for (Index& i : t) i += 8;
          m.tetrahedra.cells.push_back(t);
        }
      },
      "the mesh is in 2 pieces");
  refused([](auto& m, auto&, auto&) { m.vertices[3].x = std::nan(""); }, "vertex 3");
  refused([](auto& m, auto&, auto&) { m.vertices[3].x = 1e200; }, "vertex 3");
  refused([](auto& m, auto&, auto&) { m.tetrahedra.cells[0][1] = 99; }, "names vertex 99");
  refused(
      [](auto& m, auto&, auto&) { std::swap(m.tetrahedra.cells[0][0], m.tetrahedra.cells[0][1]); },
      "tetrahedron 0 is wrongly wound");
  refused([](auto& m, auto&, auto&) { m.tetrahedra.cells[0][1] = m.tetrahedra.cells[0][0]; },
          "tetrahedron 0 has no volume");
  refused([](auto&, auto& made_of, auto&) { made_of[0].density = 0; }, "the density is 0");
  refused([](auto&, auto& made_of, auto&) { made_of[0].young = -1; }, "Young's modulus is -1");
  refused([](auto&, auto& made_of, auto&) { made_of.clear(); }, "0 materials for 6 tetrahedra");
  refused([](auto&, auto& made_of, auto&) { made_of.resize(3, soft); },
          "3 materials for 6 tetrahedra");
  refused([](auto&, auto& made_of, auto&) { made_of[0].shear = -1; }, "shear modulus");
}

}  // namespace
}  // namespace pliant
