#pragma once

#include <pliant/mesh.h>
#include <pliant/notes.h>

#include <filesystem>
#include <stdexcept>
#include <string>

namespace structgen {

/// The switches are at fault, not the input.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads a file and fills it with tetrahedra by TetGen's switches (with or without their dash).
/// TetGen reads its own file types, Pliant all others. What TetGen prints goes to stderr if the
/// switches ask for it with V, and is dropped otherwise.
pliant::Mesh tetrahedralise(const std::string& switches, const std::filesystem::path& input,
                            pliant::Notes& notes);

}  // namespace structgen
