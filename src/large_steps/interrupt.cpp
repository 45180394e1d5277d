#include "large_steps/interrupt.h"

#include <utility>

namespace pliant {

namespace large_steps {

namespace {

thread_local Asked asked_now = nullptr;
thread_local WorkMeter* meter_now = nullptr;

}  // namespace

Asked asked_by_thread() {
  return asked_now;
}

AskedScope::AskedScope(Asked asked) : outer_(std::exchange(asked_now, asked)) {}
AskedScope::~AskedScope() {
  asked_now = outer_;
}

WorkMeter::WorkMeter(double most) : most_(most), outer_(std::exchange(meter_now, this)) {}
WorkMeter::~WorkMeter() {
  meter_now = outer_;
}
void WorkMeter::add(double work) {
  work_ += work;
  if (work_ > most_) throw Interrupted();
}

void stop_if_asked(double work) {
  if (meter_now) meter_now->add(work);
  if (asked_now && (*asked_now)()) throw Interrupted();
}

}  // namespace large_steps

Interruptible::Interruptible(std::function<bool()> wanted_no_more)
    : asked_(std::move(wanted_no_more)), outer_(std::exchange(large_steps::asked_now, &asked_)) {}
Interruptible::~Interruptible() {
  large_steps::asked_now = outer_;
}

}  // namespace pliant
