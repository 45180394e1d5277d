#include <gmock/gmock.h>
#include <pliant/model.h>
#include <pliant/quality.h>
#include <pliant/shapes.h>
#include <pliant/tet_mesh.h>

#include <nlohmann/json.hpp>
#include <numbers>
#include <pugixml.hpp>

#include "reproduce/r06_meshes.h"
#include "run_program.h"

namespace pliant {
namespace {

using nlohmann::json;
using testing::HasSubstr;
namespace r06 = app::r06;

std::size_t simplices(const Mesh& mesh) {
  return std::max(mesh.triangles.size(), mesh.tetrahedra.size());
}

TEST(R06Meshes, HaveThePublishedCounts) {
  for (const auto& list : {r06::triangle_meshes(), r06::tetrahedral_meshes()})
    for (const r06::PublishedMesh& p : list) {
      const Mesh mesh = make_shape(p.shape, p.parameters);
      EXPECT_EQ(mesh.vertices.size(), p.masses) << p.name;
      EXPECT_EQ(simplices(mesh), p.simplices) << p.name;
    }
  for (std::size_t i = 0; i < r06::fans().size(); ++i) {
    const r06::PublishedMesh& p = r06::fans()[i];
    const Mesh mesh = make_shape(p.shape, p.parameters);
    EXPECT_EQ(mesh.vertices.size(), p.masses + 1);  // the centre is not counted there
    EXPECT_EQ(mesh.tetrahedra.size(), p.simplices);
    EXPECT_EQ(r06::grid_beside_fan(i).tetrahedra.size(), p.simplices);
  }
}

TEST(R06Meshes, WorstCaseFillsTheBallFromOneVertex) {
  for (const r06::PublishedMesh& p : r06::fans()) {
    const Mesh ball = make_shape(p.shape, p.parameters);
    const Mesh surface = make_shape("icosphere", p.parameters);
    const double inside = enclosed_volume(surface.vertices, surface.triangles.cells);
    EXPECT_NEAR(total_volume(ball.vertices, ball.tetrahedra.cells), inside, 1e-9);
    EXPECT_NEAR(inside, std::numbers::pi / 6, 0.005);  // of diameter 1
    const auto centre = static_cast<Index>(ball.vertices.size() - 1);
    for (const Tetrahedron& t : ball.tetrahedra.cells) ASSERT_EQ(std::ranges::count(t, centre), 1);
    // R06: all other vertices are in six tetrahedra, but for the twelve corners of five.
    const TetMesh mesh(ball);
    for (Index v = 0; v < centre; ++v)
      ASSERT_EQ(mesh.vertex_tetrahedra()[v].size(), v < 12 ? 5u : 6u);
  }
}

using Reproduce = test::ProgramTest;

TEST_F(Reproduce, R06AsAPageAndAsRows) {
  const auto outcome = pliant("reproduce R06 --quick --threads 2 --out report");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json report = json::parse(text_of("report/report.json"));
  const bool card = cuda_card().usable();
  EXPECT_EQ(report["card"].is_string(), card);

  const auto rows = [&](const std::string& table) { return report["tables"][table]["rows"]; };
  const auto positive = [&](const json& row, std::vector<std::string> keys,
                            const std::string& card_key) {
    if (card)
      keys.push_back(card_key);
    else
      EXPECT_EQ(row[card_key], nullptr) << row;
    for (const std::string& key : keys) EXPECT_GT(row[key].get<double>(), 0) << key << ' ' << row;
  };
  const auto expect_published = [&](const std::string& table,
                                    const std::vector<std::pair<int, int>>& gpu_and_cpu) {
    ASSERT_EQ(rows(table).size(), gpu_and_cpu.size());
    for (std::size_t i = 0; i < gpu_and_cpu.size(); ++i) {
      EXPECT_EQ(rows(table)[i]["published_gpu"], gpu_and_cpu[i].first);
      EXPECT_EQ(rows(table)[i]["published_cpu"], gpu_and_cpu[i].second);
    }
  };
  expect_published("figure 4", {{108, 90}, {31, 20}, {29, 15}, {15, 7}, {8, 3}});
  expect_published("figure 5", {{70, 48}, {57, 39}, {48, 31}, {28, 13}, {22, 9}, {16, 6}, {10, 4}});
  EXPECT_EQ(rows("figure 5").back()["springs"], 197190);
  EXPECT_EQ(rows("figure 5").back()["own_springs"], 6 * 162000);
  EXPECT_EQ(rows("figure 4")[0]["own_springs"], 3 * 16384);
  for (const char* table : {"figure 4", "figure 5", "figure 6"})
    for (const json& row : rows(table))
      positive(row, {"own_one_thread", "own_all_threads"}, "own_card");
  EXPECT_EQ(rows("chains").size(), 3u);
  EXPECT_EQ(rows("figure 6").size(), 4u);  // each beside a grid
  EXPECT_EQ(rows("figure 6")[0]["published_gpu"], 64);
  EXPECT_EQ(rows("figure 6")[2]["published_cpu"], 19);
  for (const char* table : {"chains", "figure 4", "figure 5", "figure 6"}) {
    for (const json& row : rows(table)) positive(row, {"one_thread", "all_threads"}, "card");
    for (const json& row : rows(std::string(table) + ", time"))
      positive(row, {"step", "simplices_per_second"}, "card_step");
  }
  for (const json& row : rows("figure 5, time")) positive(row, {"full_step"}, "full_card_step");
  for (const json& row : rows("figure 6 beside grids"))
    positive(row, {"one_thread", "all_threads", "relation_all_threads"}, "relation_card");

  // Euler's formula: V - E + F is 2 for spheres and 1 for sheets and chains.
  const auto euler = [](const json& row) {
    return row["masses"].get<int>() - row["springs"].get<int>() + row["simplices"].get<int>();
  };
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(euler(rows("figure 4")[i]), i % 2 == 0 ? 1 : 2);
  for (const json& row : rows("chains")) EXPECT_EQ(row["springs"], row["simplices"]);

  EXPECT_LT(report["changed_beside_rebuilt"].get<double>(), 1e-3);
  ASSERT_EQ(rows("section 6").size(), 7u);
  for (std::size_t i = 2; i < 7; ++i)
    positive(rows("section 6")[i], {"relations", "alone", "with_step", "build_ratio"},
             "card_with_step");

  pugi::xml_document page;
  ASSERT_TRUE(page.load_file(path("report/R06.html").c_str()));
  EXPECT_EQ(page.select_nodes("//section").size(), 5u);
  EXPECT_EQ(page.select_nodes("//table").size(), report["tables"].size());
  EXPECT_EQ(page.select_nodes("//*[name()='svg']").size(), 2u);
}

}  // namespace
}  // namespace pliant
