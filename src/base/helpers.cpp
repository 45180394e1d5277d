#include "base/helpers.h"

#include <algorithm>

#include "base/patience.h"
#include "base/start_thread.h"

namespace pliant {

// While one exists, helpers may join the job. At its end those that did have left.
class Helpers::Posted {
 public:
  Posted(Helpers& helpers, Job& job) : helpers_(helpers), job_(job) {
    {
      const std::lock_guard lock(helpers_.mutex_);
      helpers_.start(job_.end_member - 1);
      if (helpers_.started_ == 0) return;
      helpers_.jobs_.push_back(&job_);
      ++helpers_.open_;
    }
    if (job_.end_member > 2)
      helpers_.news_.notify_all();
    else
      helpers_.news_.notify_one();
  }

  ~Posted() {
    {
      const std::lock_guard lock(helpers_.mutex_);
      helpers_.close(job_);
    }
    for (Patience patience; job_.active.load(std::memory_order_acquire) > 0; patience.wait()) {
      if (!patience.is_over()) continue;
      std::unique_lock lock(helpers_.mutex_);
      helpers_.leaving_.wait(lock, [&] { return job_.active == 0; });
    }
  }
  Posted(const Posted&) = delete;
  Posted& operator=(const Posted&) = delete;

 private:
  Helpers& helpers_;
  Job& job_;
};

Helpers& Helpers::all() {
  // Never destroyed: the threads use it until the program is gone.
  static Helpers& helpers = *new Helpers;
  return helpers;
}

void Helpers::share(int threads, const Work& work) {
  Job job{work, 1, threads};
  {
    const Posted posted(*this, job);
    work(0);
  }
  if (job.failure) std::rethrow_exception(job.failure);
}

// With the lock held, as close is.
void Helpers::start(int wanted) {
  while (started_ < std::min(wanted, most_threads() - 1)) {
    std::thread helper = start_thread([this] { help(); });
    if (!helper.joinable()) {
      most_threads_ = started_ + 1;
      break;
    }
    helper.detach();
    ++started_;
  }
  missing_ = std::max(missing(), wanted - started_);
}

void Helpers::close(Job& job) {
  if (std::erase(jobs_, &job) > 0) --open_;
}

void Helpers::help() {
  for (;;) {
    for (Patience patience; open_ == 0 && !patience.is_over();) patience.wait();
    std::unique_lock lock(mutex_);
    news_.wait(lock, [&] { return !jobs_.empty(); });
    help_with(*jobs_.back(), lock);
  }
}

void Helpers::help_with(Job& job, std::unique_lock<std::mutex>& lock) {
  const int member = job.next_member++;
  if (job.next_member == job.end_member) close(job);
  ++job.active;
  lock.unlock();
  std::exception_ptr failure;
  try {
    job.work(member);
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  if (failure && !job.failure) job.failure = std::move(failure);
  if (--job.active == 0) leaving_.notify_all();  // from here on the job may be gone
}

}  // namespace pliant
