// How long a picture takes: a ball whose vertices all move from one picture to the next, as a body
// that is simulated, at 1280 x 800 pixels. pliant_drawing_benchmark [TRIANGLES]
#include <epoxy/gl.h>
#include <pliant/error.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>

#include "render/gl/headless.h"
#include "render/gl/renderer.h"

namespace {

using namespace pliant;
namespace gl = render::gl;
using Clock = std::chrono::steady_clock;

constexpr int width = 1280, height = 800;

// Rings of vertices around the y axis, and its two ends.
Mesh ball(std::size_t triangles) {
  const auto around =
      static_cast<Index>(std::max(8.0, std::round(std::sqrt(static_cast<double>(triangles)))));
  const Index rings = around / 2;
  Mesh mesh;
  for (Index r = 0; r < rings; ++r)
    for (Index i = 0; i < around; ++i) {
      const double down = std::numbers::pi * (r + 0.5) / rings;
      const double turn = 2 * std::numbers::pi * i / around;
      mesh.vertices.push_back(
          {std::sin(down) * std::cos(turn), 1 + std::cos(down), std::sin(down) * std::sin(turn)});
    }
  const auto at = [&](Index r, Index i) { return r * around + i % around; };
  for (Index r = 0; r + 1 < rings; ++r)
    for (Index i = 0; i < around; ++i) {
      mesh.triangles.cells.push_back({at(r, i), at(r, i + 1), at(r + 1, i)});
      mesh.triangles.cells.push_back({at(r, i + 1), at(r + 1, i + 1), at(r + 1, i)});
    }
  for (Index i = 1; i + 1 < around; ++i) {
    mesh.triangles.cells.push_back({at(0, 0), at(0, i + 1), at(0, i)});
    mesh.triangles.cells.push_back({at(rings - 1, 0), at(rings - 1, i), at(rings - 1, i + 1)});
  }
  return mesh;
}

std::vector<Vec3d> swung(const Mesh& mesh, int picture) {
  std::vector<Vec3d> places = mesh.vertices;
  for (Vec3d& p : places) p.x += 0.1 * std::sin(3 * p.y + 0.2 * picture);
  return places;
}

struct Times {
  double filling = 0, picture = 0;  // ms, medians
};

double median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  return values[values.size() / 2];
}

Times measure(const Mesh& mesh, gl::Quality quality, bool shadows) {
  const gl::BodyShape shape(mesh);
  gl::Renderer renderer;
  gl::Offscreen picture(width, height);
  gl::View view;
  view.stage = {{-1.2, 0, -1.2}, {1.2, 2, 1.2}};
  view.floor = 0;
  view.quality = quality;
  view.shadows = shadows;
  view.camera.fit(mesh.vertices, static_cast<double>(width) / height);
  std::vector<gl::Corner> corners;
  std::vector<double> filling, all;
  const auto end = Clock::now() + std::chrono::seconds(4);
  for (int i = 0; i < 200 && (i < 5 || Clock::now() < end); ++i) {
    const std::vector<Vec3d> places = swung(mesh, i);
    const auto start = Clock::now();
    shape.fill(places, {}, {}, corners);
    const auto filled = Clock::now();
    view.bodies = {{&shape, places, {}, pliant::render::look_of({}, 0)}};
    picture.bind();
    renderer.draw(view, width, height);
    glFinish();
    const auto drawn = Clock::now();
    const auto ms = [](auto duration) {
      return std::chrono::duration<double, std::milli>(duration).count();
    };
    filling.push_back(ms(filled - start));
    all.push_back(ms(drawn - filled));
  }
  return {median(filling), median(all)};
}

}  // namespace

int main(int count, char** words) try {
  const long wanted = count > 1 ? std::strtol(words[1], nullptr, 10) : 100'000;
  if (count > 2 || wanted < 100 || wanted > 20'000'000) {
    std::fprintf(stderr, "usage: pliant_drawing_benchmark [TRIANGLES]   100 to 20000000\n");
    return 2;
  }
  const gl::HeadlessContext context;
  const Mesh mesh = ball(static_cast<std::size_t>(wanted));
  std::printf("%s\n%zu triangles that move, %d x %d pixels\n\n", context.name().c_str(),
              mesh.triangles.size(), width, height);
  std::printf("%-22s %10s %12s %12s\n", "", "a picture", "of it filling", "a second");
  for (const auto& [name, quality, shadows] : {std::tuple{"fine", gl::Quality::fine, true},
                                               {"fast", gl::Quality::fast, true},
                                               {"fast, no shadows", gl::Quality::fast, false}}) {
    const Times times = measure(mesh, quality, shadows);
    std::printf("%-22s %7.2f ms %9.2f ms %12.0f\n", name, times.picture, times.filling,
                1000 / times.picture);
  }
  return 0;
} catch (const InputError& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
