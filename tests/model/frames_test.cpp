#include "support/frame_checks.h"

namespace pliant {
namespace {

using namespace test;

class FramesOf : public testing::TestWithParam<Precision> {
 protected:
  ModelOptions options{GetParam(), ""};
};

TEST_P(FramesOf, AreOfTheirTime) {
  check_frames_are_of_their_time(options);
}
TEST_P(FramesOf, ComeOneBehind) {
  check_frames_one_behind(options);
}
TEST_P(FramesOf, OutliveTheState) {
  check_frames_outlive_the_state(options);
}

INSTANTIATE_TEST_SUITE_P(Precisions, FramesOf,
                         testing::Values(Precision::single_precision, Precision::double_precision),
                         [](const auto& test) {
                           return test.param == Precision::single_precision ? "single" : "double";
                         });

}  // namespace
}  // namespace pliant
