#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/io.h>
#include <pliant/tet_mesh.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace pliant {
namespace {

using testing::HasSubstr;

struct Outcome {
  int code;
  std::string out, err;
};

class Structgen : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("structgen_" + std::string(info->name()) + "_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path at(const std::string& name) const { return folder_ / name; }

  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(at(name), std::ios::binary) << bytes;
  }

  std::string read(const std::string& name) const {
    std::ifstream file(at(name), std::ios::binary);
    std::stringstream all;
    all << file.rdbuf();
    return all.str();
  }

  Outcome run(const std::string& arguments) const {
    const std::string command = "cd '" + folder_.string() + "' && '" STRUCTGEN_PROGRAM "' " +
                                arguments + " >out.txt 2>err.txt";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read("out.txt"), read("err.txt")};
  }

  // The unit cube as an OBJ file of quadrilaterals' halves, facing outwards.
  static constexpr const char* cube_obj =
      "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
      "f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\nf 1 2 6\nf 1 6 5\n"
      "f 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 5 8\n";
  static constexpr const char* points_node =
      "5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n";
  static constexpr const char* cube_smesh =
      "8 3 0 0\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 0 0 1\n6 1 0 1\n7 1 1 1\n8 0 1 1\n"
      "6 0\n4 1 2 3 4\n4 5 6 7 8\n4 1 2 6 5\n4 2 3 7 6\n4 3 4 8 7\n4 4 1 5 8\n0\n0\n";

 private:
  std::filesystem::path folder_;
};

TEST_F(Structgen, FillsASurfaceThatPliantReads) {
  write("cube.obj", cube_obj);
  const Outcome outcome = run("nqa0.01 cube.obj cube.str");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, HasSubstr("cube.str: "));
  const Mesh mesh = read_mesh(at("cube.str"));
  const TetMesh solid(mesh);
  EXPECT_NEAR(solid.volume(), 1, 1e-12);
  for (const auto& t : solid.tetrahedra())
    EXPECT_LE(signed_volume(mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]],
                            mesh.vertices[t[3]]),
              0.01 * (1 + 1e-12));
  EXPECT_EQ(mesh.triangles.size(), solid.boundary().size());
  ASSERT_TRUE(mesh.voronoi);
  EXPECT_EQ(mesh.voronoi->face_particles.size(), solid.edges().size());
  for (const char* block : {"particles", "tetrahedra", "neighbors", "faces", "voronoivertices",
                            "dependencies", "voronoiridges", "voronoicells"})
    EXPECT_THAT(read("cube.str"), HasSubstr(std::string(block) + "\n"));
}

TEST_F(Structgen, FillsASurfaceThatTetGenReads) {
  write("cube.smesh", cube_smesh);
  const Outcome outcome = run("-pq1.2 cube.smesh cube.str --voronoi clipped");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 1);  // nothing of TetGen's own
  const Mesh mesh = read_mesh(at("cube.str"));
  EXPECT_NEAR(TetMesh(mesh).volume(), 1, 1e-12);
  ASSERT_TRUE(mesh.voronoi);
  for (const Vec3d& x : mesh.voronoi->vertices)
    for (int k = 0; k < 3; ++k) EXPECT_TRUE(x[k] >= 0 && x[k] <= 1);
}

TEST_F(Structgen, WritesOtherFormatsAndTellsWhenAsked) {
  write("cube.smesh", cube_smesh);
  const Outcome outcome = run("pV --voronoi=none cube.smesh cube.ele");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 1);
  EXPECT_THAT(outcome.err, HasSubstr("Delaun"));
  EXPECT_NEAR(TetMesh(read_mesh(at("cube.ele"))).volume(), 1, 1e-12);
}

TEST_F(Structgen, TetrahedralisesPoints) {
  write("points.node", points_node);
  const Outcome outcome = run("n points.node points.str");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(read_mesh(at("points.str")).vertices.size(), 5u);
  // The cure that is named where these points are to be refined.
  ASSERT_EQ(run("n points.node filled.ele").code, 0);
  const Outcome refined = run("rqa0.01 filled.ele refined.str");
  ASSERT_EQ(refined.code, 0) << refined.err;
  EXPECT_GE(TetMesh(read_mesh(at("refined.str"))).tetrahedra().size(), 50u);  // volume 1/2
}

TEST_F(Structgen, RefusesMoreTetrahedraThanFitInMemory) {
  write("cube.obj", cube_obj);
  write("cube.smesh", cube_smesh);  // its facets are not all turned outwards
  for (const char* input : {"cube.obj", "cube.smesh"}) {
    const Outcome outcome = run("pqa1e-12 " + std::string(input) + " out.str");
    EXPECT_EQ(outcome.code, 1) << input;
    EXPECT_THAT(outcome.err, HasSubstr("at least 1e+12 tetrahedra of a body of volume 1;"));
    EXPECT_THAT(outcome.err, HasSubstr("set a to 2.2e-08 or more"));
    EXPECT_FALSE(std::filesystem::exists(at("out.str")));
  }
  // A needle along the diagonal of its box, whose volume is a small part of the box's.
  write("needle.obj",
        "v 0 0 0\nv 1000 1000 1000\nv 1001 1000 1000\nv 1000 1001 1000\n"
        "f 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n");
  const Outcome needle = run("pa50 needle.obj needle.str");
  EXPECT_EQ(needle.code, 0) << needle.err;
}

