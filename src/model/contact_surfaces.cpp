#include "model/contact_surfaces.h"

#include <pliant/cut.h>
#include <pliant/error.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/text.h"
#include "model/carried_places.h"
#include "model/check_contact.h"
#include "model/checks.h"
#include "model/stable_steps.h"

namespace pliant {

namespace {

// A contact's stiffness over that of the body at a vertex, which is at most the largest eigenvalue
// of M⁻¹K times its mass.
constexpr double softer = 0.25;
// m/s²: what a vertex of a solid of few motions carries, a column of twenty under their weight.
constexpr double carried_weight = 20 * 9.81;
// The skin of what hangs, unless it is given: as thick as that of the cells it hangs in, over their
// mean edge, but no thicker than its own is long. Those of its edges that are shorter move
// together.
constexpr double skin_of_cells = 0.1;

// Edges of relations between two vertices, where a body has no cells: a chain.
std::vector<Line> lines_of(const State& body) {
  std::vector<Line> lines;
  const Model& model = body.model();
  for (std::size_t set = 0; set < model.set_count(); ++set) {
    if (model.law(set).arity != 2) continue;
    const std::vector<Index> v = model.relation_vertices(set);
    for (std::size_t r = 0; 2 * r < v.size(); ++r)
      if (!body.removed(set, r)) lines.push_back({v[2 * r], v[2 * r + 1]});
  }
  return lines;
}

/// m, of the skins that a body is given; 0: none is.
struct GivenSkins {
  double thinnest = 0, widest = 0, own = 0;

  void add(double thickness) {
    thinnest = thinnest > 0 ? std::min(thinnest, thickness) : thickness;
    widest = std::max(widest, thickness);
  }
};

std::vector<GivenSkins> given_skins(std::size_t bodies, const Contact& settings) {
  std::vector<GivenSkins> skins(bodies);
  if (settings.thickness > 0)
    for (GivenSkins& s : skins) s.add(settings.thickness);
  for (const ContactPair& pair : settings.pairs) {
    if (!pair.thickness) continue;
    skins[pair.first].add(*pair.thickness);
    skins[pair.second].add(*pair.thickness);
    if (pair.first == pair.second) skins[pair.first].own = *pair.thickness;
  }
  return skins;
}

// What a source refers to of a surface that hangs in a body.
struct Carried {
  std::vector<std::array<double, 4>> shares;
  CarriedMasses points;
};

double mean_edge(std::span<const Triangle> faces, std::span<const Vec3d> places) {
  double sum = 0;
  for (const Triangle& t : faces)
    for (std::size_t i = 0; i < 3; ++i) sum += length(places[t[i]] - places[t[(i + 1) % 3]]);
  return sum / (3 * static_cast<double>(std::max<std::size_t>(1, faces.size())));
}
// Of those that carry the points of some faces.
double mean_edge_of_cells(std::span<const Triangle> faces, std::span<const Tetrahedron> carriers,
                          std::span<const Vec3d> places) {
  double sum = 0;
  for (const Triangle& t : faces) {
    const Tetrahedron& cell = carriers[t[0]];
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t k = 0; k < i; ++k) sum += length(places[cell[i]] - places[cell[k]]);
  }
  return sum / (6 * static_cast<double>(std::max<std::size_t>(1, faces.size())));
}

// What hangs in tetrahedra that are gone is gone, too.
std::vector<Triangle> faces_left(const EmbeddedSurface& hanging, const State& body) {
  std::vector<Triangle> faces = hanging.surface.triangles.cells;
  if (const std::vector<bool> gone = removed_tetrahedra(body); !gone.empty())
    std::erase_if(faces, [&](const Triangle& t) {
      return std::ranges::any_of(
          t, [&](Index v) -> bool { return gone[hanging.embedding.tetrahedra()[v]]; });
    });
  return faces;
}

// `source` is that of the body's own surface but for its faces.
void let_hang(const EmbeddedSurface& hanging, const State& body, Carried& carried,
              contact::SurfaceSource& source) {
  const Embedding& embedding = hanging.embedding;
  source.faces = faces_left(hanging, body);
  source.carriers = embedding.vertices();
  for (std::array<double, 4> shares : embedding.weights()) {
    // But for rounding they are that already.
    double sum = 0;
    for (double& share : shares) sum += share = std::max(0.0, share);
    for (double& share : shares) share /= sum;
    carried.shares.push_back(shares);
  }
  source.shares = carried.shares;
  std::vector<char> used(embedding.size());
  for (const Triangle& t : source.faces)
    for (const Index v : t) used[v] = 1;
  carried.points = carried_masses(source.carriers, source.shares, source.masses, used);
  source.masses = carried.points.masses;
  source.firmness = carried.points.firmness;
  const std::vector<Vec3d> of_body = std::exchange(source.rest, hanging.positions(source.rest));
  if (source.thickness == 0)
    source.thickness =
        std::min(skin_of_cells * mean_edge_of_cells(source.faces, source.carriers, of_body),
                 mean_edge(source.faces, source.rest));
}

contact::SurfaceSource source_of(const State& world, std::size_t b, const Contact& settings,
                                 const GivenSkins& skins) {
  const State& body = world.body(b);
  const Model& model = body.model();
  contact::SurfaceSource source;
  source.masses = model.masses();
  // Not by a State, which would look for a stable step.
  model.compiled().make_state(model)->read(&source.rest, nullptr);
  if (std::ranges::find(settings.without, b) != settings.without.end()) return source;
  source.faces = surface(body);
  if (source.faces.empty()) source.lines = lines_of(body);
  if (model.is_spectral()) {
    source.moves_as_whole = true;
    source.stiffness = softer * model.compiled().stiffest_motion();
    source.carries = carried_weight;
  } else {
    source.stiffness = softer * spectrum_of(model).stiffness;
  }
  source.thickness = settings.thickness;
  source.widest = skins.widest;
  source.own_thickness = skins.own;
  // Of double precision as `check` rounds it, so that it tells the same.
  source.rounding = model.precision() == Precision::single_precision
                        ? double(std::numeric_limits<float>::epsilon())
                        : 1e-12;
  return source;
}

}  // namespace

