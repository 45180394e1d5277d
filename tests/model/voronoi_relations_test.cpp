#include "model/voronoi_relations.h"

#include <gtest/gtest.h>
#include <pliant/generate.h>
#include <pliant/io.h>
#include <pliant/laws.h>
#include <pliant/quality.h>
#include <pliant/shapes.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "relations/list.h"
#include "support/law_samples.h"
#include "support/models.h"

namespace pliant {
namespace {

struct Linear {
  Vec3d column[3];
  Vec3d operator()(const Vec3d& a) const {
    return column[0] * a.x + column[1] * a.y + column[2] * a.z;
  }
  /// What area vectors become: the cofactors of the map.
  Vec3d area(const Vec3d& a) const {
    return cross(column[1], column[2]) * a.x + cross(column[2], column[0]) * a.y +
           cross(column[0], column[1]) * a.z;
  }
};

Linear random_map(Samples& samples) {
  return {Vec3d{1, 0, 0} + samples.vector(0.5), Vec3d{0, 1, 0} + samples.vector(0.5),
          Vec3d{0, 0, 1} + samples.vector(0.5)};
}

TetMesh jittered(const char* shape, double cells, double amount) {
  Mesh mesh = make_shape(shape, {{"cells", cells}});
  Samples samples(3);
  for (Vec3d& p : mesh.vertices) p += samples.vector(amount / cells);
  return TetMesh(std::move(mesh));
}

std::vector<Relations> relations_of(const TetMesh& mesh, VoronoiKind kind) {
  const Material rubber = make_material(3e6, 0.4, 1200, 0.01);
  return voronoi_relations(mesh, voronoi_diagram(mesh, kind), {&rubber, 1});
}

/// Calls f.operator()<Law>(x, rest) for every relation of laws of CPM1, with vertices at x.
template <class F>
void for_faces(const std::vector<Relations>& sets, std::span<const Vec3d> x, const F& f) {
  for (const Relations& set : sets)
    Laws::for_each([&]<class Law>() {
      if constexpr (Law::info.pushed == 2) {
        if (set.law != Law::info.name) return;
        for (std::size_t r = 0; r < set.vertices.size() / Law::arity; ++r) {
          Vec3d at[Law::arity];
          for (std::size_t i = 0; i < Law::arity; ++i) at[i] = x[set.vertices[r * Law::arity + i]];
          typename Law::template Rest<double> rest;
          for (std::size_t i = 0; i < rest_count<Law>; ++i)
            reinterpret_cast<double*>(&rest)[i] = set.rest[i][r];
          const std::array<Index, 2> particles{set.vertices[r * Law::arity],
                                               set.vertices[r * Law::arity + 1]};
          f(particles, Law::area_vector(at, rest), rest.area);
        }
      }
    });
}

using AreaVectors = std::map<std::array<Index, 2>, Vec3d>;

AreaVectors areas_of(const TetMesh& mesh, VoronoiKind kind) {
  const VoronoiDiagram diagram = voronoi_diagram(mesh, kind);
  AreaVectors areas;
  for (std::size_t f = 0; f < diagram.face_particles.size(); ++f)
    areas[diagram.face_particles[f]] += face_area_vector(diagram, f);
  return areas;
}

void expect_faces_follow(const TetMesh& mesh) {
  Samples samples(1);
  const Linear map = random_map(samples);
  std::vector<Vec3d> moved;
  for (const Vec3d& p : mesh.vertices()) moved.push_back(map(p) + Vec3d{1, 2, 3});
  const auto sets = relations_of(mesh, VoronoiKind::clipped);
  AreaVectors now, at_rest = areas_of(mesh, VoronoiKind::clipped);
  for_faces(sets, moved,
            [&](auto particles, const Vec3d& area, double) { now[particles] += area; });
  for (const auto& [particles, area] : at_rest)
    EXPECT_LT(length(now[particles] - map.area(area)), 1e-11)
        << particles[0] << " " << particles[1];
  EXPECT_LE(now.size(), at_rest.size());
}

TEST(VoronoiRelations, FacesFollowAnAffineMapByItsCofactors) {
  expect_faces_follow(jittered("cube", 4, 0.1));
  expect_faces_follow(jittered("cube", 3, 0.3));  // not Delaunay
}

TEST(VoronoiRelations, AreasAreThoseOfTheDiagram) {
  const TetMesh mesh = jittered("cube", 4, 0.1);
  double sum = 0, expected = 0;
  for_faces(relations_of(mesh, VoronoiKind::clipped), mesh.vertices(),
            [&](auto, const Vec3d& area, double rest_area) {
              EXPECT_NEAR(length(area), rest_area, 1e-12);
              sum += rest_area;
            });
  for (const auto& [particles, area] : areas_of(mesh, VoronoiKind::clipped))
    expected += length(area);
  EXPECT_NEAR(sum, expected, 1e-10);
}

TEST(VoronoiRelations, CircumcentresGiveTheFacesOfTheDiagram) {
  const TetMesh mesh = jittered("cube", 3, 0.02);
  AreaVectors now;
  const AreaVectors expected = areas_of(mesh, VoronoiKind::circumcentre);
  for_faces(relations_of(mesh, VoronoiKind::circumcentre), mesh.vertices(),
            [&](auto particles, const Vec3d& area, double) { now[particles] += area; });
  for (const auto& [particles, area] : expected) EXPECT_LT(length(now[particles] - area), 1e-12);
  EXPECT_GT(expected.size(), 20u);
}

// Too few tetrahedra for a horse's legs: parts of the mesh touch in a place where each has a
// vertex.
TEST(VoronoiRelations, VerticesAtOnePlaceHaveNoFace) {
  const auto file = test::model("wild/horse_quad.obj");
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file;
  Mesh surface = read_mesh(file);
  const Vec3d size = bounding_box(surface.vertices).size();
  for (Vec3d& p : surface.vertices) p *= 0.3 / std::max({size.x, size.y, size.z});
  const TetMesh mesh(tetrahedralise(surface, {.tetrahedra = 3000}));
  std::set<std::array<double, 3>> places;
  for (const Vec3d& p : mesh.vertices()) places.insert({p.x, p.y, p.z});
  EXPECT_LT(places.size(), mesh.vertices().size());
  for (const Relations& set : relations_of(mesh, VoronoiKind::clipped))
    for (const double inverse_length : set.rest[0]) EXPECT_TRUE(std::isfinite(inverse_length));
}

/// Tetrahedra round one edge, closed.
TetMesh wheel(int spokes) {
  Mesh mesh;
  mesh.vertices = {{0, 0, -0.5}, {0, 0, 0.5}};
  for (int k = 0; k < spokes; ++k) {
    const double angle = 2 * M_PI * k / spokes;
    mesh.vertices.push_back({std::cos(angle), std::sin(angle), 0});
    mesh.tetrahedra.cells.push_back(
        {0, 1, static_cast<Index>(2 + k), static_cast<Index>(2 + (k + 1) % spokes)});
  }
  return TetMesh(std::move(mesh));
}

TEST(VoronoiRelations, RingsOfAnySizeAreWhole) {
  for (int spokes : {3, 4, 5, 6, 7, 8, 9, 12, 13, 25, 40}) {
    SCOPED_TRACE(spokes);
    const TetMesh mesh = wheel(spokes);
    Samples samples(1);
    const Linear map = random_map(samples);
    std::vector<Vec3d> moved;
    for (const Vec3d& p : mesh.vertices()) moved.push_back(map(p));
    Vec3d sum{};
    int parts = 0;
    for_faces(relations_of(mesh, VoronoiKind::clipped), moved,
              [&](auto particles, const Vec3d& area, double) {
                if (particles[0] != 0 || particles[1] != 1) return;
                sum += area;
                ++parts;
              });
    const Vec3d expected = areas_of(mesh, VoronoiKind::clipped)[{0, 1}];
    EXPECT_LT(length(sum - map.area(expected)), 1e-12);
    if (spokes <= 8) {
      EXPECT_EQ(parts, 1);
    }
  }
}

TEST(VoronoiRelations, MaterialsOfElementsAreTheirMeanByArea) {
  const TetMesh mesh = wheel(6);
  std::vector<Material> materials(6, make_material(1e6, 0.25, 1000, 0.01));
  materials[0] = make_material(4e6, 0.25, 1000, 0.01);
  const auto sets = voronoi_relations(mesh, voronoi_diagram(mesh, VoronoiKind::clipped), materials);
  bool found = false;
  for (const Relations& set : sets)
    for (std::size_t r = 0; r < set.rest[0].size(); ++r) {
      const auto arity = static_cast<std::size_t>(law(set.law).arity);
      if (set.vertices[r * arity] != 0 || set.vertices[r * arity + 1] != 1) continue;
      found = true;
      EXPECT_NEAR(set.parameters[0][r], 1.5e6, 1);
      EXPECT_NEAR(set.parameters[1][r], 1.5e6 / 2.5, 1);
      EXPECT_NEAR(set.parameters[2][r], 0.01, 1e-9);
    }
  EXPECT_TRUE(found);
}

TEST(VoronoiFace, AngleOverSineHoldsUpToAHalfTurn) {
  for (double angle = 0.001; angle < 3.14; angle += 0.01) {
    EXPECT_NEAR(angle_over_sine(std::cos(angle)) * std::sin(angle), angle, 1e-11) << angle;
    EXPECT_NEAR(angle_over_sine(static_cast<float>(std::cos(angle))) * std::sin(angle), angle,
                angle < 3 ? 1e-5 : 2e-3);
  }
  EXPECT_EQ(angle_over_sine(1.0), 1);
  EXPECT_TRUE(std::isfinite(angle_over_sine(-1.0)));
}

// E06 5.4 by hand: a unit face between two particles a metre apart.
TEST(VoronoiFace, PullsAlongTheNormalAndAcross) {
  const double young = 3e6, shear = 1e6;
  const VoronoiFace<4>::Param<double> param{young, shear, 0};
  const FacePull<double> stretched({1.1, 0, 0}, {}, {2, 0, 0}, 1, 1, param);
  EXPECT_NEAR(length(stretched.force - Vec3d{0.1 * young, 0, 0}), 0, 1e-6);
  const double angle = 0.3;
  const FacePull<double> tilted({std::cos(angle), std::sin(angle), 0}, {}, {1, 0, 0}, 1, 1, param);
  EXPECT_NEAR(length(tilted.force - Vec3d{0, angle * shear, 0}), 0, 1e-6);
}

}  // namespace
}  // namespace pliant
