#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "run_program.h"

namespace pliant {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using Reproduce = test::ProgramTest;

std::vector<int> column(const json& report, const std::string& table, const std::string& key) {
  std::vector<int> out;
  for (const json& row : report["tables"][table]["rows"]) out.push_back(row[key].get<int>());
  return out;
}

// Additions, subtractions, multiplications, comparisons, square roots, values kept.
void expect_operations(const json& report) {
  const auto of = [&](const char* table, const char* key) { return column(report, table, key); };
  EXPECT_THAT(of("table 4.1", "published_activation"), ElementsAre(6, 9, 15, 6, 3, 3));
  EXPECT_THAT(of("table 4.1", "activation"), ElementsAre(6, 12, 12, 6, 3, 3));
  EXPECT_THAT(of("table 4.1", "published_total"), ElementsAre(8, 12, 18, 7, 3, 4));
  EXPECT_EQ(of("table 4.1", "deactivation"), of("table 4.1", "published_deactivation"));
  EXPECT_THAT(of("table 4.2", "published_total"), ElementsAre(4, 6, 6, 2, 0, 1));
  EXPECT_THAT(of("table 4.3", "published_total"), ElementsAre(4, 0, 6, 2, 0, 0));
  for (const char* table : {"table 4.2", "table 4.3"}) {
    EXPECT_EQ(of(table, "activation"), of(table, "published_activation")) << table;
    EXPECT_EQ(of(table, "deactivation"), of(table, "published_deactivation")) << table;
    EXPECT_EQ(of(table, "total"), of(table, "published_total")) << table;
    EXPECT_EQ(of(table, "one_loop"), of(table, "activation")) << table;
    EXPECT_EQ(of("table 5.1", std::string(table).substr(6).c_str()), of(table, "total"));
  }
}

void expect_meshes(const json& report) {
  const auto of = [&](const char* key) { return column(report, "table 5.2", key); };
  EXPECT_THAT(of("published_vertices"), ElementsAre(159, 929, 1729, 1442));
  EXPECT_THAT(of("published_triangles"), ElementsAre(314, 1854, 3454, 2880));
  EXPECT_THAT(of("published_tetrahedra"), ElementsAre(441, 3100, 5818, 4098));
  EXPECT_THAT(of("published_edges"), ElementsAre(756, 4955, 9273, 6979));
  for (const auto& [key, most] : {std::pair{"edges", 0.1}, {"vertices", 0.2}, {"tetrahedra", 0.35}})
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_NEAR(
          static_cast<double>(of(key)[i]) / of((std::string("published_") + key).c_str())[i], 1,
          most)
          << key;
}

// 3 s without a load, 3 s with one: what no number could be would be null.
void expect_history(const json& history, double nodes) {
  for (const char* key : {"rate", "selecting", "stepping", "active"}) {
    ASSERT_EQ(history[key].size(), 6u) << key;
    for (const json& value : history[key]) {
      ASSERT_TRUE(value.is_number()) << key;
      EXPECT_GE(value.get<double>(), 0) << key;
    }
  }
  for (const json& active : history["active"]) EXPECT_LE(active.get<double>(), nodes);
  for (const char* key : {"largest_error", "mean_error"}) ASSERT_TRUE(history[key].is_number());
  EXPECT_LE(history["mean_error"], history["largest_error"]);
}

TEST_F(Reproduce, S07AsAPageAndAsRows) {
  const auto outcome = pliant("reproduce S07 --quick --built-in --threads 2 --out report");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json report = json::parse(text_of("report/report.json"));
  expect_operations(report);
  expect_meshes(report);

  const json& histories = report["histories"];
  ASSERT_EQ(histories.size(), 4u);
  EXPECT_EQ(histories["icos12"].size(), 9u);
  for (std::size_t i = 0; i < 4; ++i) {
    const json& mesh = report["tables"]["table 5.2"]["rows"][i];
    const double nodes = mesh["vertices"];
    const json& methods = histories[mesh["mesh"].get<std::string>()];
    for (const auto& [key, history] : methods.items()) expect_history(history, nodes);
    EXPECT_EQ(methods["classical"]["largest_error"], 0.0);
    EXPECT_EQ(methods["classical"]["active"].back(), nodes);
    // What is at rest sleeps; a load wakes it.
    for (const char* key : {"default", "automatic"}) {
      EXPECT_LT(methods[key]["active"][2].get<double>(), 0.1 * nodes) << mesh << key;
      EXPECT_GT(methods[key]["active"][3].get<double>(), 0) << mesh << key;
    }
    const json& ours = methods["automatic"];
    EXPECT_LE(ours["largest_error"], ours["tolerance"]) << mesh;
  }

  EXPECT_THAT(column(report, "table 5.3", "active_time"),
              ElementsAre(2000, 1, 2000, 2000, 1, 1000, 4000));
  EXPECT_THAT(column(report, "table 5.3", "squared_speed"), ElementsAre(10, 10, 1, 10, 1, 10, 20));
  EXPECT_THAT(column(report, "table 5.3", "neighbour_time"),
              ElementsAre(2000, 2000, 2000, 1, 1, 1000, 4000));
  EXPECT_THAT(column(report, "figures 5.3 to 5.5, numbers", "published"),
              ElementsAre(6, 12, 19, 1, 300, 50, 40, 1000));
  for (const char* table : {"figure 5.3", "figure 5.4", "figure 5.5"})
    EXPECT_EQ(report["tables"][table]["rows"].size(), 3u);
  EXPECT_EQ(report["tables"]["figures 5.6 to 5.9"]["rows"].size(), 9u);
  EXPECT_EQ(report["tables"]["figures 5.6 to 5.9, other loads"]["rows"].size(), 8u);
  EXPECT_EQ(report["tables"]["figures 5.3 to 5.5, statements"]["rows"].size(), 7u);
  EXPECT_EQ(report["tables"]["figures 5.6 to 5.9, statements"]["rows"].size(), 15u);

  pugi::xml_document page;
  ASSERT_TRUE(page.load_file(path("report/S07.html").c_str()));
  EXPECT_EQ(page.select_nodes("//section").size(), 7u);
  EXPECT_EQ(page.select_nodes("//table").size(), report["tables"].size());
  EXPECT_EQ(page.select_nodes("//*[name()='svg']").size(), 5u * 4u);
}

}  // namespace
}  // namespace pliant
