#include "record/recorder_writer.h"

#include <pliant/error.h>

#include "base/file.h"
#include "base/start_thread.h"
#include "base/text.h"
#include "record/xdmf.h"

namespace pliant {

namespace record {

namespace {
constexpr std::size_t array_description = 16384;  // bytes of HDF5's own, at most
}

void store_start(const Parts& parts) {
  NewFile first(parts.parts.front().file);
  first.reserve(parts.info.scene.size());
  for (const RecordedBody& body : parts.bodies) first.reserve(size_of(body));
  first.named([&] {
    write_format(first.file(), 0);
    write_start(first.file(), parts.info, parts.bodies);
  });
  first.store();
}

Segment::Segment(std::filesystem::path file, std::int64_t first_frame)
    : part_{std::move(file), {}}, file_(part_.file), next_frame_(first_frame) {
  file_.named([&] { write_format(file_.file(), first_frame); });
}

void Segment::add(const RecordedFrame& frame, const std::vector<RecordedBody>& bodies,
                  bool doubles) {
  file_.reserve(size_of(frame));
  sound_ = false;
  file_.named([&] {
    std::vector<BodyLayout> layout = layout_of(frame, doubles);
    if (block_ && block_->block().bodies != layout) end_block();
    if (!block_) {
      for (const BodyLayout& arrays : layout) file_.reserve(arrays.size() * array_description);
      block_.emplace(file_.file(), next_frame_, std::move(layout), bodies);
    }
    block_->add(frame);
    ++next_frame_;
  });
  sound_ = true;
}

void Segment::end_block() {
  if (!block_) return;
  bytes_ += block_->stored_bytes();
  part_.blocks.push_back(block_->finish());
  block_.reset();
}

bool Segment::is_full(const RecorderOptions& options) const {
  return bytes_ + (block_ ? block_->stored_bytes() : 0) >= options.segment_bytes ||
         std::chrono::steady_clock::now() >= deadline(options);
}

std::chrono::steady_clock::time_point Segment::deadline(const RecorderOptions& options) const {
  return begun_ + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                      std::chrono::duration<double>(options.segment_seconds));
}

Part Segment::store() {
  sound_ = false;
  file_.named([&] { end_block(); });
  file_.store();
  return std::move(part_);
}

}  // namespace record

namespace {

constexpr std::size_t most_queued = 4096;  // small ones take the longest for their bytes

std::int64_t last_step_of(const record::Parts& parts) {
  for (auto part = parts.parts.rbegin(); part != parts.parts.rend(); ++part)
    if (!part->blocks.empty()) return part->blocks.back().steps.back();
  return 0;
}

}  // namespace

Recorder::Writer::Writer(std::filesystem::path folder, record::Parts parts,
                         const RecorderOptions& options)
    : folder_(std::move(folder)),
      options_(options),
      frames_(parts.frames()),
      parts_(std::move(parts)) {
  if (frames_ > 0) last_step_ = last_step_of(parts_);
  write_xdmf();
  thread_ = start_thread([this] { run(); });
  if (!thread_.joinable()) alone_ = true;
}

Recorder::Writer::~Writer() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  work_.notify_all();
  if (alone_)
    run();
  else
    thread_.join();
}

void Recorder::Writer::check_order(const RecordedFrame& frame) const {
  if (finished_)
    throw InputError(folder_.string(), 0, "a frame came after the end of the recording",
                     "finish it after the last frame");
  if (last_step_ && frame.step <= *last_step_)
    throw InputError(folder_.string(), 0,
                     text("a frame of step ", frame.step, " came after one of ", *last_step_),
                     "record steps in order, each once");
}

void Recorder::Writer::add(RecordedFrame&& frame) {
  check_order(frame);
  record::check_frame(frame, parts_.bodies);
  const std::size_t bytes = record::size_of(frame);
  std::unique_lock lock(mutex_);
  progress_.wait(lock, [&] {
    return error_ || queue_.size() < 2 ||
           (queue_.size() < most_queued && queued_bytes_ + bytes <= options_.queue_bytes);
  });
  rethrow();
  last_step_ = frame.step;
  queue_.push_back(std::move(frame));
  queued_bytes_ += bytes;
  ++frames_;
  lock.unlock();
  call_writer();
}

// Without a thread of its own the writer works on that of the caller.
void Recorder::Writer::call_writer() {
  if (alone_)
    run();
  else
    work_.notify_one();
}

