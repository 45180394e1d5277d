#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/check.h>
#include <pliant/error.h>
#include <pliant/io.h>
#include <pliant/shapes.h>

#include "support/models.h"
#include "support/surfaces.h"

// Which pieces a repair keeps, what it leaves open, and that it makes no faces cross.

namespace pliant {
namespace {

using test::cube_surface;
using test::icosphere;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Mesh moved(Mesh mesh, double scale, const Vec3d& by) {
  for (Vec3d& p : mesh.vertices) p = p * scale + by;
  return mesh;
}

void add(Mesh& mesh, const Mesh& other) {
  const auto first = static_cast<Index>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (Triangle t : other.triangles.cells)
    mesh.triangles.cells.push_back({t[0] + first, t[1] + first, t[2] + first});
}

// A ball of diagonal 2√3 (1), one a tenth of it, one a thousandth.
Mesh three_balls() {
  Mesh mesh = moved(icosphere(1), 0.001, {3, 0, 0});
  add(mesh, icosphere(1));
  add(mesh, moved(icosphere(1), 0.1, {-3, 0, 0}));
  return mesh;
}

std::size_t collided(const Mesh& mesh) {
  return check_surface(mesh).find("collided faces")->count;
}

TEST(RepairPieces, CountsAgreeWithTheCheck) {
  Mesh mesh = three_balls();
  EXPECT_EQ(count_pieces(mesh), 3u);
  EXPECT_EQ(check_surface(mesh).find("separate parts")->count, 2u);
  EXPECT_EQ(count_pieces(test::soup_of(cube_surface())), 1u);  // open edges at one place
  EXPECT_EQ(count_pieces(make_shape("cube", {{"cells", 2}})), 1u);
  EXPECT_EQ(count_pieces(Mesh{}), 0u);
  // Two closed cubes that share a side's place are two.
  Mesh cubes = cube_surface();
  add(cubes, moved(cube_surface(), 1, {1, 0, 0}));
  EXPECT_EQ(count_pieces(cubes), 2u);
}

TEST(RepairPieces, KeepsTheLargest) {
  std::vector<std::string> done;
  const Mesh kept = repair(three_balls(), done, {.keep_largest = true});
  EXPECT_EQ(kept, icosphere(1));
  EXPECT_THAT(done, ElementsAre("dropped 2 unwanted pieces"));
  done.clear();
  EXPECT_EQ(repair(kept, done, {.keep_largest = true}), kept);
  EXPECT_THAT(done, IsEmpty());
}

TEST(RepairPieces, DropsCrumbs) {
  for (const auto& [share, pieces] :
       {std::pair(0.0005, 3u), std::pair(0.01, 2u), std::pair(0.5, 1u), std::pair(1.0, 1u)}) {
    std::vector<std::string> done;
    const Mesh kept = repair(three_balls(), done, {.drop_smaller_than = share});
    EXPECT_EQ(count_pieces(kept), pieces) << share;
  }
  std::vector<std::string> done;
  EXPECT_THROW(repair(three_balls(), done, {.drop_smaller_than = 1.5}), InputError);
  EXPECT_THROW(repair(three_balls(), done, {.drop_smaller_than = NAN}), InputError);
}

TEST(RepairPieces, OfTetrahedraToo) {
  Mesh mesh = make_shape("cube", {{"cells", 2}});
  const std::size_t tetrahedra = mesh.tetrahedra.size();
  const auto first = static_cast<Index>(mesh.vertices.size());
  for (const Vec3d& p : {Vec3d{5, 0, 0}, {5.1, 0, 0}, {5, 0.1, 0}, {5, 0, 0.1}})
    mesh.vertices.push_back(p);
  mesh.tetrahedra.cells.push_back({first, first + 1, first + 2, first + 3});
  EXPECT_EQ(count_pieces(mesh), 2u);
  std::vector<std::string> done;
  const Mesh kept = repair(mesh, done, {.keep_largest = true});
  EXPECT_EQ(kept.tetrahedra.size(), tetrahedra);
  EXPECT_EQ(kept.vertices.size(), first);
}

// An open box with a ball that sticks out of the opening: any lid would cross the ball.
TEST(RepairPieces, ALidThatWouldCrossOtherFacesIsLeftOut) {
  Mesh mesh = cube_surface();
  mesh.triangles.cells.resize(10);  // without the square at x = 1
  add(mesh, moved(icosphere(2), 0.2, {1, 0.5, 0.5}));
  ASSERT_EQ(collided(mesh), 0u);
  std::vector<std::string> done, left;
  const Mesh mended = repair(mesh, done, {}, &left);
  EXPECT_EQ(collided(mended), 0u);
  EXPECT_EQ(mended.vertices.size(), mesh.vertices.size());  // middles are taken back
  EXPECT_EQ(check_surface(mended).find("open edges")->count, 4u);
  ASSERT_EQ(left.size(), 1u);
  EXPECT_THAT(left[0], HasSubstr("left a hole of 4 edges at ("));
  EXPECT_THAT(left[0], HasSubstr("would cross other faces"));
  // With the ball gone it is closed, and nothing is left to be told.
  left.clear();
  const Mesh closed = repair(mesh, done, {.keep_largest = true}, &left);
  EXPECT_TRUE(check_surface(closed).sound());
  EXPECT_THAT(left, IsEmpty());
}

TEST(RepairPieces, SaysWhyASheetStaysOpen) {
  Mesh sheet;
  sheet.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  sheet.triangles.cells = {{0, 1, 2}, {0, 2, 3}};
  std::vector<std::string> done, left;
  const Mesh mended = repair(sheet, done, {}, &left);
  EXPECT_EQ(mended, sheet);
  EXPECT_THAT(done, IsEmpty());
  EXPECT_THAT(left, ElementsAre(HasSubstr("fold back on the faces beside it")));
}

TEST(RepairPieces, NothingOfTheWildIsMadeToCross) {
  const auto folder = test::model("wild");
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no real surfaces";
  for (const char* name : {"camel_b.obj", "decimated-knight.off", "fandisk.off", "horse_quad.obj",
                           "lilium.obj", "truck.obj"}) {
    if (!std::filesystem::exists(folder / name)) continue;
    SCOPED_TRACE(name);
    const Mesh mesh = read_mesh(folder / name);
    std::vector<std::string> done, left;
    const Mesh mended = repair(mesh, done, {}, &left);
    EXPECT_LE(collided(mended), collided(mesh));
    const std::size_t open = check_surface(mended).find("open edges")->count;
    EXPECT_EQ(open > 0, !left.empty()) << open;
    EXPECT_EQ(count_pieces(mended), check_surface(mended).find("separate parts")->count + 1);
    EXPECT_THAT(left, Each(HasSubstr("left ")));
    std::vector<std::string> largest_done;
    EXPECT_EQ(count_pieces(repair(mesh, largest_done, {.keep_largest = true})), 1u);
  }
}

}  // namespace
}  // namespace pliant
