#include "cases/spectral_cases.h"

#include <gtest/gtest.h>
#include <pliant/spectral.h>

#include "base/text.h"
#include "cases/measure.h"
#include "cases/report.h"

namespace pliant::bench {
namespace {

TEST(SpectralCases, HaveTheSizesOfY10) {
  const std::pair<double, std::size_t> published[] = {{323, 100},   {5372, 200}, {10000, 50},
                                                      {13852, 100}, {32959, 50}, {32959, 50}};
  ASSERT_EQ(spectral_recipes().size(), std::size(published));
  for (std::size_t i = 0; i < std::size(published); ++i) {
    const SpectralRecipe& recipe = spectral_recipes()[i];
    EXPECT_NEAR(5.0 * recipe.cells[0] * recipe.cells[1] * recipe.cells[2] / published[i].first, 1,
                0.01)
        << recipe.info.name;
    EXPECT_EQ(recipe.modes, published[i].second);
    EXPECT_NO_THROW(check_case_name(recipe.info.name));
  }
}

#ifndef PLIANT_MINIMAL  // which cannot compute modes
TEST(SpectralCases, TheSmallBarIsFixedSoftAndRigid) {
  const Case bar = make_case("spectral_bar1", {});
  EXPECT_EQ(bar.tetrahedra, 320u);
  ASSERT_TRUE(bar.body.spectral);
  EXPECT_FALSE(bar.body.spectral->is_free());
  ASSERT_EQ(bar.body.spectral->regions().size(), 2u);
  std::size_t tetrahedra = 0;
  for (const auto& region : bar.body.spectral->regions()) {
    EXPECT_EQ(region.modes, region.rigid ? 6u : 100u);
    tetrahedra += region.tetrahedra;
  }
  EXPECT_EQ(tetrahedra, 320u);
  ASSERT_EQ(bar.body.spectral->boundaries().size(), 1u);
  EXPECT_EQ(bar.body.spectral->boundaries()[0].vertices.size(), 9u);
  EXPECT_TRUE(bar.solve_modes);
}

TEST(SpectralCases, AreMeasuredWithEveryVertexAndWithTheSurface) {
  const Case bar = make_case("spectral_bar1", {});
  MeasureOptions options;
  options.precisions = {Precision::single_precision};
  options.seconds_each = 1e-4;
  options.rounds = 1;
  const Measured measured = measure(bar, options);
  EXPECT_GT(measured.eigenproblem, 0);
  ASSERT_EQ(measured.timings.size(), 3u);
  const char* parts[] = {"modes alone", "every vertex", "surface"};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(named(measured.timings[i]), text("pliant single, 1 thread, ", parts[i]));
    EXPECT_GT(measured.timings[i].best, 0);
  }
}
#endif

}  // namespace
}  // namespace pliant::bench