void Recorder::Writer::flush() {
  {
    const std::lock_guard lock(mutex_);
    flush_ = true;
  }
  call_writer();
  std::unique_lock lock(mutex_);
  progress_.wait(lock, [&] { return error_ || !flush_; });
  rethrow();
}

void Recorder::Writer::finish() {
  if (finished_) return;
  flush();
  const std::filesystem::path whole = record::finished_file(folder_);
  if (parts_.parts.size() == 1 && parts_.parts.front().file == whole) return;
  std::vector<record::Part> before = parts_.parts;
  parts_.parts = {{whole, record::join(before, parts_.bodies, frames_, whole)}};
  finished_ = true;
  store_file(record::xdmf_file(folder_), record::xdmf(parts_.bodies, parts_.parts));
  for (const record::Part& part : before)
    if (part.file != whole) remove_file(part.file);
}

// The error of the other thread, with the lock held.
void Recorder::Writer::rethrow() {
  if (error_) std::rethrow_exception(error_);
}

void Recorder::Writer::run() {
  std::unique_lock lock(mutex_);
  try {
    while (wait_for_work(lock)) {
      if (!queue_.empty()) take_frame(lock);
      const bool flush = flush_ && queue_.empty();
      lock.unlock();
      if (segment_ && (flush || segment_->is_full(options_))) store_segment();
      if (xdmf_is_old_ && (flush || Clock::now() >= xdmf_due_)) write_xdmf();
      lock.lock();
      if (flush) {
        flush_ = false;
        progress_.notify_all();
      }
    }
    if (!stop_) return;
    lock.unlock();
    if (segment_) store_segment();
    if (xdmf_is_old_) write_xdmf();
  } catch (...) {
    if (lock.owns_lock()) lock.unlock();
    list_what_is_stored();
    lock.lock();
    error_ = std::current_exception();
    queue_.clear();
    segment_.reset();
    progress_.notify_all();
  }
}

void Recorder::Writer::list_what_is_stored() {
  try {
    if (xdmf_is_old_) write_xdmf();
  } catch (const InputError&) {  // the first problem is the one to tell
  }
}

// Returns false when there is nothing left to do and nothing more will come, or not while it waits.
bool Recorder::Writer::wait_for_work(std::unique_lock<std::mutex>& lock) {
  const auto work = [&] { return !queue_.empty() || flush_ || stop_; };
  if (alone_) return !queue_.empty() || flush_;
  if (segment_)
    work_.wait_until(lock, segment_->deadline(options_), work);
  else
    work_.wait(lock, work);
  return !stop_ || !queue_.empty() || flush_;
}

void Recorder::Writer::take_frame(std::unique_lock<std::mutex>& lock) {
  const RecordedFrame frame = std::move(queue_.front());
  const std::size_t bytes = record::size_of(frame);
  lock.unlock();
  write(frame);
  lock.lock();
  // Only now: a frame that is being written counts as waiting.
  queue_.pop_front();
  queued_bytes_ -= bytes;
  progress_.notify_all();
}

void Recorder::Writer::write(const RecordedFrame& frame) {
  try {
    write_into_segment(frame);
  } catch (const InputError&) {
    // A full disk: what the segment holds had room, and packed it takes less than was reserved.
    if (!segment_ || !segment_->is_sound()) throw;
    store_segment();
    write_into_segment(frame);
  }
}

void Recorder::Writer::write_into_segment(const RecordedFrame& frame) {
  if (!segment_)
    segment_.emplace(record::segment_file(folder_, parts_.next_segment++), parts_.frames());
  segment_->add(frame, parts_.bodies, options_.double_precision);
}

void Recorder::Writer::store_segment() {
  parts_.parts.push_back(segment_->store());
  segment_.reset();
  xdmf_is_old_ = true;
}

// Writing it anew may take a twentieth of the time. It is made of what else is there, so that it
// need not survive a power cut before the recording is finished.
void Recorder::Writer::write_xdmf() {
  const Clock::time_point start = Clock::now();
  write_file(record::xdmf_file(folder_), record::xdmf(parts_.bodies, parts_.parts));
  const Clock::time_point end = Clock::now();
  xdmf_is_old_ = false;
  xdmf_due_ = end + std::max<Clock::duration>(20 * (end - start), std::chrono::seconds(2));
}

}  // namespace pliant
