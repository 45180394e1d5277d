#include "mesh/box_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <set>

namespace pliant {
namespace {

std::vector<Box> random_boxes(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> place(-1, 1), size(0, 0.1);
  std::vector<Box> boxes(count);
  for (Box& box : boxes) {
    box.low = {place(random), place(random), place(random)};
    box.high = box.low + Vec3d{size(random), size(random), size(random)};
  }
  return boxes;
}

BoxTree tree_of(const std::vector<Box>& boxes) {
  std::vector<Vec3d> centres;
  for (const Box& box : boxes) centres.push_back(box.centre());
  return BoxTree(centres, [&](Index i) { return boxes[i]; });
}

TEST(BoxTree, EveryItemHasOneSlotAndLiesInTheBoxesAboveIt) {
  for (std::size_t count : {1, 4, 5, 1000}) {
    const auto boxes = random_boxes(count, 1);
    const BoxTree tree = tree_of(boxes);
    EXPECT_EQ(std::set<Index>(tree.items().begin(), tree.items().end()).size(), count);
    EXPECT_EQ(*std::ranges::max_element(tree.items()), count - 1);
    for (const auto& node : tree.nodes())
      for (Index s = node.first; s < node.first + node.count; ++s) {
        EXPECT_TRUE(node.box.contains(boxes[tree.items()[s]].low));
        EXPECT_TRUE(node.box.contains(boxes[tree.items()[s]].high));
      }
  }
}

TEST(BoxTree, FindsTheOverlapsThatBruteForceFinds) {
  const auto boxes = random_boxes(2000, 2);
  const BoxTree tree = tree_of(boxes);
  std::size_t overlaps = 0;
  for (Box box : random_boxes(50, 3)) {
    box.high += {0.3, 0.3, 0.3};
    std::set<Index> expected, found;
    for (Index i = 0; i < boxes.size(); ++i)
      if (boxes[i].overlaps(box)) expected.insert(i);
    tree.traverse([&](Index node) { return tree.nodes()[node].box.overlaps(box); },
                  [&](Index slot) {
                    const Index item = tree.items()[slot];
                    if (boxes[item].overlaps(box)) found.insert(item);
                  });
    EXPECT_EQ(found, expected);
    overlaps += found.size();
  }
  EXPECT_GT(overlaps, 50u);
}

TEST(BoxTree, FindsTheNearestBoxAndLooksAtFew) {
  const auto boxes = random_boxes(2000, 4);
  const BoxTree tree = tree_of(boxes);
  for (const Box& place : random_boxes(50, 5)) {
    const Vec3d p = place.low * 1.5;
    double expected = std::numeric_limits<double>::infinity(), nearest = expected;
    for (const Box& box : boxes) expected = std::min(expected, box.squared_distance(p));
    std::size_t visited = 0;
    tree.traverse_near(p, nearest, [&](Index slot) {
      nearest = std::min(nearest, boxes[tree.items()[slot]].squared_distance(p));
      ++visited;
    });
    EXPECT_EQ(nearest, expected);
    EXPECT_LT(visited, 200u);
  }
}

TEST(BoxTree, ManyItemsAtOnePlaceAreNoTrouble) {
  const std::vector<Box> boxes(5000, Box{{1, 1, 1}, {1, 1, 1}});
  const BoxTree tree = tree_of(boxes);
  std::size_t visited = 0;
  tree.traverse_near({1, 1, 1}, 0.0, [&](Index) { ++visited; });
  EXPECT_EQ(visited, 5000u);
}

TEST(BoxTree, MayBeEmpty) {
  const BoxTree tree = tree_of({});
  EXPECT_TRUE(tree.nodes().empty());
  tree.traverse([](Index) { return true; }, [](Index) { ADD_FAILURE(); });
  tree.traverse_near({}, 1.0, [](Index) { ADD_FAILURE(); });
}

}  // namespace
}  // namespace pliant
