#include <gmock/gmock.h>
#include <pliant/backends.h>
#include <pliant/bodies.h>
#include <pliant/model.h>
#include <pliant/shapes.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "reproduce/l13_energy.h"
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

// What a column of a table has, row by row.
void expect_column(const json& report, const std::string& table, const std::string& key,
                   const std::vector<json>& values) {
  const json& rows = report["tables"][table]["rows"];
  ASSERT_GE(rows.size(), values.size()) << table;
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(rows[i][key], values[i]) << table << ", " << key << ", row " << i;
}

// As L13 prints them.
void expect_published(const json& report) {
  expect_column(report, "table 5.1", "published_vertices", {3041, 4742, 7133, 25156, 33276});
  expect_column(report, "table 5.1", "published_tetrahedra", {15484, 19507, 35081, 102453, 145835});
  expect_column(report, "table 5.1", "published_edges", {19706, 27452, 45417, 143704, 197798});
  expect_column(report, "table 5.2", "mass", {50.0, 75.0, 100.0, 200.0, 200.0});
  expect_column(report, "table 5.2", "truncation", {nullptr, 500.0, 500.0, 250.0, 2000.0});
  expect_column(report, "table 5.2", "published_largest",
                {143.04, 9739.69, 7667.24, 1.34e10, 5.59e9});
  expect_column(report, "table 5.2", "published_over", {0, 55, 93, 16204, 13108});
  expect_column(report, "table 5.2", "published_percent", {0.0, 1.2, 1.3, 64.4, 39.4});
  for (const char* table : {"table 6.1", "table 6.1 with (3.11)", "table 6.1, springs alone"}) {
    expect_column(report, table, "published_time", {9.6, 14.3, 9.6, 9.6, nullptr, nullptr});
    expect_column(report, table, "published_step", {3.0, 3.5, 6.5, 6.5, nullptr, nullptr});
    expect_column(report, table, "published_ratio", {0.313, 0.245, 0.677, 0.677, nullptr, nullptr});
  }
  expect_column(report, "table 6.2", "published_cpu", {"+60", "+60", "37", "12", "8"});
  expect_column(report, "table 6.2", "published_gpu", {"+60", "+60", "+60", "+60", "30"});
  expect_column(report, "table 6.3", "distance", {50.0, 50.0, 50.0, 30.0, 40.0});
  expect_column(report, "table 6.3", "distance_damping", {0.001, 0.001, 0.001, 0.001, 0.00001});
  expect_column(report, "table 6.3", "volume", {25.0, 20.0, 20.0, 20.0, 20.0});
  expect_column(report, "table 6.3", "volume_damping", {0.01, 0.01, 0.01, 0.002, 0.001});
  expect_column(report, "table 6.3", "step", {0.008, 0.005, 0.005, 0.0025, 0.0025});
  expect_column(report, "figure 6.1", "published_cpu", {11.4, 15.8, 26.8, 83.3, 115.2});
  expect_column(report, "figure 6.1", "published_gpu", {1.2, 1.8, 3.0, 8.6, 11.8});
}

