#pragma once

#include <pliant/error.h>
#include <pliant/model.h>

#include <cstddef>
#include <vector>

#include "model/shared_steps.h"

namespace pliant {

struct State::World {
  Model model;
  std::vector<State> bodies;
  SharedSteps shared = {};
};

/// What was asked belongs to one body, and there are so many.
[[noreturn]] void ask_a_body(std::size_t bodies);

/// What is wrong with a body of a world while it steps.
class BodyError : public InputError {
 public:
  BodyError(const InputError& error, std::size_t body) : InputError(error), body_(body) {}
  std::size_t body() const { return body_; }

 private:
  std::size_t body_;
};

}  // namespace pliant
