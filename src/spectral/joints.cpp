#include "spectral/joints.h"

#include <pliant/error.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace pliant::spectral {

namespace {

Vec3d middle_of(const TetMesh& mesh, Index tetrahedron) {
  Vec3d sum;
  for (const Index v : mesh.tetrahedra()[tetrahedron]) sum += mesh.vertices()[v] * 0.25;
  return sum;
}

// A list of rigid tetrahedra may be in several pieces: the one next to the point is meant.
std::size_t region_of(const TetMesh& mesh, const std::vector<RegionMesh>& regions,
                      const SpectralOptions& options, std::size_t list, const Vec3d& point) {
  if (list >= options.rigid.size())
    throw InputError(
        "", 0, text("a joint names rigid region ", list, "; there are ", options.rigid.size()),
        "joints are between rigid regions, numbered from zero");
  const Index nearest = *std::ranges::min_element(
      options.rigid[list], {}, [&](Index t) { return squared_length(middle_of(mesh, t) - point); });
  for (std::size_t r = 0; r < regions.size(); ++r)
    if (std::ranges::binary_search(regions[r].cells, nearest)) return r;
  return 0;
}

// The node that is next to the point.
Data::Joint::Side side_of(const TetMesh& mesh, const std::vector<RegionMesh>& regions,
                          std::size_t region, const Vec3d& point) {
  const std::vector<Index>& vertices = regions[region].vertices;
  const auto nearest = std::ranges::min_element(
      vertices, {}, [&](Index v) { return squared_length(mesh.vertices()[v] - point); });
  return {
      {static_cast<std::uint32_t>(region), static_cast<std::uint32_t>(nearest - vertices.begin())},
      point - mesh.vertices()[*nearest]};
}

Index vertex_of(const Data& data, const Data::Node& node) {
  return data.regions[node.region].vertices[node.number];
}

// Two directions across a unit vector.
std::array<Vec3d, 2> across(const Vec3d& axis) {
  const Vec3d other = std::abs(axis.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
  const Vec3d first = normalised(cross(axis, other));
  return {first, cross(axis, first)};
}

}  // namespace

std::vector<Data::Joint> find_joints(const TetMesh& mesh, const std::vector<RegionMesh>& regions,
                                     const SpectralOptions& options) {
  std::vector<Data::Joint> out;
  for (const SpectralJoint& joint : options.joints) {
    if (!is_finite(joint.point) || !is_finite(joint.axis))
      throw InputError("", 0, "a joint is at no finite place",
                       "give a point and, to a hinge, an axis");
    const std::size_t first = region_of(mesh, regions, options, joint.first, joint.point);
    const std::size_t second = region_of(mesh, regions, options, joint.second, joint.point);
    if (first == second)
      throw InputError("", 0,
                       text("a joint is between rigid regions ", joint.first, " and ", joint.second,
                            ", which are one: they share a face"),
                       "leave a layer of deformable tetrahedra, or a gap, between them");
    const double size = length(joint.axis);
    out.push_back({side_of(mesh, regions, first, joint.point),
                   side_of(mesh, regions, second, joint.point),
                   size > 0 ? joint.axis / size : Vec3d{}});
  }
  return out;
}

void add_joints(const Data& data, const Motion& motion, double h, RowSystem& system) {
  for (const Data::Joint& joint : data.joints) {
    const Vec3d gap = motion.position(joint.second) - motion.position(joint.first);
    const Index vertex = vertex_of(data, joint.first.node);
    for (int i = 0; i < 3; ++i) {
      Vec3d axis;
      axis[i] = 1;
      system.lead(data, motion,
                  motion.difference(motion.row(joint.first, axis), motion.row(joint.second, axis)),
                  {.error = gap[i], .vertex = vertex}, h);
    }
    if (squared_length(joint.axis) == 0) continue;
    const Vec3d first = motion.turn_of(joint.first.node) * joint.axis;
    const Vec3d second = motion.turn_of(joint.second.node) * joint.axis;
    const Vec3d off = cross(first, second);  // what turns the first axis into the second
    for (const Vec3d& axis : across(normalised(second)))
      system.lead(data, motion,
                  motion.difference(motion.turning_row(joint.first.node, axis),
                                    motion.turning_row(joint.second.node, axis)),
                  {.error = dot(off, axis), .vertex = vertex, .turning = true}, h);
  }
}

std::vector<Data::Node> line_nodes(const std::vector<RegionMesh>& regions,
                                   std::span<const Vec3d> rest, const std::vector<Index>& line,
                                   std::size_t count) {
  std::vector<Index> vertices = line;
  std::ranges::sort(vertices);
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  if (vertices.size() < 2 || vertices.back() >= rest.size())
    throw InputError("", 0, "a rigid line has fewer than two vertices",
                     "give the vertices along it, at least its ends");
  for (std::size_t r = 0; r < regions.size(); ++r) {
    if (regions[r].rigid || !std::ranges::includes(regions[r].vertices, vertices)) continue;
    std::vector<Data::Node> out;
    for (const Index v : farthest_apart(rest, vertices, std::max<std::size_t>(2, count)))
      out.push_back({static_cast<std::uint32_t>(r), regions[r].local(v)});
    return out;
  }
  throw InputError("", 0, "the vertices of a rigid line do not belong to one deformable region",
                   "give it vertices of one; a line within a rigid region is rigid already");
}

}  // namespace pliant::spectral
