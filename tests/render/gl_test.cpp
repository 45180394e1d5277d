#include <cmath>
#include <limits>
#include <numbers>

#include "gl_drawing.h"
#include "support/meshes.h"
#include "support/solids.h"
#include "support/surfaces.h"

namespace pliant {
namespace {

using namespace render::gl;
using render::Image;
using test::changed;
using test::pixel;
using test::Pixel;

class Gl : public test::GlDrawing {};

// A sphere of radius r at distance d covers the disc of radius r / sqrt(d^2 - r^2) on a screen at
// distance one.
TEST_F(Gl, ASphereCoversTheDiscItProjectsTo) {
  const Mesh sphere = test::icosphere(4);
  const BodyShape shape(sphere);
  for (const double distance : {4.0, 5.0, 6.0}) {
    View view = front_view(shape, sphere);
    view.camera.distance = distance;
    const double half = std::tan(view.camera.angle / 2 * std::numbers::pi / 180);
    const double radius = height / 2.0 / half / std::sqrt(distance * distance - 1);
    const double disc = std::numbers::pi * radius * radius;
    EXPECT_NEAR(static_cast<double>(covered(view)), disc, 0.02 * disc);
  }
}

TEST_F(Gl, PairsInsideAreSeenWhereFacesAreNot) {
  Mesh ring;  // an edge along x with four tetrahedra around it
  ring.vertices = {{-1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, 0}, {0, 0, -1}};
  ring.tetrahedra.cells = {{0, 1, 2, 3}, {0, 1, 3, 4}, {0, 1, 4, 5}, {0, 1, 5, 2}};
  Parts parts;
  const BodyShape plain(ring, parts);
  parts.pairs = true;
  const BodyShape pairs(ring, parts);
  View view = front_view(plain, ring);
  view.camera.yaw = 10;  // off the edge to the vertex in front
  view.camera.pitch = 20;
  view.faces = false;
  EXPECT_EQ(covered(view), 0u);
  view.bodies[0].shape = &pairs;
  const Image lines = draw(view);
  EXPECT_GT(covered(view), 300u);
  // A quarter of the way along the edge inside.
  const Vec3d place{-0.5, 0, 0};
  const auto m = view.camera.matrix(static_cast<double>(width) / height, view.stage.centre());
  const auto row = [&](int i) {
    return m.at(i, 0) * place.x + m.at(i, 1) * place.y + m.at(i, 2) * place.z + m.at(i, 3);
  };
  const int x = static_cast<int>(std::lround((row(0) / row(3) + 1) / 2 * width));
  const int y = static_cast<int>(std::lround((1 - row(1) / row(3)) / 2 * height));
  View empty = view;
  empty.bodies.clear();
  const Image background = draw(empty);
  int found = 0;
  for (int dy = -2; dy <= 2; ++dy)
    found += difference(pixel(lines, x, y + dy), pixel(background, x, y + dy)) > 30;
  EXPECT_GT(found, 0);
}

TEST_F(Gl, TheSphereIsLitFromItsLightAndTurnsWithTheCamera) {
  const Mesh sphere = test::icosphere(4);
  const BodyShape shape(sphere);
  View view = front_view(shape, sphere);
  view.light_yaw = -75;  // from the left, as the eye at +z sees it
  const Image image = draw(view);
  EXPECT_GT(pixel(image, width / 2 - 50, height / 2 - 20).light(),
            pixel(image, width / 2 + 50, height / 2 + 20).light() + 60);
  view.light_yaw = 75;
  const Image other = draw(view);
  EXPECT_LT(pixel(other, width / 2 - 50, height / 2 + 20).light(),
            pixel(other, width / 2 + 50, height / 2 - 20).light() - 60);
}

TEST_F(Gl, ColoursOfAFieldAreThoseOfTheLegend) {
  const Mesh sphere = test::icosphere(4);
  const BodyShape shape(sphere);
  std::vector<float> values;
  for (const Vec3d& p : sphere.vertices) values.push_back(static_cast<float>(p.x));
  View view = front_view(shape, sphere);
  view.bodies[0].field = {values, FieldPlace::vertices};
  view.colours = ColourScale{"x [m]", -1, 1, 1, ColourMapKind::diverging};
  const Image image = draw(view);
  // Blue at the left, red at the right, about white in the middle.
  const Pixel left = pixel(image, width / 2 - 60, height / 2);
  const Pixel right = pixel(image, width / 2 + 60, height / 2);
  const Pixel middle = pixel(image, width / 2, height / 2);
  EXPECT_GT(left.blue, left.red + 60);
  EXPECT_GT(right.red, right.blue + 60);
  EXPECT_LT(std::abs(middle.red - middle.blue), 30);
  // The legend shows the map's colours as they are.
  for (const double part : {0.02, 0.25, 0.5, 0.75, 0.98}) {
    const Colour c = colour_at(ColourMapKind::diverging, part);
    const Pixel wanted{static_cast<int>(std::lround(255 * c.x)),
                       static_cast<int>(std::lround(255 * c.y)),
                       static_cast<int>(std::lround(255 * c.z))};
    EXPECT_GE(test::count_pixels(image, [&](const Pixel& p) { return difference(p, wanted) <= 6; }),
              8u)
        << part;
  }
  view.colours.reset();
  view.bodies[0].field = {};
  EXPECT_GT(changed(draw(view), image), 5000u);
}

TEST_F(Gl, AFieldOfTetrahedraColoursTheirFaces) {
  Mesh mesh = test::single_tetrahedron();
  const BodyShape shape(mesh);
  const std::vector<float> low{0}, high{1};
  View view = front_view(shape, mesh);
  view.camera.distance = 4;
  view.colours = ColourScale{"", 0, 1, 1, ColourMapKind::diverging};
  const auto count = [&](const std::vector<float>& values, auto condition) {
    view.bodies[0].field = {values, FieldPlace::tetrahedra};
    const Image image = draw(view);
    std::size_t found = 0;  // on the left half, away from the legend
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width * 2 / 3; ++x) found += condition(pixel(image, x, y)) ? 1 : 0;
    return found;
  };
  const auto blue = [](const Pixel& p) { return p.blue > p.red + 60; };
  const auto red = [](const Pixel& p) { return p.red > p.blue + 60; };
  EXPECT_GT(count(low, blue), 300u);
  EXPECT_EQ(count(low, red), 0u);
  EXPECT_GT(count(high, red), 300u);
  EXPECT_EQ(count(high, blue), 0u);
}

TEST_F(Gl, AShadowDarkensTheFloorBesideTheBodyOnly) {
  Mesh box = test::cube_surface({-0.5, 0.5, -0.5}, 1);
  const BodyShape shape(box);
  View view = front_view(shape, box);
  view.camera = {.target = {0, 0.3, 0}, .yaw = 0, .pitch = 35, .distance = 7};
  view.floor = 0;
  view.stage.low.y = 0;
  view.light_yaw = -90;  // from the left: the shadow falls to the right
  for (const Theme theme : {Theme::light, Theme::dark})
    for (const Quality quality : {Quality::fast, Quality::fine}) {
      view.theme = theme;
      view.quality = quality;
      view.shadows = false;
      const Image lit = draw(view);
      view.shadows = true;
      const Image image = draw(view);
      std::size_t left = 0, right = 0, brighter = 0;
      for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
          const int change = pixel(image, x, y).light() - pixel(lit, x, y).light();
          brighter += change > 6;
          if (change < -30) ++(x < width / 2 - 30 ? left : right);
        }
      EXPECT_EQ(brighter, 0u);
      EXPECT_GT(right, 1000u);
      EXPECT_LT(left, right / 4);
      // Far from the body nothing changes.
      EXPECT_LE(difference(pixel(image, 10, height - 10), pixel(lit, 10, height - 10)), 6);
    }
}

