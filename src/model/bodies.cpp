#include <pliant/bodies.h>
#include <pliant/error.h>
#include <pliant/topology.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

#include "base/text.h"
#include "mesh/cells.h"
#include "model/check_solid.h"
#include "model/mass_spring_fit.h"
#include "model/tame.h"
#include "relations/elastic_hexahedron.h"

namespace pliant {

namespace {

std::vector<double> scaled(const std::vector<double>& values, double by) {
  std::vector<double> out(values);
  for (double& v : out) v *= by;
  return out;
}

// Springs whose energy is ½ k (l - L)² each, for one k in N/m: k L² in joules.
Relations springs(std::span<const Vec3d> vertices, std::span<const Line> lines,
                  const std::vector<double>& newtons_per_metre, double damping_time) {
  Relations set{"DistanceSpring", flat<2>(lines), {}, {}};
  std::vector<double> stiffness;
  for (std::size_t i = 0; i < lines.size(); ++i)
    stiffness.push_back(newtons_per_metre[newtons_per_metre.size() == 1 ? 0 : i] *
                        squared_length(vertices[lines[i][1]] - vertices[lines[i][0]]));
  set.parameters = {stiffness, scaled(stiffness, damping_time)};
  return set;
}

double area(std::span<const Vec3d> x, const Triangle& t) {
  return 0.5 * length(cross(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]]));
}

void demand(bool good, const std::string& problem, const std::string& cure) {
  if (!good) throw InputError("", 0, problem, cure);
}

// The two vertices that face each other across an edge of two triangles.
std::vector<Line> across_edges(std::span<const Triangle> triangles) {
  std::map<Line, std::vector<Index>> opposite;
  for (const Triangle& t : triangles)
    for (std::size_t i = 0; i < 3; ++i) {
      const Index a = t[(i + 1) % 3], b = t[(i + 2) % 3];
      opposite[{std::min(a, b), std::max(a, b)}].push_back(t[i]);
    }
  std::vector<Line> out;
  for (const auto& [edge, ends] : opposite)
    if (ends.size() == 2 && ends[0] != ends[1]) out.push_back({ends[0], ends[1]});
  return out;
}

// An edge's constant is the sum of what its tetrahedra give it, by their volume.
void scale_by_fill(const TetMesh& mesh, std::span<const double> fill,
                   MassSpringConstants& constants) {
  const std::vector<double> whole = edge_volumes(mesh), filled = edge_volumes(mesh, fill);
  for (std::size_t e = 0; e < whole.size(); ++e) constants.edge[e] *= filled[e] / whole[e];
  const std::vector<double> shares = stiffness_shares(mesh, fill);
  for (std::size_t t = 0; t < constants.tetrahedron.size(); ++t)
    constants.tetrahedron[t] *= shares[t];
}

}  // namespace

Body mass_spring_solid(const TetMesh& mesh, const Material& material, const SolidOptions& options,
                       Notes* notes) {
  check(material);
  check_solid_options(options, mesh);
  tell_doubts({&material, 1}, notes);
  MassSpringConstants constants = mass_spring_constants(mesh, material, notes, options.terms);
  if (!options.fill.empty()) scale_by_fill(mesh, options.fill, constants);
  Body body;
  body.vertices.assign(mesh.vertices().begin(), mesh.vertices().end());
  body.tetrahedra.assign(mesh.tetrahedra().begin(), mesh.tetrahedra().end());
  body.masses =
      options.fill.empty()
          ? vertex_masses(mesh, material.density, options.masses.value_or(MassDistribution::lumped))
          : filled_masses(mesh, material.density, options.fill);
  if (options.largest_inverse_mass > 0)
    truncate_inverse_masses(body.masses, options.largest_inverse_mass);
  slow_down(mesh, body.masses, options.fastest.value_or(usual_fastest), constants, notes);
  MassSpringDamping damping =
      damping_of(mesh, body.masses, constants, material.damping_time, options.most_damping);
  body.relations.push_back({"DistanceSpring",
                            flat(mesh.edges()),
                            {std::move(constants.edge), std::move(damping.edge)},
                            {}});
  if (options.terms != MassSpringTerms::springs)
    body.relations.push_back({"VolumePreserve",
                              flat(mesh.tetrahedra()),
                              {std::move(constants.tetrahedron), std::move(damping.tetrahedron)},
                              {}});
  return body;
}

