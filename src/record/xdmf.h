#pragma once

#include <string>

#include "record/parts.h"

namespace pliant::record {

/// The text of an XDMF file that tells ParaView where in the HDF5 files each frame is: a temporal
/// collection, and where there are several bodies a spatial one for each time. Of a recording whose
/// list would have more bytes every second, fourth, ... frame and the last are listed.
std::string xdmf(const std::vector<RecordedBody>& bodies, const std::vector<Part>& parts,
                 std::size_t most_bytes = std::size_t{16} << 20);

}  // namespace pliant::record
