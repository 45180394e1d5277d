#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "run_program.h"

namespace pliant {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// A drop that is not told how long it takes ends when the body lies at rest.
class DropRest : public test::ProgramTest {
 protected:
  json dropped(const std::string& arguments) const {
    const auto outcome = pliant("drop " + arguments + " --json --record fall.csv");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return json::parse(outcome.out);
  }
  // A column of the last row of the recording.
  double last(const std::string& column) const {
    std::istringstream table(text_of("fall.csv"));
    std::string head, row, line;
    std::getline(table, head);
    while (std::getline(table, line)) row = line;
    std::istringstream names(head), values(row);
    std::string name, value;
    while (std::getline(names, name, ',') && std::getline(values, value, ','))
      if (name == column) return std::stod(value);
    ADD_FAILURE() << "no " << column << " in " << head;
    return 0;
  }
  void expect_at_rest(const json& report, double size) const {
    EXPECT_EQ(report["ended_by"], "rest");
    EXPECT_LT(report["energy"]["end"]["kinetic"].get<double>(),
              1e-3 * report["energy"]["start"]["gravitational"].get<double>());
    EXPECT_NEAR(report["lowest_point"].get<double>(), 0, 0.02 * size);
    EXPECT_GT(report["simulated_seconds"].get<double>(), std::sqrt(size / 9.81));
    EXPECT_LT(report["simulated_seconds"].get<double>(), 60);
  }
};

TEST_F(DropRest, AJellyCritterLiesStill) {
  const json report = dropped("critter tets=1000 size=0.3 --material jelly");
  expect_at_rest(report, 0.3);
  // The film ends with it.
  EXPECT_NEAR(last("time_s"), report["simulated_seconds"].get<double>(), 1e-6);
}

TEST_F(DropRest, TinyAndLargeBodies) {
  expect_at_rest(dropped("cube cells=2 size=0.01 --material jelly"), 0.01);
  expect_at_rest(dropped("cube cells=2 size=3 --material foam"), 3);
}

// A stiff cube without damping to speak of is thrown up again and again: at the top of a bounce it
// is slow, too.
TEST_F(DropRest, NotInTheAir) {
  const json report = dropped("cube cells=2 size=0.2 --material rubber --height 1");
  expect_at_rest(report, 0.2);
  EXPECT_GT(report["simulated_seconds"].get<double>(), std::sqrt(2 / 9.81));
}

TEST_F(DropRest, SecondsAreTakenAsTheyAre) {
  const json report = dropped("cube cells=2 --seconds 0.25");
  EXPECT_EQ(report["ended_by"], "seconds");
  EXPECT_NEAR(report["simulated_seconds"].get<double>(), 0.25, 1e-6);
}

TEST_F(DropRest, SaysSoWhereItNeverRests) {
  const auto outcome = pliant("drop cube cells=1 --height 20000 --step 0.002 --young 1e5 --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(json::parse(outcome.out)["ended_by"], "longest fall");
  EXPECT_THAT(outcome.err, HasSubstr("still moves after 60 s"));
}

TEST_F(DropRest, EveryLawFalls) {
  std::vector<std::string> hashes;
  for (const char* law : {"elastic", "mass_spring", "cpm1", "cpm2", "cpm3", "neo_hookean",
                          "st_venant_kirchhoff", "fixed_corotated", "mooney_rivlin", "ogden"}) {
    const auto outcome =
        pliant(std::string("drop cube cells=2 --seconds 0.5 --hash --json --law ") + law);
    ASSERT_EQ(outcome.code, 0) << law << outcome.err;
    const json report = json::parse(outcome.out);
    EXPECT_EQ(report["law"], law);
    hashes.push_back(report["hash"]);
    // In words, too: not every law knows its energy.
    const auto told = pliant(std::string("drop cube cells=2 --seconds 0.01 --law ") + law);
    EXPECT_EQ(told.code, 0) << law << told.err;
    EXPECT_THAT(told.out, HasSubstr("energy ")) << law;
  }
  EXPECT_EQ(hashes[0],
            json::parse(pliant("drop cube cells=2 --seconds 0.5 --hash --json").out)["hash"]);
  EXPECT_NE(hashes[0], hashes[1]);
  EXPECT_NE(hashes[2], hashes[3]);
  EXPECT_EQ(pliant("drop cube --law springs").code, 2);
  EXPECT_EQ(pliant("drop cube --law cpm1 --as-published bunny").code, 2);
}

}  // namespace
}  // namespace pliant
