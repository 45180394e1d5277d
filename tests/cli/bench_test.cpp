#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "run_program.h"

namespace pliant {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using Bench = test::ProgramTest;

// Times are not judged; what is reported must hang together.
TEST_F(Bench, ReportsEveryEngineNextToTheTextbookLoop) {
  std::filesystem::create_directory(path("empty"));
  const auto outcome =
      pliant("bench bunny --models empty --rounds 1 --seconds-each 0.01 --threads 2 --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json report = json::parse(outcome.out);
  EXPECT_GT(report["triad_bytes_per_second"], 0);
  const json& bunny = report["cases"].at(0);
  EXPECT_TRUE(bunny["stands_in"]);
  EXPECT_NEAR(bunny["tetrahedra"].get<double>(), 19467, 2000);
  const json& timings = bunny["timings"];
  ASSERT_GE(timings.size(), 5u);  // and Bullet where it is there
  const char* expected[] = {"textbook single, 1 thread", "pliant single, 1 thread",
                            "pliant single, 2 threads", "pliant double, 1 thread",
                            "pliant double, 2 threads"};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(timings[i]["name"], expected[i]);
    EXPECT_NEAR(timings[i]["ratio"].get<double>() * timings[i]["milliseconds"].get<double>(),
                timings[0]["milliseconds"].get<double>(), 1e-9);
  }
  EXPECT_GT(bunny["memory"]["double"]["bytes"], bunny["memory"]["single"]["bytes"]);
}

TEST_F(Bench, PrintsATable) {
  std::filesystem::create_directory(path("empty"));
  const auto outcome =
      pliant("bench bunny --models empty --rounds 1 --seconds-each 0.01 --threads 1");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const char* part : {"Triad bandwidth with 1 thread:", "built-in shape of its size: critter",
                           "ms a step", "textbook single, 1 thread", "pliant double, 1 thread"})
    EXPECT_THAT(outcome.out, HasSubstr(part));
}

TEST_F(Bench, WrongUsageIsNamed) {
  EXPECT_EQ(pliant("bench nobody").code, 2);
  EXPECT_EQ(pliant("bench --rounds 0").code, 2);
  EXPECT_EQ(pliant("bench --seconds-each 0").code, 2);
  EXPECT_EQ(pliant("bench bunny --models nowhere").code, 1);
}

}  // namespace
}  // namespace pliant
