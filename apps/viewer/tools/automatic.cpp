#include "tools/automatic.h"

namespace pliant::viewer {

namespace {

// How help texts name the value.
std::string sign_of(const Value& now) {
  if (now.empty()) return "not given: ";
  if (const auto* const words = std::get_if<std::string>(&now.is))
    return words->empty() ? "empty: " : "";
  const auto* const number = std::get_if<double>(&now.is);
  if (number == nullptr) return "";
  return *number == 0 ? "0: " : *number < 0 ? "below 0: " : "";
}

}  // namespace

std::string automatic_words(const Parameter& parameter, const Value& now) {
  const std::string sign = sign_of(now);
  if (sign.empty()) return "";
  const std::string& help = parameter.help;
  std::size_t at = help.rfind(sign, 0) == 0 ? 0 : help.find("; " + sign);
  if (at == std::string::npos) return "";
  if (at > 0) at += 2;
  at += sign.size();
  return help.substr(at, help.find(';', at) - at);
}

}  // namespace pliant::viewer
