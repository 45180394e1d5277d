#include <gmock/gmock.h>

#include "faults.h"

namespace pliant {
namespace {

using test::Outcome;
using testing::HasSubstr;
using testing::Not;

class ThreadsRefused : public test::FaultTest {
 protected:
  // What is computed does not depend on how many threads there are.
  void expect_same(const std::string& arguments, const std::string& output,
                   const std::string& file) const {
    const Outcome whole = pliant("--threads 4 " + arguments);
    ASSERT_EQ(whole.code, 0) << whole.err;
    EXPECT_THAT(whole.err, Not(HasSubstr("refused")));
    const std::string expected = text_of(file);
    ASSERT_FALSE(expected.empty());
    for (const int threads : {0, 1, 2}) {
      std::filesystem::remove_all(path(output));
      const Outcome outcome =
          with_fault("threads=" + std::to_string(threads), "--threads 4 " + arguments);
      EXPECT_EQ(outcome.code, 0) << threads << ": " << outcome.err;
      EXPECT_THAT(outcome.err, HasSubstr("the system refused")) << threads;
      EXPECT_TRUE(text_of(file) == expected) << threads;
    }
  }
};

TEST_F(ThreadsRefused, AMeshIsMadeWithThoseThatStarted) {
  ASSERT_EQ(pliant("mesh icosphere -o ball.obj").code, 0);
  expect_same("mesh ball.obj -o body.vtu --tets 20000", "body.vtu", "body.vtu");
}

TEST_F(ThreadsRefused, ABodyFallsAllTheSame) {
  expect_same("drop cube cells=8 --law mass_spring --seconds 0.01 -o end.vtu", "end.vtu",
              "end.vtu");
}

TEST_F(ThreadsRefused, ARecordingIsWrittenByTheOnlyThread) {
  write("scene.lua", R"(
sim = Simulation{steps = 40, time_step = 2e-4}
sim:addBody{mesh = "cube", settings = {cells = 8}, material = "rubber"}
sim:addAction(MassSpringForces())
sim:addAction(Gravity())
sim:addAction(Record{every = 10})
)");
  ASSERT_EQ(pliant("run scene.lua -o whole").code, 0);
  const Outcome outcome = with_fault("threads=0", "--threads 4 run scene.lua -o alone");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  ASSERT_EQ(pliant("export whole whole.csv").code, 0);
  ASSERT_EQ(pliant("export alone alone.csv").code, 0);
  EXPECT_TRUE(text_of("whole.csv") == text_of("alone.csv"));
}

TEST_F(ThreadsRefused, ASweepGoesOnWithOneThread) {
  write("scene.lua", R"(
sim = Simulation{steps = 5, time_step = 2e-4}
sim:addBody{mesh = "cube", material = "rubber"}
sim:addAction(MassSpringForces())
sim:addAction(Gravity{strength = define("g", 1)})
sim:addAction(Probe{quantity = "momentum"})
)");
  expect_same("sweep scene.lua --vary g=1:4:1 -o out", "out", "out/sweep.csv");
}

}  // namespace
}  // namespace pliant
