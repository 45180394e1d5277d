#pragma once

#include <pliant/mesh.h>
#include <pliant/notes.h>

#include <filesystem>
#include <string>

namespace structgen {

/// Reads a file and fills it with tetrahedra by TetGen's switches (with or without their dash).
/// Throws UsageError for
/// wrong switches. TetGen reads its own file types, Pliant all others. What TetGen prints goes to
/// stderr if the switches ask for it with V, and is dropped otherwise.
pliant::Mesh tetrahedralise(const std::string& switches, const std::filesystem::path& input,
                            pliant::Notes& notes);

}  // namespace structgen
