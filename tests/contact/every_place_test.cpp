// Wherever two surfaces come near each other, the energy of what touches grows without bound, so
// that nothing brings them together: where it is that of edges alone, whose four ends are just out
// of the skin, it is least, and it is at most eight times that of a vertex over a face. It has
// the forces as its gradient. Little surfaces in all the positions in which one part hands over to
// another: edges that cross near their ends or hardly cross, vertices over creases, edges and
// vertices, and a body that folds onto itself.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>

#include "contact/closest.h"
#include "contact/contact_laws.h"
#include "contact/contacts.h"
#include "contact/skin.h"
#include "support/law_samples.h"

namespace pliant::contact {
namespace {

constexpr double thickness = 0.1;

struct Patchwork {
  std::vector<Vec3d> places;
  std::vector<Triangle> faces;
};

/// Faces round a vertex at the origin, which is 0; the rim as high as `height` says.
template <class Height>
Patchwork fan(Index corners, const Height& height) {
  Patchwork out{{{}}, {}};
  for (Index i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / corners;
    out.places.push_back({std::cos(angle), height(i), std::sin(angle)});
    out.faces.push_back({0, 1 + (i + 1) % corners, 1 + i});
  }
  return out;
}

/// All of a surface turned, then put somewhere.
Patchwork moved(Patchwork surface, const RigidMotion& motion) {
  for (Vec3d& x : surface.places) x = motion.moved(x);
  return surface;
}

class Bodies {
 public:
  /// As they are at rest, with stiffness 1 between vertices and faces.
  explicit Bodies(std::vector<Patchwork> surfaces) : surfaces_(std::move(surfaces)) {
    std::vector<std::vector<double>> masses;
    std::vector<SurfaceSource> sources;
    for (const Patchwork& s : surfaces_) masses.emplace_back(s.places.size(), 1.0);
    for (std::size_t i = 0; i < surfaces_.size(); ++i) {
      SurfaceSource& source = sources.emplace_back();
      source.faces = surfaces_[i].faces;
      source.rest = surfaces_[i].places;
      source.masses = masses[i];
      source.stiffness = 1;
      source.thickness = thickness;
    }
    Contact settings;
    settings.self = true;
    contacts_ = std::make_unique<Contacts>(Surfaces(sources), settings);
  }
  double energy(const std::vector<Patchwork>& now) {
    put(now);
    return contacts_->energy();
  }
  /// By body and vertex.
  std::vector<std::vector<Vec3d>> forces(const std::vector<Patchwork>& now) {
    put(now);
    std::vector<std::vector<Vec3d>> out;
    for (const Patchwork& s : now) out.emplace_back(s.places.size());
    const Surfaces& s = contacts_->surfaces();
    for (const Index v : contacts_->pushed()) out[s.body[v]][s.vertex[v]] = contacts_->forces()[v];
    return out;
  }

