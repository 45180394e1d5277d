#pragma once

namespace pliant {

/// How many threads are used at most: what was set, else PLIANT_THREADS, else one for each core; no
/// more than the system was found to give. Results do not depend on it.
int thread_count();
void set_thread_count(int threads);  ///< 1 to 1024; 0: back to the default

/// Threads that were wanted and that the system refused, as it does under a limit on processes or
/// memory: work goes on with the others.
int missing_threads();

}  // namespace pliant
