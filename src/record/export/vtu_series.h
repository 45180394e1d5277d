#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "mesh/io/vtk_cells.h"

namespace pliant::record {

/// A time series for ParaView: FILE.pvd, and the frames in a folder FILE beside it.
class VtuSeries {
 public:
  /// Makes the folder; InputError where that is not possible.
  explicit VtuSeries(const std::filesystem::path& file);

  /// Adds a body at a time, in s; bodies are numbered from 0, and the first begins a frame.
  void add(double time, std::size_t body, const Mesh& mesh,
           std::span<const io::VtkField> fields = {});
  /// Writes FILE.pvd.
  void finish() const;

 private:
  std::filesystem::path file_, folder_;
  std::size_t frames_ = 0;
  std::string entries_;
};

}  // namespace pliant::record
