#include "model/check_body.h"

#include <pliant/error.h>
#include <pliant/quality.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "constraints/total_volume.h"
#include "model/checks.h"
#include "model/ranges.h"
#include "relations/law_functions.h"

namespace pliant {

namespace {

[[noreturn]] void fail(const std::string& problem, const std::string& cure) {
  throw InputError("", 0, problem, cure);
}

void check_size(const Body& body) {
  const Vec3d size = bounding_box(body.vertices).size();
  const double largest = std::max({size.x, size.y, size.z});
  if (largest > 0 && !ranges::size.has(largest))
    fail(text("the body is ", largest, " m large"),
         text("scale it; bodies are ", in_words(ranges::size)));
}

void check_vertices(const Body& body) {
  const std::size_t count = body.vertices.size();
  if (count == 0) fail("the body has no vertices", "give it at least one");
  if (!body.insets.empty() && body.insets.size() != count)
    fail(text("the body has ", count, " vertices and ", body.insets.size(), " insets"),
         "give one a vertex, or none");
  for (const double inset : body.insets)
    if (!std::isfinite(inset)) fail(text("a vertex has the inset ", inset), "give lengths");
  if (body.masses.size() != count)
    fail(text("the body has ", count, " vertices and ", body.masses.size(), " masses"),
         "give one mass a vertex");
  for (std::size_t v = 0; v < count; ++v) {
    if (!is_finite(body.vertices[v]))
      fail(text("vertex ", v, " is not finite"), "check the mesh it comes from");
    if (!ranges::distance.has(length(body.vertices[v])))
      fail(text("vertex ", v, " is ", length(body.vertices[v]), " m from the origin"),
           text("give a place ", in_words(ranges::distance), " away"));
    if (!ranges::mass.has(body.masses[v]))
      fail(text("vertex ", v, " has the mass ", body.masses[v]),
           text("masses are above zero, ", in_words(ranges::mass),
                "; pin a vertex that shall not move"));
  }
  check_size(body);
  for (Index v : body.pinned)
    if (v >= count)
      fail(text("vertex ", v, " is pinned, but there are ", count), "pin one there is");
}

void check_field(const Relations& set, const LawField& field, const std::vector<double>& values,
                 std::size_t count, bool one_for_all) {
  if (values.size() != count && !(one_for_all && values.size() == 1))
    fail(
        text(set.law, ": ", values.size(), " values of ", field.name, " for ", count, " relations"),
        one_for_all ? "give one, or one a relation" : "give one a relation");
  for (std::size_t r = 0; r < values.size(); ++r)
    if (!std::isfinite(values[r]))
      fail(text(set.law, " ", r, ": ", field.name, " is not finite"), "give a finite number");
    else if (!ranges::law_number.has(values[r]))
      fail(text(set.law, " ", r, ": ", field.name, " is ", values[r]),
           text("give a number ", in_words(ranges::law_number)));
}

// A relation without extent has no rest state: a spring between two vertices at one place.
void check_rest(const Body& body, const Relations& set, std::size_t law, std::size_t r) {
  const auto arity = static_cast<std::size_t>(laws()[law].arity);
  std::array<Vec3d, max_arity> x;
  for (std::size_t i = 0; i < arity; ++i) x[i] = body.vertices[set.vertices[r * arity + i]];
  const auto pushed = laws()[law].pushed > 0 ? static_cast<std::size_t>(laws()[law].pushed) : arity;
  for (std::size_t i = 0; i < pushed; ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (x[i] == x[j])
        fail(text(set.law, " ", r, " has no extent at rest"), "remove it, or repair the mesh");
  std::array<double, max_law_fields> rest{};
  law_functions(law).rest(x.data(), rest.data());
  for (std::size_t i = 0; i < laws()[law].rest.size(); ++i)
    if (!std::isfinite(rest[i]) || !ranges::law_number.has(rest[i]))
      fail(text(set.law, " ", r, " has no extent at rest"), "remove it, or repair the mesh");
}

void check_relations(const Body& body, const Relations& set) {
  const std::size_t l = law_index(set.law);
  const LawInfo& info = laws()[l];
  const auto arity = static_cast<std::size_t>(info.arity);
  if (set.vertices.size() % arity != 0)
    fail(text(set.law, " joins ", arity, " vertices, but ", set.vertices.size(), " are given"),
         text("give ", arity, " vertices a relation"));
  const std::size_t count = set.vertices.size() / arity;
  for (std::size_t i = 0; i < set.vertices.size(); ++i)
    if (set.vertices[i] >= body.vertices.size())
      fail(text(set.law, " ", i / arity, " names vertex ", set.vertices[i], "; there are ",
                body.vertices.size()),
           "vertices are numbered from zero");
  if (set.parameters.size() != info.given().size())
    fail(text(set.law, " has ", info.given().size(), " parameters, ", set.parameters.size(),
              " are given"),
         "see law()");
  for (std::size_t i = 0; i < info.given().size(); ++i)
    check_field(set, info.parameters[i], set.parameters[i], count, true);
  if (!set.rest.empty()) {
    if (set.rest.size() != info.rest.size())
      fail(
          text(set.law, " has ", info.rest.size(), " rest values, ", set.rest.size(), " are given"),
          "give all, or none");
    for (std::size_t i = 0; i < info.rest.size(); ++i)
      check_field(set, info.rest[i], set.rest[i], count, false);
    return;
  }
  for (std::size_t r = 0; r < count; ++r) check_rest(body, set, l, r);
}

template <std::size_t N>
void check_cells(const char* kind, const std::vector<Cell<N>>& cells, const Body& body) {
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (const Index v : cells[i])
      if (v >= body.vertices.size())
        fail(text(kind, " ", i, " names vertex ", v, "; there are ", body.vertices.size()),
             "vertices are numbered from zero");
}

void check_surface(const Body& body, const VolumeConstraint& volume) {
  if (volume.surface.empty())
    fail("a volume constraint has no surface", "give it the closed surface round the volume");
  for (const Triangle& t : volume.surface) {
    for (const Index v : t)
      if (v >= body.vertices.size())
        fail(text("a volume constraint names vertex ", v, "; there are ", body.vertices.size()),
             "vertices are numbered from zero");
    if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0])
      fail(text("a volume constraint has a triangle with vertex ", t[1] == t[2] ? t[1] : t[0],
                " twice"),
           "give triangles of three vertices");
  }
  const std::vector<Line> open = open_edges(volume.surface);
  if (!open.empty())
    fail(text("the surface of a volume constraint is open at the edge ", open[0][0], " ",
              open[0][1]),
         "give a closed one whose triangles all face outwards");
  if (!(enclosed_volume(volume.surface, body.vertices) > 0))
    fail("the surface of a volume constraint encloses no volume",
         "give one whose triangles face outwards");
}

void check_volumes(const Body& body) {
  std::vector<bool> used(body.vertices.size());
  for (const VolumeConstraint& volume : body.volume_constraints) {
    check_surface(body, volume);
    const double rest = volume.rest_volume;
    check_volume_goal({rest == 0 ? 1 : rest, volume.strength});
    const SurfaceRings rings = rings_of(volume.surface);
    for (const Index v : rings.vertices) {
      if (used[v])
        fail(text("two volume constraints share vertex ", v),
             "keep the volumes of regions that do not touch, or of all of them as one");
      used[v] = true;
    }
  }
}

}  // namespace

void check_body(const Body& body) {
  check_vertices(body);
  check_cells("tetrahedron", body.tetrahedra, body);
  check_cells("hexahedron", body.hexahedra, body);
  check_cells("triangle", body.triangles, body);
  for (const Relations& set : body.relations) check_relations(body, set);
  for (const Gas& gas : body.gases) {
    if (gas.set >= body.relations.size() || body.relations[gas.set].law != "GasPressure")
      fail("a gas needs a set of GasPressure relations", "name the set of its surface");
    if (!(gas.amount >= 0) || !std::isfinite(gas.amount) || !std::isfinite(gas.outside))
      fail("a gas has an amount that is not a number of at least zero",
           "give pressure times volume");
  }
  check_volumes(body);
}

}  // namespace pliant
