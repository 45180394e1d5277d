#pragma once

#include <pliant/body_look.h>
#include <pliant/embedding.h>
#include <pliant/mesh.h>
#include <pliant/voronoi.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pliant {

/// What a recording says about itself.
struct RecordingInfo {
  std::string scene;       ///< text of the scene, or whatever tells how to make it again
  double time_step = 0;    ///< s
  std::string program{};   ///< who wrote it; filled in by the recorder
  std::int64_t version{};  ///< of the format; filled in by the recorder
  /// Height of a floor that is level, y, m; those who show the recording draw it there.
  std::optional<double> floor{};
};

/// A body as it is at the start. The name is that of a group in the file: one or more characters
/// but '/', and not a single dot.
struct RecordedBody {
  std::string name;
  Mesh mesh;
  /// The Voronoi diagram that was simulated, where it was computed, not the mesh's own.
  std::optional<VoronoiKind> voronoi{};
  BodyLook look{};
  /// The surface that the mesh was filled from, which moves with it; null: none.
  std::shared_ptr<const EmbeddedSurface> surface{};
};

enum class FieldPlace { vertices, tetrahedra };

/// Numbers at every vertex or tetrahedron of a body, such as a volume ratio or a stress.
struct RecordedField {
  std::string name;  ///< as a body's
  int components = 1;
  FieldPlace place = FieldPlace::vertices;
  std::vector<float> values;  ///< components of the first vertex, of the second, ...
};

struct BodyFrame {
  std::vector<Vec3d> positions;   ///< m
  std::vector<Vec3d> velocities;  ///< m/s; may be empty
  std::vector<RecordedField> fields{};
};

/// The field of a body that was cut: 1 for tetrahedra that are gone, 0 for the others. Whoever
/// shows a frame leaves these out, and shows what they laid open.
inline constexpr const char* removed_field = "removed";
/// Which tetrahedra are gone in a frame, one flag each; empty: none are.
std::vector<bool> removed_tetrahedra(const BodyFrame& frame);
RecordedField removed_as_field(const std::vector<bool>& removed);

/// All bodies at one time, in the order of the recording's bodies.
struct RecordedFrame {
  std::int64_t step = 0;
  double time = 0;  ///< s
  std::vector<BodyFrame> bodies;
};

struct RecorderOptions {
  bool double_precision = false;  ///< positions and velocities; as float otherwise
  /// What a kill can cost: frames become safe when the first of them is this old,
  double segment_seconds = 2;
  /// or when together they have this many bytes.
  std::size_t segment_bytes = std::size_t{64} << 20;
  /// Frames that wait for the writer: two, or as many as have this many bytes, up to 4096.
  std::size_t queue_bytes = std::size_t{64} << 20;
};

/// Keeps the first frames of a recording and goes on after them.
struct ContinueAfter {
  std::int64_t frames = 0;
};

/// Writes frames into a folder by a thread of its own: recording.h5 with recording.xdmf beside it,
/// which ParaView opens as a time series. A kill at any moment leaves a recording that opens, less
/// the frames since the last segment.
class Recorder {
 public:
  /// Makes the folder if need be. InputError where it has a recording already.
  Recorder(const std::filesystem::path& folder, RecordingInfo info,
           std::vector<RecordedBody> bodies, const RecorderOptions& options = {});
  /// Goes on with a recording, finished or not; its later frames are dropped.
  Recorder(const std::filesystem::path& folder, ContinueAfter after,
           const RecorderOptions& options = {});
  /// Stores what was added but leaves the recording in pieces, as a kill would.
  ~Recorder();
  Recorder(Recorder&&) noexcept;
  Recorder& operator=(Recorder&&) noexcept;

  /// Hands a frame over; waits only while too many are waiting already. Steps must increase. Throws
  /// what went wrong with earlier frames: InputError for a full disk, say.
  void add(RecordedFrame&& frame);
  /// Returns when all frames added so far are on the disk and survive a kill.
  void flush();
  /// Puts the pieces together into the one file recording.h5. No more frames may follow.
  void finish();

  std::int64_t frames() const;  ///< those before and those added, stored or not
  const std::vector<RecordedBody>& bodies() const;

 private:
  class Writer;
  std::unique_ptr<Writer> writer_;
};

/// Reads what a Recorder wrote, finished or cut short. Every function throws InputError where a
/// file is damaged, of another version, or not a recording.
class Recording {
 public:
  /// The folder, or one of the recording's files in it.
  explicit Recording(const std::filesystem::path& folder);
  ~Recording();
  Recording(Recording&&) noexcept;
  Recording& operator=(Recording&&) noexcept;

  const std::filesystem::path& folder() const;
  const RecordingInfo& info() const;
  const std::vector<RecordedBody>& bodies() const;
  std::int64_t frames() const;
  std::span<const std::int64_t> steps() const;  ///< one for each frame, increasing
  std::span<const double> times() const;        ///< s
  RecordedFrame read(std::int64_t frame) const;
  bool has_field(std::string_view name) const;  ///< in any frame of any body

 private:
  struct Contents;
  std::unique_ptr<Contents> contents_;
};

/// Whether there is a recording in a folder, finished or not.
bool has_recording(const std::filesystem::path& folder);
/// Removes the files of a recording from a folder, if there are any, and nothing else.
void remove_recording(const std::filesystem::path& folder);

}  // namespace pliant
