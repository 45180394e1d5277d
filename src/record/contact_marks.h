#pragma once

#include <pliant/contact.h>
#include <pliant/recording.h>

#include <vector>

namespace pliant::record {

/// The field of a recording that marks of contacts are made of.
inline constexpr const char* contact_field = "contact_force";
inline constexpr const char* gap_field = "contact_gap";

/// Where something pushes a vertex in a frame, and with what; nothing where that is not recorded.
std::vector<ContactPoint> contact_marks(const RecordedFrame& frame);

}  // namespace pliant::record
