#pragma once

#include <pliant/declaration.h>

namespace pliant::viewer {

/// What a parameter's help says of a value that stands for another one ("0: the material's", "below
/// 0: 0.1", "empty: the body's", "not given: ..."); empty where `now` stands for itself.
std::string automatic_words(const Parameter& parameter, const Value& now);

}  // namespace pliant::viewer
