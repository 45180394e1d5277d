#include <gmock/gmock.h>
#include <pliant/probes.h>
#include <pliant/recording.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "record/export/html.h"
#include "run_program.h"
#include "support/meshes.h"

namespace pliant {
namespace {

using testing::HasSubstr;

class RecordingCommands : public test::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    Recorder recorder(path("run"), {}, {{"body", test::single_tetrahedron()}});
    ProbeTable probes(path("run") / "probes.csv",
                      {{"tip x", "m"}, {"tip y", "m"}, {"kinetic", "J"}});
    for (int i = 0; i < 9; ++i) {
      const double time = 0.1 * i;
      BodyFrame body;
      for (Vec3d p : recorder.bodies()[0].mesh.vertices) body.positions.push_back(p * (1 + time));
      recorder.add({i, time, {body}});
      probes.add(i, time, std::vector{std::sin(time), std::cos(time), i == 3 ? NAN : time});
    }
    recorder.finish();
  }
  void expect_refused(const std::string& command, const std::string& message, int code = 1) {
    const auto outcome = pliant(command);
    EXPECT_EQ(outcome.code, code) << command;
    EXPECT_EQ(outcome.out, "") << command;
    EXPECT_THAT(outcome.err, HasSubstr(message));
  }
};

TEST_F(RecordingCommands, ExportWritesEveryFormat) {
  for (const char* file : {"film.glb", "film.pvd", "film.csv", "film.npz"}) {
    const auto outcome = pliant(std::string("export run ") + file);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("9 of 9 frames from 0 s to 0.8 s"));
    EXPECT_TRUE(std::filesystem::exists(path(file)));
  }
  const auto outcome = pliant("export run film.obj --every 4 --json");
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["frames"], 3);
  EXPECT_TRUE(std::filesystem::exists(path("film_00002.obj")));
}

TEST_F(RecordingCommands, ExportWritesPages) {
  if (record::page_bundle().bytes == 0) {
    expect_refused("export run page.html", "page.html: this pliant was built without npm");
    return;
  }
  auto outcome = pliant("export run page.html --title 'A fall' --frames 4");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("4 of 9 frames"));
  EXPECT_THAT(text_of("page.html"), HasSubstr("<title>A fall</title>"));
  expect_refused("export run small.html --most-megabytes 0.1", "has no room for a recording");
  expect_refused("export run small.html --most-megabytes -1", "--most-megabytes", 2);
  outcome = pliant("drop cube cells=2 --seconds 0.2 --record fall.html");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("fall.html"));
  const std::string page = text_of("fall.html");
  EXPECT_THAT(page, HasSubstr("\"name\":\"kinetic\""));
  EXPECT_THAT(page, HasSubstr("\"floor\":0.0"));
}

TEST_F(RecordingCommands, ExportRefusesWhatItCannotDo) {
  expect_refused("export none film.glb", "none: there is no such folder");
  std::filesystem::create_directory(path("empty"));
  expect_refused("export empty film.glb", "empty: there is no recording in this folder");
  write("run2.txt", "text");
  expect_refused("export run2.txt film.glb", "run2.txt: is no recording");
  expect_refused("export run film.mov", "film.mov: recordings cannot be exported as .mov; use");
  expect_refused("export run no/film.glb", "no/film.glb: its folder is not there");
  expect_refused("export run run/probes.csv", "is a file of the recording's folder");
  expect_refused("export run film.glb --every 0", "--every", 2);
  write("run/recording.h5", "\x89HDF\r\n\x1a\n");
  expect_refused("export run film.glb", "run/recording.h5: the recording is damaged");
}

TEST_F(RecordingCommands, InfoTellsWhatIsInTheFolder) {
  for (const char* what : {"info run", "info run/recording.h5", "info run/recording.xdmf"}) {
    const auto outcome = pliant(what);
    EXPECT_EQ(outcome.code, 0) << what << outcome.err;
    for (const char* part :
         {"body: 4 vertices, 1 tetrahedra", "9 frames from 0 s to 0.8 s (steps 0 to 8)",
          "tip x [m], tip y [m], kinetic [J]", "9 rows from 0 s to 0.8 s (steps 0 to 8)"})
      EXPECT_THAT(outcome.out, HasSubstr(part)) << what;
  }
  const auto report = nlohmann::json::parse(pliant("info run --json").out);
  EXPECT_EQ(report["bodies"][0]["name"], "body");
  EXPECT_EQ(report["frames"]["count"], 9);
  EXPECT_EQ(report["frames"]["steps"], (nlohmann::json{0, 8}));
  EXPECT_EQ(report["probes"][2]["unit"], "J");
  std::filesystem::create_directory(path("empty"));
  expect_refused("info empty",
                 "empty: this folder is not one that a run has written; give the folder of 'pliant "
                 "run', or a mesh file");
  expect_refused("info run --histograms h.svg", "--histograms is for meshes", 2);
  write("run/recording.h5", "\x89HDF\r\n\x1a\n");
  expect_refused("info run", "run/recording.h5: the recording is damaged");
}