TEST_F(Gl, TheFloorFadesAndIsNotDrawnFromBelow) {
  const Mesh box = test::cube_surface({-0.5, 0, -0.5}, 1);
  const BodyShape shape(box);
  View view = front_view(shape, box);
  view.camera.pitch = 20;
  const Image without = draw(view);
  view.floor = 0;
  EXPECT_GT(changed(without, draw(view)), 1000u);
  view.bodies.clear();
  view.camera.pitch = -20;
  const Image below = draw(view);
  view.floor.reset();
  EXPECT_EQ(changed(below, draw(view)), 0u);
}

TEST_F(Gl, ThemesHaveLightAndDarkBackgrounds) {
  View view;
  const Image light = draw(view);
  view.theme = Theme::dark;
  const Image dark = draw(view);
  for (const int y : {2, height / 2, height - 3}) {
    EXPECT_GT(pixel(light, 5, y).light(), 3 * 210);
    EXPECT_LT(pixel(dark, 5, y).light(), 3 * 70);
  }
}

TEST_F(Gl, EdgesAndPointsAndFacesAreSwitched) {
  const Mesh sphere = test::icosphere(1);
  const BodyShape shape(sphere);
  View view = front_view(shape, sphere);
  const Image plain = draw(view);
  view.edges = true;
  const Image edges = draw(view);
  EXPECT_GT(changed(plain, edges), 1000u);
  std::size_t brighter = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      brighter += pixel(edges, x, y).light() > pixel(plain, x, y).light() + 6;
  EXPECT_EQ(brighter, 0u);
  view.points = true;
  EXPECT_GT(changed(edges, draw(view)), 500u);
  view.points = false;
  const std::size_t whole = covered(view);
  view.faces = false;
  const std::size_t wires = covered(view);
  EXPECT_GT(wires, 1000u);
  EXPECT_LT(wires, 2 * whole / 3);
}

