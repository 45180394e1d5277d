// Checks the stand-in for GoogleTest: what is in Passes must pass, everything in Fails must fail.

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace {

enum class Colour { red, green };

TEST(Passes, Comparisons) {
  EXPECT_EQ(1 + 1, 2) << "never seen";
  EXPECT_EQ((std::vector{1, 2}), (std::vector{1, 2}));
  EXPECT_NE(Colour::red, Colour::green);
  EXPECT_LT(1, 2);
  EXPECT_LE(2, 2);
  EXPECT_GT(2.5, 2);
  EXPECT_GE(2, 2);
  EXPECT_TRUE(std::make_unique<int>(1));
  EXPECT_FALSE(1 > 2);
  EXPECT_NEAR(1, 1.1, 0.2);
  if (1 > 2)
    EXPECT_EQ(1, 2);
  else
    ASSERT_EQ(1, 1);
}
TEST(Passes, Exceptions) {
  EXPECT_THROW(throw std::out_of_range("far"), std::logic_error);
  EXPECT_NO_THROW(std::vector<int>(3).at(2));
}

class Fixture : public testing::Test {
 protected:
  void SetUp() override { number_ = 3; }
  int number_ = 0;
};
TEST_F(Fixture, IsSetUp) {
  EXPECT_EQ(number_, 3);
}

TEST(Skips, AndGoesNoFurther) {
  GTEST_SKIP() << "on purpose";
  FAIL();
}

TEST(Fails, Equal) {
  EXPECT_EQ(1, 2) << "and says more";
}
TEST(Fails, LessThan) {
  EXPECT_LT(2, 2);
}
TEST(Fails, Near) {
  EXPECT_NEAR(1, 1.3, 0.2);
}
TEST(Fails, NearNothing) {
  EXPECT_NEAR(1, std::numeric_limits<double>::quiet_NaN(), 0.2);
}
TEST(Fails, False) {
  EXPECT_FALSE(true);
}
TEST(Fails, NothingThrown) {
  EXPECT_THROW(std::vector<int>(3).at(2), std::exception);
}
TEST(Fails, SomethingElseThrown) {
  EXPECT_THROW(throw 3, std::exception);
}
TEST(Fails, Thrown) {
  throw std::runtime_error("out of the test");
}
TEST(Fails, Assert) {
  SCOPED_TRACE("the traced part");
  ASSERT_TRUE(false);
  GTEST_SKIP();
}
TEST(Fails, Added) {
  ADD_FAILURE() << "by hand";
}

}  // namespace
