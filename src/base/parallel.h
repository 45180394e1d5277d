#pragma once

#include <cstddef>
#include <functional>

namespace pliant {

/// Calls body(begin, end) for disjoint ranges that cover [0, count), on thread_count() threads at
/// most. Which thread gets which range is not fixed: a body must write only to places that its own
/// indices determine, so that results never depend on it.
void parallel_for(std::size_t count, std::size_t grain,
                  const std::function<void(std::size_t begin, std::size_t end)>& body);

/// Calls body(0) here and, as threads are free, body(1) to body(threads - 1) on others. Returns
/// when all that were called have returned. The others may come late or not at all: body must do
/// the whole work alone if need be.
void run_together(int threads, const std::function<void(int member)>& body);

/// While one exists, parallel_for called from this thread does all its work there: tests compare
/// results with and without threads.
class SerialScope {
 public:
  SerialScope();
  ~SerialScope();
  SerialScope(const SerialScope&) = delete;
  SerialScope& operator=(const SerialScope&) = delete;
};

}  // namespace pliant