TEST_F(Structgen, TellsWhenThePointsAllowedAreUsedUp) {
  write("cube.obj", cube_obj);
  const Outcome outcome = run("pqa0.001S20 cube.obj cube.str");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("used up the 20 points that the switch S allows"));
}

TEST_F(Structgen, SwitchesThatTetGenWouldIgnoreOrNeverEndWithAreRefused) {
  write("cube.obj", cube_obj);
  const std::pair<const char*, const char*> wrong[] = {
      {"zzz", "the switch z is given twice"},
      {"q2q", "twice"},
      {"zj", "no switch 'j'"},
      {"pqG", "no switch 'G'"},
      {"pK", "no switch 'K'"},
      {"qa0", "larger than 0, not 0"},
      {"qa0e5", "larger than 0"},
      {"qa-1", "the switch a does not take '-1'"},
      {"a1e", "not a number"},
      {"a1-2", "not a number"},
      {"a1e999", "not a number"},
      {"q0.1", "at least 1, not 0.1"},
      {"q0", "at least 1"},
      {"q1.1.1", "not a number"},
      {"q2/71", "at most 70.52"},
      {"q1.2/3/4", "the largest dihedral angle"},
      {"q1.2/3/170/4", "'/4'"},
      {"p181", "at most 180"},
      {"o3", "at least 2"},
      {"n1", "the switch n does not take '1'"},
      {"S1.5", "not a whole number"},
      {"x0", "at least 1"},
      {"b/1", "at most 0.999"},
      {"a1E-3", "the switch E does not take '-3'"},
      {"5", "no switch '5'"},
      {"--", "no option"},
  };
  for (const auto& [switches, said] : wrong) {
    const Outcome outcome = run(std::string(switches) + " cube.obj out.str");
    EXPECT_EQ(outcome.code, 2) << switches;
    EXPECT_THAT(outcome.err, HasSubstr(said)) << switches;
    EXPECT_FALSE(std::filesystem::exists(at("out.str"))) << switches;
  }
  for (const char* fine : {"-pq1.414/10a.1", "pq/15", "pYY1/2", "pq1.2/5/160", "pq1a1e-2S100T1e-9",
                           "pqa0.5Ee", "pO2/7M0/1", "nzefvJBNFICQ", "pqaA"}) {
    const Outcome outcome = run(std::string(fine) + " cube.obj out.str");
    EXPECT_EQ(outcome.code, 0) << fine << ": " << outcome.err;
    EXPECT_NEAR(TetMesh(read_mesh(at("out.str"))).volume(), 1, 1e-12) << fine;
  }
  write("cube.smesh", cube_smesh);  // numbered from 1
  ASSERT_EQ(run("pzNEI cube.smesh out.str").code, 0);
  EXPECT_NEAR(TetMesh(read_mesh(at("out.str"))).volume(), 1, 1e-12);
}

TEST_F(Structgen, SaysWhatIsWrongWithTheInput) {
  const auto expect_fault = [&](const std::string& arguments, const std::string& said) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 1) << arguments;
    EXPECT_THAT(outcome.err, testing::StartsWith("structgen: ")) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(said)) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_FALSE(std::filesystem::exists(at("out.str"))) << arguments;
  };
  expect_fault("pq missing.off out.str", "missing.off");
  expect_fault("pq missing.obj out.str", "missing.obj");
  write("junk.off", "not an off file\n");
  expect_fault("pq junk.off out.str", "junk.off: TetGen cannot use it");
  write("empty.obj", "");
  expect_fault("pq empty.obj out.str", "empty.obj");
  // Two triangles that cut each other.
  write("cut.obj",
        "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0.5 0.5 -1\nv 0.5 0.5 1\nv 3 3 0\nf 1 2 3\nf 4 5 6\n");
  expect_fault("p cut.obj out.str", "cut.obj: the surface cuts itself");
  expect_fault("p cut.obj out.str", "'pliant mesh'");
  write("flat.node", "4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 1 1 0\n");
  expect_fault("n flat.node out.str", "flat.node: all points lie in one plane");
  write("points.node", points_node);
  for (const char* switches : {"nqa0.01", "nq", "na0.1", "p"})
    expect_fault(std::string(switches) + " points.node out.str",
                 "points.node: holds points without a surface");
  write("cube.obj", cube_obj);
  expect_fault("pd cube.obj out.str", "leave d out");
  expect_fault("p cube.obj no_folder/out.str", "no_folder");
  expect_fault("p cube.obj out.nonsense", "out.nonsense");
}

TEST_F(Structgen, WrongUsageExitsWithTwo) {
  const Outcome bare = run("");
  EXPECT_EQ(bare.code, 2);
  EXPECT_EQ(bare.out, "");
  EXPECT_THAT(bare.err, HasSubstr("Usage: structgen"));
  write("cube.obj", cube_obj);
  for (const char* arguments : {"pq", "pq cube.obj", "pq a b c d", "--nonsense p cube.obj out.str",
                                "--voronoi round p cube.obj out.str", "--voronoi",
                                "r cube.obj out.str", "h cube.obj out.str"}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr("--help")) << arguments;
  }
  const Outcome help = run("--help");
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.out, HasSubstr("AGPL"));
  EXPECT_EQ(help.err, "");
}

}  // namespace
}  // namespace pliant
