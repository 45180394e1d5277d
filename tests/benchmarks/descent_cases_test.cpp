#include "cases/descent_cases.h"

#include <gmock/gmock.h>

namespace pliant::bench {
namespace {

TEST(DescentCases, AreMeasuredByStepsAndBySweeps) {
  Case which = make_case("strand_descent", {});
  EXPECT_EQ(which.body.vertices.size(), 400u);
  EXPECT_EQ(which.sweeps, 100);
  which.sweeps = 4;
  MeasureOptions options;
  options.precisions = {Precision::single_precision, Precision::double_precision};
  options.seconds_each = 0;
  options.rounds = 1;
  const Measured measured = measure(which, options);
  ASSERT_EQ(measured.timings.size(), 4u);
  for (std::size_t i = 0; i < 4; i += 2) {
    EXPECT_EQ(measured.timings[i].part, "a step of 4 sweeps");
    EXPECT_EQ(measured.timings[i + 1].part, "4 sweeps");
    EXPECT_GT(measured.timings[i].best, 0);
  }
  EXPECT_EQ(measured.time_step, large_step);
}

TEST(DescentCases, AreKnown) {
  for (const char* name :
       {"armadillo_descent", "armadillo_descent_20", "strand_descent", "ball_descent"})
    EXPECT_NO_THROW(check_case_name(name));
}

}  // namespace
}  // namespace pliant::bench
