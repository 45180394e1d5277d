#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace pliant {

/// Help for people: the first mention of a paper by its tag is followed by what it is about, such
/// as "E06 on continuum particles".
inline std::string with_subjects(std::string_view help) {
  constexpr std::pair<std::string_view, std::string_view> papers[] = {
      {"E06", " on continuum particles"},
      {"L13", " on mass-spring solids"},
      {"R06", " on meshes as relations"},
      {"S07", " on dynamic selection"},
      {"Y10", " on spectral solids"}};
  std::string out(help);
  for (const auto& [tag, subject] : papers) {
    const std::size_t at = out.find(tag);
    if (at == std::string::npos) continue;
    const bool owns = out.compare(at + tag.size(), 2, "'s") == 0;
    if (!owns) out.insert(at + tag.size(), subject);
  }
  return out;
}

}  // namespace pliant
