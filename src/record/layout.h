#pragma once

#include <pliant/recording.h>

#include <cstdint>
#include <string>
#include <vector>

// How a recording lies in its files; docs/recordings.md tells the same to readers.

namespace pliant::record {

inline constexpr const char* format_name = "pliant recording";
inline constexpr std::int64_t format_version = 1;

/// The array of a body in a block: numbers[frame][place][component].
struct ArrayLayout {
  std::string name;
  FieldPlace place = FieldPlace::vertices;
  std::size_t count = 0;  ///< of vertices or tetrahedra
  int components = 1;
  bool doubles = false;
  bool operator==(const ArrayLayout&) const = default;
};
/// The arrays of one body; positions are the first, velocities, where there are some, the second.
using BodyLayout = std::vector<ArrayLayout>;

/// Frames that follow one another and have the same arrays, in one group of a file.
struct Block {
  std::string group;  ///< its path
  std::int64_t first_frame = 0;
  std::vector<std::int64_t> steps;
  std::vector<double> times;             ///< s
  std::vector<std::uint32_t> checksums;  ///< of frames; empty: of a time before there were any
  std::vector<BodyLayout> bodies;

  std::int64_t frames() const { return static_cast<std::int64_t>(steps.size()); }
  std::int64_t end() const { return first_frame + frames(); }
};

inline constexpr const char* positions_name = "positions";
inline constexpr const char* velocities_name = "velocities";

/// Positions are the first, then come velocities, then fields by name.
int rank_of(const std::string& array);
/// Places of the arrays in the order in which a file lists them.
std::vector<std::size_t> stored_order(const BodyLayout& arrays);

/// The arrays that a frame needs.
std::vector<BodyLayout> layout_of(const RecordedFrame& frame, bool doubles);

/// InputError where a name cannot be that of a group, or a frame does not belong to the bodies.
void check_name(const std::string& name, const char* what);
void check_bodies(const std::vector<RecordedBody>& bodies);
void check_frame(const RecordedFrame& frame, const std::vector<RecordedBody>& bodies);

/// Bytes that they occupy.
std::size_t size_of(const RecordedFrame& frame);
std::size_t size_of(const RecordedBody& body);

}  // namespace pliant::record