 private:
  void put(const std::vector<Patchwork>& now) {
    const Surfaces& s = contacts_->surfaces();
    for (Index v = 0; v < s.vertex_count(); ++v)
      contacts_->places()[v] = now[s.body[v]].places[s.vertex[v]];
    contacts_->restart(std::vector<Vec3d>(s.vertex_count()), 1e-3);
    contacts_->prepare(1e-3);
  }
  std::vector<Patchwork> surfaces_;
  std::unique_ptr<Contacts> contacts_;
};

using Way = std::pair<double, Vec3d>;  // squared, from the second to the first

void shorten(Way& way, const Vec3d& other) {
  if (const double squared = squared_length(other); squared < way.first) way = {squared, other};
}
Vec3d from_face(const Vec3d& p, const Patchwork& s, const Triangle& t) {
  const auto at = closest_on_triangle(p, s.places[t[0]], s.places[t[1]], s.places[t[2]]);
  Vec3d way = p;
  for (std::size_t i = 0; i < 3; ++i) way -= s.places[t[i]] * at.weights[i];
  return way;
}

/// The shortest way between two surfaces, by a look at all.
Vec3d shortest_way(const Patchwork& a, const Patchwork& b) {
  Way way{std::numeric_limits<double>::infinity(), {}};
  for (const Vec3d& p : a.places)
    for (const Triangle& t : b.faces) shorten(way, from_face(p, b, t));
  for (const Vec3d& p : b.places)
    for (const Triangle& t : a.faces) shorten(way, -from_face(p, a, t));
  for (const Triangle& f : a.faces)
    for (const Triangle& t : b.faces)
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k)
          shorten(way, way_between_segments(a.places[f[i]], a.places[f[(i + 1) % 3]],
                                            b.places[t[k]], b.places[t[(k + 1) % 3]]));
  return way.second;
}

double of_vertex(double gap) {
  return Skin<double>(gap, thickness).energy;
}

/// Of edges that cross so far from each of their four ends that no vertex is in the skin.
double of_edges(double gap) {
  const double whole = of_vertex(gap), of_ends = of_vertex(thickness / EdgeEdgeContact::hand_over);
  return whole > of_ends ? whole * std::pow(1 - of_ends / whole, 4) : 0;
}

/// A number between 1e-6 and 1, as often small as not.
double small_number(Samples& samples) {
  return std::pow(10.0, samples.between(-6, 0));
}

/// Convex, like a roof along x between two pits: an edge that others can cross.
Patchwork roof(double steepness) {
  return {{{-1, 0, 0}, {1, 0, 0}, {0, -steepness, 1}, {0, -steepness, -1}}, {{0, 2, 1}, {0, 1, 3}}};
}

/// One surface above another, in a position in which it may come down on it anywhere.
std::vector<Patchwork> random_position(Samples& samples, int kind) {
  const auto turned = [&](Patchwork s, double about_y, double x, double z) {
    return moved(std::move(s), {.axis = {0, 1, 0}, .shift = {x, 0, z}, .angle = about_y});
  };
  const auto upside_down = [](Patchwork s) {
    return moved(std::move(s), {.axis = {1, 0, 0}, .shift = {0, 1, 0}, .angle = std::numbers::pi});
  };
  const auto any_roof = [&] { return roof(samples.between(0.05, 2)); };
  const auto any_fan = [&](double low, double high) {
    std::vector<double> heights;
    for (int i = 0; i < 7; ++i) heights.push_back(samples.between(low, high));
    return fan(static_cast<Index>(samples.between(3, 7.999)), [&](Index i) { return heights[i]; });
  };
  const double sign = samples.between(-1, 1) < 0 ? -1 : 1;
  switch (kind) {
    case 0:  // edges cross near an end of one
      return {any_roof(), turned(upside_down(any_roof()), samples.between(0, 6.3),
                                 sign * (1 - small_number(samples)), 0)};
    case 1:  // nearly along each other
      return {any_roof(), turned(upside_down(any_roof()), small_number(samples),
                                 samples.between(-1.9, 1.9), 0.1 * small_number(samples))};
    case 2:  // a vertex over an edge
      return {any_roof(), turned(upside_down(any_fan(-1, -0.1)), samples.between(0, 6.3),
                                 samples.between(-1, 1), sign * small_number(samples))};
    case 3:  // over a vertex
      return {any_fan(-1, -0.1),
              turned(upside_down(any_fan(-1, -0.1)), samples.between(0, 6.3),
                     sign * small_number(samples), sign * small_number(samples))};
    case 4:  // in a pit or over a saddle
      return {any_fan(-0.4, 0.4), turned(upside_down(any_fan(-1, -0.5)), samples.between(0, 6.3),
                                         0.2 * small_number(samples), 0.2 * small_number(samples))};
    default: {  // anyhow
      const RigidMotion motion{.axis = samples.unit_vector(),
                               .shift = samples.vector(0.5) + Vec3d{0, 3, 0},
                               .angle = samples.between(-3, 3)};
      return {any_fan(-0.5, 0.5), moved(any_fan(-0.5, 0.5), motion)};
    }
  }
}

/// Brings the second to such a distance from the first, coming from above; false where it cannot.
bool bring_near(std::vector<Patchwork>& bodies, double gap) {
  for (Vec3d& x : bodies[1].places) x.y += 4;
  for (int i = 0; i < 200; ++i) {
    const Vec3d way = shortest_way(bodies[0], bodies[1]);
    const double more = length(way) - gap;
    if (std::abs(more) < 1e-6 * gap) return true;
    for (Vec3d& x : bodies[1].places) x.y -= 0.999 * more;
  }
  return false;
}

TEST(ContactEverywhere, GrowsWithoutBoundAsTheGapCloses) {
  constexpr double most_part = 8;
  Samples samples(61);
  int near = 0;
  for (int i = 0; i < 3000; ++i) {
    std::vector<Patchwork> bodies = random_position(samples, i % 6);
    const double gap = thickness * std::pow(10.0, samples.between(-5, -0.05));
    if (!bring_near(bodies, gap)) continue;
    ++near;
    const double energy = Bodies(bodies).energy(bodies), least = of_edges(gap);
    ASSERT_GE(energy, least * (1 - 1e-4)) << "position " << i << ", gap " << gap / thickness;
    EXPECT_LE(energy, most_part * of_vertex(gap)) << "position " << i;
  }
  EXPECT_GT(near, 2000);
}

// Central differences: where two parts hand over the gradient may have an edge, but no jump.
TEST(ContactEverywhere, HasTheForcesAsItsGradient) {
  Samples samples(62);
  int near = 0;
  for (int i = 0; i < 600; ++i) {
    std::vector<Patchwork> bodies = random_position(samples, i % 6);
    const double gap = thickness * std::pow(10.0, samples.between(-2, -0.05));
    if (!bring_near(bodies, gap)) continue;
    ++near;
    Bodies touching(bodies);
    const auto forces = touching.forces(bodies);
    double most = 0;
    for (const auto& of_body : forces)
      for (const Vec3d& f : of_body) most = std::max(most, length(f));
    const double h = 1e-6 * gap;
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t v = 0; v < bodies[b].places.size(); ++v)
        for (int k = 0; k < 3; ++k) {
          double& x = bodies[b].places[v][k];
          const double at = x;
          x = at + h;
          const double more = touching.energy(bodies);
          x = at - h;
          const double less = touching.energy(bodies);
          x = at;
          EXPECT_NEAR(forces[b][v][k], (less - more) / (2 * h), 1e-3 * most)
              << "position " << i << ", gap " << gap / thickness;
        }
  }
  EXPECT_GT(near, 400);
}

