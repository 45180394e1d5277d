#include "base/parallel.h"

#include <gtest/gtest.h>
#include <pliant/threads.h>

#include <algorithm>
#include <atomic>
#include <latch>
#include <stdexcept>
#include <thread>
#include <vector>

namespace pliant {
namespace {

// So many threads while a test runs, whatever the machine has.
class Parallel : public testing::Test {
 protected:
  void SetUp() override { set_thread_count(4); }
  void TearDown() override { set_thread_count(0); }
};

// How often each index was in a range.
std::vector<int> visits(std::size_t count, std::size_t grain) {
  std::vector<int> visited(count, 0);
  parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) ++visited[i];
  });
  return visited;
}

TEST_F(Parallel, EveryIndexOnce) {
  for (const std::size_t count : {0u, 1u, 2u, 63u, 64u, 65u, 1000u, 100'003u})
    for (const std::size_t grain : {1u, 7u, 64u, 4096u})
      EXPECT_EQ(visits(count, grain), std::vector<int>(count, 1)) << count << ' ' << grain;
}

TEST_F(Parallel, OneWithinAnother) {
  std::vector<std::vector<int>> visited(50);
  parallel_for(visited.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) visited[i] = visits(1000, 10);
  });
  for (const auto& inner : visited) EXPECT_EQ(inner, std::vector<int>(1000, 1));
}

TEST_F(Parallel, ManyBringWorkAtOnce) {
  std::atomic<int> right{0};
  std::vector<std::jthread> callers;
  for (int c = 0; c < 6; ++c)
    callers.emplace_back([&] {
      for (int i = 0; i < 100; ++i) right += visits(500, 8) == std::vector<int>(500, 1);
    });
  callers.clear();
  EXPECT_EQ(right, 600);
}

TEST_F(Parallel, WhatABodyThrowsIsThrown) {
  for (const std::size_t guilty : {0u, 517u, 999u}) {
    std::atomic<int> running{0};
    const auto body = [&](std::size_t begin, std::size_t end) {
      ++running;
      const bool is_guilty = begin <= guilty && guilty < end;
      --running;
      if (is_guilty) throw std::runtime_error("this one");
    };
    EXPECT_THROW(parallel_for(1000, 1, body), std::runtime_error);
    EXPECT_EQ(running, 0);
  }
  EXPECT_EQ(visits(1000, 1), std::vector<int>(1000, 1));
}

TEST_F(Parallel, HelpersThrowToTheirCaller) {
  run_together(2, [](int) {});
  if (missing_threads() > 0) GTEST_SKIP() << "no threads are to be had";
  std::latch both{2};
  EXPECT_THROW(run_together(2,
                            [&](int member) {
                              both.arrive_and_wait();
                              if (member == 1) throw std::runtime_error("the helper");
                            }),
               std::runtime_error);
}

TEST_F(Parallel, MembersHaveNumbersOfTheirOwn) {
  for (int trial = 0; trial < 1000; ++trial) {
    std::vector<std::atomic<int>> called(4);
    run_together(4, [&](int member) { ++called[static_cast<std::size_t>(member)]; });
    EXPECT_EQ(called[0], 1);
    EXPECT_TRUE(std::ranges::all_of(called, [](const auto& times) { return times <= 1; }));
  }
}

TEST_F(Parallel, AllWorkIsDoneHereInASerialScope) {
  const SerialScope scope;
  const auto here = std::this_thread::get_id();
  std::atomic<int> elsewhere{0};
  const auto look = [&] { elsewhere += std::this_thread::get_id() != here; };
  parallel_for(1000, 1, [&](std::size_t, std::size_t) { look(); });
  run_together(4, [&](int) { look(); });
  EXPECT_EQ(elsewhere, 0);
}

}  // namespace
}  // namespace pliant
