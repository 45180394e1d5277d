#include <gmock/gmock.h>
#include <pliant/recording.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "run_program.h"

namespace pliant {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using Reproduce = test::ProgramTest;

const json& row_of(const json& report, const std::string& table, const std::string& law) {
  const json& rows = report["tables"][table]["rows"];
  const auto found = std::ranges::find_if(rows, [&](const json& row) { return row["law"] == law; });
  EXPECT_NE(found, rows.end()) << table << ' ' << law;
  return *found;
}

// What a law's forces give: near A E ε and A G γ, whatever the law.
void expect_fluxes(const json& report, const std::string& law) {
  for (const char* word : {"stretch", "compression"}) {
    const json& row = row_of(report, std::string("9.3, ") + word, law);
    EXPECT_EQ(row["expected"], 4.8e5);
    EXPECT_NEAR(row["flux"].get<double>() / 4.8e5, 1, 0.3) << law << ' ' << word;
    // The parts are the whole; what is left is damping of a body that has come to rest.
    if (row["elastic"].is_number()) {
      EXPECT_NEAR(
          (row["elastic"].get<double>() + row["shear"].get<double>()) / row["flux"].get<double>(),
          1, 0.02)
          << row;
    }
  }
  EXPECT_EQ(row_of(report, "9.4", law)["expected"], 5.7e5);
  EXPECT_NEAR(row_of(report, "9.4", law)["flux"].get<double>() / 5.7e5, 1, 0.4) << law;
}

// Published values stand beside the published models and nowhere else.
void expect_published(const json& report, const std::string& law) {
  const bool as_published = law.ends_with(" as published");
  const bool first = law.starts_with("CPM1");
  const auto is = [&](const char* table, const char* key, const json& value) {
    EXPECT_EQ(row_of(report, table, law)[key], as_published ? value : json())
        << table << ' ' << law;
  };
  is("swings_1m", "published", !first);
  is("swings_1m", "published_counts", "1679 / 7068 / 9835");
  is("9.3, stretch", "published_counts", "150 / 522 / 787");
  is("9.5", "published", first ? 10 : 1);
  is("9.5", "published_particles", "124, 1035");
  is("9.8", "published", !first);
  for (const json& row : report["tables"]["9.6"]["rows"]) {
    if (row["law"] != law) continue;
    const json told = row["constrained"] == "no" ? json(0.24) : json(4.6e-5);
    EXPECT_EQ(row["published"], as_published ? told : json()) << row;
  }
  EXPECT_EQ(row_of(report, "9.8", law)["published_counts"], "7222 / 26692 / 39351");
  EXPECT_EQ(row_of(report, "9.9", law)["published"], first                     ? json(53.0)
                                                     : law.starts_with("CPM2") ? json(120)
                                                                               : json());
}

TEST_F(Reproduce, E06AsAPageAndAsRows) {
  const auto outcome = pliant("reproduce E06 --quick --built-in --threads 2 --out report");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json report = json::parse(text_of("report/report.json"));
  const std::vector<std::string> laws = report["laws"];
  ASSERT_THAT(laws, ElementsAre("CPM1 as published", "CPM1", "CPM2 as published", "CPM2", "CPM3",
                                "springs"));
  for (const std::string& law : laws) {
    expect_fluxes(report, law);
    expect_published(report, law);
    EXPECT_EQ(row_of(report, "swings_1m", law)["damping"] == "none",
              law != "CPM1" && law != "CPM2");
    EXPECT_GT(row_of(report, "9.9", law)["seconds"].get<double>(), 0) << law;
    std::string id = law;
    std::ranges::replace(id, ' ', '-');
    const Recording twist(path("report/9.7.1-twist-" + id));
    EXPECT_GT(twist.frames(), 10) << law;
  }
  for (const char* law : {"CPM1", "CPM2", "CPM3", "springs"}) {
    EXPECT_TRUE(row_of(report, "swings_1m", law)["outcome"]) << law;
    EXPECT_LT(report["9.6"][law].get<double>(), 1e-4) << law;
    EXPECT_TRUE(report["sequences"]["bunny"][law]) << law;
  }
  // E06's own CPM1 runs away on the bunny's stand-in and on the beam; forces that are in line with
  // each other have no torque, CPM1's and CPM2's are not.
  EXPECT_FALSE(report["sequences"]["bunny"]["CPM1 as published"]);
  EXPECT_GT(report["9.4"]["CPM1"]["torque"].get<double>(),
            1e3 * report["9.4"]["CPM3"]["torque"].get<double>());
  EXPECT_GT(report["9.4"]["CPM2"]["torque"].get<double>(),
            1e3 * report["9.4"]["CPM3"]["torque"].get<double>());
  EXPECT_EQ(report["tables"]["9.7"]["rows"].size(), 4 * laws.size());
  EXPECT_TRUE(report["elastic_slope_at_rest"]);
  // A clipped diagram fills the body; none of its vertices lies outside.
  for (const json& row : report["tables"]["6.4"]["rows"])
    if (row["diagram"] == "clipped") {
      EXPECT_EQ(row["outside"], 0) << row;
      EXPECT_EQ(row["turned"], 0.0) << row;
    }
  const std::vector<std::string> remarks = report["remarks"];
  EXPECT_THAT(remarks, testing::Contains(HasSubstr("0.0046 %")));

  pugi::xml_document page;
  ASSERT_TRUE(page.load_file(path("report/E06.html").c_str()));
  EXPECT_EQ(page.select_nodes("//section").size(), 10u);
  EXPECT_EQ(page.select_nodes("//table").size(), report["tables"].size());
  // 6.5 and 6.6, 9.2 (two beams), 9.6, 9.7, 9.12, and six of each sequence that works.
  std::size_t pictures = 6u + 4u * 6u + 6u + 2u + 7u;
  for (const auto& [word, by_law] : report["sequences"].items())
    for (const json& works : by_law) pictures += works ? 6 : 0;
  EXPECT_GE(page.select_nodes("//img").size(), pictures);
}

}  // namespace
}  // namespace pliant
