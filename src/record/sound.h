#pragma once

#include "record/parts.h"

namespace pliant::record {

/// The first of the frames from `from` to before `to` that does not read as it was written; none
/// where all do.
std::optional<std::int64_t> first_damaged(const Parts& parts, std::int64_t from, std::int64_t to);

}  // namespace pliant::record
