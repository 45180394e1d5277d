#include <pliant/error.h>
#include <pliant/generate.h>
#include <pliant/quality.h>
#include <pliant/topology.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "mesh/generate/bridging.h"
#include "mesh/generate/fitted.h"
#include "mesh/generate/resolution.h"
#include "mesh/generate/rounded.h"
#include "mesh/generate/surface_field.h"
#include "mesh/generate/warped_lattice.h"
#include "mesh/pieces.h"

namespace pliant {

namespace {

using namespace generate;

// The power of two just above a solid's longest side. The work is done in this unit, so that
// tiny and huge solids neither underflow nor overflow; dividing by it is exact.
double unit_for(const Vec3d& size) {
  const double longest = std::max({size.x, size.y, size.z});
  const int exponent = std::ilogb(longest) + 1;
  constexpr int most = 1000;
  if (std::abs(exponent) > most)
    throw InputError("", 0, text("the solid is ", longest, " m long, which is beyond all measure"),
                     "scale it to a usual size");
  return std::ldexp(1.0, exponent);
}

void check_wishes(const MesherOptions& options) {
  if (!std::isfinite(options.edge) || options.edge < 0)
    throw InputError("", 0, text("the edges' length is ", options.edge),
                     "give a positive length, or 0 to have one chosen");
}

// The options in a field's own unit of length.
MesherOptions in_unit(const MesherOptions& options, const Box& box, double unit) {
  MesherOptions scaled = options;
  if (options.edge == 0) return scaled;
  scaled.edge = options.edge / unit;
  if (!(scaled.edge > 0) || !fits(box, scaled.edge))
    throw InputError(
        "", 0,
        text("edges of ", options.edge, " m need a lattice of more than ", most_lattice_points,
             " points"),
        text("use edges of ", rounded(1.05 * finest_spacing(box, most_lattice_points) * unit),
             " m or longer"));
  return scaled;
}

Mesh in_unit(const Mesh& surface, double unit) {
  Mesh scaled;
  scaled.vertices = surface.vertices;
  for (Vec3d& v : scaled.vertices) v = v / unit;
  scaled.triangles.cells = surface.triangles.cells;
  return scaled;
}

Mesh in_metres(Mesh mesh, double unit) {
  for (Vec3d& v : mesh.vertices) v *= unit;
  return mesh;
}

void check_shape(const Mesh& surface) {
  if (surface.triangles.empty() && !surface.tetrahedra.empty())
    throw InputError("", 0,
                     text("the mesh has no triangles: it already consists of ",
                          plural(surface.tetrahedra.size(), "tetrahedron", "tetrahedra")),
                     "use it as it is, or give its surface to fill that anew");
  check_triangles(surface);
}

[[noreturn]] void refuse_sheet() {
  throw InputError("", 0, "the surface is a sheet that encloses no volume",
                   "give a closed surface; a sheet such as cloth needs no tetrahedra");
}

// Names the edges that would fill a solid that the lattice missed. Every ball of half the solid's
// thickness holds a point of a lattice of cubes three quarters as long as it is thick: no place is
// farther than √5/4 of a cube from all points.
void check_not_empty(const SurfaceField& field, const Mesh& mesh, double unit) {
  if (!mesh.tetrahedra.empty()) return;
  if (field.encloses_nothing()) refuse_sheet();
  const double edge = 0.75 * field.thickness();
  const std::string thickness = text("no lattice point lies inside the solid, which is about ",
                                     rounded(field.thickness() * unit), " m thick");
  if (!field.closed())
    throw InputError("", 0, text(thickness, " but for ", field.open_edges(), " open edges"),
                     "close it ('pliant check --repair'), or hang it in a cage (the mesher "
                     "'embedding')");
  if (!fits(field.box(), edge))
    throw InputError("", 0, text(thickness, ", too thin to be filled with tetrahedra"),
                     "make it thicker, or model it as a sheet");
  throw InputError("", 0, thickness,
                   text("use edges of ", rounded(edge * unit), " m, which makes about ",
                        about(12 * field.volume() / (edge * edge * edge)), " tetrahedra"));
}

std::size_t boundary_pieces(const Mesh& mesh) {
  const std::span<const Tetrahedron> tetrahedra(mesh.tetrahedra.cells);
  const auto neighbours =
      tetrahedron_neighbours(tetrahedra, vertex_cells(tetrahedra, mesh.vertices.size()));
  return count_pieces(surface_pieces(mesh.vertices, boundary_triangles(tetrahedra, neighbours)));
}

// Percent with two digits.
double percent(double part) {
  return std::round(part * 1e4) / 1e2;
}

void note_count(std::size_t wanted, std::size_t made, Notes& notes) {
  if (wanted == 0) return;
  const double ratio = static_cast<double>(made) / static_cast<double>(wanted);
  if (std::abs(ratio - 1) <= 0.1) return;
  notes.push_back(text(wanted, " tetrahedra were asked for, ", made,
                       " were made: the nearest number that a lattice of cubes gives"));
}

// How many pieces the boundary of a mesh has that holds all of a closed surface of so many pieces:
// those that touch or cut one another bound one solid.
std::size_t expected_pieces(const Mesh& surface, std::size_t given) {
  std::size_t pieces = 0;
  for (const Solid& solid : separate_solids(surface)) {
    if (!solid.single && solid.cavities == 0) return given;  // too many to tell apart
    pieces += 1 + solid.cavities;
  }
  return pieces;
}

void note_volume(const Mesh& surface, const SurfaceField& field, const Filling& filling,
                 bool edge_given, Notes& notes) {
  if (field.encloses_nothing()) {
    notes.emplace_back(
        "the surface encloses no net volume: parts of it face opposite ways; 'pliant check' tells "
        "which");
    return;
  }
  const Mesh& mesh = filling.mesh;
  const double off = total_volume(mesh.vertices, mesh.tetrahedra.cells) / field.volume() - 1;
  if (std::abs(off) <= 0.01 && !filling.capped) return;
  const bool overlaps = expected_pieces(surface, field.pieces()) < field.pieces();
  const std::string difference =
      text(percent(std::abs(off)), " % ", off < 0 ? "less" : "more", " volume than the surface",
           overlaps ? ", in which what lies in several pieces counts several times" : "");
  if (off > 0.5)
    notes.push_back(text("the mesh has ", difference,
                         ", parts of which seem to face opposite ways: 'pliant check' tells"));
  else if (filling.capped)
    notes.push_back(text("refining stopped at ", mesh.tetrahedra.size(),
                         " tetrahedra: the mesh has ", difference,
                         "; more tetrahedra help: say how many"));
  else if (!edge_given && filling.spacing > field.thickness() / 2)
    notes.push_back(text("too thin for this many tetrahedra: the mesh has ", difference,
                         "; more tetrahedra help"));
  else
    notes.push_back(text("the mesh has ", difference,
                         "; thin parts or sharp edges may be lost: use ",
                         edge_given ? "shorter edges" : "more tetrahedra"));
}

void note_crumbs(double share, Notes& notes) {
  notes.push_back(text("parts that broke off where the solid is thinner than the tetrahedra, ",
                       percent(share), " % of the volume, were left out"));
}

// Leaves the largest piece of a mesh whose surface encloses a single solid. The share of the
// volume that went.
double drop_crumbs(const Mesh& surface, const SurfaceField& field, Mesh& mesh) {
  if (!field.closed() || field.encloses_nothing()) return 0;
  const std::vector<Solid> solids = separate_solids(surface);
  if (solids.size() != 1 || !solids[0].single) return 0;
  const double before = total_volume(mesh.vertices, mesh.tetrahedra.cells);
  const std::vector<char> kept = main_piece(mesh.vertices, mesh.tetrahedra.cells, true);
  if (std::ranges::find(kept, 0) == kept.end()) return 0;
  Mesh whole;
  std::vector<Index> number(mesh.vertices.size(), no_index);
  for (std::size_t t = 0; t < kept.size(); ++t) {
    if (!kept[t]) continue;
    Tetrahedron cell = mesh.tetrahedra[t];
    for (Index& v : cell) {
      if (number[v] == no_index) {
        number[v] = static_cast<Index>(whole.vertices.size());
        whole.vertices.push_back(mesh.vertices[v]);
      }
      v = number[v];
    }
    whole.tetrahedra.cells.push_back(cell);
  }
  mesh = std::move(whole);
  return 1 - total_volume(mesh.vertices, mesh.tetrahedra.cells) / before;
}

// What the wanted number of tetrahedra does not hold.
void note_fit(const Fitted& fitted, double volume, std::size_t wanted, Notes& notes) {
  if (fitted.needed > 0)
    notes.push_back(text(wanted, " tetrahedra do not hold the thinnest parts well; about ",
                         about(fitted.needed),
                         " would, and a cage holds everything (the mesher 'embedding')"));
  if (fitted.lost > 0)
    notes.push_back(text(fitted.lost, " of ",
                         plural(fitted.solids, "separate solid", "separate solids"),
                         " is too small for this many tetrahedra and was left out"));
  if (fitted.crumbs > 0 && volume > 0) note_crumbs(fitted.crumbs / volume, notes);
  if (fitted.sharp_length > 0 && fitted.kept_length < 0.95 * fitted.sharp_length)
    notes.push_back(text("the mesh follows ", percent(fitted.kept_length / fitted.sharp_length),
                         " % of the length of the surface's sharp edges; more tetrahedra help"));
}

void note_losses(const Mesh& surface, const SurfaceField& field, const Filling& filling,
                 bool edge_given, Notes& notes) {
  if (!field.closed())
    notes.push_back(
        text("the surface is not closed: ",
             plural(field.open_edges(), "side of a triangle has", "sides of triangles have"),
             " no partner; holes were filled where the winding number is 1/2"));
  if (field.inside_out())
    notes.emplace_back(
        "the surface faces inwards (its volume is negative); it was turned inside out");
  if (!field.closed()) return;
  note_volume(surface, field, filling, edge_given, notes);
  const std::size_t pieces = boundary_pieces(filling.mesh);
  if (pieces == field.pieces()) return;
  const std::size_t expected = expected_pieces(surface, field.pieces());
  if (pieces == expected) return;
  const std::string together =
      expected == field.pieces() ? "" : text(" that bound ", expected, " in all where they touch");
  notes.push_back(text("the surface has ", plural(field.pieces(), "piece", "pieces"), together,
                       ", the mesh's has ", pieces, "; thin parts may be lost or joined: use ",
                       edge_given ? "shorter edges" : "more tetrahedra"));
}

// A sheet so thin that no lattice of about the wanted number meets it.
void check_not_far_too_many(const SurfaceField& field, std::size_t made, std::size_t wanted,
                            double unit) {
  constexpr std::size_t many_times = 20, many = 200'000;
  if (wanted == 0 || made < many || made < many_times * wanted) return;
  throw InputError("", 0,
                   text("the solid is about ", rounded(field.thickness() * unit), " m thick: ",
                        wanted, " tetrahedra that end at its surface cannot hold it, ",
                        about(static_cast<double>(made)), " can"),
                   "ask for so many, or hang it in a cage (the mesher 'embedding')");
}

// Nothing where the number is so large that the uniform lattice does, or where the fitted one did
// not come out well: the uniform one has its bounds by proof.
std::optional<Fitted> fit_by_count(const Mesh& surface, const SurfaceField& field,
                                   const MesherOptions& options) {
  constexpr std::size_t most = 3'000'000;
  if (options.edge > 0 || options.tetrahedra == 0 || options.tetrahedra > most) return {};
  if (field.encloses_nothing()) return {};
  // Sheets so thin that no such number can hold them.
  const double even = std::cbrt(12 * field.volume() / static_cast<double>(options.tetrahedra));
  if (field.thickness() < 0.25 * even) return {};
  Fitted fitted = fit(surface, field, options, options.tetrahedra);
  const double ratio =
      static_cast<double>(fitted.mesh.tetrahedra.size()) / static_cast<double>(options.tetrahedra);
  if (!fitted.good || ratio < 0.5 || ratio > 2) return {};
  return fitted;
}

}  // namespace

Mesh tetrahedralise(const Implicit& solid, const MesherOptions& options) {
  check_wishes(options);
  const Vec3d size = solid.high - solid.low;
  if (!solid.value) throw InputError("", 0, "the solid has no function", "set its value");
  if (!is_finite(solid.low) || !is_finite(solid.high) || !is_finite(size) ||
      !(std::min({size.x, size.y, size.z}) > 0))
    throw InputError("", 0, "the solid's box is empty or not finite",
                     "give a low and a high corner that enclose it");
  const double unit = unit_for(size);
  const ImplicitField field(solid, unit);
  Filling filling = fill(field, in_unit(options, field.box(), unit), 0);
  if (filling.mesh.tetrahedra.empty())
    throw InputError("", 0, "no lattice point lies inside the solid",
                     text("use edges shorter than ", rounded(filling.spacing * unit),
                          " m, or a box that fits the solid more closely"));
  return in_metres(std::move(filling.mesh), unit);
}

Mesh tetrahedralise(const Mesh& surface, const MesherOptions& options, Notes* notes) {
  check_wishes(options);
  check_shape(surface);
  const Vec3d size = box_of_triangles(surface).size();
  if (!is_finite(size))
    throw InputError("", 0, "the surface is too large", "scale it to a usual size");
  if (!(std::min({size.x, size.y, size.z}) > 0)) refuse_sheet();
  const double unit = unit_for(size);
  const SurfaceField field(in_unit(surface, unit));
  if (!field.closed() && field.encloses_nothing()) refuse_sheet();
  const bool known = field.closed() && !field.encloses_nothing();
  const MesherOptions scaled = in_unit(options, field.box(), unit);
  if (std::optional<Fitted> fitted = fit_by_count(in_unit(surface, unit), field, scaled)) {
    if (options.progress) options.progress(1, "done");
    if (notes != nullptr) {
      note_count(options.tetrahedra, fitted->mesh.tetrahedra.size(), *notes);
      note_fit(*fitted, known ? field.volume() : 0, options.tetrahedra, *notes);
      note_losses(surface, field, {fitted->mesh, fitted->sizes.largest, false}, false, *notes);
    }
    return in_metres(std::move(fitted->mesh), unit);
  }
  Filling filling = fill(field, scaled, known ? field.volume() : 0);
  check_not_empty(field, filling.mesh, unit);
  if (options.edge == 0)
    check_not_far_too_many(field, filling.mesh.tetrahedra.size(), options.tetrahedra, unit);
  const double crumbs = options.edge == 0 ? drop_crumbs(surface, field, filling.mesh) : 0;
  if (notes != nullptr) {
    if (options.edge == 0) note_count(options.tetrahedra, filling.mesh.tetrahedra.size(), *notes);
    if (crumbs > 0) note_crumbs(crumbs, *notes);
    note_losses(surface, field, filling, options.edge > 0, *notes);
  }
  return in_metres(std::move(filling.mesh), unit);
}

}  // namespace pliant
