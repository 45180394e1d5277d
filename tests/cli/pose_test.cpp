#include <gmock/gmock.h>
#include <pliant/check.h>
#include <pliant/io.h>
#include <pliant/quality.h>

#include <nlohmann/json.hpp>

#include "run_program.h"

namespace pliant {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

// Units and which way is up, in the commands that take a mesh.
class PoseCommands : public test::ProgramTest {
 protected:
  // A ball of 340 mm, as a drawing program writes it.
  void make_ball() const {
    ASSERT_EQ(pliant("mesh icosphere levels=2 --size 340 -o ball.obj").code, 0);
  }
  Vec3d size_of(const std::string& file) const {
    return bounding_box(read_mesh(path(file)).vertices).size();
  }
};

constexpr const char* question =
    "ball.obj is 340 m high: is it in millimetres? --unit mm makes that 0.34 m";

TEST_F(PoseCommands, AskForTheUnitOfAHugeSurface) {
  make_ball();
  for (const char* command : {"info ball.obj", "check ball.obj", "convert ball.obj b.stl",
                              "mesh ball.obj -o b.vtu --tets 300", "modes ball.obj --tets 100"}) {
    EXPECT_THAT(pliant(command).err, HasSubstr(question)) << command;
    const auto answered = pliant(std::string(command) + " --unit mm");
    EXPECT_EQ(answered.code, 0) << command << answered.err;
    EXPECT_THAT(answered.err, Not(HasSubstr("is it in"))) << command;
  }
  EXPECT_NEAR(size_of("b.stl").y, 0.34, 1e-6);
}

TEST_F(PoseCommands, TheBodyFallsAsLargeAsItIs) {
  make_ball();
  const std::string drop = "drop ball.obj --tets 300 --material foam --seconds 0.01 --json ";
  const json report = json::parse(pliant(drop + "--unit mm").out);
  EXPECT_NEAR(report["size"][1].get<double>(), 0.34, 0.02);
  // Half its size above the floor, and 0.5 mm of fall in 10 ms.
  EXPECT_NEAR(report["lowest_point"].get<double>(), 0.17, 0.01);
  EXPECT_THAT(pliant(drop).err, HasSubstr(question));
}

TEST_F(PoseCommands, EdgesAreInMetresWhateverTheUnit) {
  make_ball();
  ASSERT_EQ(pliant("mesh ball.obj --unit mm --edge 0.05 -o a.vtu").code, 0);
  ASSERT_EQ(pliant("mesh ball.obj --size 0.34 --edge 0.05 -o b.vtu").code, 0);
  EXPECT_NEAR(size_of("a.vtu").y, size_of("b.vtu").y, 1e-9);
  EXPECT_EQ(read_mesh(path("a.vtu")).tetrahedra, read_mesh(path("b.vtu")).tetrahedra);
}

TEST_F(PoseCommands, TurnFilesAndShapes) {
  ASSERT_EQ(pliant("mesh beam -o bar.obj --scale 2 --rotate 0,0,90").code, 0);
  ASSERT_EQ(pliant("mesh beam -o plain.obj").code, 0);
  const Vec3d plain = size_of("plain.obj"), turned = size_of("bar.obj");
  EXPECT_NEAR(turned.y, 2 * plain.x, 1e-9);
  EXPECT_NEAR(turned.x, 2 * plain.y, 1e-9);
  ASSERT_EQ(pliant("convert plain.obj up.obj --up z").code, 0);
  EXPECT_NEAR(size_of("up.obj").z, plain.y, 1e-9);
  EXPECT_NEAR(size_of("up.obj").y, plain.z, 1e-9);
}

TEST_F(PoseCommands, WrongWordsAreWrongUsage) {
  make_ball();
  for (const auto& [arguments, words] :
       {std::pair("--unit km", "km"), std::pair("--unit mm --size 1", "--size"),
        std::pair("--scale 2 --size 1", "--size"), std::pair("--scale 0", "--scale"),
        std::pair("--size -1", "--size"), std::pair("--up x", "--up"),
        std::pair("--rotate 90", "'90' is not three numbers of degrees such as 90,0,0"),
        std::pair("--rotate 1,2,x", "--rotate"), std::pair("--rotate 1,2,3,4", "--rotate"),
        std::pair("--rotate nan,0,0", "--rotate")})
    for (const char* command : {"info ball.obj ", "drop ball.obj ", "convert ball.obj b.obj "}) {
      const auto outcome = pliant(std::string(command) + arguments);
      EXPECT_EQ(outcome.code, 2) << command << arguments;
      EXPECT_THAT(outcome.err, HasSubstr(words)) << command << arguments;
    }
  EXPECT_EQ(pliant("view scene.lua --unit mm").code, 2);
  EXPECT_EQ(pliant("check scene.lua --unit mm").code, 2);
}

TEST_F(PoseCommands, RepairKeepsWhatIsWanted) {
  Mesh mesh = read_mesh((make_ball(), path("ball.obj")));
  const auto first = static_cast<Index>(mesh.vertices.size());
  for (const Vec3d& p : {Vec3d{999, 0, 0}, {1000, 0, 0}, {999, 1, 0}, {999, 0, 1}})
    mesh.vertices.push_back(p);
  for (const Triangle& t : {Triangle{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}})
    mesh.triangles.cells.push_back({t[0] + first, t[1] + first, t[2] + first});
  write_mesh(path("two.obj"), mesh);
  const json info = json::parse(pliant("info two.obj --unit mm --json").out);
  EXPECT_EQ(info["pieces"], 2);
  for (const char* wanted :
       {"--keep largest", "--drop-smaller-than 1%", "--drop-smaller-than 0.01"}) {
    const auto outcome =
        pliant(std::string("check two.obj --unit mm --repair one.obj --json ") + wanted);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const json report = json::parse(outcome.out);
    EXPECT_EQ(report["pieces"], 2);
    EXPECT_EQ(report["repair"]["pieces"], 1);
    EXPECT_EQ(report["repair"]["done"][0], "dropped 1 unwanted piece");
    EXPECT_EQ(count_pieces(read_mesh(path("one.obj"))), 1u);
  }
  for (const char* wrong :
       {"check two.obj --keep largest", "check two.obj --repair a.obj --keep smallest",
        "check two.obj --repair a.obj --drop-smaller-than 2",
        "check two.obj --repair a.obj --drop-smaller-than 0.1%%",
        "check two.obj --repair a.obj --drop-smaller-than x",
        "check two.obj --drop-smaller-than 1%"})
    EXPECT_EQ(pliant(wrong).code, 2) << wrong;
}

TEST_F(PoseCommands, MaterialsHaveSources) {
  const auto words = pliant("materials");
  EXPECT_EQ(words.code, 0);
  EXPECT_THAT(words.out, HasSubstr("silicone"));
  EXPECT_THAT(words.out, HasSubstr("Budday et al. 2015"));
  const json all = json::parse(pliant("materials --json").out);
  ASSERT_GT(all.size(), 5u);
  for (const json& one : all) {
    EXPECT_GT(one["young"], 0) << one;
    EXPECT_FALSE(one["source"].get<std::string>().empty()) << one;
  }
  EXPECT_THAT(pliant("materials --markdown").out, HasSubstr("| `liver` | 6000 | 0.45 |"));
  EXPECT_EQ(pliant("materials rubber").code, 2);
}

}  // namespace
}  // namespace pliant
