#include <pliant/box.h>

#include "session_support.h"

namespace pliant::viewer {

namespace {

Box box_of(const Moment& moment) {
  Box box;
  for (const Vec3d& p : moment.frame.bodies[0].positions) box.add(p);
  return box;
}

Index highest(const Moment& moment) {
  const auto& x = moment.frame.bodies[0].positions;
  const auto found =
      std::ranges::max_element(x, {}, [](const Vec3d& p) { return p.y + 0.1 * p.x; });
  return static_cast<Index>(found - x.begin());
}

Vec3d place(Show& show, Index vertex) {
  return show.now()->frame.bodies[0].positions[vertex];
}

class SessionHands : public SessionTest {
 protected:
  /// A body that has come to rest on the floor.
  std::unique_ptr<Show> resting(const std::string& settings, const std::string& material,
                                const std::string& forces = "MassSpringForces{}") const {
    auto show = open(write("rest.lua", "sim = Simulation{seconds = 10}\nsim:addBody{" + settings +
                                           ", material = \"" + material +
                                           "\"}\nsim:addAction(Gravity{})\n"
                                           "sim:addAction(Ground{})\nsim:addAction(" +
                                           forces + ")\n")
                         .string());
    run_until(*show, 0.5);
    return show;
  }
  static void run_for(Show& show, double seconds) {
    run_until(show, show.now()->frame.time + seconds);
  }
};

const std::string small_cube = "mesh = \"cube\", settings = {cells = 4}";

TEST_F(SessionHands, GrabbedVertexFollowsTheHandAndTheBodyComesBack) {
  for (const std::string material : {"silicone", "jelly", "rubber"})
    for (const double scale : {0.1, 1.0}) {
      const auto show = resting(small_cube + ", scale = " + std::to_string(scale), material);
      const MomentPointer before = show->now();
      const double size = length(box_of(*before).size());
      const Index vertex = highest(*before);
      const Vec3d target = place(*show, vertex) + Vec3d{0.3, 1, 0.2} * scale;
      const std::size_t hand = show->live()->grab(0, vertex, target);
      run_for(*show, 3);  // a stiff body swings from the hand for a while
      const MomentPointer held = show->now();
      ASSERT_EQ(held->held.size(), 1u);
      EXPECT_EQ(held->held[0].vertex, vertex);
      EXPECT_LT(length(place(*show, vertex) - target), 0.05 * size) << material << scale;
      if (material != "jelly") {
        EXPECT_GT(box_of(*held).low.y, 0.1 * size) << material << scale;
      }
      show->live()->let_go(hand);
      run_for(*show, 4);
      double lowest = size, highest = 0;  // a stiff body still bounces
      for (int i = 0; i < 10; ++i) {
        run_for(*show, 0.1);
        lowest = std::min(lowest, box_of(*show->now()).low.y);
        highest = std::max(highest, box_of(*show->now()).low.y);
      }
      EXPECT_TRUE(show->now()->held.empty());
      EXPECT_NEAR(show->now()->volume / before->volume, 1, 0.05) << material << scale;
      EXPECT_NEAR(lowest, 0, 0.02 * size) << material << scale;
      EXPECT_LT(highest, 0.1 * size) << material << scale;
    }
}

TEST_F(SessionHands, TenHandsHoldAtOnce) {
  const auto show = resting(small_cube, "silicone");
  const MomentPointer before = show->now();
  const auto& x = before->frame.bodies[0].positions;
  std::vector<std::pair<Index, Vec3d>> held;
  for (std::size_t v = 0; v < x.size() && held.size() < 10; v += 7)
    held.emplace_back(v, x[v] + Vec3d{0, 0.5, 0});
  for (const auto& [vertex, target] : held) show->live()->grab(0, vertex, target);
  run_for(*show, 1);
  EXPECT_EQ(show->now()->held.size(), 10u);
  for (const auto& [vertex, target] : held)
    EXPECT_LT(length(place(*show, vertex) - target), 0.03 * length(box_of(*before).size()));
  show->live()->let_all_go();
  run_for(*show, 1);
  EXPECT_TRUE(show->now()->held.empty());
  EXPECT_NEAR(show->now()->volume / before->volume, 1, 0.05);
}

TEST_F(SessionHands, AWildHandDoesNotBlowTheBodyUp) {
  for (const std::string material : {"silicone", "jelly"}) {
    const auto show = resting(small_cube, material);
    const MomentPointer before = show->now();
    const Index vertex = highest(*before);
    const std::size_t hand = show->live()->grab(0, vertex, place(*show, vertex));
    for (const Vec3d& far : {Vec3d{1e3, 1e3, 0}, Vec3d{-1e6, 5, 1e6}, Vec3d{0, -1e9, 0}}) {
      show->live()->move_hand(hand, far);
      run_for(*show, 0.2);
      EXPECT_GT(show->now()->volume, 0.4 * before->volume) << material;
      EXPECT_LT(show->now()->volume, 2.5 * before->volume) << material;
    }
    show->live()->let_go(hand);
    run_for(*show, 2);
    EXPECT_NEAR(show->now()->volume / before->volume, 1, 0.1) << material;
  }
}

std::size_t inverted(const Moment& moment) {
  const auto& x = moment.frame.bodies[0].positions;
  std::size_t count = 0;
  for (const Tetrahedron& t : (*moment.bodies)[0].solid->tetrahedra())
    count += signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]) <= 0;
  return count;
}

