#pragma once

#include <pliant/notes.h>
#include <pliant/progress.h>
#include <pliant/recording.h>

#include <filesystem>
#include <string_view>
#include <vector>

namespace pliant::record {

/// The frames of a recording that are to be written, and where.
struct ExportJob {
  const Recording& recording;
  std::filesystem::path target;
  std::vector<std::int64_t> frames;  ///< increasing, at least one
  Progress progress{};
  Notes* notes = nullptr;

  /// Reads a frame and says how far the work has come.
  RecordedFrame read(std::size_t i) const;
};

/// FILE.pvd and a folder FILE with a .vtu for each body and frame.
void export_vtu(const ExportJob& job);
/// FILE_00000.obj, FILE_00001.obj, ...: the surfaces of all bodies; .ply likewise.
void export_surfaces(const ExportJob& job);
/// An animated scene: the surface of each body, moved by morph targets.
void export_glb(const ExportJob& job);
/// One row for each frame and vertex.
void export_csv(const ExportJob& job);
/// The arrays of each body, frame by frame, for NumPy.
void export_npz(const ExportJob& job);

/// Every n-th frame into a file whose extension tells the format: .pvd, .vtu, .obj, .ply, .glb,
/// .csv or .npz. InputError for other extensions, a recording without frames, and a target that is
/// one of the recording's own files.
struct ExportOptions {
  std::int64_t every = 1;
  Progress progress{};
};
/// Returns how many frames were taken. Of more than an animated scene can hold it takes one in
/// several, with a note.
std::size_t export_recording(const Recording& recording, const std::filesystem::path& target,
                             const ExportOptions& options = {}, Notes* notes = nullptr);

}  // namespace pliant::record