Body chain(std::span<const Vec3d> points, const ChainOptions& options) {
  Body body;
  body.vertices.assign(points.begin(), points.end());
  body.masses.assign(points.size(), options.mass);
  std::vector<Line> lines;
  for (std::size_t i = 1; i < points.size(); ++i)
    lines.push_back({static_cast<Index>(i - 1), static_cast<Index>(i)});
  demand(options.stiffness > 0, "a chain needs a stiffness above zero", "give N/m");
  body.relations.push_back(
      springs(points, lines, {options.stiffness}, options.damping / options.stiffness));
  return body;
}

Body rope(const Mesh& mesh, const RopeOptions& options) {
  demand(!mesh.lines.empty(), "a rope is made of lines; the mesh has none", "give a chain");
  demand(options.stretching > 0, "a rope needs a stiffness above zero", "give N");
  Body body;
  body.vertices = mesh.vertices;
  body.masses.assign(mesh.vertices.size(), 0);
  std::vector<double> stiffness;
  for (const Line& line : mesh.lines.cells) {
    const double far = length(mesh.vertices[line[1]] - mesh.vertices[line[0]]);
    stiffness.push_back(options.stretching / far);
    for (const Index v : line) body.masses[v] += options.density * far / 2;
  }
  body.relations.push_back(
      springs(mesh.vertices, mesh.lines.cells, stiffness, options.damping_time));
  return body;
}

Body hexahedral_solid(const Mesh& mesh, const Material& material) {
  check(material);
  demand(!mesh.hexahedra.empty(), "the mesh has no hexahedra",
         "give one, such as the shape voxels");
  Body body;
  body.vertices = mesh.vertices;
  body.hexahedra = mesh.hexahedra.cells;
  body.masses.assign(mesh.vertices.size(), 0);
  using Corner = CubeCorner<double>;
  for (const Hexahedron& h : mesh.hexahedra.cells) {
    Vec3d x[8];
    for (std::size_t i = 0; i < 8; ++i) x[i] = mesh.vertices[h[i]];
    const auto shape = Trilinear<double>::of(x);
    for (int q = 0; q < 8; ++q) {
      const Corner at = Corner::of(q, ElasticHexahedron::gauss);
      const double mass = material.density * determinant(shape.gradient(at));
      for (int i = 0; i < 8; ++i) {
        const Corner corner = Corner::of(i, 1);
        body.masses[h[static_cast<std::size_t>(i)]] += mass * (1 + corner.xi * at.xi) *
                                                       (1 + corner.eta * at.eta) *
                                                       (1 + corner.zeta * at.zeta) / 8;
      }
    }
  }
  body.relations.push_back(
      {"ElasticHexahedron",
       flat<8>(mesh.hexahedra.cells),
       {{material.shear_modulus()}, {material.lame_lambda()}, {material.damping_time}},
       {}});
  return body;
}

Body cloth(const Mesh& mesh, const ClothOptions& options) {
  const std::span<const Triangle> triangles = mesh.triangles.cells;
  demand(!triangles.empty(), "cloth is made of triangles; the mesh has none", "give a surface");
  Body body;
  body.vertices = mesh.vertices;
  body.triangles = mesh.triangles.cells;
  body.masses.assign(mesh.vertices.size(), 0);
  std::vector<double> areas;
  for (const Triangle& t : triangles) {
    areas.push_back(area(mesh.vertices, t));
    for (Index v : t) body.masses[v] += options.density * areas.back() / 3;
  }
  const Lists touching = vertex_cells<3>(triangles, mesh.vertices.size());
  const std::vector<Line> edges = unique_edges<3>(triangles, touching);
  body.relations.push_back(
      springs(mesh.vertices, edges, {options.stretching}, options.damping_time));
  body.relations.push_back(
      {"AreaPreserve",
       flat(triangles),
       {scaled(areas, options.area), scaled(areas, options.area * options.damping_time)},
       {}});
  const std::vector<Line> bending = across_edges(triangles);
  if (!bending.empty())
    body.relations.push_back(
        springs(mesh.vertices, bending, {options.bending}, options.damping_time));
  return body;
}

