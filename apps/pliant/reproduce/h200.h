#pragma once

#include <optional>
#include <string>

namespace pliant::app {

/// What benchmarks/results/h200.json has of a case: s a step of the plain program on one thread and
/// of ours on the card. The file is part of this program; nothing is measured.
struct OnRecord {
  double plain, card;
};
/// Nothing where the case is not there, or without one of the two.
std::optional<OnRecord> on_h200(const std::string& name);

}  // namespace pliant::app
