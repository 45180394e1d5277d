#include "determinism/known_bits.h"

#include <gtest/gtest.h>
#include <pliant/run.h>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <map>

#include "support/gpu_checks.h"
#include "support/scenes.h"

// A body that is alone in its world has the bits that it has always had. Those that are known are
// of g++ 12 with AVX2 and without; PLIANT_PRINT_BITS=1 prints those of now. A change that is meant
// to change bits changes known_bits.h along and says why. Wide single precision is left out: there
// an inverse root starts from the processor's estimate, which differs from maker to maker.

namespace pliant {
namespace {

using namespace test;

#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ == 12 && defined(__OPTIMIZE__) && \
    defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
constexpr bool compiled_as_known = true;
#else
constexpr bool compiled_as_known = false;
#endif

bool has_avx2() {
  const std::vector<std::string> sets = instruction_sets();
  return std::ranges::find(sets, "avx2") != sets.end();
}

void expect_known(const std::string& name, std::uint64_t hash) {
  if (std::getenv("PLIANT_PRINT_BITS") != nullptr) {
    std::cout << "    {\"" << name << "\", 0x" << std::hex << hash << std::dec << "u},\n";
    return;
  }
  const auto known = std::ranges::find(known_bits, name, &KnownBits::name);
  ASSERT_NE(known, std::end(known_bits)) << name;
  EXPECT_EQ(hash, known->hash) << name;
}

// So that the last bits of an estimate do not matter.
double rounded(double step) {
  const double unit = std::pow(10, std::floor(std::log10(step)) - 1);
  return unit * std::floor(step / unit);
}

Dynamics known_dynamics(const Model& model, Integrator integrator) {
  Dynamics d = falling(model, integrator);
  d.time_step = rounded(d.time_step);
  return d;
}

std::uint64_t hash_of_fall(const Body& body, Integrator integrator, const ModelOptions& options,
                           int threads) {
  const WithThreads with(threads);
  const Model model(body, options);
  State state(model, known_dynamics(model, integrator));
  shake(state, 0.001, 0.1);
  step(model, state, 40);
  state.pin(std::vector<Index>{0, 1, 2});
  step(model, state, 27);
  return state.hash();
}

std::uint64_t joined(std::uint64_t a, std::uint64_t b) {
  return (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0x100000001b3u;
}

std::uint64_t hash_of(const Body& body, Integrator integrator) {
  const ModelOptions known[] = {{Precision::single_precision, "scalar"},
                                {Precision::double_precision, "avx2"},
                                {Precision::double_precision, "scalar"}};
  std::uint64_t all = 0;
  for (const ModelOptions& options : known) {
    const std::uint64_t one = hash_of_fall(body, integrator, options, 1);
    EXPECT_EQ(hash_of_fall(body, integrator, options, 3), one);
    all = joined(all, one);
  }
  return all;
}

class KnownBitsTest : public testing::Test {
  void SetUp() override {
    if (!compiled_as_known) GTEST_SKIP() << "known of g++ 12 with optimisation";
    if (!has_avx2()) GTEST_SKIP() << "known with AVX2";
  }
};

TEST_F(KnownBitsTest, OfEveryLaw) {
  const TetMesh mesh = random_mesh(1500, 3);
  for (const LawInfo& law : laws())
    expect_known(std::string(law.name), hash_of(body_with(mesh, law), Integrator::euler_cromer));
}

TEST_F(KnownBitsTest, OfEveryIntegrator) {
  const TetMesh mesh = random_mesh(1500, 4);
  const Body body = body_with(mesh, law("VolumePreserve"));
  for (const Integrator i : integrators()) expect_known(std::string(name(i)), hash_of(body, i));
}

#ifndef PLIANT_MINIMAL  // which has no scenes
TEST_F(KnownBitsTest, OfScenes) {
  const std::string ground = "sim:addAction(Ground())\nsim:addAction(Gravity(10))\n";
  const std::pair<const char*, const char*> forces[] = {
      {"scene of springs", "MassSpringForces()"},
      {"scene of particles", "MaterialForces3{young = 3e6, poisson = 0.3}"},
      {"scene that is divided", "ElasticForces()"}};
  for (const auto& [name, force] : forces) {
    const Scene written = test::scene(
        "sim = Simulation{seconds = 0.3}\n"
        "sim:addBody{mesh = 'critter', settings = {tets = 900, size = 0.3},"
        " material = 'jelly', position = {0, 0.05, 0}}\nsim:addAction(" +
        std::string(force) + ")\n" + ground);
    RunOptions options;
    options.model.instruction_set = "scalar";
    SceneRun run(written.simulation(), options);
    run.advance(300);
    expect_known(name, run.bodies()[0].state.hash());
  }
}
#endif

}  // namespace
}  // namespace pliant