Body balloon(const Mesh& mesh, const BalloonOptions& options) {
  Body body = cloth(mesh, options.skin);
  double volume = 0;
  for (const Triangle& t : mesh.triangles.cells)
    volume += dot(mesh.vertices[t[0]], cross(mesh.vertices[t[1]], mesh.vertices[t[2]])) / 6;
  demand(volume > 0, "the surface encloses no volume", "give a closed surface that faces outwards");
  body.relations.push_back(
      {"GasPressure", flat<3>(mesh.triangles.cells), {{options.pressure}}, {}});
  body.gases.push_back(
      {body.relations.size() - 1, (options.outside + options.pressure) * volume, options.outside});
  return body;
}

Body voxel_lattice(const Mesh& mesh, const LatticeOptions& options) {
  const std::span<const Hexahedron> cells = mesh.hexahedra.cells;
  demand(!cells.empty(), "a lattice is made of hexahedra; the mesh has none",
         "give a voxel mesh, such as the shape voxels");
  static constexpr int edges[12][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6},
                                       {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
  static constexpr int diagonals[16][2] = {{0, 2}, {1, 3}, {4, 6}, {5, 7}, {0, 5}, {1, 4},
                                           {1, 6}, {2, 5}, {2, 7}, {3, 6}, {3, 4}, {0, 7},
                                           {0, 6}, {1, 7}, {2, 4}, {3, 5}};
  Body body;
  body.vertices = mesh.vertices;
  body.hexahedra = mesh.hexahedra.cells;
  body.masses.assign(mesh.vertices.size(), 0);
  std::set<Line> structural, shear;
  const auto ordered = [](Index a, Index b) { return Line{std::min(a, b), std::max(a, b)}; };
  for (const Hexahedron& c : cells) {
    const Vec3d a = mesh.vertices[c[1]] - mesh.vertices[c[0]];
    const Vec3d b = mesh.vertices[c[3]] - mesh.vertices[c[0]];
    const Vec3d d = mesh.vertices[c[4]] - mesh.vertices[c[0]];
    for (Index v : c) body.masses[v] += options.density * std::abs(dot(a, cross(b, d))) / 8;
    for (const auto& e : edges) structural.insert(ordered(c[e[0]], c[e[1]]));
    for (const auto& e : diagonals) shear.insert(ordered(c[e[0]], c[e[1]]));
  }
  // Flexion: from each vertex along two edges that follow each other in a straight line.
  std::vector<std::vector<Index>> neighbours(mesh.vertices.size());
  for (const Line& e : structural) {
    neighbours[e[0]].push_back(e[1]);
    neighbours[e[1]].push_back(e[0]);
  }
  std::set<Line> flexion;
  for (std::size_t v = 0; v < neighbours.size(); ++v)
    for (Index a : neighbours[v])
      for (Index b : neighbours[v]) {
        const Vec3d p = mesh.vertices[a] - mesh.vertices[v],
                    q = mesh.vertices[b] - mesh.vertices[v];
        if (a < b && dot(p, q) < -0.99 * length(p) * length(q)) flexion.insert({a, b});
      }
  for (const auto& [lines, stiffness] :
       {std::pair(&structural, options.structural), std::pair(&shear, options.shear),
        std::pair(&flexion, options.flexion)}) {
    const std::vector<Line> list(lines->begin(), lines->end());
    body.relations.push_back(springs(mesh.vertices, list, {stiffness}, options.damping_time));
  }
  return body;
}

}  // namespace pliant
