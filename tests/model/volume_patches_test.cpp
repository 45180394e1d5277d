#include "model/volume_patches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/cut.h>
#include <pliant/error.h>
#include <pliant/quality.h>
#include <pliant/solids.h>
#include <pliant/stress.h>

#include <set>

#include "relations/volume_patch.h"
#include "support/dynamics.h"
#include "support/five_tetrahedra.h"

namespace pliant {
namespace {

using namespace test;
using testing::HasSubstr;

constexpr ContinuumModel patched_models[] = {ContinuumModel::corotated,
                                             ContinuumModel::elastic,
                                             ContinuumModel::neo_hookean,
                                             ContinuumModel::st_venant_kirchhoff,
                                             ContinuumModel::fixed_corotated,
                                             ContinuumModel::mooney_rivlin,
                                             ContinuumModel::ogden};

Mesh irregular(int cells = 4) {
  return five_tetrahedra({cells, cells, cells}, 0.2, [](const Vec3d& p) { return p; });
}
TetMesh regular(double cells) {
  return TetMesh(make_shape("cube", {{"cells", cells}, {"tets_per_cell", 6}}));
}

Material with(double poisson, double damping_time = 0) {
  return make_material(1e5, poisson, 1000, damping_time);
}

Body solid(const TetMesh& mesh, ContinuumModel model, std::span<const Material> materials,
           VolumeResistance volume) {
  ContinuumOptions options;
  options.volume = volume;
  SolidOptions nothing_softened;
  nothing_softened.fastest = 0;
  return continuum_solid(mesh, model, materials, nothing_softened, options);
}
Body solid(const TetMesh& mesh, ContinuumModel model, const Material& material,
           VolumeResistance volume = VolumeResistance::patches) {
  return solid(mesh, model, std::span(&material, 1), volume);
}

double volume_of(const TetMesh& mesh, std::span<const Vec3d> x) {
  double sum = 0;
  for (const Tetrahedron& t : mesh.tetrahedra())
    sum += signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
  return sum;
}

std::vector<Vec3d> deformed(const TetMesh& mesh, double amount, unsigned seed) {
  Samples samples(seed);
  std::vector<Vec3d> out(mesh.vertices().begin(), mesh.vertices().end());
  for (Vec3d& x : out) x += samples.vector(amount);
  return out;
}

TEST(VolumePatches, AreTheCellsOfARegularGrid) {
  const TetMesh mesh = regular(5);
  constexpr int one = 0;
  const auto patches = volume_patches(mesh, {&one, 1});
  EXPECT_EQ(patches.size(), 125u);
  for (const VolumePatchShape& patch : patches) EXPECT_EQ(patch.tetrahedra.size(), 6u);
}

// Few enough not to lock: each vertex has three directions to move in.
TEST(VolumePatches, AreFewerThanVerticesOfAnIrregularMesh) {
  for (const TetMesh& mesh :
       {TetMesh(irregular(10)), TetMesh(make_shape("critter", {{"tets", 5000}}))}) {
    constexpr int one = 0;
    const auto patches = volume_patches(mesh, {&one, 1});
    std::set<Index> covered;
    for (const VolumePatchShape& patch : patches) {
      EXPECT_GE(patch.tetrahedra.size(), 2u);
      EXPECT_EQ(patch.vertices.size(), std::size_t(VolumePatch::arity));
      EXPECT_EQ(std::set(patch.vertices.begin(), patch.vertices.end()).size(),
                patch.vertices.size());
      for (const Index t : patch.tetrahedra) EXPECT_TRUE(covered.insert(t).second) << t;
    }
    const std::size_t constraints = patches.size() + mesh.tetrahedra().size() - covered.size();
    EXPECT_LT(constraints, mesh.vertices().size());
  }
}

TEST(VolumePatches, HaveTheVolumeOfTheirTetrahedra) {
  const TetMesh mesh(irregular());
  const Body body = solid(mesh, ContinuumModel::neo_hookean, with(0.49));
  ASSERT_GE(body.relations.size(), 2u);
  const std::vector<Vec3d> x = deformed(mesh, 0.1, 3);
  const auto volume = [&](std::span<const Vec3d> at, std::span<const Tetrahedron> tetrahedra) {
    double sum = 0;
    for (const Tetrahedron& t : tetrahedra)
      sum += signed_volume(at[t[0]], at[t[1]], at[t[2]], at[t[3]]);
    return sum;
  };
  const Model model(body, in_double);
  State state(model, weightless(Integrator::verlet, 1e-4));
  state.set_positions(x);
  std::size_t counted = 0;
  for (std::size_t s = 1; s < body.relations.size(); ++s) {
    const Relations& set = body.relations[s];
    constexpr std::size_t arity = VolumePatch::arity;
    const std::vector<Vec3d> forces = state.relation_forces(s);
    for (std::size_t r = 0; r < set.vertices.size() / arity; ++r) {
      const auto tetrahedra = tetrahedra_of_patch(set, r);
      counted += tetrahedra.size();
      const double rest = volume(mesh.vertices(), tetrahedra), now = volume(x, tetrahedra);
      EXPECT_NEAR(set.rest[1][r], rest, 1e-14);
      // -Σ f·x = 3 V p, as the volume is a cubic form.
      double virial = 0;
      for (std::size_t i = 0; i < arity; ++i)
        virial -= dot(forces[arity * r + i], x[set.vertices[arity * r + i]]);
      const double pressure = set.parameters[0][0] * (now / rest - 1);
      EXPECT_NEAR(virial, 3 * now * pressure, 1e-9 * std::abs(now * set.parameters[0][0]));
    }
  }
  EXPECT_GT(counted, mesh.tetrahedra().size() * 9 / 10);
}

/// An edge with so many tetrahedra round it.
Mesh ring_of(int count) {
  Mesh mesh;
  mesh.vertices = {{0, 0, -1}, {0, 0, 1}};
  for (int i = 0; i < count; ++i) {
    const double angle = 6.283185307179586 * i / count;
    mesh.vertices.push_back({std::cos(angle), std::sin(angle), 0.1 * (i % 2)});
    const auto here = static_cast<Index>(2 + i), next = static_cast<Index>(2 + (i + 1) % count);
    mesh.tetrahedra.cells.push_back({0, 1, here, next});
  }
  return mesh;
}

TEST(VolumePatches, DivideRingsOfAnyLength) {
  for (int count = 3; count <= 40; ++count) {
    SCOPED_TRACE(count);
    const TetMesh mesh(ring_of(count));
    const Body body = solid(mesh, ContinuumModel::neo_hookean, with(0.49));
    if (count < 7) {  // fewer vertices than a patch has
      EXPECT_EQ(body.relations.size(), 1u);
      continue;
    }
    std::vector<int> times(mesh.tetrahedra().size(), 0);
    const Relations& set = body.relations[1];
    for (std::size_t r = 0; r < set.rest[0].size(); ++r) {
      double volume = 0;
      for (const Tetrahedron& t : tetrahedra_of_patch(set, r)) {
        const auto x = mesh.vertices();
        volume += signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
        ++times.at(tetrahedron_with(mesh, t));
      }
      EXPECT_NEAR(set.rest[1][r], volume, 1e-14);
    }
    EXPECT_LE(std::ranges::max(times), 1);
    EXPECT_LE(std::ranges::count(times, 0), 1);
    const std::size_t fewest = count == 7 ? 1u : (std::size_t(count) + 5) / 6;
    EXPECT_LE(set.rest[0].size(), fewest);
  }
}

// Whatever the patches, all of them have the change of volume of the whole.
TEST(VolumePatches, AnEvenDeformationHasTheForcesOfTetrahedraAlone) {
  const TetMesh mesh(irregular());
  const Mat3<double> f{Vec3d{1.3, 0.2, -0.1}, {0.1, 0.9, 0.3}, {-0.2, 0.1, 1.1}};
  for (const ContinuumModel model : {ContinuumModel::neo_hookean, ContinuumModel::fixed_corotated,
                                     ContinuumModel::mooney_rivlin}) {
    std::vector<Vec3d> forces[2];
    for (const bool patches : {false, true}) {
      const Model compiled(
          solid(mesh, model, with(0.499),
                patches ? VolumeResistance::patches : VolumeResistance::tetrahedra),
          in_double);
      EXPECT_EQ(compiled.set_count() > 1, patches);
      State state(compiled, weightless(Integrator::verlet, 1e-4));
      std::vector<Vec3d> x;
      for (const Vec3d& p : mesh.vertices()) x.push_back(f * p);
      state.set_positions(x);
      forces[patches] = state.forces();
    }
    double largest = 0;
    for (const Vec3d& one : forces[0]) largest = std::max(largest, length(one));
    for (std::size_t v = 0; v < forces[0].size(); ++v)
      EXPECT_LT(length(forces[1][v] - forces[0][v]), 1e-10 * largest) << v;
  }
}

// Hooke's law, of E and nu.
TEST(VolumePatches, SmallStrainsHaveTheStressOfTheMaterial) {
  const TetMesh mesh(irregular());
  constexpr double size = 1e-6;
  const Mat3<double> strain{Vec3d{1, 0.4, -0.3}, {0.4, -0.5, 0.2}, {-0.3, 0.2, 0.7}};
  for (const double poisson : {0.46, 0.4999})
    for (const ContinuumModel model : patched_models) {
      const Material m = with(poisson);
      const Model compiled(solid(mesh, model, m, VolumeResistance::by_material), in_double);
      EXPECT_GT(compiled.set_count(), 1u);
      State state(compiled, weightless(Integrator::verlet, 1e-5));
      std::vector<Vec3d> x;
      for (const Vec3d& p : mesh.vertices()) x.push_back(p + (strain * p) * size);
      state.set_positions(x);
      const double lame = m.lame_lambda() * 1.2 * size, shear = 2 * m.shear_modulus() * size;
      for (const Stress& s : element_stresses(mesh, state)) {
        const double near = 1e-4 * lame;
        EXPECT_NEAR(s.xx, lame + shear * 1, near);
        EXPECT_NEAR(s.yy, lame - shear * 0.5, near);
        EXPECT_NEAR(s.zz, lame + shear * 0.7, near);
        EXPECT_NEAR(s.xy, shear * 0.4, near);
        EXPECT_NEAR(s.yz, shear * 0.2, near);
        EXPECT_NEAR(s.zx, shear * -0.3, near);
      }
    }
}

// Each tetrahedron has what it resists with by itself, and the pressure of its patch.
TEST(VolumePatches, StressesHaveTheirPressure) {
  const TetMesh mesh(irregular());
  const Body body = solid(mesh, ContinuumModel::neo_hookean, with(0.49));
  Body bare = body;
  bare.relations.resize(1);
  const std::vector<Vec3d> x = deformed(mesh, 0.05, 4);
  const auto stresses = [&](const Body& of, bool cut_some) {
    State state(Model(of, in_double), weightless(Integrator::verlet, 1e-4));
    state.set_positions(x);
    if (cut_some) cut(state, CuttingPlane{{0.45, 0.5, 0.5}, {1, 0.2, 0.1}});
    return std::pair(element_stresses(mesh, state), state.removed());
  };
  for (const bool cut_some : {false, true}) {
    const auto [whole, removed] = stresses(body, cut_some);
    std::vector<double> pressure(mesh.tetrahedra().size(), 0);
    const Relations& set = body.relations[1];
    for (std::size_t r = 0; r < set.rest[0].size(); ++r) {
      double rest = 0, left = 0, now = 0;
      std::vector<Index> there;
      for (const Tetrahedron& t : tetrahedra_of_patch(set, r)) {
        const auto v = mesh.vertices();
        const double volume = signed_volume(v[t[0]], v[t[1]], v[t[2]], v[t[3]]);
        rest += volume;
        const Index number = tetrahedron_with(mesh, t);
        if (cut_some && removed[0][number]) continue;
        left += volume;
        now += signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
        there.push_back(number);
      }
      for (const Index t : there)
        pressure[t] = set.parameters[0][0] * left / rest * (now / left - 1);
    }
    const auto alone = stresses(bare, cut_some).first;
    for (std::size_t t = 0; t < pressure.size(); ++t) {
      const double near = 1e-9 * set.parameters[0][0];
      EXPECT_NEAR(whole[t].xx, alone[t].xx + pressure[t], near);
      EXPECT_NEAR(whole[t].yy, alone[t].yy + pressure[t], near);
      EXPECT_NEAR(whole[t].zz, alone[t].zz + pressure[t], near);
      EXPECT_NEAR(whole[t].xy, alone[t].xy, near);
      EXPECT_NEAR(whole[t].yz, alone[t].yz, near);
      EXPECT_NEAR(whole[t].zx, alone[t].zx, near);
    }
  }
}

TEST(VolumePatches, AreThereAboveALimitOrWhereAskedFor) {
  const TetMesh mesh(irregular());
  const auto sets = [&](double poisson, VolumeResistance volume) {
    return solid(mesh, ContinuumModel::elastic, with(poisson), volume).relations.size();
  };
  EXPECT_EQ(sets(0.45, VolumeResistance::by_material), 1u);
  EXPECT_GT(sets(0.46, VolumeResistance::by_material), 1u);
  EXPECT_EQ(sets(0.4999, VolumeResistance::tetrahedra), 1u);
  EXPECT_EQ(sets(0.3, VolumeResistance::patches), 1u);
  EXPECT_GT(sets(0.31, VolumeResistance::patches), 1u);
}

TEST(VolumePatches, JoinTetrahedraOfOneMaterial) {
  const TetMesh mesh(irregular());
  std::vector<Material> materials;
  for (std::size_t t = 0; t < mesh.tetrahedra().size(); ++t)
    materials.push_back(with(t % 300 < 100 ? 0.3 : t % 300 < 200 ? 0.48 : 0.499));
  const Body body =
      solid(mesh, ContinuumModel::neo_hookean, materials, VolumeResistance::by_material);
  const auto of = [&](const Tetrahedron& t) {
    return materials[tetrahedron_with(mesh, t)].poisson;
  };
  std::set<double> seen;
  for (std::size_t s = 1; s < body.relations.size(); ++s)
    for (std::size_t r = 0; r < body.relations[s].rest[0].size(); ++r) {
      const auto tetrahedra = tetrahedra_of_patch(body.relations[s], r);
      for (const Tetrahedron& t : tetrahedra) EXPECT_EQ(of(t), of(tetrahedra[0]));
      seen.insert(of(tetrahedra[0]));
      const Material m = with(of(tetrahedra[0]));
      EXPECT_NEAR(body.relations[s].parameters[0][r],
                  m.lame_lambda() - 2 * m.shear_modulus() * 0.75, 1e-6);
    }
  EXPECT_EQ(seen, (std::set<double>{0.48, 0.499}));
  // All that is in none has lambda itself.
  double whole = 0;
  for (std::size_t t = 0; t < materials.size(); ++t) whole += materials[t].poisson < 0.4 ? 1 : 0;
  EXPECT_GE(std::ranges::count(body.relations[0].parameters[1], with(0.3).lame_lambda()), whole);
}

TEST(VolumePatches, RefuseWhatHasNoVolumeToDivide) {
  const TetMesh mesh = regular(2);
  const auto problem = [&](ContinuumModel model, bool fibres) {
    ContinuumOptions options;
    options.volume = VolumeResistance::patches;
    if (fibres) options.fibres = Fibres{{{1, 0, 0}}, 1e6, 0.3, 0};
    try {
      continuum_relations(mesh, model, std::vector{with(0.4)}, options);
    } catch (const InputError& error) {
      return error.problem();
    }
    return std::string();
  };
  EXPECT_THAT(problem(ContinuumModel::sub_faces, false), HasSubstr("continuum particles"));
  EXPECT_THAT(problem(ContinuumModel::voronoi_faces, false), HasSubstr("continuum particles"));
  EXPECT_THAT(problem(ContinuumModel::corotated, true), HasSubstr("with fibres"));
}

// Partly filled tetrahedra resist less, and so do their patches.
TEST(VolumePatches, AreAsFullAsTheCageTheyAreIn) {
  const Cage cage = make_cage(make_shape("icosphere"), {0, 800});
  const TetMesh mesh(cage.mesh);
  const Material m = with(0.49);
  Notes notes;
  SolidOptions options;
  options.fastest = 0;
  options.fill = cage.fill;
  const Body body = continuum_solid(mesh, ContinuumModel::elastic, m, options, {}, &notes);
  ASSERT_EQ(body.relations.size(), 2u);
  const Relations& set = body.relations[1];
  const double all = m.lame_lambda() - 1.5 * m.shear_modulus();
  const std::vector<double> shares = stiffness_shares(mesh, cage.fill);
  std::size_t partly = 0;
  for (std::size_t r = 0; r < set.rest[0].size(); ++r) {
    double sum = 0, whole = 0;
    for (const Tetrahedron& t : tetrahedra_of_patch(set, r)) {
      const auto v = mesh.vertices();
      const double volume = signed_volume(v[t[0]], v[t[1]], v[t[2]], v[t[3]]);
      sum += volume * shares[tetrahedron_with(mesh, t)];
      whole += volume;
    }
    EXPECT_NEAR(set.parameters[0][r], all * sum / whole, 1e-9 * all);
    partly += sum < whole;
  }
  EXPECT_GT(partly, 10u);
  const Model model(make_solid(mesh, &cage, SolidLaw::elastic, m), in_double);
  State state(model);
  step(model, state, 100);
}

// A bar that swings keeps its energy at the step that is told, and its volume; with twice that step
// and a little it does not.
TEST(VolumePatches, AreTakenIntoAccountByStableSteps) {
  const TetMesh mesh(irregular());
  const double before = stable_step(
      Model(solid(mesh, ContinuumModel::neo_hookean, with(0.45), VolumeResistance::by_material)));
  for (const double poisson : {0.49, 0.4999})
    for (const ModelOptions& options : {in_single, in_double}) {
      const Model model(solid(mesh, ContinuumModel::neo_hookean, with(poisson)), options);
      const double largest = stable_step(model);
      EXPECT_LT(largest, (poisson < 0.499 ? 0.8 : 0.08) * before);
      const auto run = [&](double share) {
        State state(model, weightless(Integrator::verlet, share * largest));
        shake(state, 1e-5, 0);
        const double first = state.energy().elastic;
        try {
          step(model, state, 2000);
        } catch (const std::exception&) {
          return 1e300;
        }
        return (state.energy().elastic + state.energy().kinetic) / first;
      };
      EXPECT_LT(run(0.97), 3) << poisson;
      EXPECT_GT(run(1.3), 10) << poisson;
    }
}

TEST(VolumePatches, KeepTheVolumeOfABodyThatIsSquashed) {
  const TetMesh mesh(irregular());
  const auto change = [&](double poisson) {
    Body body = solid(mesh, ContinuumModel::elastic, with(poisson, 0.001));
    for (Index v = 0; v < mesh.vertices().size(); ++v)
      if (mesh.vertices()[v].z < 1e-9) body.pinned.push_back(v);
    const Model model(body, in_double);
    Dynamics d;
    d.gravity = {0, 0, -30};
    State state(model, d);
    double most = 0;
    for (int i = 0; i < 20; ++i) {
      step(model, state, static_cast<std::int64_t>(0.01 / state.dynamics().time_step));
      most = std::max(most, std::abs(volume_of(mesh, state.positions()) / mesh.volume() - 1));
    }
    return most;
  };
  const double soft = change(0.45), hard = change(0.4999);
  EXPECT_LT(hard, 1e-3);
  EXPECT_LT(hard, 0.02 * soft);
}

TEST(VolumePatches, GoOnWithWhatACutLeavesOfThem) {
  const TetMesh mesh(irregular());
  const Body body = solid(mesh, ContinuumModel::neo_hookean, with(0.49));
  const Model model(body, in_double);
  State state(model, weightless(Integrator::verlet, 1e-4));
  state.set_positions(deformed(mesh, 0.05, 8));
  const std::vector<Vec3d> before = state.forces();
  const double step_before = stable_step(state);

  EXPECT_GT(cut(state, CuttingPlane{{0.45, 0.5, 0.5}, {1, 0.2, 0.1}}), 0u);
  const auto& x = state.positions();
  std::size_t smaller = 0, gone = 0;
  for (std::size_t s = 1; s < body.relations.size(); ++s) {
    constexpr std::size_t arity = VolumePatch::arity;
    const std::vector<Vec3d> forces = state.relation_forces(s);
    for (std::size_t r = 0; r < model.relation_count(s); ++r) {
      double rest = 0, left = 0, now = 0;
      for (const Tetrahedron& t : tetrahedra_of_patch(body.relations[s], r)) {
        const auto v = mesh.vertices();
        const double volume = signed_volume(v[t[0]], v[t[1]], v[t[2]], v[t[3]]);
        rest += volume;
        if (state.removed(0, tetrahedron_with(mesh, t))) continue;
        left += volume;
        now += signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
      }
      smaller += left < rest && left > 0;
      gone += left == 0;
      EXPECT_EQ(state.removed(s, r), left == 0);
      double virial = 0;
      for (std::size_t i = 0; i < arity; ++i)
        virial -= dot(forces[arity * r + i], x[body.relations[s].vertices[arity * r + i]]);
      const double pressure =
          left == 0 ? 0 : body.relations[s].parameters[0][0] * left / rest * (now / left - 1);
      EXPECT_NEAR(virial, 3 * now * pressure, 1e-9 * rest * body.relations[s].parameters[0][0]);
    }
  }
  EXPECT_GT(smaller, 0u);
  EXPECT_GT(gone, 0u);
  EXPECT_GE(stable_step(state), 0.99 * step_before);

  State again(model, weightless(Integrator::verlet, 1e-4));
  again.restore(state.save());
  EXPECT_EQ(again.forces(), state.forces());
  EXPECT_EQ(again.removed(), state.removed());

  std::vector<Index> all(mesh.tetrahedra().size());
  for (Index t = 0; t < all.size(); ++t) all[t] = t;
  state.put_back(0, all);
  EXPECT_EQ(state.forces(), before);
  for (std::size_t s = 1; s < body.relations.size(); ++s)
    for (std::size_t r = 0; r < model.relation_count(s); ++r) EXPECT_FALSE(state.removed(s, r));
}

}  // namespace
}  // namespace pliant