// Inside faces have the colour of cream, not that of the skin.
TEST_F(Gl, ACutShowsTheInside) {
  const Mesh mesh = test::grid(6, 0.25, 0, 1, {-0.75, -0.75, -0.75});
  const auto cream = [](const Pixel& p) { return p.red - p.blue > 20 && p.green > p.red * 0.8; };
  const BodyShape whole(mesh);
  View view = front_view(whole, mesh);
  EXPECT_EQ(test::count_pixels(draw(view), cream), 0u);
  Parts parts;
  parts.cut = CutAway{{0, 0, 1}, 0.5};
  const BodyShape cut(mesh, parts);
  view.bodies[0].shape = &cut;
  EXPECT_GT(test::count_pixels(draw(view), cream), 3000u);
  view.camera.yaw = 180;  // from behind it looks as before
  const Image behind = draw(view);
  EXPECT_EQ(test::count_pixels(behind, cream), 0u);
  view.bodies[0].shape = &whole;
  EXPECT_EQ(changed(behind, draw(view)), 0u);
}

TEST_F(Gl, ShrunkTetrahedraLeaveGaps) {
  const Mesh mesh = test::grid(2, 0.5, 0, 1, {-0.5, -0.5, -0.5});
  const BodyShape whole(mesh);
  Parts parts;
  parts.shrink = 0.5;
  const BodyShape shrunk(mesh, parts);
  EXPECT_EQ(shrunk.triangle_count(), 4 * mesh.tetrahedra.size());
  View view = front_view(whole, mesh);
  const std::size_t before = covered(view);
  view.bodies[0].shape = &shrunk;
  const std::size_t after = covered(view);
  EXPECT_LT(after, before);
  EXPECT_GT(after, before / 4);
}

TEST_F(Gl, LinesOfAChainAreDrawn) {
  Mesh chain;
  chain.vertices = {{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}};
  chain.lines.cells = {{0, 1}, {1, 2}};
  const BodyShape shape(chain);
  View view = front_view(shape, chain);
  // 2 m at a distance of 6 m
  const double long_line = 2 / 6.0 * (height / 2) / std::tan(15 * std::numbers::pi / 180);
  EXPECT_NEAR(static_cast<double>(covered(view)), 3.5 * long_line, 1.2 * long_line);
}

TEST_F(Gl, BodiesFarFromTheOriginLookTheSame) {
  const Mesh sphere = test::icosphere(3);
  const BodyShape shape(sphere);
  View view = front_view(shape, sphere);
  view.floor = -1;
  view.shadows = true;
  const Image near = draw(view);
  const Vec3d away{2e6, 4e5, -6e6};
  Mesh moved = sphere;
  for (Vec3d& p : moved.vertices) p += away;
  view.bodies[0].positions = moved.vertices;
  view.stage.low += away;
  view.stage.high += away;
  view.camera.target += away;
  *view.floor += away.y;
  EXPECT_LT(changed(near, draw(view)), 40u);
}

TEST_F(Gl, PlacesThatAreNotFiniteDoNoHarm) {
  const Mesh sphere = test::icosphere(2);
  const BodyShape shape(sphere);
  View view = front_view(shape, sphere);
  view.shadows = true;
  view.floor = -1;
  const std::size_t whole = covered(view);
  for (const double odd :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e300}) {
    Mesh broken = sphere;
    broken.vertices[0] = {odd, 0, 0};
    view.bodies[0].positions = broken.vertices;
    EXPECT_GT(covered(view), whole / 2) << odd;
  }
  View empty;
  draw(empty);
  const BodyShape nothing{Mesh{}};
  empty.bodies = {{.shape = &nothing}};
  empty.floor = 0;
  draw(empty);
}

TEST_F(Gl, MoreThanOneFrameAndBodyAreDrawnWhereTheyAreNow) {
  const Mesh sphere = test::scaled(test::icosphere(3), 0.4);
  const BodyShape shape(sphere);
  View view = front_view(shape, sphere);
  view.stage.add(Box{{-2, -2, -2}, {2, 2, 2}});
  const auto middle_column = [&] {
    const Image image = draw(view);
    View none = view;
    none.bodies.clear();
    const Image background = draw(none);
    double sum = 0, count = 0;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        if (difference(pixel(image, x, y), pixel(background, x, y)) > 6) sum += x, ++count;
    return sum / count;
  };
  EXPECT_NEAR(middle_column(), width / 2.0, 1);
  Mesh moved = sphere;
  for (Vec3d& p : moved.vertices) p.x += 1;
  view.bodies[0].positions = moved.vertices;
  const double shift = 1 / 6.0 * (height / 2) / std::tan(15 * std::numbers::pi / 180);
  EXPECT_NEAR(middle_column(), width / 2.0 + shift, 3);
  view.bodies.push_back({.shape = &shape, .positions = sphere.vertices});
  EXPECT_NEAR(middle_column(), width / 2.0 + shift / 2, 3);
}

TEST_F(Gl, APictureTooLargeIsRefused) {
  EXPECT_THROW(Offscreen(1 << 20, 16), InputError);
}

}  // namespace
}  // namespace pliant
