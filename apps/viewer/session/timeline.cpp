#include "session/timeline.h"

#include <pliant/run.h>

#include <algorithm>

namespace pliant::viewer {

namespace {

class TimelineWork final : public Work {
 public:
  explicit TimelineWork(const TimelineRecord& timeline) : timeline_(timeline) {}

  void start(SceneRun& run) override {
    every_ = std::max<std::int64_t>(1, timeline_.every);
    if (timeline_.seconds > 0) every_ = std::max<std::int64_t>(1, run.step_at(timeline_.seconds));
    timeline_.begin(run);
  }
  std::int64_t next_event(std::int64_t step) const override {
    return step < 0 ? 0 : (step / every_ + 1) * every_;
  }
  bool changes_energy() const override { return false; }
  void at(SceneRun& run, std::int64_t step) override {
    timeline_.take(run);
    taken_ = step;
  }
  void end(SceneRun& run) override {
    if (taken_ != run.step()) at(run, run.step());
  }
  std::vector<double> memory() const override { return {static_cast<double>(taken_)}; }
  void remember(SceneRun&, std::span<const double> memory) override {
    if (!memory.empty()) taken_ = static_cast<std::int64_t>(memory[0]);
  }

 private:
  TimelineRecord timeline_;
  std::int64_t every_ = 1;
  std::int64_t taken_ = -1;  // the last step that was taken
};

}  // namespace

Declaration TimelineRecord::declare() {
  return Declare<TimelineRecord>("Timeline", "recording", "Keeps what the window's timeline shows.",
                                 "");
}

std::unique_ptr<Work> TimelineRecord::prepare(Stage&) const {
  return std::make_unique<TimelineWork>(*this);
}

}  // namespace pliant::viewer
