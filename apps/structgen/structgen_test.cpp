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
  write("points.node", "5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n");
  const Outcome outcome = run("n points.node points.str");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(read_mesh(at("points.str")).vertices.size(), 5u);
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
  write("flat.node", "4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 1 1 0\n");
  expect_fault("n flat.node out.str", "flat.node: all points lie in one plane");
  write("cube.obj", cube_obj);
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
