#include <pliant/actions.h>
#include <pliant/error.h>
#include <pliant/io.h>
#include <pliant/recording.h>
#include <pliant/shapes.h>

#include "session_support.h"

namespace pliant::viewer {

namespace {

namespace fs = std::filesystem;
using SessionTrouble = SessionTest;

std::string message_of(const std::string& source, const OpenOptions& options = {}) {
  try {
    open(source, options);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST_F(SessionTrouble, FilesThatCannotBeOpenedAreNamed) {
  fs::create_directories(folder() / "empty");
  const std::vector<std::string> sources{
      (folder() / "missing.obj").string(),
      (folder() / "missing.lua").string(),
      (folder() / "missing").string(),
      (folder() / "empty").string(),
      write("broken.obj", "v 1 2\nf 1 2 3\n").string(),
      write("points.obj", "v 1 2 3\n").string(),
      write("wrong.lua", "sim = Simulation{seconds = }").string(),
      write("broken.h5", "no recording").string(),
      write("text.txt", "hello").string(),
      ""};
  for (const std::string& source : sources) EXPECT_NE(message_of(source), "") << source;
}

TEST_F(SessionTrouble, OutputThatCannotBeWrittenIsNamed) {
  OpenOptions options;
  options.output = write("file", "in the way");
  EXPECT_NE(message_of("cube", options).find("file"), std::string::npos);
  options.output = folder() / "file" / "below";
  EXPECT_NE(message_of("cube", options), "");
}

TEST_F(SessionTrouble, ACacheThatCannotBeWrittenIsNoTrouble) {
  setenv("PLIANT_CACHE", write("file", "in the way").c_str(), 1);
  const auto show = open(write("scene.lua", small_scene).string());
  run_to_end(*show);
  EXPECT_TRUE(show->live()->recording().empty());
  EXPECT_GT(show->times().size(), 3u);
}

TEST_F(SessionTrouble, SceneThatCannotBeBuiltSaysWhy) {
  const auto show = open(
      write("scene.lua",
            "sim = Simulation{seconds = 1}\nsim:addBody{mesh = \"cube\", material = \"jelly\"}\n")
          .string());
  ASSERT_TRUE(wait_until([&] { return !show->progress().trouble.empty(); }));
  EXPECT_NE(show->progress().trouble.find("forces"), std::string::npos);
  show->play();
  ASSERT_TRUE(wait_until([&] { return !show->progress().running; }));
  ASSERT_NE(show->now(), nullptr);
  EXPECT_TRUE(show->now()->bodies->empty());
  // What was missing can be added.
  show->live()->add_action(std::make_shared<ActionOf<action::MassSpringForces>>(
      action_type<action::MassSpringForces>(), action::MassSpringForces{}));
  show->reset();
  wait_for_model(*show);
  EXPECT_TRUE(show->progress().trouble.empty()) << show->progress().trouble;
}

TEST_F(SessionTrouble, FunctionOfTimeThatFailsStopsIt) {
  const auto show = open(write("scene.lua", small_scene + R"(
sim:addAction(Load{group = "all", force = function(t)
  if t > 0.1 then error("no more") end
  return 0, 0, 0
end})
)")
                             .string());
  show->set_pace({.unlimited = true});
  show->play();
  ASSERT_TRUE(wait_until([&] { return !show->progress().trouble.empty(); }));
  EXPECT_FALSE(show->progress().running);
  EXPECT_NE(show->progress().trouble.find("no more"), std::string::npos);
  EXPECT_GT(show->times().size(), 1u);
}

const std::string hurried_scene = R"(
sim = Simulation{seconds = 5, time_step = 0.02}
sim:addBody{mesh = "cube", settings = {cells = 3}, material = "rubber", position = {0, 0.05, 0}}
sim:addAction(Gravity{})
sim:addAction(Ground{})
sim:addAction(MassSpringForces{})
)";

TEST_F(SessionTrouble, SceneThatRunsAwayStopsAndStartsAnewAfterReset) {
  const auto show = open(write("scene.lua", hurried_scene).string());
  show->set_pace({.unlimited = true});
  show->play();
  ASSERT_TRUE(wait_until([&] { return !show->progress().trouble.empty(); }));
  EXPECT_FALSE(show->progress().running);
  const MomentPointer moment = show->now();
  for (const Vec3d& p : moment->frame.bodies[0].positions) EXPECT_TRUE(is_finite(p));
  show->play();
  ASSERT_TRUE(wait_until([&] { return !show->progress().running; }));
  EXPECT_NE(show->progress().trouble, "");
  show->reset();
  ASSERT_TRUE(wait_until([&] { return show->now()->frame.step == 0; }));
  EXPECT_EQ(show->progress().trouble, "");
  take_steps(*show, 1);
}

TEST_F(SessionTrouble, MayEndAtAnyMoment) {
  const auto scene = write("scene.lua", small_scene).string();
  for (int i = 0; i < 24; ++i) {
    OpenOptions options;
    options.output = folder() / ("out" + std::to_string(i));
    {
      const auto show = open(scene, options);
      if (i % 4 > 0) show->play();
      if (i % 4 > 1) show->live()->grab(0, 3, {0, 1, 0});
      if (i % 4 > 2) show->reset();
      std::this_thread::sleep_for(std::chrono::microseconds(400 * i));
    }
    if (has_recording(options.output)) {
      EXPECT_GE(Recording(options.output).frames(), 1);
    }
  }
}

TEST_F(SessionTrouble, EndlessFunctionOfTimeIsStoppedByTheEnd) {
  const auto show = open(write("scene.lua", small_scene + R"(
sim:addAction(Load{group = "all", force = function(t)
  while t > 0.05 do end
  return 0, 0, 0
end})
)")
                             .string());
  show->set_pace({.unlimited = true});
  show->play();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

TEST_F(SessionTrouble, DamagedRecordingsAreNamedOrPlayed) {
  OpenOptions options;
  options.output = folder() / "out";
  {
    const auto show = open(write("scene.lua", small_scene).string(), options);
    run_to_end(*show);
  }
  const fs::path file = options.output / "recording.h5";
  const auto size = fs::file_size(file);
  for (const double share : {0.1, 0.5, 0.9}) {
    fs::create_directories(folder() / "cut");
    fs::copy_file(file, folder() / "cut" / "recording.h5", fs::copy_options::overwrite_existing);
    fs::resize_file(folder() / "cut" / "recording.h5",
                    static_cast<std::uintmax_t>(share * static_cast<double>(size)));
    EXPECT_NE(message_of((folder() / "cut").string()), "") << share;
  }
}

TEST_F(SessionTrouble, UnknownBodiesVerticesAndHandsAreNotMinded) {
  const auto show = open(write("scene.lua", small_scene).string());
  Live& live = *show->live();
  wait_for_model(*show);
  live.grab(7, 0, {});
  live.grab(0, 1'000'000, {});
  live.grab(0, 0, {std::nan(""), 0, 0});
  live.move_hand(99, {});
  live.let_go(99);
  live.set_parameter(99, "young", 1.0);
  live.remove_action(99);
  live.make_spectral(9, {}, 10);
  live.undo();
  live.redo();
  EXPECT_THROW(live.save_mesh(5, folder() / "x.vtu"), InputError);
  EXPECT_NE(show->recorded(12345), nullptr);
  take_steps(*show, 3);
  live.pin(0, {1'000'000});
  ASSERT_TRUE(wait_until([&] { return !show->progress().trouble.empty(); }));
  EXPECT_EQ(live.undo_name(), "");
}

TEST_F(SessionTrouble, SurfacesAreFilledAndCarryTheirSkin) {
  Mesh surface;
  const Mesh ball = make_shape("sphere");
  surface.vertices = ball.vertices;
  surface.triangles = ball.triangles;
  if (surface.triangles.empty()) {
    const TetMesh solid(ball);
    surface.triangles.cells.assign(solid.boundary().begin(), solid.boundary().end());
  }
  write_mesh(folder() / "ball.obj", surface);
  const auto show = open((folder() / "ball.obj").string());
  wait_for_model(*show);
  const MomentPointer moment = show->now();
  const ShownBody& body = (*moment->bodies)[0];
  ASSERT_NE(body.skin, nullptr);
  EXPECT_EQ(body.skin->surface.triangles.size(), surface.triangles.size());
  EXPECT_EQ(body.skin->embedding.size(), body.skin->surface.vertices.size());
  take_steps(*show, 2);
  EXPECT_EQ((*show->now()->bodies)[0].skin, body.skin);
}

}  // namespace

}  // namespace pliant::viewer
