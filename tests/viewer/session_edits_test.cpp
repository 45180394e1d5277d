#include <pliant/actions.h>
#include <pliant/error.h>
#include <pliant/io.h>
#include <pliant/recording.h>

#include "session_support.h"

namespace pliant::viewer {

namespace {

using SessionEdits = SessionTest;

std::size_t action_named(const Live& live, const std::string& name) {
  for (std::size_t i = 0; i < live.actions().size(); ++i)
    if (live.actions()[i]->declaration().name == name) return i;
  ADD_FAILURE() << "no action " << name;
  return 0;
}

double number(const Live& live, const std::string& action, const std::string& parameter) {
  const Value value = live.actions()[action_named(live, action)]->get(parameter);
  return std::get<double>(value.is);
}

double mean_height(const Moment& moment) {
  double sum = 0;
  for (const Vec3d& p : moment.frame.bodies[0].positions) sum += p.y;
  return sum / static_cast<double>(moment.frame.bodies[0].positions.size());
}

TEST_F(SessionEdits, ChangedGravityActsFromThenOn) {
  const auto show = open(write("scene.lua", small_scene).string());
  Live& live = *show->live();
  run_until(*show, 0.02);
  live.set_parameter(action_named(live, "Gravity"), "strength", 0.0);
  EXPECT_EQ(live.undo_name(), "strength = 0");
  take_steps(*show, 1);
  const MomentPointer first = show->now();
  double speed = 0;
  for (const Vec3d& v : first->frame.bodies[0].velocities)
    speed += v.y / static_cast<double>(first->frame.bodies[0].velocities.size());
  run_until(*show, first->frame.time + 0.01);
  const MomentPointer second = show->now();
  const double seconds = second->frame.time - first->frame.time;
  EXPECT_NEAR(mean_height(*second), mean_height(*first) + speed * seconds, 1e-5);
  live.undo();
  EXPECT_EQ(number(live, "Gravity", "strength"), 9.81);
  EXPECT_EQ(live.redo_name(), "strength = 0");
  live.redo();
  EXPECT_EQ(number(live, "Gravity", "strength"), 0);
}

TEST_F(SessionEdits, RecordingGoesOnAfterAChange) {
  OpenOptions options;
  options.output = folder() / "out";
  std::size_t frames = 0;
  {
    const auto show = open(write("scene.lua", small_scene).string(), options);
    Live& live = *show->live();
    run_until(*show, 0.05);
    live.set_parameter(action_named(live, "MassSpringForces"), "young", 5e4);
    run_to_end(*show);
    frames = show->times().size();
    EXPECT_EQ(live.recording(), options.output);
  }
  const Recording recording(options.output);
  EXPECT_EQ(static_cast<std::size_t>(recording.frames()), frames);
  EXPECT_GE(frames, 6u);
}

TEST_F(SessionEdits, AParameterDrawnAlongASliderIsOneEdit) {
  const auto show = open(write("scene.lua", small_scene).string());
  Live& live = *show->live();
  wait_for_model(*show);
  live.pin(0, {0});
  for (int i = 1; i < 200; ++i)
    live.set_parameter(action_named(live, "Gravity"), "strength", 0.01 * i);
  EXPECT_EQ(live.undo_name(), "strength = 1.99");
  take_steps(*show, 1);
  live.undo();
  EXPECT_EQ(number(live, "Gravity", "strength"), 9.81);
  EXPECT_EQ(live.undo_name(), "pin 1 vertex");
  live.redo();
  EXPECT_EQ(number(live, "Gravity", "strength"), 1.99);
  take_steps(*show, 1);
}

TEST_F(SessionEdits, WhatIsNotAllowedChangesNothing) {
  const auto show = open(write("scene.lua", small_scene).string());
  Live& live = *show->live();
  wait_for_model(*show);
  live.set_parameter(action_named(live, "MassSpringForces"), "young", -1.0);
  EXPECT_NE(show->progress().trouble.find("young"), std::string::npos);
  EXPECT_EQ(live.undo_name(), "");
  // Allowed by its range; there is no such material.
  live.set_parameter(action_named(live, "MassSpringForces"), "material", "butterscotch");
  ASSERT_TRUE(wait_until([&] { return !show->progress().trouble.empty(); }));
  EXPECT_NE(show->progress().trouble.find("butterscotch"), std::string::npos);
  EXPECT_EQ(live.undo_name(), "");
  const Value material = live.actions()[action_named(live, "MassSpringForces")]->get("material");
  EXPECT_EQ(text_of(material), "\"\"");
  run_to_end(*show);  // as if nothing had been
}

TEST_F(SessionEdits, PinnedVerticesStayUntilUndone) {
  const auto show = open(write("scene.lua", small_scene).string());
  Live& live = *show->live();
  wait_for_model(*show);
  live.pin(0, {0, 1, 2});
  ASSERT_TRUE(wait_until([&] { return (*show->now()->bodies)[0].pinned != nullptr; }));
  EXPECT_EQ(*(*show->now()->bodies)[0].pinned, (std::vector<Index>{0, 1, 2}));
  const Vec3d place = show->now()->frame.bodies[0].positions[1];
  run_until(*show, 0.05);
  EXPECT_EQ(show->now()->frame.bodies[0].positions[1], place);
  live.unpin(0, {1});
  live.undo();
  live.set_parameter(action_named(live, "Gravity"), "strength", 5.0);  // pins outlast this
  take_steps(*show, 1);
  EXPECT_EQ(*(*show->now()->bodies)[0].pinned, (std::vector<Index>{0, 1, 2}));
  live.undo();
  live.undo();
  ASSERT_TRUE(wait_until([&] { return (*show->now()->bodies)[0].pinned == nullptr; }));
  EXPECT_EQ(live.undo_name(), "");
  run_until(*show, 0.1);
  EXPECT_NE(show->now()->frame.bodies[0].positions[1], place);
}

TEST_F(SessionEdits, GoesOnAfterItsEnd) {
  const auto show = open(write("scene.lua", small_scene).string());
  run_to_end(*show);
  const double end = show->now()->frame.time;
  run_until(*show, 1.5 * end);
  EXPECT_GE(show->now()->frame.time, 1.5 * end);
  EXPECT_FALSE(show->progress().finished);
}

TEST_F(SessionEdits, PaintedGroupsAreSavedWithTheMesh) {
  const auto show = open(write("scene.lua", small_scene).string());
  Live& live = *show->live();
  wait_for_model(*show);
  const Mesh mesh = *(*show->now()->bodies)[0].mesh;
  const Tetrahedron t = mesh.tetrahedra[4];
  std::vector<Index> corners(t.begin(), t.end());
  std::ranges::sort(corners);
  live.paint({"bone", 0, {4}, corners});
  live.paint({"skin", 0, {}, {0, 3}});
  live.paint({"gone", 0, {}, {1}});
  live.undo();
  ASSERT_EQ(live.groups().size(), 2u);
  live.save_mesh(0, folder() / "painted.vtu");
  const Mesh read = read_mesh(folder() / "painted.vtu");
  EXPECT_EQ(read.groups.at("bone"), corners);
  EXPECT_EQ(read.groups.at("skin"), (std::vector<Index>{0, 3}));
  EXPECT_FALSE(read.groups.contains("gone"));
  for (std::size_t i = 0; i < read.tetrahedra.size(); ++i)
    EXPECT_EQ(read.tetrahedra.region(i) != mesh.tetrahedra.region(i), i == 4);
  EXPECT_THROW(live.save_mesh(0, folder() / "painted.nonsense"), InputError);
  live.paint({"skin", 0, {}, {}});
  EXPECT_EQ(live.groups().size(), 1u);
}

TEST_F(SessionEdits, TimelineIsSavedAsARecording) {
  const auto show = open(write("scene.lua", small_scene).string());
  run_to_end(*show);
  show->live()->save_recording(folder() / "kept");
  const Recording recording(folder() / "kept");
  EXPECT_EQ(static_cast<std::size_t>(recording.frames()), show->times().size());
  const MomentPointer shown = show->recorded(2);
  const std::vector<Vec3d> kept = recording.read(2).bodies[0].positions;
  for (std::size_t v = 0; v < kept.size(); ++v)
    EXPECT_LT(length(kept[v] - shown->frame.bodies[0].positions[v]), 1e-6);
  EXPECT_EQ(recording.info().floor, 0.0);
  EXPECT_THROW(show->live()->save_recording(folder() / "kept"), InputError);
}

TEST_F(SessionEdits, BodyBecomesSpectralWithRigidRegionsAndBack) {
  const auto show = open(write("scene.lua", small_scene).string());
  Live& live = *show->live();
  run_until(*show, 0.02);
  const Mesh mesh = *(*show->now()->bodies)[0].mesh;
  std::vector<Index> below;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
    if (mesh.vertices[v].y < 0.5) below.push_back(static_cast<Index>(v));
  live.paint({"lower", 0, {}, below});
  live.make_spectral(0, {"lower"}, 20);
  ASSERT_TRUE(wait_until([&] { return (*show->now()->bodies)[0].rigid != nullptr; }))
      << show->progress().trouble;
  const std::vector<bool> rigid = *(*show->now()->bodies)[0].rigid;
  EXPECT_GT(std::ranges::count(rigid, true), 0);
  EXPECT_GT(std::ranges::count(rigid, false), 0);
  const double begun = show->now()->frame.time;
  EXPECT_GE(begun, 0.02);
  const double height = mean_height(*show->now());
  run_until(*show, begun + 0.05);
  EXPECT_LT(mean_height(*show->now()), height - 0.005);
  live.undo();
  ASSERT_TRUE(wait_until([&] { return (*show->now()->bodies)[0].rigid == nullptr; }));
  run_until(*show, begun + 0.07);
  EXPECT_TRUE(show->progress().trouble.empty()) << show->progress().trouble;
  live.make_spectral(0, {"nowhere"}, 20);
  ASSERT_TRUE(wait_until([&] { return !show->progress().trouble.empty(); }));
  EXPECT_EQ(live.undo_name(), "paint lower");
}

// A stroke across the middle of the cube, seen from the front.
const CuttingWedge stroke{{0, 0.5, 5}, {-1, 0.6, 0}, {1, 0.62, 0}};

TEST_F(SessionEdits, CutBodyFallsApartAndIsWholeAgainAfterUndo) {
  const auto file = write("scene.lua", small_scene).string();
  const auto show = open(file);
  Live& live = *show->live();
  run_until(*show, 0.01);
  const auto whole = (*show->now()->bodies)[0];
  EXPECT_EQ(whole.absent, nullptr);
  live.cut(0, stroke);
  EXPECT_EQ(live.undo_name(), "cut");
  take_steps(*show, 1);
  const auto cut = (*show->now()->bodies)[0];
  ASSERT_NE(cut.absent, nullptr);
  const auto gone = std::ranges::count(*cut.absent, true);
  EXPECT_GT(gone, 5);
  EXPECT_LT(gone, static_cast<std::ptrdiff_t>(cut.absent->size()) / 2);
  EXPECT_EQ(cut.mesh, whole.mesh);
  live.set_parameter(action_named(live, "Gravity"), "strength", 5.0);  // the cut outlasts this
  take_steps(*show, 1);
  EXPECT_EQ(*(*show->now()->bodies)[0].absent, *cut.absent);
  live.undo();
  live.undo();
  take_steps(*show, 1);
  EXPECT_EQ((*show->now()->bodies)[0].absent, nullptr);
  live.redo();
  take_steps(*show, 1);
  EXPECT_EQ(*(*show->now()->bodies)[0].absent, *cut.absent);
  show->reset();
  ASSERT_TRUE(wait_until([&] { return show->now()->frame.step == 0; }));
  EXPECT_EQ((*show->now()->bodies)[0].absent, nullptr);
  EXPECT_EQ(live.undo_name(), "");
}

TEST_F(SessionEdits, CutAndUndoneAtOnceChangesNoBit) {
  const auto file = write("scene.lua", small_scene).string();
  const auto cut = open(file), whole = open(file);
  for (const auto& show : {cut.get(), whole.get()}) take_steps(*show, 20);
  cut->live()->cut(0, stroke);
  cut->live()->undo();
  for (const auto& show : {cut.get(), whole.get()}) take_steps(*show, 20);
  EXPECT_EQ(cut->now()->frame.bodies[0].positions, whole->now()->frame.bodies[0].positions);
}

TEST_F(SessionEdits, AStrokeBesideTheBodyIsNoEdit) {
  const auto show = open(write("scene.lua", small_scene).string());
  wait_for_model(*show);
  show->live()->cut(0, {{0, 0.5, 5}, {3, 0.6, 0}, {4, 0.6, 0}});
  take_steps(*show, 1);
  EXPECT_EQ(show->live()->undo_name(), "");
  EXPECT_EQ((*show->now()->bodies)[0].absent, nullptr);
}

TEST_F(SessionEdits, CutIsThereAgainWhenASpectralSolidIsUndone) {
  const auto show = open(write("scene.lua", small_scene).string());
  Live& live = *show->live();
  wait_for_model(*show);
  live.cut(0, stroke);
  take_steps(*show, 1);
  const auto absent = *(*show->now()->bodies)[0].absent;
  live.make_spectral(0, {}, 12);
  ASSERT_TRUE(wait_until([&] { return (*show->now()->bodies)[0].rigid != nullptr; }));
  EXPECT_EQ((*show->now()->bodies)[0].absent, nullptr);
  live.undo();
  ASSERT_TRUE(wait_until([&] { return (*show->now()->bodies)[0].rigid == nullptr; }))
      << show->progress().trouble;
  ASSERT_NE((*show->now()->bodies)[0].absent, nullptr);
  EXPECT_EQ(*(*show->now()->bodies)[0].absent, absent);
}

}  // namespace

}  // namespace pliant::viewer