TEST_F(Reproduce, L13AsAPageAndAsRows) {
  const auto outcome = pliant("reproduce L13 --quick --out new/folder");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json report = json::parse(text_of("new/folder/report.json"));
  expect_published(report);
  expect_rows(report, "table 5.1", 5, {"vertices", "tetrahedra", "edges"});
  expect_rows(report, "table 5.2", 5, {"mass", "largest", "over", "percent"});
  for (const char* table : {"table 6.1", "table 6.1 with (3.11)", "table 6.1, springs alone"})
    expect_rows(report, table, 6, {"time", "step", "estimate", "ratio"});
  expect_rows(report, "table 6.2", 5, {"steps"});
  expect_rows(report, "table 6.3, tried", 15, {"estimate", "smallest_volume", "largest_volume"});
  expect_rows(report, "figure 6.1", 5,
              {"published_cpu", "one_thread", "all_threads", "cromer_all_threads",
               "unlimited_all_threads"});
  // Our times on the card stand beside the published ones where there is a card, else nothing does.
  for (const char* key : {"card", "cromer_card"})
    for (const json& row : report["tables"]["figure 6.1"]["rows"])
      EXPECT_EQ(row[key].is_number(), cuda_card().usable()) << row;
  expect_rows(report, "figure 6.1, ratios", 5, {"published_ratio"});
  for (const json& row : report["tables"]["figure 6.1, ratios"]["rows"])
    EXPECT_EQ(row["all_threads_ratio"].is_number(), cuda_card().usable()) << row;
  expect_rows(report, "figure 6.2", 5, {"verlet", "euler_cromer", "difference"});
  expect_rows(report, "figure 6.3", 2, {"resting_height", "resting_volume"});

  // L13: Euler < midpoint < Verlet = Euler-Cromer, and the stiff bunny stands while the other
  // melts.
  const json& steps = report["tables"]["table 6.1"]["rows"];
  EXPECT_LT(steps[0]["step"], steps[1]["step"]);
  EXPECT_LT(steps[1]["step"], steps[2]["step"]);
  EXPECT_NEAR(steps[2]["step"].get<double>() / steps[3]["step"].get<double>(), 1, 0.1);
  // c / k of springs and volumes is 2 ms, the limit of explicit Euler.
  EXPECT_NEAR(steps[0]["estimate"].get<double>(), 2, 0.01);
  for (const json& row : report["tables"]["table 6.3, tried"]["rows"])
    if (row["damping"] == "(3.9)") {
      EXPECT_TRUE(row["stable"]) << row;
    }
  // The cut lets the ill-shaped body take larger steps.
  const json& cut = report["tables"]["truncation"]["rows"].back();
  EXPECT_GT(cut["over"].get<int>(), 0);
  EXPECT_GT(cut["estimate"].get<double>(), 1.2 * cut["estimate_uncut"].get<double>());
  const json& bunnies = report["tables"]["figure 6.3"]["rows"];
  EXPECT_GT(bunnies[0]["resting_height"].get<double>(),
            bunnies[1]["resting_height"].get<double>() + 0.1);
  EXPECT_TRUE(report["ranking_holds"]);

  pugi::xml_document page;
  ASSERT_TRUE(page.load_file(path("new/folder/L13.html").c_str()));
  const auto all = [&](const char* query) { return page.select_nodes(query).size(); };
  EXPECT_EQ(all("//section"), 10u);
  EXPECT_EQ(all("//table"), report["tables"].size());
  EXPECT_EQ(all("//*[name()='svg']"), 9u);
  // Figures 5.1 (two of each mesh), 6.2 (four of each mesh and method) and 6.3.
  EXPECT_EQ(all("//img[starts-with(@src,'data:image/png;base64,')]"), 10u + 40u + 12u);
  EXPECT_EQ(all("//script"), 0u);
}

// The work that the forces of (3.11) take, summed over small steps of a change of size.
TEST(L13Energy, IsTheWorkOfAChangeOfSize) {
  const TetMesh mesh(make_shape("cube", {{"cells", 2}, {"tets_per_cell", 5}}));
  const double stiffness = 7;
  const Model model(published_solid(mesh, {.mass = 1,
                                           .distance = 1,
                                           .distance_damping = 0,
                                           .volume = stiffness,
                                           .volume_damping = 0,
                                           .normal_damping = true}),
                    {.precision = Precision::double_precision});
  State state(model, {.time_step = 1e-3});
  const std::vector<Index> vertices = model.relation_vertices(1);
  const auto sized = [&](double factor) {
    std::vector<Vec3d> out(mesh.vertices().begin(), mesh.vertices().end());
    for (Vec3d& p : out) p *= factor;
    return out;
  };
  EXPECT_EQ(app::l13::normal_volume_energy(mesh, mesh.vertices(), stiffness), 0);
  for (const double end : {0.8, 1.3}) {
    // A tetrahedron of the mesh moves as a whole, too, which costs nothing only where its own
    // forces add up to zero; those of (3.11) do not. So each is moved about its own centroid.
    double work = 0;
    constexpr int steps = 2000;
    for (int i = 0; i < steps; ++i) {
      const double from = 1 + (end - 1) * i / steps, to = 1 + (end - 1) * (i + 1) / steps;
      state.set_positions(sized((from + to) / 2));
      const std::vector<Vec3d> forces = state.relation_forces(1);
      for (std::size_t t = 0; t < forces.size(); t += 4) {
        Vec3d centroid;
        for (std::size_t k = t; k < t + 4; ++k) centroid += mesh.vertices()[vertices[k]] / 4;
        for (std::size_t k = t; k < t + 4; ++k)
          work -= dot(forces[k], (mesh.vertices()[vertices[k]] - centroid) * (to - from));
      }
    }
    const double energy = app::l13::normal_volume_energy(mesh, sized(end), stiffness);
    EXPECT_GT(energy, 0);
    EXPECT_NEAR(energy / work, 1, 1e-5) << end;
  }
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

TEST_F(Reproduce, PartsAlone) {
  const auto unknown = pliant("reproduce E06 --only 9.2,9.1 --out never");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("--only 9.1: E06 has no such part; there are: 6.4, 7.5, 9.2"));
  EXPECT_FALSE(std::filesystem::exists(path("never")));
  const auto outcome = pliant("reproduce E06 --quick --built-in --only 7.5 --out one");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  pugi::xml_document page;
  ASSERT_TRUE(page.load_file(path("one/E06.html").c_str()));
  EXPECT_EQ(page.select_nodes("//section").size(), 1u);
}

}  // namespace
}  // namespace pliant
