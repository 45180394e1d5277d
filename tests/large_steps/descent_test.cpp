#include "backend/cpu/descent.h"

#include <gtest/gtest.h>
#include <pliant/settle.h>

#include "backend/cpu/cpu_model.h"
#include "backend/cpu/cpu_state.h"
#include "backend/vertex_colours.h"
#include "relations/list.h"
#include "support/direct_forces.h"
#include "support/solids.h"
#include "support/statics.h"

namespace pliant {
namespace {

using namespace test;

constexpr double step_length = 1.0 / 60;

/// A body, and a step of it that descent is to make.
template <class R>
class Descending {
 public:
  explicit Descending(const Body& body, double moves = 0, ModelOptions options = {})
      : model_(body, in(options)), state_(model_, weightless(Integrator::euler_cromer, 1e-3)) {
    shake(state_, moves, 0);
    start = target = state_.positions();
    descent.emplace(compiled().descent_order(),
                    cpu::descent_kernels<R>(compiled().kernels.instruction_set));
  }
  const cpu::CpuModel<R>& compiled() const {
    return dynamic_cast<const cpu::CpuModel<R>&>(model_.compiled());
  }
  State& state() { return state_; }
  const Model& model() const { return model_; }
  void begin() {
    problem.target = target;
    problem.start = start;
    descent->renew(compiled().layout, dynamic_cast<cpu::CpuState<R>&>(state_.compiled()).fields());
    descent->begin(problem, {model_.masses(), state_.freedoms(), compiled().origin},
                   state_.positions());
  }
  double left() const {
    double sum = 0;
    for (const Vec3d& f : descent->residual()) sum += dot(f, f);
    return std::sqrt(sum);
  }

  std::vector<Vec3d> target, start;
  large_steps::BodyProblem problem{{}, 1 / (step_length * step_length), {}};
  std::optional<cpu::Descent<R>> descent;

