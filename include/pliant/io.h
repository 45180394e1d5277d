#pragma once

#include <pliant/mesh.h>
#include <pliant/notes.h>

#include <filesystem>
#include <string>
#include <vector>

namespace pliant {

struct WriteOptions {
  bool binary = false;  ///< where the format has a binary form
  std::string version;  ///< e.g. "2.2" or "4.1" for Gmsh; empty: the usual one
  /// The file's name without folder and extension, where it names files beside it; write_mesh()
  /// sets it.
  std::string stem{};
};

/// Reads a mesh; the extension tells the format. Throws InputError naming file, line and cure.
/// Elements we have no use for are skipped and counted in `notes`.
Mesh read_mesh(const std::filesystem::path& file, Notes* notes = nullptr);

/// Writes a mesh; the extension tells the format. The file appears whole or not at all. What the
/// format cannot hold is left out and said in `notes`.
void write_mesh(const std::filesystem::path& file, const Mesh& mesh,
                const WriteOptions& options = {}, Notes* notes = nullptr);

struct FormatInfo {
  std::string name;
  std::string description;
  std::vector<std::string> extensions;
};

/// The formats of this build, for help texts.
std::vector<FormatInfo> mesh_formats();

}  // namespace pliant
