#pragma once

#include <cstddef>
#include <functional>

namespace pliant {

/// Calls body(begin, end) for disjoint ranges that cover [0, count), on as many threads as there
/// are cores (or PLIANT_THREADS). Which thread gets which range is not fixed: a body must write
/// only to places that its own indices determine, so that results never depend on it.
void parallel_for(std::size_t count, std::size_t grain,
                  const std::function<void(std::size_t begin, std::size_t end)>& body);

/// While one exists, parallel_for called from this thread does all its work there: tests compare
/// results with and without threads.
class SerialScope {
 public:
  SerialScope();
  ~SerialScope();
  SerialScope(const SerialScope&) = delete;
  SerialScope& operator=(const SerialScope&) = delete;
};

/// How many threads parallel_for uses at most.
int thread_count();

}  // namespace pliant
