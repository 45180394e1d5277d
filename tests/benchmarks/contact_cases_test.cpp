#include "cases/contact_cases.h"

#include <gmock/gmock.h>

#include "cases/measure.h"
#include "cases/report.h"

namespace pliant::bench {
namespace {

using testing::HasSubstr;

TEST(ContactCases, WhatContactAddsIsMeasuredFallingAndLying) {
  const Case pile = make_pile(3, 0.01);
  ASSERT_EQ(pile.bodies.size(), 3u);
  MeasureOptions options;
  options.precisions = {Precision::single_precision};
  options.seconds_each = 1e-4;
  options.rounds = 1;
  CaseResult result;
  result.copies = pile.copies;
  result.tetrahedra = pile.tetrahedra;
  result.measured = measure(pile, options);
  const std::vector<Timing>& timings = result.measured.timings;
  ASSERT_EQ(timings.size(), 4u);
  const char* parts[] = {"falling", "falling, touching", "lying", "lying, touching"};
  for (std::size_t i = 0; i < timings.size(); ++i) {
    EXPECT_EQ(timings[i].part, parts[i]);
    EXPECT_GT(timings[i].best, 0);
    EXPECT_EQ(timings[i].added != 0, i % 2 == 1);
  }
  Report report;
  EXPECT_THAT(table(report, result), HasSubstr("contact adds"));
  EXPECT_THAT(table(report, result), HasSubstr("to pliant single, 1 thread, lying"));
}

TEST(ContactCases, AreKnown) {
  for (const char* name : {"armadillo_contact", "critters_contact", "cubes_contact"})
    EXPECT_NO_THROW(check_case_name(name));
  EXPECT_EQ(make_case("critters_contact", {}).bodies.size(), 100u);
  const Case cubes = make_stack(2, 0.1);
  EXPECT_EQ(cubes.bodies.size(), 8u);
  EXPECT_EQ(cubes.tetrahedra, 1080u);
}

}  // namespace
}  // namespace pliant::bench
