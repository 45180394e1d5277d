#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace pliant::fuzz {

using Random = std::mt19937_64;

/// Damages a file in one of the ways files get damaged or forged: bits flipped, numbers made
/// huge, negative or not finite, lines and blocks lost, repeated or exchanged, the end cut off.
/// The same on every machine for the same random numbers.
void mutate(std::string& bytes, Random& random);
/// The same for a binary format of words: half of the copies get odd sizes, counts and numbers.
std::vector<std::byte> damaged(const std::vector<std::byte>& seed, Random& random);

}  // namespace pliant::fuzz
