#pragma once

#include <pliant/probes.h>
#include <pliant/recording.h>
#include <pliant/voronoi_diagram.h>

#include <array>
#include <span>
#include <string>
#include <vector>

#include "record/export/surface.h"

// What a page shows of a recording: surfaces of bodies, fields on them, and probes over time.

namespace pliant::record {

/// The vertices, coded before it, that each vertex of a surface is likely to move along with: ends
/// of edges from it, as triangles turn, so that each edge between two triangles counts once. The
/// one before it where there is none.
Lists earlier_neighbours(std::size_t vertices, std::span<const Index> triangles,
                         std::span<const Index> lines);

/// What a page shows of a body: the triangles of its outside, or its lines where it has none, or
/// its vertices alone, while the same of it is gone. Vertices are numbered in the order in which
/// these cells name them.
struct Skin {
  Skin(const std::vector<RecordedBody>& bodies, std::size_t number, Epoch when, SkinShown shown);

  std::size_t body;  ///< its number
  Epoch epoch;
  const Mesh* mesh;
  Surface surface;               ///< of what is shown
  std::vector<Index> vertices;   ///< numbers in the body, or in its own surface
  std::vector<Index> triangles;  ///< three numbers of the skin each
  std::vector<Index> lines;      ///< two each
  /// Triangles that follow one another and have the same material; no_index: none.
  struct Run {
    Index material;
    std::size_t first, count;
  };
  std::vector<Run> runs;               ///< empty: there are no materials
  std::vector<Index> texture_corners;  ///< three numbers of texture points each; empty: none
  std::vector<std::array<float, 2>> texture_points;
  Lists earlier;                     ///< neighbours, see earlier_neighbours()
  Lists tetrahedra;                  ///< at each vertex of the body
  std::vector<double> rest_volumes;  ///< of tetrahedra, m³

  std::size_t size() const { return vertices.size(); }
  std::vector<Vec3d> positions(std::span<const Vec3d> body) const;
  /// From numbers at the body's vertices.
  std::vector<float> values(std::span<const float> of_vertices) const;
  /// Mean over the tetrahedra at each vertex, weighted by their volumes at rest; numbers that are
  /// not finite do not count.
  std::vector<float> means(std::span<const float> of_tetrahedra) const;
};

/// How colours are laid over a field: from low to high, or to both sides of a middle.
enum class ColourScale { rising, about_zero, about_one };

/// A number at every vertex of a skin that a page can show as a colour, taken from a recorded
/// field, from velocities, or computed from positions. Displacements are left to the page, which
/// has the positions at rest.
struct PageField {
  std::string name;  ///< for people
  std::string unit;
  ColourScale scale = ColourScale::rising;
  /// The number of each vertex; empty where the frame has none. Not a number at single vertices
  /// that have none.
  std::vector<float> (*sample)(const Skin& skin, const BodyFrame& frame,
                               const std::string& recorded);
  std::string recorded{};  ///< name of the field in the recording
};

/// Those that at least one body of the first frame has.
std::vector<PageField> page_fields(const std::vector<Skin>& skins, const RecordedFrame& first);

/// A probe over time as a page draws it.
struct PageCurve {
  ProbeColumn column;
  std::vector<float> times, values;  ///< all finite
};

/// The probes that have values. Of thousands of rows only the extremes of many short spans are
/// kept, which look the same.
std::vector<PageCurve> page_curves(const ProbeData& probes);

}  // namespace pliant::record
