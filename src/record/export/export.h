#pragma once

#include <pliant/notes.h>
#include <pliant/progress.h>
#include <pliant/recording.h>

#include <filesystem>
#include <string_view>
#include <vector>

#include "record/export/surface.h"

namespace pliant::record {

/// The frames of a recording that are to be written, and where.
struct ExportJob {
  const Recording& recording;
  std::filesystem::path target;
  std::vector<std::int64_t> frames;  ///< increasing, at least one
  Progress progress{};
  Notes* notes = nullptr;
  std::string title{};        ///< of a page; empty: the name of the folder
  double most_megabytes = 0;  ///< of a page; 0: as many as are sensible
  SkinShown skin = SkinShown::own;
  std::string field{};  ///< whose colours an animated scene has; empty: none

  void note(std::string words) const;
  /// Reads a frame and says how far the work has come.
  RecordedFrame read(std::size_t i) const;
};

/// Shapes of a body that is cut again and again, in an animated scene or a page.
inline constexpr std::size_t most_epochs = 24;
inline constexpr const char* merged_note =
    "a body is cut so often that not every cut is shown at its own frame";

/// At most so many frames, evenly spaced, the first and the last among them.
std::vector<std::int64_t> spread(const std::vector<std::int64_t>& frames, std::size_t most);

// Each of these returns how many frames it took.

/// FILE.pvd and a folder FILE with a .vtu for each body and frame.
std::size_t export_vtu(const ExportJob& job);
/// FILE_00000.obj, FILE_00001.obj, ...: the surfaces of all bodies, with FILE.mtl and pictures
/// where they have materials; .ply likewise, without these.
std::size_t export_surfaces(const ExportJob& job);
/// An animated scene: the surface of each body with normals, materials and colours of a field,
/// moved by morph targets. One frame in several is taken where there are too many for that, with a
/// note.
std::size_t export_glb(const ExportJob& job);
/// One row for each frame and vertex.
std::size_t export_csv(const ExportJob& job);
/// The arrays of each body, frame by frame, for NumPy.
std::size_t export_npz(const ExportJob& job);

/// A page for browsers: surfaces, colours and probes, all in one file. Frames are left out where
/// there are too many for that, with a note.
std::size_t export_html(const ExportJob& job);

/// Every n-th frame into a file whose extension tells the format: .html, .pvd, .vtu, .obj, .ply,
/// .glb, .csv or .npz. InputError for other extensions, a recording without frames, and a target
/// that is one of the recording's own files.
struct ExportOptions {
  std::int64_t every = 1;
  std::int64_t most_frames = 0;  ///< of these, evenly spaced; 0: all
  double most_megabytes = 0;     ///< see ExportJob
  std::string title{};
  Progress progress{};
  SkinShown skin = SkinShown::own;
  std::string field{};  ///< see ExportJob
};
/// Returns how many frames were taken.
std::size_t export_recording(const Recording& recording, const std::filesystem::path& target,
                             const ExportOptions& options = {}, Notes* notes = nullptr);

}  // namespace pliant::record
