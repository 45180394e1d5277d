#include <gtest/gtest.h>

#include "backend/backend.h"
#include "support/direct_forces.h"

namespace pliant {
namespace {

using namespace test;

std::vector<TetMesh> meshes() {
  std::vector<TetMesh> out;
  out.emplace_back(make_shape("cube", {{"cells", 2}}));
  out.emplace_back(make_shape("cube", {{"cells", 8}, {"tets_per_cell", 5}}));
  out.emplace_back(make_shape("fan", {{"levels", 4}}));  // 5120 tetrahedra at one vertex
  out.emplace_back(make_shape("critter", {{"tets", 3000}}));
  return out;
}

void expect_direct_forces(const Body& body, const ModelOptions& options, double size) {
  const Model model(body, options);
  State state(model, weightless(Integrator::verlet, 1e-3));
  shake(state, 0.2 * size, 1);
  const std::vector<Vec3d> expected = direct_forces(body, state.positions(), state.velocities());
  const double tolerance = options.precision == Precision::double_precision ? 1e-11 : 2e-3;
  EXPECT_LT(largest_difference(state.forces(), expected), tolerance * largest_length(expected));
}

TEST(Forces, AreThoseOfTheRelationsForEveryLawByItself) {
  for (const TetMesh& mesh : meshes())
    for (const LawInfo& law : laws()) {
      SCOPED_TRACE(testing::Message() << law.name << ", " << mesh.vertices().size());
      const Body body = body_of(mesh, {&law});
      for (const ModelOptions& options : {in_single, in_double})
        expect_direct_forces(body, options, edge_length(mesh));
    }
}

TEST(Forces, AreThoseOfTheRelationsForEveryPairOfLaws) {
  const TetMesh mesh(make_shape("critter", {{"tets", 2000}}));
  for (const LawInfo& first : laws())
    for (const LawInfo& second : laws()) {
      if (first.arity != 4 || second.arity != 2) continue;
      SCOPED_TRACE(testing::Message() << first.name << " with " << second.name);
      expect_direct_forces(body_of(mesh, {&first, &second}), in_double, edge_length(mesh));
      expect_direct_forces(body_of(mesh, {&second, &first}), in_single, edge_length(mesh));
    }
}

TEST(Forces, AreTheSameWithEveryInstructionSet) {
  for (const TetMesh& mesh : meshes()) {
    std::vector<const LawInfo*> all;
    for (const LawInfo& law : laws()) all.push_back(&law);
    const Body body = body_of(mesh, all);
    for (const ModelOptions& options : all_options()) {
      SCOPED_TRACE(describe(options));
      expect_direct_forces(body, options, edge_length(mesh));
    }
  }
}

// Each relation is found where the layout says, with its own vertices (in any order a law allows)
// and its own parameters.
TEST(Layout, HoldsEveryRelationOnce) {
  for (const TetMesh& mesh : meshes()) {
    const Body body = body_of(mesh, {&law("DistanceSpring"), &law("VolumePreserve"),
                                     &law("AreaPreserve"), &law("DistanceSpringAsPublished")});
    const Model model(body, in_double);
    const State state(model, weightless(Integrator::verlet, 1e-3));
    for (std::size_t set = 0; set < body.relations.size(); ++set) {
      const auto arity = static_cast<std::size_t>(model.law(set).arity);
      const std::vector<Index> laid_out = model.relation_vertices(set);
      ASSERT_EQ(laid_out.size(), body.relations[set].vertices.size());
      for (std::size_t r = 0; r < model.relation_count(set); ++r) {
        const auto begin = static_cast<std::ptrdiff_t>(r * arity);
        std::vector<Index> a(laid_out.begin() + begin,
                             laid_out.begin() + begin + static_cast<std::ptrdiff_t>(arity));
        std::vector<Index> b(
            body.relations[set].vertices.begin() + begin,
            body.relations[set].vertices.begin() + begin + static_cast<std::ptrdiff_t>(arity));
        std::ranges::sort(a);
        std::ranges::sort(b);
        ASSERT_EQ(a, b) << "set " << set << ", relation " << r;
        ASSERT_EQ(state.parameter(set, "stiffness", r), body.relations[set].parameters[0][r]);
      }
    }
  }
}

TEST(Tangent, IsTheDerivativeOfTheForces) {
  const TetMesh mesh(make_shape("critter", {{"tets", 1500}}));
  std::vector<const LawInfo*> all;
  for (const LawInfo& law : laws()) all.push_back(&law);
  const Body body = body_of(mesh, all);
  for (const std::string& set : instruction_sets()) {
    const Model model(body, {Precision::double_precision, set});
    State state(model, weightless(Integrator::verlet, 1e-3));
    shake(state, 0.1 * edge_length(mesh), 0);
    Samples samples(3);
    std::vector<Vec3d> direction(body.vertices.size());
    for (Vec3d& d : direction) d = samples.vector(1);
    for (bool of_velocities : {false, true}) {
      const double h = 1e-6 * (of_velocities ? 1 : edge_length(mesh));
      const auto forces_at = [&](double by) {
        State moved = state;
        std::vector<Vec3d> x = state.positions(), v = state.velocities();
        for (std::size_t i = 0; i < x.size(); ++i) (of_velocities ? v : x)[i] += direction[i] * by;
        moved.set_positions(x);
        moved.set_velocities(v);
        return moved.forces();
      };
      std::vector<Vec3d> difference = forces_at(h);
      const std::vector<Vec3d> back = forces_at(-h);
      for (std::size_t i = 0; i < back.size(); ++i)
        difference[i] = (difference[i] - back[i]) * (0.5 / h);
      EXPECT_LT(largest_difference(state.compiled().tangent(direction, of_velocities), difference),
                1e-5 * largest_length(difference))
          << set << (of_velocities ? " of velocities" : " of positions");
    }
  }
}

TEST(Energy, OfAStateIsTheSumOverItsRelations) {
  const Body body = soft_cube(5);
  const Model model(body, in_double);
  State state(model);
  shake(state, 0.01, 0.1);
  const std::vector<Vec3d> x = state.positions();
  double sum = 0;
  for (const Relations& set : body.relations) {
    const std::size_t l = law_index(set.law);
    const auto arity = static_cast<std::size_t>(laws()[l].arity);
    for (std::size_t r = 0; r < set.vertices.size() / arity; ++r) {
      std::array<Vec3d, max_arity> at_rest, at;
      for (std::size_t i = 0; i < arity; ++i) {
        at_rest[i] = body.vertices[set.vertices[r * arity + i]];
        at[i] = x[set.vertices[r * arity + i]];
      }
      std::array<double, max_law_fields> rest{};
      law_functions(l).rest(at_rest.data(), rest.data());
      std::array<double, max_law_fields> param{};
      for (std::size_t p = 0; p < set.parameters.size(); ++p)
        param[p] = set.parameters[p].size() == 1 ? set.parameters[p][0] : set.parameters[p][r];
      sum += law_functions(l).energy(at.data(), rest.data(), param.data());
    }
  }
  EXPECT_NEAR(state.energy().elastic / sum, 1, 1e-10);
}

}  // namespace
}  // namespace pliant
