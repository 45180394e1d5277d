#pragma once

#include <string>

#include "cases/bench.h"

namespace pliant::bench {

struct Arguments {
  enum class Task { measure, help, list } task = Task::measure;
  Settings settings;
  std::string json;  ///< file to write; empty: none
};

/// InputError for anything that is not understood, a file that cannot be written among them.
Arguments parse(std::span<const char* const> words);

std::string help();

}  // namespace pliant::bench
