#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>

#include <string>
#include <vector>

#include "support/meshes.h"

namespace pliant::test {

struct BadInput {
  io::FileMap files;
  std::string message;  ///< a part of what the error must say

  BadInput(io::FileMap f, std::string m) : files(std::move(f)), message(std::move(m)) {}
};

/// Every input must be refused with its message and a cure.
inline void expect_refused(const io::Format& format, const std::vector<BadInput>& inputs) {
  for (const BadInput& input : inputs) {
    SCOPED_TRACE(input.message);
    try {
      parse(format, input.files);
      ADD_FAILURE() << "was read without an error";
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(input.message));
      EXPECT_NE(error.cure(), "");
    }
  }
}

/// The same for formats of one file.
inline void expect_refused(const io::Format& format,
                           const std::vector<std::pair<std::string, std::string>>& inputs) {
  std::vector<BadInput> bad;
  for (const auto& [text, message] : inputs)
    bad.emplace_back(io::FileMap{{std::string(format.extensions.front()), text}}, message);
  expect_refused(format, bad);
}

}  // namespace pliant::test
