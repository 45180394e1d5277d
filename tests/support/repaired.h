#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/check.h>

#include <string>
#include <vector>

namespace pliant::test {

struct Repaired {
  Mesh mesh;
  std::vector<std::string> done;
};

/// Repairs twice; the second time must find nothing to do.
inline Repaired repaired(const Mesh& mesh) {
  Repaired result;
  result.mesh = repair(mesh, result.done);
  std::vector<std::string> again;
  EXPECT_EQ(repair(result.mesh, again), result.mesh);
  EXPECT_THAT(again, testing::IsEmpty());
  return result;
}

}  // namespace pliant::test
