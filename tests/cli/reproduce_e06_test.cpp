#include <gmock/gmock.h>
#include <pliant/recording.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "run_program.h"

namespace pliant {
namespace {

using nlohmann::json;
using Reproduce = test::ProgramTest;

const json& row_of(const json& report, const std::string& table, const std::string& law) {
  const json& rows = report["tables"][table]["rows"];
  const auto found = std::ranges::find_if(rows, [&](const json& row) { return row["law"] == law; });
  EXPECT_NE(found, rows.end()) << table << ' ' << law;
  return *found;
}

TEST_F(Reproduce, E06AsAPageAndAsRows) {
  const auto outcome = pliant("reproduce E06 --quick --built-in --threads 2 --out report");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json report = json::parse(text_of("report/report.json"));
  const std::vector<std::string> laws = report["laws"];
  ASSERT_THAT(laws, testing::IsSupersetOf({"CPM2", "CPM3", "springs"}));

  for (const std::string& law : laws) {
    // Whatever the law, the flux is near A E ε and A G γ; two faces that are moved need forces.
    for (const char* word : {"stretch", "compression"}) {
      const json& row = row_of(report, std::string("9.3, ") + word, law);
      EXPECT_EQ(row["expected"], 4.8e5);
      EXPECT_NEAR(row["flux"].get<double>() / 4.8e5, 1, 0.3) << law << ' ' << word;
    }
    EXPECT_NEAR(row_of(report, "9.4", law)["flux"].get<double>() / 5.7e5, 1, 0.4) << law;
    EXPECT_TRUE(row_of(report, "swings_1m", law)["swings"]) << law;
    EXPECT_LT(report["9.6"][law].get<double>(), 1e-4) << law;
    EXPECT_GT(row_of(report, "9.9", law)["seconds"].get<double>(), 0) << law;
    const Recording twist(path("report/9.7.1-twist-" + law));
    EXPECT_GT(twist.frames(), 10) << law;
  }
  for (const json& row : report["tables"]["9.7 and 9.8"]["rows"]) EXPECT_TRUE(row["works"]) << row;
  EXPECT_EQ(report["tables"]["9.7 and 9.8"]["rows"].size(), 5 * laws.size());
  EXPECT_EQ(report["tables"]["9.5"]["rows"].size(), 2 * laws.size());
  EXPECT_TRUE(report["elastic_slope_at_rest"]);

  pugi::xml_document page;
  ASSERT_TRUE(page.load_file(path("report/E06.html").c_str()));
  EXPECT_EQ(page.select_nodes("//section").size(), 8u);
  EXPECT_EQ(page.select_nodes("//table").size(), report["tables"].size());
  EXPECT_EQ(page.select_nodes("//img").size(), 6 * 5 * laws.size());
}

}  // namespace
}  // namespace pliant
