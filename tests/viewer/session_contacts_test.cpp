#include "session_support.h"

// Where bodies touch, as the window is told.

namespace pliant::viewer {
namespace {

class SessionContacts : public SessionTest {};

const std::string two_cubes = R"(
sim = Simulation{seconds = 0.3}
for i = 1, 2 do
  sim:addBody{name = "cube" .. i, mesh = "cube", settings = {cells = 2, size = 0.1}, density = 1000,
              position = {0, 0.103 * (i - 1), 0}}
end
sim:addAction(ElasticForces{young = 1e5, poisson = 0.3})
sim:addAction(Gravity{})
sim:addAction(Ground{})
)";

TEST_F(SessionContacts, ComeWhenTheyAreWanted) {
  const auto show = open(write("cubes.lua", two_cubes).string());
  wait_for_model(*show);
  EXPECT_EQ(show->now()->touching, 0u);
  run_to_end(*show);
  const MomentPointer without = show->now();
  EXPECT_TRUE(without->contacts.empty());
  ASSERT_TRUE(without->touching);
  EXPECT_GT(*without->touching, 0u);
  EXPECT_GT(without->energy.contact, 0);
  show->live()->want_contacts(true);
  ASSERT_TRUE(wait_until([&] { return !show->now()->contacts.empty(); }));
  const MomentPointer with = show->now();
  EXPECT_EQ(with->contacts.size(), *with->touching);
  for (const ContactPoint& contact : with->contacts) {
    EXPECT_NEAR(contact.place.y, 0.1, 0.01);
    EXPECT_GT(contact.gap, 0);
  }
  show->live()->want_contacts(false);
  EXPECT_TRUE(wait_until([&] { return show->now()->contacts.empty(); }));
}

TEST_F(SessionContacts, AreNotThereWhereABodyIsAlone) {
  const auto show = open(write("small.lua", small_scene).string());
  wait_for_model(*show);
  EXPECT_FALSE(show->now()->touching);
}

}  // namespace
}  // namespace pliant::viewer
