#pragma once

#include <gtest/gtest.h>

#include <filesystem>

namespace pliant::test {

/// A file of the folder of real meshes (PLIANT_MODELS).
inline std::filesystem::path model(const std::string& name) {
  return std::filesystem::path(PLIANT_MODELS) / name;
}

}  // namespace pliant::test

/// Skips the test at hand where the real meshes are not there.
#define PLIANT_NEEDS_MODELS() \
  if (!std::filesystem::exists(PLIANT_MODELS)) GTEST_SKIP() << "no real meshes in " << PLIANT_MODELS
