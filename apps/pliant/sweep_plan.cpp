#include "sweep_plan.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <set>

#include "command.h"

namespace pliant::app {

namespace {

constexpr std::size_t most_runs = 1'000'000;

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts{""};
  for (const char c : text)
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

double number(const std::string& text, const std::string& whole) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    wrong_usage(fmt::format("'{}' in --vary {} is no number", text, whole));
  return value;
}

std::vector<std::string> range(const std::vector<std::string>& parts, const std::string& whole) {
  const double from = number(parts[0], whole), to = number(parts[1], whole),
               by = number(parts[2], whole);
  const double steps = (to - from) / by;
  if (by == 0 || steps < 0 || !(steps < double(most_runs)))
    wrong_usage(
        fmt::format("--vary {}: from {} to {} in steps of {} does not end", whole, from, to, by));
  std::vector<std::string> values;
  // A last value that rounding puts a little beyond the end still counts.
  const auto count = static_cast<std::size_t>(std::floor(steps * (1 + 1e-12) + 1e-9)) + 1;
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(fmt::format("{:.12g}", from + static_cast<double>(i) * by));
  return values;
}

}  // namespace

Varied parse_varied(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    wrong_usage(fmt::format("'{}' varies nothing: write --vary k=10:100:10 or k=1,2,5", text));
  Varied varied{text.substr(0, equals), {}};
  const std::string values = text.substr(equals + 1);
  const std::vector<std::string> ends = split(values, ':');
  if (ends.size() == 3)
    varied.values = range(ends, text);
  else if (ends.size() == 1)
    varied.values = split(values, ',');
  else
    wrong_usage(fmt::format("--vary {}: a range is FROM:TO:BY", text));
  for (const std::string& value : varied.values)
    if (value.empty()) wrong_usage(fmt::format("--vary {}: a value is missing", text));
  return varied;
}

std::vector<std::vector<std::string>> combinations(const std::vector<Varied>& varied) {
  std::set<std::string> names;
  std::vector<std::vector<std::string>> out{{}};
  for (const Varied& one : varied) {
    if (!names.insert(one.name).second) wrong_usage(fmt::format("{} is varied twice", one.name));
    if (out.size() > most_runs / one.values.size())
      wrong_usage(fmt::format("more than {} runs are too many for one sweep", most_runs));
    std::vector<std::vector<std::string>> longer;
    for (const auto& combination : out)
      for (const std::string& value : one.values) {
        longer.push_back(combination);
        longer.back().push_back(value);
      }
    out = std::move(longer);
  }
  return out;
}

}  // namespace pliant::app
