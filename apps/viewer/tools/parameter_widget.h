#pragma once

#include <pliant/declaration.h>

#include <optional>

namespace pliant::viewer {

/// What a parameter's help says of a value that stands for another one ("0: the material's", "below
/// 0: 0.1", "empty: the body's", "not given: ..."); empty where `now` stands for itself.
std::string automatic_words(const Parameter& parameter, const Value& now);

/// Names that parameters may refer to.
struct KnownNames {
  std::vector<std::string> bodies{}, groups{};
};

/// A widget for one parameter, made from its declaration, with its help and, by the right button,
/// its default. Returns the new value when a change is complete: a slider let go, Enter pressed.
/// `words` is what its place is remembered by; they must be different for each. A value that stands
/// for another one is shown as that, greyed: `used`, where it is known, or what the help says.
std::optional<Value> parameter_widget(const Parameter& parameter, const Value& now,
                                      const std::string& words, const KnownNames& names,
                                      const std::string& used = "");

}  // namespace pliant::viewer
