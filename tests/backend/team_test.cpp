#include "backend/cpu/team.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>

namespace pliant::cpu {
namespace {

// Every block of a round is worked on once before the next round begins, whatever the lists are and
// however they change from round to round.
class Rounds {
 public:
  explicit Rounds(std::size_t blocks) : worked_(blocks) {}

  void run(int threads) {
    Team team(worked_.size(), threads);
    Team::Work work;
    work.block = [&](Phase phase, Index block) {
      if (phase != expected_.phase) ++wrong_;
      worked_[block].fetch_add(1);
      if (block % 7 == 0) std::this_thread::yield();  // others are to come late
    };
    work.between = [&](Phase phase) -> std::optional<Round> {
      if (phase != expected_.phase) ++wrong_;
      check();
      return ++round_ < rounds ? std::optional(next()) : std::nullopt;
    };
    team.run(next(), work);
  }
  int wrong() const { return wrong_; }
  int finished() const { return round_; }

  static constexpr int rounds = 3000;

 private:
  // Long lists after short ones, short after long, none at all; in any order.
  Round next() {
    list_.clear();
    const std::size_t kind = static_cast<std::size_t>(round_) % 5;
    for (std::size_t b = 0; b < worked_.size(); ++b)
      if (kind == 0 || (kind == 1 && b == 3) || (kind == 3 && b % 2 == 1))
        list_.push_back(Index(b));
    if (kind == 4)
      for (std::size_t b = worked_.size(); b-- > 2;) list_.push_back(Index(b));
    expected_ = {std::array{Phase::forces, Phase::shared, Phase::volumes}[std::size_t(round_) % 3],
                 list_};
    return expected_;
  }
  void check() {
    std::vector<int> times(worked_.size());
    for (const Index b : list_) times[b] = 1;
    for (std::size_t b = 0; b < worked_.size(); ++b)
      if (worked_[b].exchange(0) != times[b]) ++wrong_;
  }

  std::vector<std::atomic<int>> worked_;
  std::vector<Index> list_;
  Round expected_{};
  int round_ = 0;
  std::atomic<int> wrong_{0};
};

TEST(Team, WorksOnTheBlocksOfEachRoundOnce) {
  for (const std::size_t blocks : {4u, 5u, 64u})
    for (const int threads : {1, 2, 8}) {
      Rounds rounds(blocks);
      rounds.run(threads);
      EXPECT_EQ(rounds.wrong(), 0) << blocks << " blocks, " << threads << " threads";
      EXPECT_EQ(rounds.finished(), Rounds::rounds);
    }
}

TEST(Team, HasNoMoreThreadsThanBlocks) {
  EXPECT_EQ(Team(3, 8).threads(), 3);
  EXPECT_EQ(Team(100, 8).threads(), 8);
  EXPECT_EQ(Team(0, 0).threads(), 1);
}

}  // namespace
}  // namespace pliant::cpu
