#pragma once

#include <pliant/run.h>

#include "scene/actions/list.h"

namespace pliant::action {

/// Samples a probe every so many steps.
class ProbeWork final : public Work {
 public:
  ProbeWork(std::size_t probe, std::int64_t every) : probe_(probe), every_(every) {}
  std::int64_t next_event(std::int64_t step) const override { return next_multiple(step, every_); }
  bool changes_energy() const override { return false; }
  void at(SceneRun& run, std::int64_t) override { run.sample(probe_); }
  void end(SceneRun& run) override { run.sample(probe_); }

 private:
  std::size_t probe_;
  std::int64_t every_;
};

}  // namespace pliant::action
