#include "relations/elastic_hexahedron.h"

#include <gtest/gtest.h>
#include <pliant/bodies.h>
#include <pliant/error.h>
#include <pliant/stability.h>

#include "support/dynamics.h"
#include "support/law_samples.h"

namespace pliant {
namespace {

using namespace test;
using Hexahedron8 = ElasticHexahedron;

const Material rubbery = make_material(1e5, 0.3, 1000);

Mesh voxels(double x, double y, double z, double edge = 0.1) {
  return make_shape("voxels", {{"edge", edge}, {"cells_x", x}, {"cells_y", y}, {"cells_z", z}});
}

// An even deformation has the energy and the stress of the material, whatever the shape.
TEST(ElasticHexahedron, HasTheEnergyOfTheMaterialWhereItDeformsEvenly) {
  Samples samples(3);
  for (int i = 0; i < 20; ++i) {
    auto relation = samples.at_rest<Hexahedron8>();
    double volume = 0;
    for (int q = 0; q < 8; ++q)
      volume +=
          determinant(relation.rest.shape.gradient(CubeCorner<double>::of(q, Hexahedron8::gauss)));
    const Mat3<double> f{samples.vector(1), samples.vector(1), samples.vector(1)};
    for (Vec3d& x : relation.x) x = f * x;
    const double expected = volume * elastic_energy(f, relation.param.shear, relation.param.lame);
    EXPECT_NEAR(relation.energy(), expected, 1e-9 * std::abs(expected));
  }
}

TEST(ElasticHexahedron, RefusesCellsWithoutExtentOrInsideOut) {
  Mesh flat = voxels(1, 1, 1);
  for (Vec3d& x : flat.vertices) x.z *= 0;
  EXPECT_THROW(Model{hexahedral_solid(flat, rubbery)}, InputError);
  Mesh turned = voxels(1, 1, 1);
  for (Vec3d& x : turned.vertices) x.z *= -1;
  EXPECT_THROW(Model{hexahedral_solid(turned, rubbery)}, InputError);
}

TEST(ElasticHexahedron, MassesAddUp) {
  Mesh mesh = voxels(3, 2, 2);
  Samples samples(5);
  for (Vec3d& x : mesh.vertices) x += samples.vector(0.01);
  const Body body = hexahedral_solid(mesh, rubbery);
  double sum = 0;
  for (const double m : body.masses) sum += m;
  EXPECT_NEAR(sum, 1000 * TetMesh::of_cells(mesh).volume(), 0.02 * sum);
}

// A beam that is held at one end swings as slowly as Euler and Bernoulli say, but for what
// linear hexahedra of that size are too stiff by: less, the finer they are.
TEST(ElasticHexahedron, ABeamSwingsAsBeamsDo) {
  const double length = 1, side = 0.1, pi = 3.14159265358979;
  const double root = 1.8751040687 / length;
  const double expected =
      root * root * std::sqrt(rubbery.young * side * side / (12 * rubbery.density)) / (2 * pi);
  double last = 1;
  for (const double cells : {2.0, 4.0}) {
    const Mesh mesh = voxels(10 * cells, cells, cells, side / cells);
    const Body body = hexahedral_solid(mesh, rubbery);
    const Model model(body, in_double);
    Dynamics d;
    d.gravity = {};
    State state(model, d);
    std::vector<Index> held, end;
    double low = 1e9, high = -1e9;
    for (const Vec3d& x : body.vertices) {
      low = std::min(low, x.x);
      high = std::max(high, x.x);
    }
    std::vector<Vec3d> v = state.velocities();
    for (Index i = 0; i < body.vertices.size(); ++i) {
      const double part = (body.vertices[i].x - low) / (high - low);
      if (part < 1e-9) held.push_back(i);
      if (part > 1 - 1e-9) end.push_back(i);
      v[i].y = 0.02 * part * part;
    }
    state.pin(held);
    state.set_velocities(v);
    const auto height = [&] {
      double sum = 0;
      const std::vector<Vec3d> x = state.positions();
      for (const Index i : end) sum += x[i].y - body.vertices[i].y;
      return sum;
    };
    // From one upward crossing to the next but one.
    std::vector<double> crossings;
    for (double before = height(); crossings.size() < 3;) {
      step(model, state, 1);
      const double now = height();
      if (before < 0 && now >= 0) crossings.push_back(state.time());
      before = now;
      ASSERT_LT(state.time(), 10 / expected);
    }
    const double off = 2 / (crossings[2] - crossings[0]) / expected - 1;
    EXPECT_GT(off, -0.02) << cells;
    EXPECT_LT(off, 0.5 * last) << cells;
    last = off;
  }
  EXPECT_LT(last, 0.12);
}

}  // namespace
}  // namespace pliant
