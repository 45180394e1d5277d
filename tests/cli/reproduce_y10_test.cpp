#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "run_program.h"

namespace pliant {
namespace {

using nlohmann::json;
using Reproduce = test::ProgramTest;

TEST_F(Reproduce, Y10AsAPageAndAsRows) {
  const auto outcome = pliant("reproduce Y10 --quick --built-in --threads 2 --out report");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json report = json::parse(text_of("report/report.json"));

  const json& off_line = report["tables"]["table 1, off line"]["rows"];
  const json& on_line = report["tables"]["table 1, on line"]["rows"];
  ASSERT_EQ(off_line.size(), 5u);
  ASSERT_EQ(on_line.size(), 5u);
  const double wanted[] = {323, 5372, 10000, 13852, 32959};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(off_line[i]["published_tetrahedra"], wanted[i]);
    EXPECT_NEAR(off_line[i]["tetrahedra"].get<double>() / wanted[i], 1, 0.1);
    for (const char* key : {"build", "solve", "initialise"})
      EXPECT_GT(off_line[i][key].get<double>(), 0) << key;
    for (const char* key : {"steps", "surface_steps"})
      EXPECT_GT(on_line[i][key].get<double>(), 0) << key;
  }

  // Two nodes turn as far as all modes do; (11) at all nodes turns less, (10) shakes.
  const auto twist = [&](const char* form, const char* what) {
    return report["twist"][form][what].get<double>();
  };
  EXPECT_NEAR(twist("full", "angle"), 90, 5);
  EXPECT_NEAR(twist("two", "angle"), twist("full", "angle"), 5);
  EXPECT_LT(twist("all", "angle"), 0.85 * twist("full", "angle"));
  EXPECT_GT(twist("warped", "shaking"), 5 * twist("two", "shaking"));
  const json& deviation = report["deviation"];
  EXPECT_LT(deviation["two_50"].get<double>(), 0.2);  // % of the length, as published
  EXPECT_GT(deviation["two_300"].get<double>(), deviation["two_50"].get<double>());
  EXPECT_LT(deviation["all_300"].get<double>(), 1e-3);
  for (const json& row : report["tables"]["figure 4"]["rows"])
    EXPECT_LE(row["most"].get<double>(), row["chance_most"].get<double>());

  // The bars of Figure 7: what is rigid stays so, and its boundary hardly parts.
  const json& bars = report["tables"]["figure 7"]["rows"];
  ASSERT_EQ(bars.size(), 2u);
  for (const json& bar : bars) EXPECT_GT(bar["moved"].get<double>(), 0.2);
  EXPECT_TRUE(bars[0]["stretch"].is_null());  // nothing is rigid there
  EXPECT_LT(bars[1]["stretch"].get<double>(), 1e-3);
  EXPECT_LT(bars[1]["deviation"].get<double>(), 1);

  pugi::xml_document page;
  ASSERT_TRUE(page.load_file(path("report/Y10.html").c_str()));
  EXPECT_EQ(page.select_nodes("//section").size(), 6u);
  EXPECT_EQ(page.select_nodes("//table").size(), report["tables"].size());
  EXPECT_EQ(page.select_nodes("//img").size(), 6u + 4u + 2u);
}

}  // namespace
}  // namespace pliant
