#pragma once

#include <pliant/recording.h>

#include "record/hdf5.h"

// The surface that a recorded body was filled from, with its look and where its vertices hang in
// the body: a group "surface".

namespace pliant::record {

void write_surface(const hdf5::Object& parent, const RecordedBody& body);
/// Throws hdf5::Error where the surface does not fit the mesh.
void read_surface(const hdf5::Object& parent, RecordedBody& body);

}  // namespace pliant::record
