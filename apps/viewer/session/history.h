#pragma once

#include <mutex>

#include "session/moment.h"

namespace pliant::viewer {

/// The timeline of a simulation: moments in memory, numbers as floats. One thread adds, another
/// reads.
class History {
 public:
  explicit History(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // For the thread that computes.
  void add(const Moment& moment);
  void clear();

  // For the thread that shows.
  const std::vector<double>& times();
  /// By the numbers that the last call of times() gave; null where there is none.
  MomentPointer moment(std::size_t number) const;

 private:
  struct Part {
    Vec3d middle{};                         // m; places are relative to it
    std::vector<float> places, velocities;  // three a vertex
    std::vector<RecordedField> fields;
  };
  struct Kept {
    Moment rest;  // without the numbers of its bodies
    std::vector<Part> parts;
    std::size_t bytes = 0;
  };
  using KeptPointer = std::shared_ptr<const Kept>;
  static KeptPointer kept(const Moment& moment);
  void thin();

  const std::size_t most_bytes_;
  std::mutex mutex_;  // of all up to the next empty line
  std::vector<KeptPointer> kept_;
  std::size_t bytes_ = 0;
  std::size_t added_ = 0, stride_ = 1;  // every so manieth of those added is kept
  std::size_t edition_ = 0;             // how often frames went

  std::vector<KeptPointer> seen_;
  std::vector<double> times_;
  std::size_t seen_edition_ = 0;
};

}  // namespace pliant::viewer
