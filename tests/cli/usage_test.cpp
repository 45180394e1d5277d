#include <gmock/gmock.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "run_program.h"

namespace pliant {
namespace {

using testing::HasSubstr;
using Usage = test::ProgramTest;

constexpr const char* corner_node = "4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n";
constexpr const char* corner_ele = "1 4 0\n0 0 1 2 3\n";

TEST_F(Usage, HelpGoesToStdoutAndNamesCommandsExamplesAndExitCodes) {
  const auto help = pliant("--help");
  EXPECT_EQ(help.code, 0);
  for (const char* part : {"info", "convert", "Examples:", "Exit codes: 0 fine"})
    EXPECT_THAT(help.out, HasSubstr(part));
  EXPECT_EQ(help.err, "");
}

TEST_F(Usage, EveryCommandHasHelpWithAnExample) {
  for (const char* command :
       {"drop", "run", "actions", "bench", "mesh", "shapes", "check", "info", "convert", "formats",
        "picture", "carry", "voronoi", "reproduce", "backends"}) {
    const auto help = pliant(std::string(command) + " --help");
    EXPECT_EQ(help.code, 0) << command;
    EXPECT_THAT(help.out, HasSubstr(std::string("  pliant ") + command)) << command;
  }
}

TEST_F(Usage, WrongUsageExitsWithTwoAndSaysHowToGoOn) {
  for (const char* arguments : {"",
                                "bogus",
                                "info",
                                "info a.node --bogus",
                                "info a.node --mass -1",
                                "picture a.node",
                                "picture a.node -o b.png --cut 3",
                                "picture a.node -o b.jpg",
                                "picture a.node -o b.png --yaw nan",
                                "info a.node --mass nan",
                                "info a.node --histograms h.pdf",
                                "convert a.node b.nothing",
                                "convert a.node b.msh --format-version 3",
                                "convert a.node b.vtu --format-version 4.1",
                                "drop a.obj --quality films",
                                "drop a.obj --quality film --tets 500",
                                "view a.obj --quality fine --edge 0.1",
                                "view a.obj --tets 0",
                                "mesh a.obj -o b.vtu --tets 0",
                                "mesh a.obj -o b.vtu --edge inf",
                                "voronoi a.node -o b.vtu"}) {
    const auto outcome = pliant(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_THAT(outcome.err, HasSubstr("--help")) << arguments;
  }
  EXPECT_THAT(pliant("bogus").err, HasSubstr("no command 'bogus'; there are: view, drop, run, "
                                             "resume, settle, sweep, actions, materials, mesh, "));
}

TEST_F(Usage, FaultyInputExitsWithOneAndNamesFileLineAndCure) {
  EXPECT_EQ(pliant("info nowhere.node").code, 1);
  EXPECT_THAT(pliant("info nowhere.node").err, HasSubstr("nowhere.node: cannot be read"));
  write("a.xyz", "");
  EXPECT_THAT(pliant("info nothing").err, HasSubstr("nothing: there is no such file; check"));
  EXPECT_THAT(pliant("info a.xyz").err, HasSubstr("no mesh format has the extension .xyz; use"));
  write("b.node", "2 3 0 0\n0 0 0 0\n1 oops 0 0\n");
  const auto broken = pliant("info b.node");
  EXPECT_EQ(broken.code, 1);
  EXPECT_THAT(broken.err, HasSubstr("b.node:3: expected a number, found 'oops'"));
  std::filesystem::create_directory(path("c.node"));
  EXPECT_EQ(pliant("info c.node").code, 1);
}

TEST_F(Usage, InfoTellsCountsVolumeAndQuality) {
  write("corner.node", corner_node);
  write("corner.ele", corner_ele);
  const auto report = nlohmann::json::parse(pliant("info corner.node --json --mass 8").out);
  EXPECT_EQ(report["vertices"], 4);
  EXPECT_EQ(report["edges"], 6);
  EXPECT_EQ(report["boundary_triangles"], 4);
  EXPECT_DOUBLE_EQ(report["volume"].get<double>(), 1.0 / 6);
  EXPECT_DOUBLE_EQ(report["quality"]["inverse mass"]["max"].get<double>(), 0.5);
  EXPECT_NEAR(report["quality"]["dihedral angle"]["max"].get<double>(), 90, 1e-12);
  EXPECT_THAT(pliant("info corner.node").out, HasSubstr("tetrahedra            1"));
}

TEST_F(Usage, HistogramsAreDrawnAsSvgAndPng) {
  write("corner.node", corner_node);
  write("corner.ele", corner_ele);
  EXPECT_EQ(pliant("info corner.node --histograms h.svg").code, 0);
  EXPECT_THAT(text_of("h.svg"), HasSubstr("<svg"));
  EXPECT_THAT(text_of("h.svg"), HasSubstr("dihedral angle"));
  EXPECT_EQ(pliant("info corner.node --histograms h.png").code, 0);
  EXPECT_EQ(text_of("h.png").substr(1, 3), "PNG");
  EXPECT_EQ(pliant("info corner.node --histograms UPPER.SVG").code, 0);
  EXPECT_EQ(pliant("info corner.node --histograms nowhere/h.svg").code, 1);
}

// gnuplot and the shell both have ways to run what stands between backticks.
TEST_F(Usage, FileNamesAreNeverRunAsCommands) {
  write("a`touch gotcha`'\"_{b}.node", corner_node);
  write("a`touch gotcha`'\"_{b}.ele", corner_ele);
  const auto outcome = pliant(
      "info \"a\\`touch gotcha\\`'\\\"_{b}.node\" --json --histograms \"h\\`touch gotcha\\`.svg\"");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(path("gotcha")));
  EXPECT_THAT(text_of("h`touch gotcha`.svg"), HasSubstr("_{b}"));
  EXPECT_TRUE(nlohmann::json::accept(outcome.out));
}

TEST_F(Usage, FullDisksAreNoticed) {
  write("corner.node", corner_node);
  write("corner.ele", corner_ele);
  std::filesystem::create_symlink("/dev/full", path("full.png"));
  std::filesystem::create_symlink("/dev/full", path("full.vtu"));
  EXPECT_EQ(pliant("picture corner.node -o full.png").code, 1);
  EXPECT_EQ(pliant("info corner.node --histograms full.png").code, 1);
  EXPECT_EQ(pliant("convert corner.node full.vtu").code, 1);
  EXPECT_EQ(std::system(("cd '" + path("").string() +
                         "' && '" PLIANT_PROGRAM "' info corner.node >/dev/full 2>/dev/null")
                            .c_str()),
            256);
}

TEST_F(Usage, PipesAndLinkLoopsAreRefused) {
  ASSERT_EQ(mkfifo(path("pipe.obj").c_str(), 0600), 0);
  std::filesystem::create_symlink("loop.obj", path("loop.obj"));
  EXPECT_THAT(pliant("info pipe.obj").err, HasSubstr("not a regular file"));
  EXPECT_EQ(pliant("info loop.obj").code, 1);
}

TEST_F(Usage, UpperCaseExtensionsBringTheirCompanions) {
  write("UP.NODE", corner_node);
  write("UP.ELE", corner_ele);
  EXPECT_THAT(pliant("info UP.NODE").out, HasSubstr("tetrahedra            1"));
  EXPECT_THAT(pliant("info UP.ELE").out, HasSubstr("tetrahedra            1"));
}

TEST_F(Usage, ABodyBecomesItsSurfaceWhereTheFormatHoldsSurfacesOnly) {
  write("corner.node", corner_node);
  write("corner.ele", corner_ele);
  for (const char* file : {"a.stl", "a.obj", "a.ply", "a.off", "a.glb"}) {
    const auto outcome = pliant(std::string("convert corner.node ") + file);
    EXPECT_EQ(outcome.code, 0) << file;
    EXPECT_THAT(outcome.err, HasSubstr("wrote the surface of the body")) << file;
    EXPECT_EQ(pliant(std::string("check ") + file).code, 0) << file;
  }
  EXPECT_EQ(pliant("mesh voxels -o voxels.node").code, 1);
  EXPECT_THAT(pliant("mesh voxels -o voxels.node").err, HasSubstr("none of the mesh's cells"));
  EXPECT_FALSE(std::filesystem::exists(path("voxels.node")));
}

TEST_F(Usage, TheThreadLimitIsChecked) {
  setenv("PLIANT_THREADS", "abc", 1);
  EXPECT_EQ(pliant("formats").code, 2);
  unsetenv("PLIANT_THREADS");
  for (const char* wrong : {"--threads 0 formats", "formats --threads 2000", "--threads formats"})
    EXPECT_EQ(pliant(wrong).code, 2) << wrong;
  EXPECT_EQ(pliant("--threads 2 formats").code, 0);
  EXPECT_EQ(pliant("formats --threads 2").code, 0);
  setenv("PLIANT_THREADS", "40", 1);
  EXPECT_EQ(pliant("mesh cube -o cube.vtu").err, "");
  unsetenv("PLIANT_THREADS");
}

TEST_F(Usage, PictureShowsTheBody) {
  write("corner.node", corner_node);
  write("corner.ele", corner_ele);
  EXPECT_EQ(pliant("picture corner.node -o p.png --width 64 --height 48").code, 0);
  EXPECT_EQ(text_of("p.png").substr(1, 3), "PNG");
  EXPECT_EQ(pliant("picture corner.node -o nowhere/p.png").code, 1);
}

TEST_F(Usage, ConvertLeavesNothingBehindWhenItFails) {
  write("corner.node", corner_node);
  write("corner.ele", corner_ele);
  EXPECT_EQ(pliant("convert corner.node copy.node").code, 0);
  EXPECT_THAT(text_of("copy.ele"), HasSubstr("0 0 1 2 3"));
  EXPECT_EQ(pliant("convert corner.node nowhere/copy.node").code, 1);
  EXPECT_FALSE(std::filesystem::exists(path("nowhere")));
}

}  // namespace
}  // namespace pliant
