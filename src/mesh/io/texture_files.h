#pragma once

#include <map>

#include "mesh/io/format.h"

namespace pliant::io {

/// Puts the pictures that a mesh names into its appearance. What cannot be used is noted, each
/// once.
class TextureFiles {
 public:
  TextureFiles(Files& files, Appearance& look, Notes& notes)
      : files_(files), look_(look), notes_(notes) {}

  /// A file by its path from the mesh's folder; no_index where it is of no use.
  Index from_file(const std::string& path);
  /// One that the mesh file holds itself.
  Index from_bytes(const std::string& name, std::string_view bytes);

 private:
  Files& files_;
  Appearance& look_;
  Notes& notes_;
  std::map<std::string, Index> known_;  // by path
  std::size_t total_ = 0;               // bytes
};

}  // namespace pliant::io
