#pragma once

#include <new>
#include <system_error>
#include <thread>
#include <utility>

namespace pliant {

/// A thread that runs `body`. Not joinable where the system gives none, as under a limit on
/// processes or on memory: whoever asks must be able to do without.
template <class Thread = std::thread, class Body>
Thread start_thread(Body&& body) {
  try {
    return Thread(std::forward<Body>(body));
  } catch (const std::system_error&) {
    return {};
  } catch (const std::bad_alloc&) {
    return {};
  }
}

}  // namespace pliant
