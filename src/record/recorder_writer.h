#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "record/file_writer.h"
#include "record/new_file.h"
#include "record/parts.h"

namespace pliant {

namespace record {

/// Writes the first file of a new recording.
void store_start(const Parts& parts);

/// Frames on their way to a file of their own, which appears when it is complete.
class Segment {
 public:
  Segment(std::filesystem::path file, std::int64_t first_frame);

  void add(const RecordedFrame& frame, const std::vector<RecordedBody>& bodies, bool doubles);
  /// Whether it holds frames and all of them are whole, so that it can be stored.
  bool is_sound() const { return sound_; }
  /// Whether it should be stored, and when it must be at the latest.
  bool is_full(const RecorderOptions& options) const;
  std::chrono::steady_clock::time_point deadline(const RecorderOptions& options) const;
  /// Puts it on the disk.
  Part store();

 private:
  void end_block();

  Part part_;
  NewFile file_;
  std::optional<BlockWriter> block_;
  std::int64_t next_frame_;
  bool sound_ = false;
  std::size_t bytes_ = 0;  // of complete blocks
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace record

/// The recorder's thread and the queue before it. Where no thread is to be had, frames are written
/// as they come.
class Recorder::Writer {
 public:
  Writer(std::filesystem::path folder, record::Parts parts, const RecorderOptions& options);
  ~Writer();

  void add(RecordedFrame&& frame);
  void flush();
  void finish();
  std::int64_t frames() const { return frames_; }
  const std::vector<RecordedBody>& bodies() const { return parts_.bodies; }

 private:
  using Clock = std::chrono::steady_clock;

  void run();
  void call_writer();
  bool wait_for_work(std::unique_lock<std::mutex>& lock);
  void take_frame(std::unique_lock<std::mutex>& lock);
  void write(const RecordedFrame& frame);
  void write_into_segment(const RecordedFrame& frame);
  void list_what_is_stored();
  void store_segment();
  void write_xdmf();
  void check_order(const RecordedFrame& frame) const;
  void rethrow();

  const std::filesystem::path folder_;
  const RecorderOptions options_;
  // Of the thread that adds.
  std::int64_t frames_;
  std::optional<std::int64_t> last_step_;
  bool finished_ = false;
  // Of the writing thread, or of the other while that one is idle.
  record::Parts parts_;
  std::optional<record::Segment> segment_;
  Clock::time_point xdmf_due_{};
  bool xdmf_is_old_ = false;
  // Shared.
  std::mutex mutex_;
  std::condition_variable work_, progress_;
  std::deque<RecordedFrame> queue_;
  std::size_t queued_bytes_ = 0;
  bool writing_ = false, flush_ = false, stop_ = false;
  std::exception_ptr error_;
  bool alone_ = false;  // no thread was to be had; never written while there is one
  std::thread thread_;  // last: it uses all the others
};

}  // namespace pliant
