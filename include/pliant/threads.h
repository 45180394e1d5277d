#pragma once

namespace pliant {

/// How many threads are used at most: what was set, else PLIANT_THREADS, else one for each core.
/// Results do not depend on it.
int thread_count();
void set_thread_count(int threads);  ///< 1 to 1024; 0: back to the default

}  // namespace pliant
