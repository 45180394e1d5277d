#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>
#include <pliant/groups.h>

#include <random>

namespace pliant {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

// The eight corners of the unit cube, numbered by their coordinates as binary digits zyx, with
// two tetrahedra and a line in three regions.
Mesh corners() {
  Mesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.push_back({1.0 * (i & 1), i / 2 % 2 * 1.0, i / 4 * 1.0});
  mesh.tetrahedra.cells = {{0, 1, 2, 4}, {7, 3, 5, 6}};
  mesh.tetrahedra.regions = {3, 5};
  mesh.lines.cells = {{6, 0}};
  mesh.lines.regions = {3};
  mesh.groups = {{"feet", {0, 1, 4, 5}}};
  return mesh;
}

TEST(Groups, EachFormOnTheCornersOfACube) {
  const Mesh mesh = corners();
  EXPECT_THAT(parse_group(mesh, "box:-1,-1,-1,0.5,2,0.5"), ElementsAre(0, 2));
  EXPECT_THAT(parse_group(mesh, "box:0.5,2,0.5,-1,-1,-1"), ElementsAre(0, 2));
  EXPECT_THAT(parse_group(mesh, "box:0,0,0,1,1,1").size(), 8u);
  EXPECT_THAT(parse_group(mesh, "plane:0,0,0,0,-7,0"), ElementsAre(0, 1, 4, 5));
  EXPECT_THAT(parse_group(mesh, "plane:0,0.4,0,0,1e-300,0,0.45"), ElementsAre(0, 1, 4, 5));
  EXPECT_THAT(parse_group(mesh, "plane: 1, 0, 0, 1, 1, 0"), ElementsAre(1, 2, 5, 6));
  EXPECT_THAT(parse_group(mesh, "above:0.5,0.5,0.5,1,1,1e0"), ElementsAre(3, 5, 6, 7));
  EXPECT_THAT(parse_group(mesh, "above:0,1,0,0,1,0"), ElementsAre(2, 3, 6, 7));
  EXPECT_THAT(parse_group(mesh, "sphere:0,0,0,1"), ElementsAre(0, 1, 2, 4));
  EXPECT_THAT(parse_group(mesh, "sphere:0.5,.5,0.5,0.8"), IsEmpty());
  EXPECT_THAT(parse_group(mesh, "nearest:0.9,+0.1,-3"), ElementsAre(1));
  EXPECT_THAT(parse_group(mesh, "nearest:0.9,0.2,0,2"), ElementsAre(1, 3));
  EXPECT_THAT(parse_group(mesh, "nearest:0.5,0.5,0.5"), ElementsAre(0));
  EXPECT_THAT(parse_group(mesh, "nearest:0,0,0,1e12").size(), 8u);
  EXPECT_THAT(parse_group(mesh, "region:3"), ElementsAre(0, 1, 2, 4, 6));
  EXPECT_THAT(parse_group(mesh, "region:5"), ElementsAre(3, 5, 6, 7));
  EXPECT_THAT(parse_group(mesh, "region:4000000000"), IsEmpty());
  EXPECT_THAT(parse_group(mesh, "list:7,0,7,3"), ElementsAre(0, 3, 7));
  EXPECT_THAT(parse_group(mesh, "group:feet"), ElementsAre(0, 1, 4, 5));
  EXPECT_THAT(parse_group(mesh, "all").size(), 8u);
}

TEST(Groups, UnlabelledCellsAreInRegionZero) {
  Mesh mesh = corners();
  mesh.tetrahedra.regions.clear();
  EXPECT_EQ(vertices_of_region(mesh, 0).size(), 8u);
}

TEST(Groups, ThePlanesToleranceGrowsWithTheMesh) {
  Mesh mesh = corners();
  mesh.vertices[0].y = 1e-7;
  EXPECT_EQ(parse_group(mesh, "plane:0,0,0,0,1,0").size(), 4u);
  for (auto& v : mesh.vertices) v *= 1e-3;
  EXPECT_EQ(parse_group(mesh, "plane:0,0,0,0,1,0").size(), 4u);
  mesh.vertices[0].y = 1e-7;
  EXPECT_EQ(parse_group(mesh, "plane:0,0,0,0,1,0").size(), 3u);
}

TEST(Groups, NearestEqualsASortByDistance) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> number(-1, 1);
  Mesh mesh;
  for (int i = 0; i < 500; ++i)
    mesh.vertices.push_back({number(random), number(random), number(random)});
  const Vec3d point{0.1, 0.2, -0.3};
  std::vector<std::pair<double, Index>> order;
  for (Index v = 0; v < 500; ++v) order.push_back({length(mesh.vertices[v] - point), v});
  std::ranges::sort(order);
  for (const std::size_t count : {0, 1, 2, 17, 499, 500, 501}) {
    Group expected;
    for (std::size_t i = 0; i < std::min<std::size_t>(count, 500); ++i)
      expected.push_back(order[i].second);
    std::ranges::sort(expected);
    EXPECT_EQ(nearest_vertices(mesh, point, count), expected);
  }
}

TEST(Groups, SetOperations) {
  const Group a{1, 2, 3, 7}, b{2, 4, 7};
  EXPECT_THAT(united(a, b), ElementsAre(1, 2, 3, 4, 7));
  EXPECT_THAT(intersection(a, b), ElementsAre(2, 7));
  EXPECT_THAT(difference(a, b), ElementsAre(1, 3));
}

TEST(Groups, AnEmptyMeshGivesEmptyGroups) {
  for (const char* written : {"all", "box:0,0,0,1,1,1", "plane:0,0,0,0,1,0", "above:0,0,0,0,1,0",
                              "sphere:0,0,0,1", "nearest:0,0,0", "region:0"})
    EXPECT_THAT(parse_group(Mesh{}, written), IsEmpty()) << written;
}

TEST(Groups, ErrorsQuoteTheTextAndShowTheForm) {
  const auto refused = [](std::string written, const std::string& part) {
    EXPECT_THAT([&] { parse_group(corners(), written); },
                ThrowsMessage<InputError>(HasSubstr(part)))
        << written;
  };
  refused("box:1,2,3", "group 'box:1,2,3': 3 numbers are given; write box:x0,y0,z0,x1,y1,z1");
  refused("sphere:0,0,0", "write sphere:x,y,z,radius");
  refused("sphere:", "'' is not a number");
  refused("sphere", "'' is not a number");
  refused("plane:0,0,0,0,0,0", "no direction");
  refused("above:0,0,0,nan,0,0", "'nan' is not a number");
  refused("box:0,0,0,1,1,1e999", "'1e999' is not a number");
  refused("nearest:0,0,0,1.5", "1.5 nearest");
  refused("nearest:0,0,0,0", "0 nearest");
  refused("region:2.5", "2.5 is not a whole number");
  refused("list:1,8", "vertex 8 does not exist; the mesh has 8, counted from 0");
  refused("list:-1", "vertex -1 does not exist");
  refused("list:1,,2", "'' is not a number");
  refused("bxo:0,0,0,1,1,1", "there is no kind 'bxo'; did you mean 'box'?");
  refused("group:feat", "did you mean 'feet'?");
  refused("", "there is no kind ''; there are all, group, box");
  refused(std::string(100000, 'x'), "...'");
  refused(std::string("\0\377,", 3), "there is no kind");
  EXPECT_THROW(vertices_of_list(corners(), Group{3, no_index}), InputError);
}

}  // namespace
}  // namespace pliant