TEST_F(RecordingCommands, PlotDrawsPanelsByUnit) {
  const auto outcome = pliant("plot run tip kinetic -o plot.svg --title 'A <fall>'");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  pugi::xml_document svg;
  ASSERT_TRUE(svg.load_file(path("plot.svg").c_str()));
  EXPECT_EQ(svg.select_nodes("//path").size(), 3u);
  const std::string text = text_of("plot.svg");
  for (const char* part :
       {"tip x", "tip y", ">[m]<", ">kinetic [J]<", "time [s]", "A &lt;fall&gt;"})
    EXPECT_THAT(text, HasSubstr(part));
  // The line begins and ends with the data and stays within the frame.
  const pugi::xml_node frame = svg.select_node("//rect[@stroke]").node();
  const double low = frame.attribute("x").as_double();
  const double high = low + frame.attribute("width").as_double();
  for (const auto& found : svg.select_nodes("//path")) {
    std::istringstream points(std::string(found.node().attribute("d").value()).substr(1));
    double x = 0, y = 0;
    char comma = 0;
    int count = 0;
    while (points >> x >> comma >> y) {
      EXPECT_TRUE(x >= low - 0.01 && x <= high + 0.01) << x;
      ++count;
    }
    EXPECT_GE(count, 8);
  }
  EXPECT_EQ(pliant("plot run/probes.csv 'tip y' -o one.svg").code, 0);
}

TEST_F(RecordingCommands, PlotTakesAColumnByItsNameWithADotOrASpace) {
  ProbeTable probes(path("tip.csv"), {{"tip.x", "m"}, {"tip.y", "m"}, {"left wing.y", "m"}});
  for (int i = 0; i < 9; ++i) probes.add(i, i, std::vector{1.0 * i, 2.0 * i, 3.0 * i});
  probes.flush();
  ASSERT_EQ(pliant("plot tip.csv tip.y -o dot.svg --title a").code, 0);
  const auto space = pliant("plot tip.csv 'tip y' -o space.svg --title a");
  ASSERT_EQ(space.code, 0) << space.err;
  EXPECT_EQ(text_of("dot.svg"), text_of("space.svg"));
  EXPECT_EQ(pliant("plot tip.csv 'left wing y' -o wing.svg").code, 0);
  EXPECT_EQ(pliant("plot tip.csv 'left wing' -o wing.svg").code, 0);
  expect_refused("plot tip.csv 'tip z' -o a.svg", "there is no probe 'tip z'; did you mean 'tip.");
}

TEST_F(RecordingCommands, TheLabelsOfAPlotDiffer) {
  for (const double middle : {1.0, 1e6, -3e5, 1e-5})
    for (const double part : {1e-6, 1e-4, 1.0}) {
      ProbeTable probes(path("flat.csv"), {{"flat", "m"}});
      for (int i = 0; i < 9; ++i)
        probes.add(i, i, std::vector{middle * (1 + part * std::sin(1.0 * i))});
      probes.flush();
      ASSERT_EQ(pliant("plot flat.csv flat -o flat.svg").code, 0);
      pugi::xml_document svg;
      ASSERT_TRUE(svg.load_file(path("flat.svg").c_str()));
      std::vector<std::string> labels;
      for (const auto& found : svg.select_nodes("//text[@text-anchor='end']"))
        labels.emplace_back(found.node().child_value());
      EXPECT_GE(labels.size(), 3u);
      for (std::size_t i = 1; i < labels.size(); ++i) EXPECT_NE(labels[i - 1], labels[i]);
    }
}

TEST_F(RecordingCommands, PlotRefusesWhatItCannotDo) {
  expect_refused("plot run knietic -o a.svg",
                 "there is no probe 'knietic'; did you mean 'kinetic'?");
  expect_refused("plot run zzzzzzzz -o a.svg", "there are tip x, tip y, kinetic");
  expect_refused("plot none tip -o a.svg", "none: there is no such folder");
  expect_refused("plot run tip -o a.png", "'a.png' must end in .svg", 2);
  std::filesystem::remove(path("run") / "probes.csv");
  expect_refused("plot run tip -o a.svg", "run/probes.csv: there is no such file");
  EXPECT_FALSE(std::filesystem::exists(path("a.svg")));
}

}  // namespace
}  // namespace pliant
