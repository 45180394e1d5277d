#include <pliant/actions.h>
#include <pliant/error.h>
#include <pliant/io.h>
#include <pliant/material.h>
#include <pliant/shapes.h>

#include "session/fall.h"
#include "session/wreck.h"
#include "session_support.h"

namespace pliant::viewer {

namespace {

class SessionFilling : public SessionTest {
 protected:
  // A ball of 20 cm as a surface.
  std::string ball() const {
    Mesh surface = make_shape("icosphere");
    write_mesh(folder() / "ball.obj", surface);
    return (folder() / "ball.obj").string();
  }
  static std::size_t tetrahedra_of(Show& show) {
    return (*show.now()->bodies)[0].mesh->tetrahedra.size();
  }
};

TEST_F(SessionFilling, IsForRealTimeUnlessItIsSaid) {
  const auto show = open(ball());
  wait_for_model(*show);
  ASSERT_TRUE(show->live()->filling());
  EXPECT_EQ(*show->live()->filling(), (Filling{Fineness::real_time}));
  EXPECT_GE(tetrahedra_of(*show), least_real_time_tetrahedra / 2);
  EXPECT_LE(tetrahedra_of(*show), 1.2 * most_real_time_tetrahedra);
}

TEST_F(SessionFilling, NumbersOverrideIt) {
  OpenOptions options;
  options.filling = {Fineness::real_time, 2000};
  const auto show = open(ball(), options);
  wait_for_model(*show);
  EXPECT_NEAR(static_cast<double>(tetrahedra_of(*show)), 2000, 300);
  options.filling = {Fineness::real_time, 0, 0.5};
  const auto coarse = open(ball(), options);
  wait_for_model(*coarse);
  EXPECT_LT(tetrahedra_of(*coarse), 1500u);
}

TEST_F(SessionFilling, ShapesThatTakeANumberGetIt) {
  OpenOptions options;
  options.filling = {Fineness::film, 1500};
  const auto show = open("critter", options);
  wait_for_model(*show);
  EXPECT_NEAR(static_cast<double>(tetrahedra_of(*show)), 1500, 400);
}

TEST_F(SessionFilling, ScenesAndTetrahedraAreAsTheyAre) {
  EXPECT_FALSE(open("cube")->live()->filling());
  const auto scene = open(write("scene.lua", small_scene).string());
  EXPECT_FALSE(scene->live()->filling());
  scene->live()->fill({Fineness::film});
  wait_for_model(*scene);
  EXPECT_EQ(scene->progress().trouble, "");
}

TEST_F(SessionFilling, FillsAnewAndStartsFromTheBeginning) {
  OpenOptions options;
  options.filling = {Fineness::film, 1200};
  const auto show = open(ball(), options);
  Live& live = *show->live();
  wait_for_model(*show);
  const ShownBodies before = show->now()->bodies;
  live.pin(0, {0, 1, 2});
  take_steps(*show, 20);
  ASSERT_NE((*show->now()->bodies)[0].pinned, nullptr);
  live.set_parameter(0, "strength", 2.0);
  live.fill({Fineness::film, 3000});
  ASSERT_TRUE(wait_until([&] {
    return !show->progress().busy && (*show->now()->bodies)[0].mesh != (*before)[0].mesh;
  })) << show->progress().trouble;
  EXPECT_NEAR(static_cast<double>(tetrahedra_of(*show)), 3000, 400);
  EXPECT_EQ(show->now()->frame.step, 0);
  EXPECT_EQ((*show->now()->bodies)[0].pinned, nullptr);
  EXPECT_EQ(live.undo_name(), "");
  EXPECT_EQ(text_of(live.actions()[0]->get("strength")), text_of(2.0));
  take_steps(*show, 20);
  EXPECT_NE((*show->now()->bodies)[0].skin, nullptr);
}

TEST_F(SessionFilling, WhatIsTooSlowIsOfferedCoarser) {
  EXPECT_EQ(coarser({Fineness::fine}, 300'000), (Filling{Fineness::real_time}));
  EXPECT_EQ(coarser({Fineness::real_time}, 5000), (Filling{Fineness::real_time, 2500}));
  EXPECT_EQ(coarser({Fineness::film, 5000}, 5100).tetrahedra, 2550);
  EXPECT_EQ(coarser({Fineness::real_time}, 600).tetrahedra,
            static_cast<double>(least_real_time_tetrahedra));
}

TEST_F(SessionFilling, StepsAreCountedAsTheStateCountsThem) {
  const auto file = write("scene.lua", small_scene);
  const auto show = open(file.string());
  run_to_end(*show);
  const Scene scene(file);
  SceneRun run(scene.simulation());
  run.advance(never);
  EXPECT_EQ(show->now()->frame.step, run.bodies()[0].state.steps());
  EXPECT_NEAR(show->now()->frame.time, run.bodies()[0].state.time(), 1e-9);
}

const std::string exploding_scene = R"(
sim = Simulation{seconds = 5, time_step = 0.004}
sim:addBody{mesh = "cube", settings = {cells = 3}, material = "rubber", position = {0, 0.05, 0}}
sim:addAction(Gravity{})
sim:addAction(Ground{})
sim:addAction(MassSpringForces{})
)";

// Looks as often as it can while it runs away, and afterwards.
TEST_F(SessionFilling, AWreckIsNeverShown) {
  const auto show = open(write("scene.lua", exploding_scene).string());
  show->set_pace({.unlimited = true});
  show->play();
  ASSERT_TRUE(wait_until([&] {
    EXPECT_FALSE(is_wreck(*show->now()));
    return !show->progress().trouble.empty();
  }));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(is_wreck(*show->now()));
  for (std::size_t i = 0; i < show->times().size(); ++i)
    EXPECT_FALSE(is_wreck(*show->recorded(i))) << i;
}

TEST_F(SessionFilling, AWreckIsWhatHasLeftItsOwnShape) {
  Mesh cube = make_shape("cube", {{"cells", 2}});
  Moment moment;
  auto bodies = std::make_shared<std::vector<ShownBody>>();
  bodies->push_back({"cube", std::make_shared<const Mesh>(cube)});
  moment.bodies = bodies;
  for (Vec3d& p : cube.vertices) p += Vec3d{0, 1000, 0};  // however far it has fallen
  moment.frame.bodies.resize(1);
  moment.frame.bodies[0].positions = cube.vertices;
  EXPECT_FALSE(is_wreck(moment));
  moment.frame.bodies[0].positions[3].x += 100;
  EXPECT_TRUE(is_wreck(moment));
  moment.frame.bodies[0].positions[3].x = std::nan("");
  EXPECT_TRUE(is_wreck(moment));
}

TEST_F(SessionFilling, ValuesOfTheMaterialAreTold) {
  OpenOptions options;
  options.material = "liver";
  options.filling = {Fineness::film, 1000};
  const auto show = open(ball(), options);
  const Live& live = *show->live();
  std::size_t forces = 0;
  while (live.actions()[forces]->declaration().group != "forces") ++forces;
  EXPECT_EQ(live.in_force(forces, "material"), "liver");
  EXPECT_EQ(live.in_force(forces, "young"), "6000 Pa");
  EXPECT_EQ(live.in_force(forces, "poisson"), "0.45");
  EXPECT_EQ(live.in_force(forces, "shear"), "2069 Pa");
  EXPECT_EQ(live.in_force(forces, "damping_time"), "0.005 s");
  EXPECT_EQ(live.in_force(forces, "fastest"), "");
  EXPECT_EQ(live.in_force(99, "young"), "");
}

}  // namespace

}  // namespace pliant::viewer
