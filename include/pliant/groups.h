#pragma once

#include <pliant/mesh.h>

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace pliant {

/// Vertex numbers, sorted, each once: what Mesh::groups holds.
using Group = std::vector<Index>;

/// Vertices in the box between two opposite corners, its faces included.
Group vertices_in_box(const Mesh& mesh, const Vec3d& corner, const Vec3d& opposite);

/// Vertices within `tolerance` metres of the plane through `point`. The normal may have any
/// length but 0 (InputError).
Group vertices_on_plane(const Mesh& mesh, const Vec3d& point, const Vec3d& normal,
                        double tolerance);

/// Vertices on the plane or on the side its normal points to.
Group vertices_above_plane(const Mesh& mesh, const Vec3d& point, const Vec3d& normal);

/// Vertices in a ball, its surface included.
Group vertices_in_sphere(const Mesh& mesh, const Vec3d& centre, double radius);

/// The `count` vertices nearest to a point, or all when there are fewer. Of vertices at the same
/// distance the one with the lower number comes first.
Group nearest_vertices(const Mesh& mesh, const Vec3d& point, std::size_t count = 1);

/// Vertices of the cells (of any kind) with this label.
Group vertices_of_region(const Mesh& mesh, std::int32_t region);

/// A list in any order, with or without repetitions; InputError when a vertex does not exist.
Group vertices_of_list(const Mesh& mesh, std::span<const Index> vertices);

Group united(const Group& a, const Group& b);
Group intersection(const Group& a, const Group& b);
Group difference(const Group& a, const Group& b);

/// A group as written on a command line:
///   box:x0,y0,z0,x1,y1,z1         plane:px,py,pz,nx,ny,nz[,tolerance]
///   above:px,py,pz,nx,ny,nz       sphere:x,y,z,radius
///   nearest:x,y,z[,count]         region:label
///   list:0,1,2                    group:name        all
/// Without a tolerance, vertices within a millionth of the mesh's size are on the plane. The
/// group may be empty. Throws InputError that quotes the text and shows the right form.
Group parse_group(const Mesh& mesh, std::string_view text);

}  // namespace pliant