/// Two triangles at an edge, and one more at another edge of one of them.
Patchwork strip() {
  return {{{0, 0, 0}, {1, 0, 0}, {0.4, 0, -1}, {0.5, 0, 1}, {1.4, 0, 0.8}},
          {{0, 1, 2}, {1, 0, 3}, {1, 3, 4}}};
}

// A triangle that closes until its corner lies on the opposite edge, beyond which another begins.
TEST(ContactEverywhere, KeepsACornerFromTheOppositeEdgeOfItsTriangle) {
  const Patchwork rest = strip();
  Bodies body({rest});
  EXPECT_EQ(body.energy({rest}), 0);
  for (double gap = 0.5 * thickness; gap > 1e-5 * thickness; gap /= 3) {
    Patchwork closed = rest;
    closed.places[3] = {0.5, 0, gap};
    closed.places[4] = {1.4, 0, 0.8};
    EXPECT_GE(body.energy({closed}), 0.999 * of_vertex(gap)) << gap;
  }
}

// And an edge that shortens until both its ends are in one place.
TEST(ContactEverywhere, KeepsTheEndsOfAnEdgeApart) {
  const Patchwork rest = fan(6, [](Index) { return -0.2; });
  Bodies body({rest});
  EXPECT_EQ(body.energy({rest}), 0);
  for (double gap = 0.5 * thickness; gap > 1e-5 * thickness; gap /= 3) {
    Patchwork closed = rest;
    closed.places[1] = normalised(rest.places[1]) * gap;
    EXPECT_GE(body.energy({closed}), 0.999 * of_vertex(gap)) << gap;
  }
}

}  // namespace
}  // namespace pliant::contact
