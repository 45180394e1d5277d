#pragma once

#include "mesh/io/format.h"

namespace pliant::io {

/// Ends each of the files of one mesh with a comment that is the same in all of them and another
/// one for another mesh.
void stamp(FileMap& files);

/// Throws InputError where files of different writings lie beside one another, as a writer that was
/// killed may leave them. Files without stamps, of other programs, belong together.
void check_stamps(const Format& format, Files& files);

}  // namespace pliant::io
