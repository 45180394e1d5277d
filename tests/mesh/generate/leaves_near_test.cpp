#include "mesh/generate/leaves_near.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "mesh/generate/surface_field.h"
#include "support/odd_surfaces.h"

namespace pliant::generate {
namespace {

using Key = std::tuple<int, int, int>;
Key key(const Site& s) {
  return {s.x, s.y, s.z};
}

// Leaves may be missing where neither they nor a neighbour, of whatever size, touch the solid.
TEST(LeavesNear, LeavesOutWhatIsFarFromTheSolidAndNothingElse) {
  Mesh star = test::box_surface({-1, -0.01, -0.01}, {1, 0.01, 0.01});
  test::append(star, test::box_surface({-0.01, -1, -0.01}, {0.01, 1, 0.01}), {});
  const SurfaceField field(star);
  SizedTree tree(field.box(), 0.04, 3);
  tree.refine(Vec3d{0.9, 0, 0}, 0.01);
  tree.refine(Vec3d{0, -0.5, 0}, 0.005);
  tree.balance();
  const std::vector<SizedTree::Leaf> all = tree.leaves(), near = leaves_near(field, tree);
  EXPECT_LT(near.size(), all.size() / 2);
  std::set<Key> kept;
  for (const SizedTree::Leaf& leaf : near) kept.insert(key(leaf.corner));
  auto next = near.begin();
  for (const SizedTree::Leaf& leaf : all) {
    if (kept.count(key(leaf.corner)) > 0) {
      EXPECT_EQ((next++)->corner, leaf.corner) << "in the tree's order";
      continue;
    }
    // The largest leaf may lie on all sides of this one.
    const double half = tree.length_of(leaf) / 2;
    const Vec3d centre = tree.position(leaf.centre()), reach = Vec3d{1, 1, 1} * (half + 0.04);
    bool touches = false;
    field.tree().overlapping({centre - reach, centre + reach}, [&](Index) { touches = true; });
    EXPECT_FALSE(touches);
    EXPECT_LT(field.tree().winding_number(centre), 0.5);
  }
}

TEST(LeavesNear, KeepsTheInsideOfASolidThatFillsItsBox) {
  const SurfaceField field(test::cube_surface());
  const SizedTree tree(field.box(), 0.1, 2);
  EXPECT_EQ(leaves_near(field, tree).size(), tree.leaves().size());
}

}  // namespace
}  // namespace pliant::generate