 private:
  static ModelOptions in(ModelOptions options) {
    options.precision =
        sizeof(R) == sizeof(float) ? Precision::single_precision : Precision::double_precision;
    return options;
  }
  Model model_;
  State state_;
};

Body solid(ContinuumModel model, double cells = 3, double damping_time = 0) {
  return continuum_solid(cube_mesh(cells), model, make_material(1e5, 0.4, 1000, damping_time));
}

/// Along x, held at one end, of cells of 5 cm.
Body beam(ContinuumModel model, double young) {
  const TetMesh mesh(
      make_shape("beam", {{"length", 1}, {"width", 0.1}, {"height", 0.1}, {"cells", 20}}));
  Body body = continuum_solid(mesh, model, make_material(young, 0.4, 1000));
  double least = 1;
  for (const Vec3d& x : body.vertices) least = std::min(least, x.x);
  for (Index v = 0; v < body.vertices.size(); ++v)
    if (body.vertices[v].x < least + 1e-9) body.pinned.push_back(v);
  return body;
}

TEST(VertexColours, JoinNoTwoOfARelation) {
  const TetMesh mesh(make_shape("critter", {{"tets", 3000}}));
  const Body body = body_of(mesh, {&law("NeoHookean"), &law("DistanceSpring")});
  std::vector<Index> order(body.vertices.size());
  for (Index i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(order.size()) - 1 - i;
  const backend::JoinedVertices sets[] = {{body.relations[0].vertices, 4},
                                          {body.relations[1].vertices, 2}};
  const auto colours = backend::vertex_colours(order, sets);
  for (const backend::JoinedVertices& set : sets)
    for (std::size_t r = 0; r < set.vertices.size(); r += set.arity)
      for (std::size_t i = r; i < r + set.arity; ++i)
        for (std::size_t k = i + 1; k < r + set.arity; ++k)
          EXPECT_NE(colours[set.vertices[i]], colours[set.vertices[k]]);
}

template <class R>
void expect_forces_of_relations(const ModelOptions& options, const TetMesh& mesh,
                                const std::vector<const LawInfo*>& all, double tolerance) {
  const Body body = body_of(mesh, all);
  Descending<R> a(body, 0.2 * edge_length(mesh), options);
  Samples samples(3);
  for (Vec3d& x : a.start) x += samples.vector(0.01);
  a.problem.inertia = 0;
  a.problem.span = 0.1;
  a.begin();
  std::vector<Vec3d> velocities = a.state().positions();
  for (std::size_t v = 0; v < velocities.size(); ++v)
    velocities[v] = (velocities[v] - a.start[v]) * 10.0;
  const std::vector<Vec3d> expected = direct_forces(body, a.state().positions(), velocities);
  EXPECT_LT(largest_difference(a.descent->residual(), expected),
            tolerance * largest_length(expected));
}

// Every law by itself, damping included: what is left of the forces where there is no inertia.
TEST(Descent, KnowsTheForcesOfEveryLaw) {
  const TetMesh mesh(make_shape("critter", {{"tets", 1500}}));
  const TetMesh fan(make_shape("fan", {{"levels", 2}}));
  for (const LawInfo& law : laws()) {
    SCOPED_TRACE(law.name);
    expect_forces_of_relations<double>({}, mesh, {&law}, 1e-10);
    expect_forces_of_relations<float>({}, mesh, {&law}, 2e-3);
    expect_forces_of_relations<double>({}, fan, {&law}, 1e-10);
  }
}

TEST(Descent, KnowsTheForcesOfAllLawsOnOneBodyWithEveryInstructionSet) {
  const TetMesh mesh(make_shape("critter", {{"tets", 500}}));
  std::vector<const LawInfo*> all;
  for (const LawInfo& law : laws()) all.push_back(&law);
  for (const std::string& set : instruction_sets()) {
    SCOPED_TRACE(set);
    expect_forces_of_relations<double>({Precision::double_precision, set}, mesh, all, 1e-10);
    expect_forces_of_relations<float>({Precision::single_precision, set}, mesh, all, 2e-3);
  }
}

// From a crumpled state, vertices that look where they go never make the sum larger.
TEST(Descent, LowersTheSumInEverySweepWhateverTheLaw) {
  const TetMesh mesh(make_shape("critter", {{"tets", 500}}));
  for (const LawInfo& law : laws()) {
    if (!law.has_energy) continue;
    SCOPED_TRACE(law.name);
    Descending<double> a(body_of(mesh, {&law}), 0.3 * edge_length(mesh));
    a.problem.inertia = 1;
    a.begin();
    double before = a.descent->objective();
    const double first = before;
    for (int sweep = 0; sweep < 10; ++sweep) {
      a.descent->sweep(1, 1, true);
      const double now = a.descent->objective();
      EXPECT_LE(now, before + 1e-12 * std::abs(first)) << sweep;
      before = now;
    }
    EXPECT_LT(before, first);
  }
}

// The energy of one vertex of these is a quadratic, or nearly so: its least is found at once.
TEST(Descent, LowersTheSumOfSolidsWithoutACloserLook) {
  for (const ContinuumModel model : {ContinuumModel::neo_hookean, ContinuumModel::mooney_rivlin}) {
    const Body body = solid(model);
    Descending<float> single(body, 0.05);
    Descending<double> dual(body, 0.05);
    const auto check = [](auto& a, double noise) {
      a.begin();
      double before = a.descent->objective();
      for (int sweep = 0; sweep < 20; ++sweep) {
        a.descent->sweep(1, 1);
        const double now = a.descent->objective();
        EXPECT_LT(now, before * (1 + noise));
        before = now;
      }
    };
    check(single, 1e-6);
    check(dual, 1e-12);
  }
}

/// The same step by Newton's method on all vertices at once.
template <class Law>
std::vector<Vec3d> by_newton(const Body& body, const std::vector<Vec3d>& from,
                             const std::vector<Vec3d>& target, double inertia) {
  using Eigen::VectorXd;
  const Statics<Law> statics(body);
  const auto flat = [](const std::vector<Vec3d>& points) {
    VectorXd out(3 * static_cast<Eigen::Index>(points.size()));
    for (std::size_t v = 0; v < points.size(); ++v)
      for (int k = 0; k < 3; ++k) out[static_cast<Eigen::Index>(3 * v) + k] = points[v][k];
    return out;
  };
  VectorXd x = flat(from), mass(x.size());
  const VectorXd y = flat(target);
  for (Eigen::Index i = 0; i < mass.size(); ++i)
    mass[i] = inertia * body.masses[static_cast<std::size_t>(i / 3)];
  std::vector<bool> held(static_cast<std::size_t>(x.size()));
  for (const Index v : body.pinned)
    for (std::size_t k = 0; k < 3; ++k) held[3 * v + k] = true;
  for (int round = 0; round < 30; ++round) {
    auto linear = statics.linear_at(x);
    for (Eigen::Index i = 0; i < x.size(); ++i) linear.stiffness.coeffRef(i, i) += mass[i];
    x += Statics<Law>::solved(linear.stiffness, linear.forces - VectorXd(mass.cwiseProduct(x - y)),
                              held);
  }
  std::vector<Vec3d> out;
  for (Eigen::Index i = 0; i < x.size(); i += 3) out.push_back({x[i], x[i + 1], x[i + 2]});
  return out;
}

template <class Law>
void expect_newtons(ContinuumModel model) {
  Body body = solid(model, 2);
  body.pinned = {0, 3};
  Descending<double> a(body);
  Descending<float> b(body);
  for (std::size_t v = 0; v < a.target.size(); ++v) a.target[v] += Vec3d{0.03, -0.05, 0};
  b.target = a.target;
  const std::vector<Vec3d> expected = by_newton<Law>(body, a.start, a.target, a.problem.inertia);
  const double far = largest_difference(expected, a.start);
  EXPECT_GT(far, 0.01);
  a.begin();
  const double first = a.left();
  EXPECT_TRUE(a.descent->minimise(3000, 1e-12 * first, 1).good);
  EXPECT_LT(largest_difference(a.descent->places(), expected), 1e-9 * far);
  b.begin();
  EXPECT_TRUE(b.descent->minimise(300, 0, 1).good);
  EXPECT_LT(largest_difference(b.descent->places(), expected), 1e-4 * far);
}

TEST(Descent, EndsWhereNewtonsMethodDoes) {
  expect_newtons<NeoHookean>(ContinuumModel::neo_hookean);
  expect_newtons<MooneyRivlin>(ContinuumModel::mooney_rivlin);
  expect_newtons<StVenantKirchhoff>(ContinuumModel::st_venant_kirchhoff);
  expect_newtons<Corotated>(ContinuumModel::corotated);
}

TEST(Descent, HasTheSameBitsOnAnyNumberOfThreads) {
  const TetMesh mesh(make_shape("critter", {{"tets", 30000}}));
  const Body body =
      continuum_solid(mesh, ContinuumModel::neo_hookean, make_material(1e5, 0.4, 1000, 0.001));
  std::vector<std::vector<Vec3d>> ends;
  for (const int threads : {1, 2, 5}) {
    const WithThreads with(threads);
    Descending<float> a(body, 0.05 * edge_length(mesh));
    a.problem.span = step_length;
    a.begin();
    a.descent->minimise(16, 0, threads);
    ends.push_back(a.descent->places());
  }
  for (const auto& end : ends) EXPECT_TRUE(end == ends[0]);
}

// What a state changes is taken anew, and what a copy of it changes is not.
TEST(Descent, FollowsRemovedRelationsAndParameters) {
  Body body = solid(ContinuumModel::neo_hookean);
  Descending<double> a(body, 0.03);
  a.problem.inertia = 0;
  a.begin();
  State copy = a.state();
  copy.set_parameter(0, "shear", 7.0);
  a.begin();
  const auto expect = [&] {
    EXPECT_LT(largest_difference(a.descent->residual(), a.state().forces()),
              1e-11 * largest_length(a.state().forces()));
  };
  expect();
  a.state().set_parameter(0, "shear", 5e4);
  a.begin();
  expect();
  a.state().set_parameter(0, "shear", 3, 2e5);  // of one relation: they no longer share a number
  a.state().set_parameter(0, "shear", 4, 1e5);
  a.begin();
  expect();
  const std::vector<Index> some{0, 3, 7, 8, 20};
  a.state().remove(0, some);
  a.begin();
  expect();
  a.descent->sweep(5, 1);
  EXPECT_TRUE(std::isfinite(a.left()));
  a.state().put_back(0, std::vector<Index>{3, 7});
  a.begin();
  expect();
}

TEST(Descent, LeavesHeldDirectionsAndGoesNoFartherThanItMay) {
  Body body = solid(ContinuumModel::neo_hookean);
  body.pinned = {0, 1, 2};
  Descending<double> a(body, 0.02);
  a.state().add_drive(
      {.vertices = {5, 6}, .axes = {true, false, true}, .path = [](double) { return Pose{}; }});
  for (Vec3d& y : a.target) y += Vec3d{0.1, 0.1, 0.1};
  std::vector<double> reach(a.target.size(), 1e300);
  for (std::size_t v = 10; v < 20; ++v) reach[v] = 1e-3 * double(v);
  a.problem.reach = reach;
  a.begin();
  const std::vector<Vec3d> from = a.state().positions();
  a.descent->minimise(50, 0, 1);
  const std::vector<Vec3d> to = a.descent->places();
  for (const Index v : body.pinned) EXPECT_EQ(length(to[v] - from[v]), 0);
  for (const std::size_t v : {5, 6}) {
    EXPECT_EQ(to[v].x, from[v].x);
    EXPECT_EQ(to[v].z, from[v].z);
    EXPECT_GT(std::abs(to[v].y - from[v].y), 1e-3);
  }
  bool any_at_its_end = false;
  for (std::size_t v = 10; v < 20; ++v) {
    const double far = length(to[v] - from[v]);
    EXPECT_LE(far, reach[v] * (1 + 1e-9));
    any_at_its_end |= far > 0.99 * reach[v];
  }
  EXPECT_TRUE(any_at_its_end);
}

// A term pulls one vertex to a place: at the end its force is what all inertia takes.
TEST(Descent, MeetsTerms) {
  const Body body = solid(ContinuumModel::neo_hookean);
  Descending<double> a(body);
  constexpr double stiffness = 1e4;
  const Vec3d away{0.02, 0.01, 0};
  const std::vector<large_steps::VertexTerm> terms{
      {4, away * -stiffness, {stiffness, stiffness, stiffness, 0, 0, 0}}};
  a.problem.terms = terms;
  a.begin();
  EXPECT_NEAR(a.left(), stiffness * length(away), 1e-9 * stiffness);
  EXPECT_TRUE(a.descent->minimise(4000, 1e-11 * a.left(), 1).good);
  const std::vector<Vec3d> to = a.descent->places();
  Vec3d inertia;
  for (std::size_t v = 0; v < to.size(); ++v)
    inertia += (to[v] - a.target[v]) * (a.problem.inertia * body.masses[v]);
  const Vec3d pull = (a.start[4] + away - to[4]) * stiffness;
  EXPECT_LT(length(inertia - pull), 1e-8 * length(pull));
  EXPECT_GT(length(pull), 0.01 * stiffness * length(away));
}

// Nothing acts from outside: momentum is lost as far as the step is not at its end, and no farther.
TEST(Descent, KeepsMomentumAsItConverges) {
  const Body body = solid(ContinuumModel::neo_hookean);
  std::vector<double> lost;
  for (const int sweeps : {4, 12, 24, 400}) {
    Descending<double> a(body, 0.03);
    a.begin();
    a.descent->minimise(sweeps, 0, 1);
    const std::vector<Vec3d> to = a.descent->places();
    Vec3d gained;
    double size = 0;
    for (std::size_t v = 0; v < to.size(); ++v) {
      gained += (to[v] - a.target[v]) * body.masses[v];
      size += length(to[v] - a.target[v]) * body.masses[v];
    }
    lost.push_back(length(gained) / size);
  }
  EXPECT_LT(lost[1], 0.5 * lost[0]);
  EXPECT_LT(lost[2], 0.1 * lost[1]);
  EXPECT_LT(lost[3], 1e-10);
}

Dynamics falling(Minimiser method, int iterations) {
  Dynamics d;
  d.time_step = step_length;
  d.large_steps = LargeSteps{.method = method, .iterations = iterations, .tolerance = 1e-9};
  return d;
}

// Steps with a coarse level of the model at rest, on a floor, and of the body as it is.
TEST(Descent, GoesOnWithTheSameBitsOnAnyNumberOfThreadsAndAfterRestoring) {
  for (const ModelOptions& options : {in_single, in_double})
    for (const int sweeps : {8, 100}) {
      Body body = beam(ContinuumModel::neo_hookean, 1e6);
      const Model model(body, options);
      std::vector<std::uint64_t> hashes;
      for (const int threads : {1, 2, 5}) {
        const WithThreads with(threads);
        Dynamics d = falling(Minimiser::descent, sweeps);
        if (sweeps == 8) d.obstacles.push_back({.shape = Floor{{0, -0.06, 0}, {0, 1, 0}}});
        State state(model, d);
        step(model, state, 4);
        const std::vector<std::byte> saved = state.save();
        step(model, state, 4);
        hashes.push_back(state.hash());
        State again(model, d);
        again.restore(saved);
        step(model, again, 4);
        hashes.push_back(again.hash());
      }
      for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, hashes[0]);
    }
}

// Stiff and soft, from rest to rest under its weight.
TEST(Descent, BringsABeamToItsEquilibrium) {
  for (const double young : {3e5, 1e8}) {
    SCOPED_TRACE(young);
    const Body body = beam(ContinuumModel::neo_hookean, young);
    const Model model(body, in_double);
    State expected(model, falling(Minimiser::newton, 0));
    ASSERT_TRUE(settle(model, expected).converged);
    Dynamics d = falling(Minimiser::descent, 40);
    d.damping = 3;  // 1/s
    State state(model, d);
    step(model, state, 600);
    const double sag = largest_difference(expected.positions(), body.vertices);
    EXPECT_LT(largest_difference(state.positions(), expected.positions()), 0.005 * sag);
  }
}

// Heavy at the end, light and stiff on the way: masses 1 : 2000, stiffness 1 : 10 000.
TEST(Descent, HoldsAHeavyMassOnAStiffStrand) {
  for (const std::size_t count : {std::size_t(20), std::size_t(400)}) {
    SCOPED_TRACE(count);
    std::vector<Vec3d> points;
    for (std::size_t i = 0; i < count; ++i) points.push_back({0, -0.01 * double(i), 0});
    Body body = chain(points, {.mass = 0.5, .stiffness = 1e8});
    std::vector<double>& stiffness = body.relations[0].parameters[0];
    stiffness.assign(count - 1, stiffness[0]);
    stiffness[count / 2] *= 1e-4;
    body.masses.back() = 1000;
    body.pinned = {0};
    const Model model(body, in_double);
    State by_newton(model, falling(Minimiser::newton, 0));
    State by_descent(model, falling(Minimiser::descent, 400));
    step(model, by_newton, 30);
    step(model, by_descent, 30);
    const double far = largest_difference(by_newton.positions(), body.vertices);
    EXPECT_LT(largest_difference(by_descent.positions(), by_newton.positions()), 0.01 * far);
  }
}

}  // namespace
}  // namespace pliant
