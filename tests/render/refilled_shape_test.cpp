#include <gtest/gtest.h>
#include <pliant/state_reader.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "render/gl/body_shape.h"
#include "support/law_samples.h"
#include "support/solids.h"

namespace pliant {
namespace {

using namespace render::gl;

/// A block whose vertices move by runs, drawn again and again.
class Redrawn {
 public:
  explicit Redrawn(const Parts& parts = {})
      : mesh_(test::grid(16, 1, 0.2)), shape_(mesh_, parts), positions_(mesh_.vertices) {
    editions_.assign((positions_.size() + run - 1) / run, ++edition_);
  }

  void move(std::size_t which) {
    for (std::size_t v = which * run; v < std::min((which + 1) * run, positions_.size()); ++v)
      positions_[v] += samples_.vector(0.1);
    editions_[which] = ++edition_;
  }
  void move_beyond_all_bounds(std::size_t which) {
    positions_[which * run] = Vec3d{1, 1, 1} * std::numeric_limits<double>::infinity();
    editions_[which] = ++edition_;
  }
  void refill(const FieldValues& field = {}, const Vec3d& origin = {}) {
    shape_.refill({positions_, editions_}, field, origin, filled);
    std::vector<Corner> whole;
    shape_.fill(positions_, field, origin, whole);
    ASSERT_EQ(filled.corners.size(), whole.size());
    EXPECT_EQ(std::memcmp(filled.corners.data(), whole.data(), whole.size() * sizeof(Corner)), 0);
  }
  /// Corners that differ are among those that are named.
  void expect_named(const std::vector<Corner>& before) const {
    for (std::size_t i = 0; i < before.size(); ++i)
      if (std::memcmp(&before[i], &filled.corners[i], sizeof(Corner)) != 0) {
        EXPECT_TRUE(std::ranges::binary_search(filled.triangles, static_cast<Index>(i / 3))) << i;
      }
  }
  std::size_t runs() const { return editions_.size(); }
  std::size_t vertices() const { return positions_.size(); }
  std::size_t triangles() const { return shape_.triangle_count(); }

  FilledShape filled;

 private:
  static constexpr std::size_t run = StateReader::vertices_of_run;
  Mesh mesh_;
  BodyShape shape_;
  std::vector<Vec3d> positions_;
  std::vector<std::uint64_t> editions_;
  std::uint64_t edition_ = 0;
  Samples samples_{7};
};

TEST(RefilledShape, IsTheWholeOneAndFillsWhatMoved) {
  Parts shrunk;
  shrunk.shrink = 0.7;
  for (const Parts& parts : {Parts{}, shrunk}) {
    Redrawn body(parts);
    body.refill();
    EXPECT_TRUE(body.filled.all);
    body.refill();
    EXPECT_FALSE(body.filled.all);
    EXPECT_TRUE(body.filled.triangles.empty());
    for (std::size_t which = 0; which < body.runs(); ++which) {
      const std::vector<Corner> before = body.filled.corners;
      body.move(which);
      if (which % 3 == 0) body.move_beyond_all_bounds(which);
      body.refill();
      ASSERT_FALSE(body.filled.all);
      EXPECT_FALSE(body.filled.triangles.empty());
      EXPECT_LT(body.filled.triangles.size(), body.triangles() / 2);
      body.expect_named(before);
    }
  }
}

TEST(RefilledShape, ForgetsWhatWasFilledOtherwise) {
  Redrawn body, other;
  body.refill();
  body.refill({}, {1, 0, 0});
  EXPECT_TRUE(body.filled.all);
  const std::vector<float> values(body.vertices(), 3);
  body.refill({values, FieldPlace::vertices});
  EXPECT_TRUE(body.filled.all);
  body.refill();
  EXPECT_TRUE(body.filled.all);
  other.filled = body.filled;
  other.refill();
  EXPECT_TRUE(other.filled.all);
  for (std::size_t which = 0; which < body.runs(); ++which) body.move(which);
  body.refill();
  EXPECT_TRUE(body.filled.all);
}

}  // namespace
}  // namespace pliant
