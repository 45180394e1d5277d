#pragma once

#include <map>

#include "session/live.h"

namespace pliant::viewer {

/// What a user can edit, as a whole: undo goes back to an earlier one.
struct Document {
  std::vector<std::shared_ptr<const Action>> actions;
  std::vector<PaintedGroup> groups;
  /// By body: vertices that were pinned by hand (true) or let go (false).
  std::map<std::size_t, std::map<Index, bool>> holds;
  std::vector<std::size_t> cuts;  ///< numbers of cuts that are made
};
using DocumentPointer = std::shared_ptr<const Document>;

/// A cut as the mouse makes it.
struct CutRequest {
  std::size_t number = 0, body = 0;
  CuttingWedge wedge;
};

/// The simulation `base` with the actions and groups of a document.
Simulation composed(const Simulation& base, const Document& document,
                    const std::vector<std::string>& body_names);

/// These actions with a spectral solid in the place of the forces of one body; those that cannot be
/// with it go. InputError where a value is not allowed.
std::vector<std::shared_ptr<const Action>> spectral_actions(
    const std::vector<std::shared_ptr<const Action>>& actions,
    const std::vector<std::string>& body_names, std::size_t body,
    const std::vector<std::string>& rigid, std::int64_t modes);

}  // namespace pliant::viewer
