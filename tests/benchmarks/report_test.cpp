#include "cases/report.h"

#include <gmock/gmock.h>
#include <pliant/error.h>

#include <algorithm>
#include <limits>

#include "cases/bench.h"
#include "cases/json_text.h"
#include "cases/machine.h"

namespace pliant::bench {
namespace {

using testing::HasSubstr;
using testing::Not;

Timing on_card() {
  return {.engine = "pliant",
          .backend = Backend::cuda,
          .best = 5e-6,
          .median = 6.25e-6,
          .ratio = 800,
          .bytes_per_step = 10'000'000};
}

CaseResult armadillo() {
  CaseResult out{"armadillo", "armadillo.node", false, 1, 33'000, 150'000, 200'000, {}};
  out.measured.timings = {{.engine = "textbook", .best = 4e-3, .median = 5e-3, .ratio = 1},
                          on_card()};
  return out;
}

Report report_of_card() {
  return {Backend::cuda, 2, 7, 0.1, "Some card, sm_90", 4e12, {armadillo()}};
}

TEST(BenchReport, ACardHasOneLineACase) {
  const Report report = report_of_card();
  EXPECT_THAT(head(report), HasSubstr("Some card, sm_90; a copy within its memory moves 4000.0"));
  EXPECT_THAT(head(report), HasSubstr("µs a step"));
  const std::string line = table(report, report.cases[0]);
  // 150 000 / 5 µs, 10 MB / 5 µs, of 4 TB/s.
  for (const char* part : {"armadillo, single", " 33000 ", " 150000 ", " 5.00 ", " 6.25 ",
                           " 800.00 ", " 30.00 ", " 10.00 ", " 2000.0 ", " 50 %"})
    EXPECT_THAT(line, HasSubstr(part));
  EXPECT_EQ(std::ranges::count(line, '\n'), 1);
  EXPECT_THAT(line, Not(HasSubstr("textbook")));
}

TEST(BenchReport, CopiesCountTogetherAndUnknownBytesAreLeftOut) {
  Report report = report_of_card();
  CaseResult& batch = report.cases[0];
  batch.copies = 1000;
  batch.measured.timings.erase(batch.measured.timings.begin());
  batch.measured.timings[0].bytes_per_step = 0;
  batch.measured.timings[0].ratio = 0;
  const std::string line = table(report, batch);
  EXPECT_THAT(line, HasSubstr(" 150000000 "));
  EXPECT_THAT(line, HasSubstr(" 30000.00\n"));
  EXPECT_THAT(line, HasSubstr(" - "));
}

TEST(BenchReport, WhatKeepingTheVolumeAddsHasALine) {
  CaseResult beam{"beam", "beam", false, 1, 1000, 5000, 7000, {}};
  beam.measured.timings = {
      {.engine = "pliant", .threads = 2, .best = 40e-6},
      {.engine = "pliant", .part = "volume kept", .threads = 2, .best = 45e-6, .added = 0.125}};
  const Report report{Backend::cpu, 2, 7, 0.1, "", 4e10, {beam}};
  const std::string lines = table(report, beam);
  EXPECT_THAT(lines, HasSubstr("keeping the volume adds 12.5 % to pliant single, 2 threads\n"));
  EXPECT_THAT(json(report), HasSubstr("\"added_by_volume\": 0.125"));
}

TEST(BenchReport, JsonIsWrittenByHand) {
  JsonText out;
  out.begin_object();
  out.add("a\"b", "c\\\n");
  out.begin_array("none");
  out.end_array();
  out.begin_array("two");
  out.begin_object();
  out.add("x", 0.5);
  out.add("y", std::size_t(3));
  out.end_object();
  out.begin_object();
  out.add("z", std::numeric_limits<double>::infinity());
  out.add("t", true);
  out.end_object();
  out.end_array();
  out.end_object();
  EXPECT_EQ(out.str(), R"({
  "a\"b": "c\\\u000a",
  "none": [],
  "two": [
    {
      "x": 0.5,
      "y": 3
    },
    {
      "z": null,
      "t": true
    }
  ]
})");
}

TEST(BenchReport, WhatIsNotThereIsRefusedBeforeAnyWork) {
  const Watcher watcher{.stage = [](const std::string&) { FAIL(); }};
  EXPECT_THROW(run({{"bunny", "nobody"}, {}, {}}, watcher), InputError);
  EXPECT_THROW(run({{"bunny"}, "/no/such/folder", {}}, watcher), InputError);
}

TEST(BenchReport, AutomaticIsTheCardWhereThereIsOne) {
  EXPECT_EQ(usable_backend(Backend::cpu), Backend::cpu);
  if (cuda_card().usable()) {
    EXPECT_EQ(usable_backend(Backend::automatic), Backend::cuda);
    EXPECT_EQ(usable_backend(Backend::cuda), Backend::cuda);
  } else {
    EXPECT_EQ(usable_backend(Backend::automatic), Backend::cpu);
    EXPECT_THROW(usable_backend(Backend::cuda), InputError);
  }
}

}  // namespace
}  // namespace pliant::bench
