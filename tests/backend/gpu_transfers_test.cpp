#include <gtest/gtest.h>
#include <pliant/diverged.h>

#include <numeric>

#include "support/gpu.h"
#include "support/meshes.h"
#include "support/touching.h"

// What goes to and from a card when relations change while it runs.

namespace pliant {
namespace {

using namespace test;

/// The host in a card's place, which counts transfers.
class Counting final : public gpu::Device {
 public:
  Counting() {
    name = host_->name;
    target = host_->target;
    multiprocessors = host_->multiprocessors;
    shared_bytes = host_->shared_bytes;
    shared_bytes_of_multiprocessor = host_->shared_bytes_of_multiprocessor;
  }
  int uploads = 0, downloads = 0, copies = 0;

  void upload(void* to, const void* from, std::size_t bytes) override {
    ++uploads;
    host_->upload(to, from, bytes);
  }
  void download(void* to, const void* from, std::size_t bytes) override {
    ++downloads;
    host_->download(to, from, bytes);
  }
  void copy(void* to, const void* from, std::size_t bytes) override {
    ++copies;
    host_->copy(to, from, bytes);
  }
  void* allocate(std::size_t bytes) override { return host_->allocate(bytes); }
  void release(void* memory) noexcept override { host_->release(memory); }
  void clear(void* memory, std::size_t bytes) override { host_->clear(memory, bytes); }
  void launch(std::type_index kind, const void* program, const gpu::Grid& grid) override {
    host_->launch(kind, program, grid);
  }
  std::uint32_t blocks_at_once(std::type_index kind, std::uint32_t threads,
                               std::size_t shared) override {
    return host_->blocks_at_once(kind, threads, shared);
  }
  std::unique_ptr<gpu::Graph> record(const std::function<void()>& work) override {
    return host_->record(work);
  }
  std::unique_ptr<gpu::Transfer> make_transfer(std::size_t bytes) override {
    return host_->make_transfer(bytes);
  }
  double time(const std::function<void()>& work) override { return host_->time(work); }

 private:
  std::shared_ptr<gpu::Device> host_ = gpu::host_device();
};

class GpuTransfers : public testing::TestWithParam<Precision> {
 protected:
  std::shared_ptr<Counting> card_ = std::make_shared<Counting>();
  gpu::StandIn stand_in_{card_};
  Body body_ = soft_cube(4, 0.001);  // edges in two stores
  Model model_{body_, on_card(GetParam())};
  State state_{model_, weightless(Integrator::euler_cromer)};

  // Uploads, downloads and copies on the card.
  template <class Change>
  std::array<int, 3> count(const Change& change) {
    const std::array before{card_->uploads, card_->downloads, card_->copies};
    change();
    return {card_->uploads - before[0], card_->downloads - before[1], card_->copies - before[2]};
  }
};

TEST_P(GpuTransfers, ManyParametersGoInOne) {
  std::vector<Index> relations;
  std::vector<double> values;
  for (Index r = 0; r < model_.relation_count(0); r += 2) {
    relations.push_back(r);
    values.push_back(2 * body_.relations[0].parameters[0][r]);
  }
  shake(state_, 0.02, 0.1);
  const auto set = [&] { state_.set_parameters(0, "stiffness", relations, values); };
  set();  // the state has numbers of its own from now on
  step(model_, state_, 5);
  EXPECT_EQ(count(set), (std::array{1, 0, 0}));
  Body built = body_;
  for (std::size_t i = 0; i < relations.size(); ++i)
    built.relations[0].parameters[0][relations[i]] = values[i];
  const Model reference(built, in_double);
  State expected(reference, state_.dynamics());
  expected.set_positions(state_.positions());
  expected.set_velocities(state_.velocities());
  const std::vector<Vec3d> forces = expected.forces();
  EXPECT_LT(largest_difference(state_.forces(), forces),
            (GetParam() == Precision::single_precision ? 1e-4 : 1e-10) * largest_length(forces));
  EXPECT_NEAR(state_.parameter(0, "stiffness", 4), values[2], 1e-6 * values[2]);
  EXPECT_NEAR(state_.parameter(0, "stiffness", 5), body_.relations[0].parameters[0][5],
              1e-6 * values[2]);
}

TEST_P(GpuTransfers, RelationsGoAndComeBackWithoutReadingAny) {
  std::vector<Index> relations(model_.relation_count(0) / 2);
  std::iota(relations.begin(), relations.end(), Index(0));
  state_.remove(0, relations);
  const auto back = count([&] { state_.put_back(0, relations); });
  EXPECT_EQ(back[1], 0);
  EXPECT_LE(back[0], 2);
  const auto gone = count([&] { state_.remove(0, relations); });
  EXPECT_EQ(gone[1], 0);
  EXPECT_LE(gone[0], 2);
}

// What is kept to go back to stays where it is.
TEST_P(GpuTransfers, AChangeDoesNotDropTheCopy) {
  shake(state_, 0.02, 0.1);
  step(model_, state_, 40);
  const std::vector<Index> one{7};
  for (int i = 0; i < 3; ++i) {
    state_.set_parameters(0, "stiffness", one, std::vector<double>{1e30});
    EXPECT_THROW(step(model_, state_, 20), Diverged);
    EXPECT_EQ(state_.steps(), 0);
    state_.set_parameters(0, "stiffness", one, std::vector<double>{1});
    step(model_, state_, 40);
  }
}

// Bodies that touch go on without the host: it is asked far less than once a step.
TEST_P(GpuTransfers, BodiesThatTouchGoOnByThemselves) {
  const Body cube = block({0.1, 0.1, 0.1}, 3, make_material(2e4, 0.4, 1000, 2e-4));
  const Model model(std::vector<Body>{cube, moved(cube, {0.011, 0.106, 0.007})},
                    on_card(GetParam()));
  Dynamics d = weightless(Integrator::euler_cromer, 1e-4);
  State world(model, d);
  world.set_contact(Contact{});
  throw_body(world.body(1), {0, -0.03, 0});
  step(model, world, 200);
  constexpr int steps = 1024;
  const std::array<int, 3> moved = count([&] { step(model, world, steps); });
  EXPECT_FALSE(world.contact_points().empty());
  EXPECT_EQ(world.contact_counts().divided_steps, 0);
  EXPECT_LT(moved[0], steps / 4);
  EXPECT_LT(moved[1], steps / 4);
}

// Bodies that step together cost no more transfers than one of them, however many they are; those
// that cannot add their own.
TEST_P(GpuTransfers, ManyBodiesOfAWorldStepAsOne) {
  const auto transfers = [&](std::size_t bodies, bool one_sleeps) {
    const Model model(std::vector<Body>(bodies, body_), on_card(GetParam()));
    Dynamics d = weightless(Integrator::euler_cromer, 1e-4);
    d.strain_limit = 2;
    State world(model, d);
    if (one_sleeps) {
      d.selection = DynamicSelection{};
      world.body(1).set_dynamics(d);
    }
    step(model, world, 10);
    return count([&] { step(model, world, 1000); });
  };
  const std::array<int, 3> few = transfers(2, false), many = transfers(9, false);
  EXPECT_EQ(few, many);
  EXPECT_EQ(few[0] + few[2], 0);
  EXPECT_GT(transfers(9, true)[1], many[1]);
}

INSTANTIATE_TEST_SUITE_P(Both, GpuTransfers, testing::ValuesIn(both_precisions),
                         [](const auto& test) {
                           return test.param == Precision::single_precision ? "single" : "double";
                         });

}  // namespace
}  // namespace pliant
