#include <gmock/gmock.h>
#include <pliant/model.h>

#include <nlohmann/json.hpp>

#include "run_program.h"

namespace pliant {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using Backends = test::ProgramTest;

constexpr const char* drop = "drop cube cells=2 --seconds 0.05 ";

TEST_F(Backends, AreListedWithTheCardOrTheReason) {
  const auto outcome = pliant("backends --threads 2");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("cpu   2 threads; " + instruction_sets().front()));
  const json report = json::parse(pliant("backends --json").out);
  EXPECT_EQ(report["cpu"]["instruction_sets"], json(instruction_sets()));
  const Card card = cuda_card();
  EXPECT_EQ(report["cuda"]["usable"], card.usable());
  EXPECT_EQ(report["auto"], card.usable() ? "cuda" : "cpu");
  EXPECT_THAT(outcome.out, HasSubstr(card.usable() ? card.name : "none: " + card.why_not));
}

TEST_F(Backends, DropTellsWhatItRanOn) {
  const auto on_cpu = pliant(std::string(drop) + "--backend cpu --threads 2");
  EXPECT_EQ(on_cpu.code, 0) << on_cpu.err;
  EXPECT_THAT(on_cpu.out, HasSubstr(", on 2 threads, " + instruction_sets().front()));
  const json report = json::parse(pliant(std::string(drop) + "--json").out);
  const Card card = cuda_card();
  EXPECT_EQ(report["backend"], card.usable() ? "cuda" : "cpu");
  if (card.usable()) {
    EXPECT_EQ(report["on"], card.name);
  }
  const json scalar =
      json::parse(pliant(std::string(drop) + "--instruction-set scalar --json").out);
  EXPECT_EQ(scalar["backend"], "cpu");
}

TEST_F(Backends, WithoutACardCudaIsRefusedWithTheReason) {
  const Card card = cuda_card();
  if (card.usable()) GTEST_SKIP() << "there is one: " << card.name;
  for (const char* command : {"drop cube -o end.vtu", "bench bunny", "reproduce L13 --out never"}) {
    const auto outcome = pliant(std::string(command) + " --backend cuda");
    EXPECT_EQ(outcome.code, 1) << command;
    EXPECT_EQ(outcome.out, "") << command;
    EXPECT_THAT(outcome.err, HasSubstr("no backend 'cuda' here; " + card.why_not)) << command;
  }
  EXPECT_FALSE(std::filesystem::exists(path("never")));
}

TEST_F(Backends, MisspeltOnesAreAnsweredWithThoseThereAre) {
  for (const char* command : {"drop cube", "bench bunny", "reproduce L13"}) {
    const auto outcome = pliant(std::string(command) + " --backend cudda");
    EXPECT_EQ(outcome.code, 2) << command;
    EXPECT_THAT(outcome.err, HasSubstr("no backend 'cudda'; there are: auto, cpu, cuda"))
        << command;
  }
  const auto both = pliant("drop cube --backend cuda --instruction-set scalar");
  EXPECT_EQ(both.code, 2);
  EXPECT_THAT(both.err, HasSubstr("--instruction-set"));
}

}  // namespace
}  // namespace pliant
