#pragma once

#include <pliant/recording.h>

#include "record/hdf5.h"

// The Voronoi diagram of a recorded body: one that its mesh brings along (E06's .str files) is a
// group "voronoi", the kind of one that is computed an attribute.

namespace pliant::record {

void write_voronoi(const hdf5::Object& parent, const RecordedBody& body);
/// Throws hdf5::Error where the diagram does not fit the mesh.
void read_voronoi(const hdf5::Object& parent, RecordedBody& body);

}  // namespace pliant::record
