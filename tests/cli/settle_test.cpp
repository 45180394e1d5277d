#include <gmock/gmock.h>
#include <pliant/io.h>

#include <nlohmann/json.hpp>

#include "run_program.h"

namespace pliant {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using Settle = test::ProgramTest;

TEST_F(Settle, ABodySagsUnderItsWeight) {
  const auto outcome =
      pliant("settle cube cells=3 --material jelly --hold left -o bent.vtu --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json report = json::parse(outcome.out);
  EXPECT_TRUE(report["converged"]);
  EXPECT_EQ(report["bodies"][0]["vertices"], 64);
  EXPECT_GT(report["bodies"][0]["moved"], 0);
  EXPECT_EQ(read_mesh(path("bent.vtu")).vertices.size(), 64u);
  const auto stands = pliant("settle cube cells=3 --material jelly");
  EXPECT_EQ(stands.code, 0) << stands.err;
  EXPECT_THAT(stands.out, HasSubstr("settled"));
}

TEST_F(Settle, SaysWhatItCannotDo) {
  EXPECT_EQ(pliant("settle cube --hold sideways").code, 2);
  EXPECT_EQ(pliant("settle nowhere.obj").code, 1);
  EXPECT_EQ(pliant("settle cube cells=2 --tolerance 0").code, 1);
}

}  // namespace
}  // namespace pliant
