#pragma once

#include <memory>

namespace pliant::backend {

/// What a state makes when it needs it; a copy of the state makes its own.
template <class T>
struct OwnOnly {
  std::shared_ptr<T> value;

  OwnOnly() = default;
  OwnOnly(const OwnOnly&) noexcept {}
  OwnOnly& operator=(const OwnOnly&) noexcept { return *this; }
};

}  // namespace pliant::backend
