#include <gmock/gmock.h>
#include <pliant/backends.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "run_program.h"

namespace pliant {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using Reproduce = test::ProgramTest;

// Every number is finite where it is not null on purpose: JSON has no other way to say infinite.
void expect_rows(const json& report, const std::string& table, std::size_t rows,
                 const std::vector<std::string>& numbers) {
  ASSERT_TRUE(report["tables"].contains(table)) << table;
  const json& found = report["tables"][table]["rows"];
  EXPECT_EQ(found.size(), rows) << table;
  for (const json& row : found)
    for (const std::string& key : numbers) EXPECT_TRUE(row[key].is_number()) << table << ' ' << row;
}

TEST_F(Reproduce, L13AsAPageAndAsRows) {
  const auto outcome = pliant("reproduce L13 --quick --out new/folder");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json report = json::parse(text_of("new/folder/report.json"));
  expect_rows(report, "table 5.1", 5, {"vertices", "tetrahedra", "edges"});
  expect_rows(report, "table 5.2", 5, {"mass", "largest", "over", "percent"});
  expect_rows(report, "table 6.1", 6, {"time", "step", "estimate", "ratio"});
  expect_rows(report, "table 6.1 with (3.11)", 6, {"time", "step", "estimate", "ratio"});
  expect_rows(report, "table 6.2", 5, {"steps_per_second"});
  expect_rows(report, "table 6.3", 5, {"estimate", "smallest_volume", "largest_volume"});
  expect_rows(report, "figure 6.1", 5, {"published_cpu", "one_thread", "all_threads"});
  // Our times on the card stand beside the published ones where there is a card, else nothing does.
  for (const json& row : report["tables"]["figure 6.1"]["rows"])
    EXPECT_EQ(row["card"].is_number(), cuda_card().usable()) << row;
  expect_rows(report, "figure 6.3", 2, {"resting_height", "resting_volume"});

  // L13: Euler < midpoint < Verlet = Euler-Cromer, and the stiff bunny stands while the other
  // melts.
  const json& steps = report["tables"]["table 6.1"]["rows"];
  EXPECT_LT(steps[0]["step"], steps[1]["step"]);
  EXPECT_LT(steps[1]["step"], steps[2]["step"]);
  EXPECT_NEAR(steps[2]["step"].get<double>() / steps[3]["step"].get<double>(), 1, 0.1);
  // c / k of springs and volumes is 2 ms, the limit of explicit Euler.
  EXPECT_NEAR(steps[0]["estimate"].get<double>(), 2, 0.01);
  for (const json& row : report["tables"]["table 6.3"]["rows"]) EXPECT_TRUE(row["stable"]) << row;
  const json& bunnies = report["tables"]["figure 6.3"]["rows"];
  EXPECT_GT(bunnies[0]["resting_height"].get<double>(),
            bunnies[1]["resting_height"].get<double>() + 0.1);
  EXPECT_TRUE(report["ranking_holds"]);

  pugi::xml_document page;
  ASSERT_TRUE(page.load_file(path("new/folder/L13.html").c_str()));
  const auto all = [&](const char* query) { return page.select_nodes(query).size(); };
  EXPECT_EQ(all("//section"), 7u);
  EXPECT_EQ(all("//table"), report["tables"].size());
  EXPECT_EQ(all("//*[name()='svg']"), 9u);
  EXPECT_EQ(all("//img[starts-with(@src,'data:image/png;base64,')]"), 12u);
  EXPECT_EQ(all("//script"), 0u);
}

TEST_F(Reproduce, UnknownPapersAndFoldersAreNamed) {
  const auto unknown = pliant("reproduce X99 --out never");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("no paper 'X99'; there are: E06, L13, R06"));
  EXPECT_FALSE(std::filesystem::exists(path("never")));
  EXPECT_EQ(pliant("reproduce L13 --models nowhere").code, 1);
  EXPECT_EQ(pliant("reproduce L13 --threads 0").code, 2);
  EXPECT_EQ(pliant("reproduce L13 --models . --built-in").code, 2);
  write("file", "");
  EXPECT_EQ(pliant("reproduce L13 --quick --out file/folder").code, 1);
}

}  // namespace
}  // namespace pliant
