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

/// Counts the work of the large steps that its thread takes, in products with the stiffness, and
/// interrupts them where it is more than `most`.
class WorkMeter {
 public:
  explicit WorkMeter(double most);
  ~WorkMeter();
  WorkMeter(const WorkMeter&) = delete;
  WorkMeter& operator=(const WorkMeter&) = delete;
  double work() const { return work_; }
  void add(double work);

 private:
  double most_, work_ = 0;
  WorkMeter* outer_;
};

/// Before some work, as much as so many products with the stiffness: Interrupted where that is not
/// wanted any longer.
void stop_if_asked(double work);

}  // namespace pliant::large_steps