contact::Surfaces contact_surfaces(const State& world, const Contact& settings,
                                   std::span<const HangingSurface> hanging,
                                   const TouchingObstacles& obstacles) {
  const std::vector<GivenSkins> skins = given_skins(world.body_count(), settings);
  std::vector<contact::SurfaceSource> sources;
  for (std::size_t b = 0; b < world.body_count(); ++b)
    sources.push_back(source_of(world, b, settings, skins[b]));
  std::vector<Carried> carried(hanging.size());
  for (std::size_t i = 0; i < hanging.size(); ++i)
    if (contact::SurfaceSource& source = sources[hanging[i].body]; !source.faces.empty())
      let_hang(*hanging[i].surface, world.body(hanging[i].body), carried[i], source);
  std::ranges::move(obstacles.sources(), std::back_inserter(sources));
  contact::Surfaces surfaces(sources);
  for (std::size_t b = 0; b < world.body_count(); ++b) {
    const contact::Surface& s = surfaces.bodies[b];
    if (s.vertices == 0) continue;
    need(s.widest <= s.shortest_edge || (s.hangs && skins[b].widest == 0),
         text("a skin of ", s.widest, " m is thicker than the shortest edge of ",
              contact_name(world, b), ", ", s.shortest_edge, " m"),
         text("give a thickness of at most ", s.shortest_edge, " m, or 0 for one from the mesh"));
    const double thinnest = skins[b].thinnest;
    need(thinnest == 0 || thinnest >= s.rounding,
         text("a skin of ", thinnest, " m is thinner than places of ", contact_name(world, b),
              " are told apart, ", s.rounding, " m"),
         text("give a thickness of at least ", s.rounding, " m, or 0 for one from the mesh"));
  }
  return surfaces;
}

void check_hanging(std::span<const HangingSurface> surfaces, const State& world) {
  std::vector<char> hangs(world.body_count());
  for (const auto& [body, surface] : surfaces) {
    need(body < world.body_count(), text("no body ", body), text("there are ", world.body_count()));
    const std::string name = contact_name(world, body);
    need(surface != nullptr, text("no surface hangs in ", name), "give one, or leave it out");
    need(!std::exchange(hangs[body], 1), text("two surfaces hang in ", name),
         "give one, which may have several pieces");
    const Embedding& embedding = surface->embedding;
    const std::vector<Tetrahedron>& cells = world.body(body).model().compiled().tetrahedra;
    const std::size_t points = surface->surface.vertices.size();
    need(embedding.size() == points,
         text("the surface in ", name, " has ", points, " vertices, of which ", embedding.size(),
              " hang in it"),
         "embed all of them");
    for (std::size_t p = 0; p < points; ++p)
      need(embedding.tetrahedra()[p] < cells.size() &&
               embedding.vertices()[p] == cells[embedding.tetrahedra()[p]],
           text("the surface in ", name, " hangs in other tetrahedra than those of the body"),
           "embed it in the mesh that the body was made of");
    for (const Triangle& t : surface->surface.triangles.cells)
      for (const Index v : t) {
        need(v < points, text("the surface in ", name, " has no vertex ", v),
             text("there are ", points));
        const auto& shares = embedding.weights()[v];
        constexpr double rounding = 1e-6;
        need(std::ranges::min(shares) >= -rounding,
             text("vertex ", v, " of the surface in ", name, " is outside its tetrahedron"),
             "give a cage that holds the surface");
      }
  }
}

}  // namespace pliant
