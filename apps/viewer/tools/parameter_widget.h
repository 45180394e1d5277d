#pragma once

#include <pliant/declaration.h>

#include <optional>

namespace pliant::viewer {

/// Names that parameters may refer to.
struct KnownNames {
  std::vector<std::string> bodies{}, groups{};
};

/// A widget for one parameter, made from its declaration, with its help and, by the right button,
/// its default. Returns the new value when a change is complete: a slider let go, Enter pressed.
/// `words` is what its place is remembered by; they must be different for each.
std::optional<Value> parameter_widget(const Parameter& parameter, const Value& now,
                                      const std::string& words, const KnownNames& names);

}  // namespace pliant::viewer
