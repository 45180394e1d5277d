#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "run_program.h"

namespace pliant {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class BenchProgram : public test::ProgramTest {
 protected:
  test::Outcome bench(const std::string& arguments) const {
    return run(PLIANT_BENCH_PROGRAM, arguments);
  }
};

TEST_F(BenchProgram, MeasuresAsPliantBenchDoes) {
  const std::string quick = "cube15 --rounds 1 --seconds-each 0.001 --threads 1 ";
  const auto outcome = bench(quick + "--precision single --json report.json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const char* part : {"Triad bandwidth with 1 thread:", "cube15: cube cells=15",
                           "16875 tetrahedra", "pliant single, 1 thread"})
    EXPECT_THAT(outcome.out, HasSubstr(part));
  const json report = json::parse(text_of("report.json"));
  const json& timings = report["cases"].at(0)["timings"];
  EXPECT_EQ(timings.at(1)["name"], "pliant single, 1 thread");
  EXPECT_NEAR(timings[1]["tetrahedra_per_second"].get<double>(),
              16875e3 / timings[1]["milliseconds"].get<double>(), 1);
  for (const json& t : timings) EXPECT_EQ(t["precision"], "single");

  const auto other = pliant("bench " + quick + "--precision single --json");
  ASSERT_EQ(other.code, 0) << other.err;
  const json same = json::parse(other.out);
  for (const char* key : {"vertices", "edges", "step"})
    EXPECT_EQ(same["cases"][0][key], report["cases"][0][key]) << key;
}

TEST_F(BenchProgram, ListsAndHelps) {
  const auto list = bench("--list");
  EXPECT_EQ(list.code, 0);
  for (const char* name : {"bunny: ", "cube63: ", "forty_million: ", "fan: ", "batch: "})
    EXPECT_THAT(list.out, HasSubstr(name));
  const auto help = bench("--help");
  EXPECT_EQ(help.code, 0);
  for (const char* name : {"--backend", "--json FILE", "Examples:", "Exit codes:"})
    EXPECT_THAT(help.out, HasSubstr(name));
}

TEST_F(BenchProgram, WrongArgumentsExitWithTwo) {
  for (const char* arguments :
       {"nobody", "--bogus", "--rounds", "--rounds 0", "--rounds x", "--rounds 1x",
        "--seconds-each 0", "--seconds-each nan", "--threads 2000", "--precision half",
        "--backend gpu", "-x", "cube15 --rounds=0"}) {
    const auto outcome = bench(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_THAT(outcome.err, HasSubstr("--help")) << arguments;
  }
  EXPECT_THAT(bench("--bakend cpu").err, HasSubstr("did you mean '--backend'?"));
  EXPECT_THAT(bench("--backend gpu").err, HasSubstr("there are: auto, cpu, cuda"));
}

TEST_F(BenchProgram, FaultyInputExitsWithOne) {
  EXPECT_EQ(bench("bunny --models nowhere").code, 1);
  EXPECT_EQ(bench("cube15 --json nowhere/report.json").code, 1);
}

}  // namespace
}  // namespace pliant
