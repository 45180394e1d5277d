#include <pliant/box.h>
#include <pliant/shapes.h>
#include <pliant/tet_mesh.h>

#include <algorithm>

#include "contact/closest.h"
#include "session_support.h"

namespace pliant::viewer {

namespace {

// A soft cube of 1 m on the floor, beside a capsule that it does not touch.
const std::string cube_and_capsule = R"(
sim = Simulation{seconds = 10}
sim:addBody{mesh = "cube", settings = {cells = 6}, material = "silicone"}
sim:addAction(Gravity{})
sim:addAction(Ground{})
sim:addAction(Capsule{from = {3, 0, 0}, to = {3, 1, 0}, radius = 0.2})
sim:addAction(MassSpringForces{})
)";

class SessionPokes : public SessionTest {
 protected:
  SessionPokes() : show_(open(write("cube.lua", cube_and_capsule).string())) {
    run_until(*show_, 0.3);
  }
  Live& live() { return *show_->live(); }
  MomentPointer now() { return show_->now(); }
  void run_for(double seconds) { run_until(*show_, now()->frame.time + seconds); }

  // A ball over the middle of the top.
  PokingBall ball() {
    Box box;
    const MomentPointer moment = now();
    for (const Vec3d& p : moment->frame.bodies[0].positions) box.add(p);
    size_ = length(box.size());
    top_ = {box.centre().x, box.high.y, box.centre().z};
    const double radius = 0.12 * size_;
    return {0, top_ + Vec3d{0, 1.5 * radius, 0}, radius};
  }

  std::size_t middle_of_top() {
    const std::vector<Vec3d> x = now()->frame.bodies[0].positions;
    const auto nearest =
        std::ranges::min_element(x, {}, [&](const Vec3d& p) { return length(p - top_); });
    return static_cast<std::size_t>(nearest - x.begin());
  }
  double height_at(std::size_t vertex) { return now()->frame.bodies[0].positions[vertex].y; }

  std::unique_ptr<Show> show_;
  Vec3d top_{};
  double size_ = 0;
};

TEST_F(SessionPokes, ABallDentsTheBodyAndGoesWhenItIsEnded) {
  const PokingBall first = ball();
  const MomentPointer before = now();
  const std::size_t top = middle_of_top();
  const std::size_t poke = live().poke(first, top_);
  run_for(1);
  const MomentPointer during = now();
  ASSERT_EQ(during->balls.size(), 1u) << show_->progress().trouble;
  EXPECT_LT(length(during->balls[0].centre - top_), 0.02 * size_) << "it has arrived";
  for (const Vec3d& p : during->frame.bodies[0].positions)
    EXPECT_GT(length(p - during->balls[0].centre), 0.95 * first.radius);
  EXPECT_LT(height_at(top), top_.y - 0.5 * first.radius);
  live().end_poke(poke);
  run_for(3);
  EXPECT_TRUE(now()->balls.empty());
  EXPECT_NEAR(now()->volume / before->volume, 1, 0.05);
}

// Where bodies touch, a ball is met with faces and edges: a coarse cube's vertices are far apart.
TEST_F(SessionPokes, ABallDoesNotEnterTheFacesOfABodyThatTouches) {
  const std::string script = R"(
sim = Simulation{seconds = 10}
sim:addBody{mesh = "cube", settings = {cells = 2}, material = "silicone"}
sim:addAction(Gravity{})
sim:addAction(Ground{})
sim:addAction(ElasticForces{})
sim:addAction(Contact{})
)";
  show_ = open(write("coarse.lua", script).string());
  run_until(*show_, 0.1);
  PokingBall first = ball();
  first.centre += Vec3d{0.13, 0, 0.21};  // over the middle of a face
  const std::size_t poke = live().poke(first, first.centre - Vec3d{0, 0.5, 0});
  const TetMesh mesh(make_shape("cube", {{"cells", 2}}));
  double lowest = first.centre.y;
  for (int i = 0; i < 20; ++i) {
    run_for(0.05);
    const MomentPointer moment = now();
    ASSERT_EQ(moment->balls.size(), 1u) << show_->progress().trouble;
    const Vec3d centre = moment->balls[0].centre;
    lowest = std::min(lowest, centre.y);
    const std::vector<Vec3d>& x = moment->frame.bodies[0].positions;
    for (const Triangle& t : mesh.boundary()) {
      const auto at = contact::closest_on_triangle(centre, x[t[0]], x[t[1]], x[t[2]]);
      Vec3d way = centre;
      for (std::size_t k = 0; k < 3; ++k) way -= x[t[k]] * at.weights[k];
      EXPECT_GT(length(way), 0.97 * first.radius) << "its surface is of flat faces";
    }
  }
  EXPECT_LT(lowest, first.centre.y - 0.6 * first.radius) << "it has come down";
  live().end_poke(poke);
  run_for(0.1);
  EXPECT_TRUE(now()->balls.empty());
  EXPECT_EQ(show_->progress().trouble, "");
}

TEST_F(SessionPokes, AreNoPartOfTheSceneOrItsRecording) {
  const std::size_t shown = now()->frame.bodies.size();
  EXPECT_EQ(shown, 2u) << "the cube and the capsule";
  live().poke(ball(), top_);
  run_for(0.3);
  EXPECT_EQ(now()->frame.bodies.size(), shown);
  EXPECT_EQ(now()->bodies->size(), shown);
  const std::filesystem::path recording = live().recording();
  show_.reset();  // with the ball in hand
  EXPECT_GT(open(recording.string())->times().size(), 3u);
}

TEST_F(SessionPokes, MoveSmoothlyHoweverFarTheMouseJumps) {
  const PokingBall first = ball();
  const std::size_t poke = live().poke(first, first.centre);
  run_for(0.02);
  live().move_poke(poke, first.centre + Vec3d{1e6, 1e6, 0});
  Vec3d last = first.centre;
  double time = now()->frame.time;
  for (int i = 0; i < 5; ++i) {
    run_for(0.02);
    const MomentPointer moment = now();
    const double gone = length(moment->balls.at(0).centre - last);
    EXPECT_GT(gone, 0);
    EXPECT_LT(gone, 1.6 * size_ * (moment->frame.time - time));
    last = moment->balls[0].centre;
    time = moment->frame.time;
  }
  live().move_poke(poke, {NAN, 0, 0});
  run_for(0.02);
  EXPECT_TRUE(is_finite(now()->balls.at(0).centre));
}

TEST_F(SessionPokes, OutlastAChangedParameterAndEndWithAReset) {
  const PokingBall first = ball();
  live().poke(first, top_);
  run_for(0.1);
  live().set_parameter(0, "strength", 1.0);
  run_for(0.5);
  ASSERT_EQ(now()->balls.size(), 1u);
  EXPECT_LT(length(now()->balls[0].centre - top_), 0.1 * size_);
  show_->reset();
  EXPECT_TRUE(wait_until([&] { return now()->frame.step == 0; }));
  EXPECT_TRUE(now()->balls.empty());
}

}  // namespace

}  // namespace pliant::viewer
