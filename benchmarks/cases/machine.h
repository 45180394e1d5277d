#pragma once

#include <cstddef>

namespace pliant::bench {

/// Bytes a second that a = b + s c moves, counting each number once (STREAM's triad); the best of a
/// few runs over arrays that no cache holds.
double triad_bandwidth(int threads, double seconds = 0.5);

/// Bytes of this process that are in memory now, with what is free given back first; 0 where the
/// system does not tell.
std::size_t resident_bytes();

}  // namespace pliant::bench
