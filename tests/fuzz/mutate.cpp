#include "mutate.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>
#include <utility>

namespace pliant::fuzz {

namespace {

constexpr std::string_view forged_numbers[] = {"0",
                                               "-1",
                                               "1",
                                               "2147483647",
                                               "2147483648",
                                               "4294967295",
                                               "4294967296",
                                               "-2147483648",
                                               "1000000000000",
                                               "9223372036854775807",
                                               "-9223372036854775808",
                                               "18446744073709551616",
                                               "99999999999999999999999",
                                               "nan",
                                               "-inf",
                                               "1e999",
                                               "1e308",
                                               "-1e308",
                                               "1e-320",
                                               "0.5",
                                               "3",
                                               "255",
                                               "256",
                                               "65536",
                                               "-0",
                                               "x",
                                               ""};

constexpr std::uint64_t forged_words[] = {0,
                                          1,
                                          0x7f,
                                          0xff,
                                          0xffff,
                                          0x7fffffff,
                                          0x80000000,
                                          0xffffffff,
                                          0xfffffff0,
                                          0x10000000,
                                          0x7f800000,
                                          0x7fc00000,
                                          0xff7fffff,
                                          ~0ull,
                                          0x7fffffffffffffff,
                                          0x7ff0000000000000,
                                          0x7ff8000000000000,
                                          0x4000000000000000};

// std::uniform_int_distribution gives other numbers with other standard libraries.
std::size_t below(std::size_t bound, Random& random) {
  return bound == 0 ? 0 : static_cast<std::size_t>(random() % bound);
}

struct Range {
  std::size_t begin, end;
  std::size_t size() const { return end - begin; }
};

Range random_line(const std::string& bytes, Random& random) {
  const std::size_t at = below(bytes.size(), random);
  const std::size_t before = at == 0 ? std::string::npos : bytes.rfind('\n', at - 1);
  const std::size_t after = bytes.find('\n', at);
  return {before == std::string::npos ? 0 : before + 1,
          after == std::string::npos ? bytes.size() : after + 1};
}

Range random_block(const std::string& bytes, Random& random) {
  const std::size_t begin = below(bytes.size(), random);
  const std::size_t most = std::min<std::size_t>(bytes.size() - begin, 1 + below(64, random));
  return {begin, begin + most};
}

// The digits (with sign, point and exponent) of the first number at or after a random place.
Range random_number(const std::string& bytes, Random& random) {
  constexpr std::string_view digits = "0123456789";
  std::size_t begin = bytes.find_first_of(digits, below(bytes.size(), random));
  if (begin == std::string::npos) begin = bytes.find_first_of(digits);
  if (begin == std::string::npos) return {0, 0};
  constexpr std::string_view parts = "0123456789+-.eE";
  const std::size_t end = std::min(bytes.find_first_not_of(parts, begin), bytes.size());
  while (begin > 0 && parts.find(bytes[begin - 1]) != std::string_view::npos) --begin;
  return {begin, end};
}

void forge_number(std::string& bytes, Random& random) {
  const Range number = random_number(bytes, random);
  bytes.replace(number.begin, number.size(),
                forged_numbers[below(std::size(forged_numbers), random)]);
}

void forge_word(std::string& bytes, Random& random) {
  const std::size_t width = std::size_t{1} << below(4, random);
  if (bytes.size() < width) return;
  const std::size_t at = below(bytes.size() - width + 1, random);
  const std::uint64_t word = forged_words[below(std::size(forged_words), random)];
  const bool big_endian = below(4, random) == 0;
  for (std::size_t i = 0; i < width; ++i)
    bytes[at + (big_endian ? width - 1 - i : i)] = static_cast<char>(word >> (8 * i));
}

void flip_bit(std::string& bytes, Random& random) {
  const std::size_t at = below(bytes.size(), random);
  bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8, random)));
}

void set_byte(std::string& bytes, Random& random) {
  bytes[below(bytes.size(), random)] = static_cast<char>(random());
}

void repeat(std::string& bytes, const Range& range) {
  const std::string copy = bytes.substr(range.begin, range.size());
  bytes.insert(range.end, copy);
}

void exchange_lines(std::string& bytes, Random& random) {
  Range first = random_line(bytes, random), second = random_line(bytes, random);
  if (first.begin > second.begin) std::swap(first, second);
  if (first.end > second.begin) return;
  std::rotate(bytes.begin() + static_cast<std::ptrdiff_t>(first.begin),
              bytes.begin() + static_cast<std::ptrdiff_t>(second.begin),
              bytes.begin() + static_cast<std::ptrdiff_t>(second.end));
}

}  // namespace

void mutate(std::string& bytes, Random& random) {
  if (bytes.empty()) {
    bytes.push_back(static_cast<char>(random()));
    return;
  }
  switch (below(12, random)) {
    case 0:
      return flip_bit(bytes, random);
    case 1:
      return set_byte(bytes, random);
    case 2:
      return forge_word(bytes, random);
    case 3:
    case 4:
    case 5:
      return forge_number(bytes, random);
    case 6: {
      const Range line = random_line(bytes, random);
      bytes.erase(line.begin, line.size());
      return;
    }
    case 7:
      return repeat(bytes, random_line(bytes, random));
    case 8:
      return exchange_lines(bytes, random);
    case 9: {
      const Range block = random_block(bytes, random);
      bytes.erase(block.begin, block.size());
      return;
    }
    case 10:
      return repeat(bytes, random_block(bytes, random));
    default:
      bytes.resize(below(bytes.size(), random));
  }
}

namespace {

// Sizes, step counts and numbers that have caught readers before.
constexpr std::uint64_t odd_words[] = {0,
                                       1,
                                       0x7fffffffffffffffu,
                                       0x8000000000000000u,
                                       0xffffffffffffffffu,
                                       0x7ff0000000000000u,
                                       0x7ff8000000000000u,
                                       0x7fefffffffffffffu,
                                       0x0010000000000000u};

void set_odd_word(std::vector<std::byte>& bytes, Random& random) {
  if (bytes.size() < sizeof(std::uint64_t)) return;
  const std::uint64_t word = odd_words[random() % std::size(odd_words)];
  const std::size_t size = random() % 2 == 0 ? 4 : 8;
  std::memcpy(bytes.data() + random() % (bytes.size() - size + 1), &word, size);
}

}  // namespace

std::vector<std::byte> damaged(const std::vector<std::byte>& seed, Random& random) {
  if (random() % 2 == 0) {
    std::vector<std::byte> bytes = seed;
    for (std::size_t times = 1 + random() % 3; times > 0; --times) set_odd_word(bytes, random);
    return bytes;
  }
  std::string text(reinterpret_cast<const char*>(seed.data()), seed.size());
  mutate(text, random);
  const auto* begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

}  // namespace pliant::fuzz
