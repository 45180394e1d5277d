#pragma once

#include <chrono>

#include "session/show.h"

namespace pliant::viewer {

/// A recording, played from the disk.
class Playback final : public Show {
 public:
  /// InputError where there is none, it is damaged, or has no frames.
  explicit Playback(const std::filesystem::path& folder);

  std::string title() const override;
  std::optional<double> floor() const override { return recording_.info().floor; }
  std::vector<std::pair<std::string, std::string>> facts() const override;
  void play() override;
  void pause() override;
  void step() override;
  void reset() override;
  bool seek(double time) override;
  void set_pace(Pace pace) override;
  Pace pace() const override { return pace_; }
  Progress progress() const override;
  MomentPointer now() override;
  const std::vector<double>& times() override { return times_; }
  MomentPointer recorded(std::size_t number) override;
  void want_field(const std::string&) override {}
  std::vector<std::string> fields() const override;

 private:
  using Clock = std::chrono::steady_clock;
  void go_on();
  void start_counting();
  void show_cuts(const RecordedFrame& frame);

  Recording recording_;
  std::vector<double> times_;
  ShownBodies bodies_;
  double rest_volume_ = 0;
  MomentPointer last_;  // read, and its number
  std::size_t last_number_ = 0;
  std::size_t current_ = 0;
  bool running_ = false;
  Pace pace_{};
  Clock::time_point real_start_{};
  double recorded_start_ = 0;  // s
  std::string trouble_;
};

}  // namespace pliant::viewer
