#pragma once

#include <pliant/recording.h>

#include <string>
#include <vector>

#include "record/export/html_skin.h"

namespace pliant::record {

/// How colours are laid over a field: from low to high, or to both sides of a middle.
enum class ColourScale { rising, about_zero, about_one };

/// A number at every vertex of a skin that a page can show as a colour, taken from a recorded
/// field, from velocities, or computed from positions. Displacements are left to the page, which
/// has the positions at rest.
struct PageField {
  std::string name;  ///< for people
  std::string unit;
  ColourScale scale = ColourScale::rising;
  /// The number of each vertex; empty where the frame has none. Not a number at single vertices
  /// that have none.
  std::vector<float> (*sample)(const Skin& skin, const BodyFrame& frame,
                               const std::string& recorded);
  std::string recorded{};  ///< name of the field in the recording
};

/// Those that at least one body of the first frame has.
std::vector<PageField> page_fields(const std::vector<Skin>& skins, const RecordedFrame& first);

}  // namespace pliant::record
