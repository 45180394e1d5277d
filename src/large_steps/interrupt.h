#pragma once

#include <pliant/interrupt.h>

namespace pliant::large_steps {

/// What the present thread asks whether it shall stop; null: nobody stops it.
using Asked = const std::function<bool()>*;
Asked asked_by_thread();

/// Another thread does a part of the work of the one that asks.
class AskedScope {
 public:
  explicit AskedScope(Asked asked);
  ~AskedScope();
  AskedScope(const AskedScope&) = delete;
  AskedScope& operator=(const AskedScope&) = delete;

 private:
  Asked outer_;
};

/// Interrupted where the work is not wanted any longer.
void stop_if_asked();

}  // namespace pliant::large_steps