// A screen wide is some times the body's size.
TEST_F(SessionHands, SixQuickSweepsLeaveALiverWhole) {
  for (const std::string forces : {"ElasticForces{}", "MassSpringForces{}"}) {
    const auto show =
        resting("mesh = \"critter\", settings = {size = 0.2, tets = 900}", "liver", forces);
    run_for(*show, 1);
    const MomentPointer before = show->now();
    const Vec3d size = box_of(*before).size();
    const Index vertex = highest(*before);
    const Vec3d start = place(*show, vertex);
    const std::size_t hand = show->live()->grab(0, vertex, start);
    for (int sweep = 0; sweep < 6; ++sweep)
      for (int i = 0; i <= 4; ++i) {
        const double x = (sweep % 2 == 0 ? 1 : -1) * (0.4 * i - 0.8);
        show->live()->move_hand(hand, start + Vec3d{x, 0.1, 0.2 * x});
        run_for(*show, 0.02);
        EXPECT_NEAR(show->now()->volume / before->volume, 1, 0.2) << forces;
      }
    show->live()->let_go(hand);
    run_for(*show, 4);
    const MomentPointer after = show->now();
    EXPECT_EQ(show->progress().trouble, "") << forces;
    EXPECT_EQ(inverted(*after), 0u) << forces;
    EXPECT_NEAR(after->volume / before->volume, 1, 0.02) << forces;
    EXPECT_NEAR(length(box_of(*after).size()) / length(size), 1, 0.15) << forces;
  }
}

TEST_F(SessionHands, HandsOutlastAChangedParameter) {
  const auto show = resting(small_cube, "silicone");
  const Index vertex = highest(*show->now());
  const Vec3d target = place(*show, vertex) + Vec3d{0, 0.5, 0};
  show->live()->grab(0, vertex, target);
  run_for(*show, 0.05);
  show->live()->set_parameter(0, "strength", 5.0);
  run_for(*show, 1);
  EXPECT_EQ(show->now()->held.size(), 1u);
  EXPECT_LT(length(place(*show, vertex) - target), 0.05);
}

TEST_F(SessionHands, SpectralSolidsAreLedByTheirHandles) {
  const auto show = resting(small_cube, "silicone", "SpectralSolid{modes = 20}");
  const Index vertex = highest(*show->now());
  const Vec3d target = place(*show, vertex) + Vec3d{0.1, 0.8, 0};
  const std::size_t hand = show->live()->grab(0, vertex, target);
  run_for(*show, 1);
  EXPECT_LT(length(place(*show, vertex) - target), 0.01);
  EXPECT_GT(box_of(*show->now()).low.y, 0.1);
  show->live()->let_go(hand);
  run_for(*show, 1);
  EXPECT_LT(box_of(*show->now()).low.y, 0.05);
}

}  // namespace

}  // namespace pliant::viewer
