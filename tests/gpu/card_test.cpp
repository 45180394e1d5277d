#include <gtest/gtest.h>
#include <pliant/error.h>
#include <pliant/model.h>

namespace pliant {
namespace {

Body two_points() {
  Body body;
  body.vertices = {{0, 0, 0}, {1, 0, 0}};
  body.masses = {1, 1};
  body.relations.push_back({"DistanceSpring", {0, 1}, {{1}, {0}}, {}});
  return body;
}

TEST(Card, WithoutOneTheBackendCudaIsRefusedWithTheReason) {
  const Card card = cuda_card();
  if (card.usable()) GTEST_SKIP() << "there is one: " << card.name;
  EXPECT_NE(card.why_not, "");
  EXPECT_EQ(card.name, "");
  std::string message;
  try {
    const Model model(two_points(), {.backend = Backend::cuda});
  } catch (const InputError& e) {
    message = e.what();
  }
  EXPECT_NE(message.find("cuda"), message.npos) << message;
  EXPECT_NE(message.find(card.why_not), message.npos) << message;
}

TEST(Card, AutomaticIsTheCardWhereThereIsOne) {
  const Model model(two_points(), {.backend = Backend::automatic});
  EXPECT_EQ(model.backend(), cuda_card().usable() ? Backend::cuda : Backend::cpu);
}

TEST(Card, HasANameWhereThereIsOne) {
  const Card card = cuda_card();
  if (!card.usable()) GTEST_SKIP() << card.why_not;
  EXPECT_NE(card.name, "");
  EXPECT_EQ(Model(two_points(), {.backend = Backend::cuda}).backend(), Backend::cuda);
}

}  // namespace
}  // namespace pliant
