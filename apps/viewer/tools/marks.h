#pragma once

#include <imgui.h>

#include <cstddef>

namespace pliant::viewer {

/// As many colours are told apart; then they begin anew.
inline constexpr std::size_t group_inks = 8;
/// The colour in which the n-th painted group is marked; ColourMapKind::groups has the same.
ImU32 group_ink(std::size_t number);

}  // namespace pliant::viewer
