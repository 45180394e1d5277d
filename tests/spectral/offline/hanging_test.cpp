#include <gtest/gtest.h>
#include <pliant/bodies.h>
#include <pliant/cage.h>
#include <pliant/generate.h>
#include <pliant/io.h>
#include <pliant/modes.h>
#include <pliant/quality.h>
#include <pliant/shapes.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "support/surfaces.h"

// How far the same body sags, and how slowly it swings, filled coarsely and finely, in both ways:
// beside the finest mesh, and beside CalculiX' quadratic tetrahedra (C3D10). Linear tetrahedra
// lock, so that coarse ones are stiffer than the body. 50 000 and real surfaces with
// PLIANT_LARGE=1.

namespace pliant {
namespace {

namespace fs = std::filesystem;

const Material material_here = make_material(1e5, 0.45, 1000);
constexpr double gravity = 9.81;

/// What hangs: held where it is lowest along an axis, under its weight sideways.
struct Hanging {
  const char* name;
  Mesh surface;
  Vec3d axis, down;
  double held;  // part of its length
  double low = 0, high = 0;
  double detuned = 0.3;  // how far off the lowest frequency may be with 2000 tetrahedra

  bool is_held(const Vec3d& p) const { return dot(axis, p) < low + held * (high - low); }
};

Hanging hanging(const char* name, Mesh surface, const Vec3d& axis, double held) {
  Hanging h{name, std::move(surface), axis, {}, held, 1e300, -1e300};
  h.down = normalised(cross(axis, {0.3, 0.5, 0.8}));
  for (const Vec3d& p : h.surface.vertices) {
    h.low = std::min(h.low, dot(axis, p));
    h.high = std::max(h.high, dot(axis, p));
  }
  return h;
}

Vec3d turned(const Vec3d& p) {
  const Vec3d q{0.8 * p.x - 0.6 * p.y, 0.6 * p.x + 0.8 * p.y, p.z};
  return {q.x, 0.28 * q.y - 0.96 * q.z, 0.96 * q.y + 0.28 * q.z};
}

// Its vertices lie all over it, so that their mean is one of its length.
Hanging bar() {
  const Mesh box =
      make_shape("beam", {{"cells", 20}, {"length", 1}, {"width", 0.2}, {"height", 0.2}});
  const TetMesh solid(box);
  Mesh surface;
  surface.vertices.assign(solid.vertices().begin(), solid.vertices().end());
  surface.triangles.cells.assign(solid.boundary().begin(), solid.boundary().end());
  for (Vec3d& p : surface.vertices) p = turned(p);
  return hanging("bar", std::move(surface), turned({1, 0, 0}), 0.1);
}

Hanging critter() {
  const TetMesh solid(make_shape("critter", {{"tets", 40000}, {"size", 1}}));
  Mesh surface;
  surface.vertices.assign(solid.vertices().begin(), solid.vertices().end());
  surface.triangles.cells.assign(solid.boundary().begin(), solid.boundary().end());
  return hanging("critter", std::move(surface), {0, 0, 1}, 0.4);
}

struct Measured {
  std::size_t tetrahedra;
  double sag;        // m, the mean of the surface's vertices
  double frequency;  // Hz, the lowest
};

/// Linear tetrahedra, `cage` where they are one.
Measured measure(const Hanging& body, const Mesh& mesh, const Cage* cage) {
  const TetMesh solid(mesh);
  const auto x = solid.vertices();
  std::vector<Index> fixed;
  for (Index v = 0; v < x.size(); ++v)
    if (body.is_held(x[v])) fixed.push_back(v);
  std::vector<Material> materials(solid.tetrahedra().size(), material_here);
  std::vector<Vec3d> forces(x.size());
  const std::vector<double> volumes = tetrahedron_volumes(solid.mesh());
  const std::vector<double> shares =
      cage ? stiffness_shares(solid, cage->fill) : std::vector<double>();
  for (std::size_t t = 0; t < materials.size(); ++t) {
    if (cage) {
      materials[t].young *= shares[t];
      materials[t].density *= std::max(cage->fill[t], least_fill);
    }
    for (const Index v : solid.tetrahedra()[t])
      forces[v] += body.down * (gravity * materials[t].density * volumes[t] / 4);
  }
  const auto moved = static_displacements(x, solid.tetrahedra(), materials, fixed, forces);
  const Embedding embedding =
      cage ? Embedding(cage->tetrahedra, cage->weights, solid.tetrahedra(), x.size())
           : Embedding(body.surface.vertices, solid);
  std::vector<Vec3d> places(body.surface.vertices.size());
  embedding.apply(moved, places);
  double sag = 0;
  for (const Vec3d& u : places) sag += dot(u, body.down) / static_cast<double>(places.size());
  const Modes modes =
      lowest_modes(x, solid.tetrahedra(), materials, {.count = 1, .fixed = fixed, .cached = false});
  return {materials.size(), sag, std::sqrt(modes.eigenvalues[0]) / (2 * 3.14159265358979)};
}

Measured fitted(const Hanging& body, std::size_t wanted) {
  return measure(body, tetrahedralise(body.surface, {.tetrahedra = wanted}), nullptr);
}
Measured caged(const Hanging& body, std::size_t wanted) {
  const Cage cage = make_cage(body.surface, {0, wanted});
  return measure(body, cage.mesh, &cage);
}

/// The mean displacement of the surface's vertices with quadratic tetrahedra on a fitted mesh.
double sag_of_calculix(const Hanging& body, std::size_t wanted) {
  const TetMesh solid(tetrahedralise(body.surface, {.tetrahedra = wanted}));
  std::string folder = (fs::temp_directory_path() / "pliant-XXXXXX").string();
  EXPECT_NE(mkdtemp(folder.data()), nullptr);
  std::vector<Vec3d> nodes(solid.vertices().begin(), solid.vertices().end());
  std::map<std::pair<Index, Index>, Index> middles;
  const auto middle = [&](Index a, Index b) {
    const auto [at, is_new] =
        middles.try_emplace(std::minmax(a, b), static_cast<Index>(nodes.size()));
    if (is_new) nodes.push_back((nodes[a] + nodes[b]) / 2.0);
    return at->second + 1;
  };
  std::ostringstream elements;
  for (std::size_t t = 0; t < solid.tetrahedra().size(); ++t) {
    const auto& [a, b, c, d] = solid.tetrahedra()[t];
    elements << t + 1 << ',' << a + 1 << ',' << b + 1 << ',' << c + 1 << ',' << d + 1 << ','
             << middle(a, b) << ',' << middle(b, c) << ',' << middle(c, a) << ',' << middle(a, d)
             << ',' << middle(b, d) << ',' << middle(c, d) << '\n';
  }
  std::FILE* out = std::fopen((folder + "/solid.inp").c_str(), "w");
  std::fputs("*NODE, NSET=ALL\n", out);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    std::fprintf(out, "%zu,%.13e,%.13e,%.13e\n", i + 1, nodes[i].x, nodes[i].y, nodes[i].z);
  std::fputs("*ELEMENT, TYPE=C3D10, ELSET=SOLID\n", out);
  std::fputs(elements.str().c_str(), out);
  std::fputs("*NSET, NSET=HELD\n", out);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (body.is_held(nodes[i])) std::fprintf(out, "%zu,\n", i + 1);
  std::fprintf(out,
               "*BOUNDARY\nHELD,1,3\n*MATERIAL, NAME=M\n*ELASTIC\n%.13e,%.13e\n*DENSITY\n%.13e\n"
               "*SOLID SECTION, ELSET=SOLID, MATERIAL=M\n*STEP\n*STATIC\n*DLOAD\n"
               "SOLID,GRAV,%.13e,%.13e,%.13e,%.13e\n*NODE PRINT, NSET=ALL\nU\n*END STEP\n",
               material_here.young, material_here.poisson, material_here.density, gravity,
               body.down.x, body.down.y, body.down.z);
  std::fclose(out);
  EXPECT_EQ(
      std::system(
          ("cd '" + folder + "' && OMP_NUM_THREADS=2 timeout 300 ccx solid >log 2>&1").c_str()),
      0);
  std::vector<Vec3d> moved(solid.vertices().size());
  std::ifstream in(folder + "/solid.dat");
  std::string line;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::size_t node = 0;
    Vec3d u;
    if (words >> node >> u.x >> u.y >> u.z && node >= 1 && node <= moved.size())
      moved[node - 1] = u;
  }
  fs::remove_all(folder);
  std::vector<Vec3d> places(body.surface.vertices.size());
  Embedding(body.surface.vertices, solid).apply(moved, places);
  double sag = 0;
  for (const Vec3d& u : places) sag += dot(u, body.down) / static_cast<double>(places.size());
  return sag;
}

bool all_wanted() {
  return std::getenv("PLIANT_LARGE") != nullptr;
}

void expect_sags_alike(const Hanging& body) {
  const bool has_calculix = std::system("command -v ccx >/dev/null 2>&1") == 0;
  const Measured finest = fitted(body, all_wanted() ? 200000 : 60000);
  const double quadratic = has_calculix ? sag_of_calculix(body, all_wanted() ? 10000 : 4000) : 0;
  const auto off = [&](const Measured& m) { return 100 * (m.sag / finest.sag - 1); };
  std::cout << body.name << ": finest " << finest.tetrahedra << " sags " << finest.sag << " m, "
            << finest.frequency << " Hz; CalculiX C3D10 " << quadratic << " m\n";
  if (has_calculix) {
    EXPECT_NEAR(finest.sag / quadratic, 1, 0.06);
  }
  std::vector<std::size_t> numbers{2000, 10000};
  if (all_wanted()) numbers.push_back(50000);
  for (const std::size_t wanted : numbers) {
    const Measured ends = fitted(body, wanted), cage = caged(body, wanted);
    std::cout << "  " << wanted << ": fitted " << off(ends) << " %, " << ends.frequency
              << " Hz; embedding " << off(cage) << " %, " << cage.frequency << " Hz\n";
    const double most = wanted < 10000 ? 35 : 15;
    EXPECT_LT(std::abs(off(ends)), most) << wanted;
    EXPECT_LT(std::abs(off(cage)), most) << wanted;
    const double truth = has_calculix ? quadratic : finest.sag;
    EXPECT_LT(std::abs(cage.sag - truth), std::abs(ends.sag - truth)) << wanted;
    const double detuned = body.detuned * (wanted < 10000 ? 1 : 1.0 / 3);
    EXPECT_NEAR(ends.frequency / finest.frequency, 1, detuned);
    EXPECT_NEAR(cage.frequency / finest.frequency, 1, detuned);
  }
}

TEST(Hanging, ABarSagsAsFinerOnesDo) {
  expect_sags_alike(bar());
}

TEST(Hanging, AnAnimalSagsAsFinerOnesDo) {
  expect_sags_alike(critter());
}

TEST(Hanging, ARealSurfaceSagsAsFinerOnesDo) {
  PLIANT_NEEDS_MODELS();
  if (!all_wanted()) GTEST_SKIP() << "with PLIANT_LARGE=1";
  Hanging bunny = hanging("bunny", read_mesh(test::model("surfaces/bunny.obj")), {0, 1, 0}, 0.1);
  bunny.detuned = 0.6;  // an ear swings alone, a cell or two thick
  expect_sags_alike(bunny);
}

}  // namespace
}  // namespace pliant
