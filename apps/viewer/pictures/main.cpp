// Makes the pictures of the window for the documentation: window_pictures FOLDER. A display must be
// there; scripts/window_pictures.sh starts one.
#include <pliant/box.h>
#include <pliant/error.h>

#include <chrono>
#include <cstdio>
#include <filesystem>

#include "window/viewer.h"

namespace {

using namespace pliant;
using namespace pliant::viewer;
using Clock = std::chrono::steady_clock;
namespace gl = render::gl;

// Draws until the simulation has come so far, or half a minute has gone by.
void watch(Viewer& viewer, double time) {
  const auto end = Clock::now() + std::chrono::seconds(30);
  while (viewer.frame() && viewer.shown()->frame.time < time && Clock::now() < end) {
  }
}

// Draws until nothing changes any more: the picture is as fine as it can be.
void settle(Viewer& viewer) {
  viewer.show().pause();
  const auto end = Clock::now() + std::chrono::seconds(3);
  while (viewer.frame() && Clock::now() < end) {
  }
}

// The vertex that is farthest in a direction.
Index outermost(const Moment& moment, const Vec3d& direction) {
  const auto& x = moment.frame.bodies[0].positions;
  Index best = 0;
  for (Index v = 0; v < x.size(); ++v)
    if (dot(x[v], direction) > dot(x[best], direction)) best = v;
  return best;
}

void grabbed(const std::filesystem::path& folder) {
  Viewer viewer(open("critter"), {.width = 1280, .height = 800});
  watch(viewer, 0.15);
  viewer.toolbox().choose(ToolKind::grab);
  const Index ear = outermost(*viewer.shown(), {0, 1, 0});
  const Vec3d place = viewer.shown()->frame.bodies[0].positions[ear];
  viewer.show().live()->grab(0, ear, place + viewer.camera().right() * 0.1 + Vec3d{0, 0.05, 0});
  watch(viewer, 0.5);
  settle(viewer);
  render::write_png(folder / "grab.png", viewer.picture());
}

// A ball in the side of a body that was asleep; colours tell what it has woken.
void poked(const std::filesystem::path& folder) {
  Viewer viewer(open("critter"), {.width = 1280, .height = 800});
  Live& live = *viewer.show().live();
  live.select(true);
  live.want_states(true);
  viewer.look().active_nodes = viewer.look().edges = true;
  viewer.toolbox().choose(ToolKind::poke);
  watch(viewer, 5);
  const Vec3d towards = viewer.camera().back();
  const Vec3d place =
      viewer.shown()->frame.bodies[0].positions[outermost(*viewer.shown(), towards)];
  Box box;
  for (const Vec3d& p : viewer.shown()->frame.bodies[0].positions) box.add(p);
  const double radius = 0.08 * length(box.size());
  live.poke({0, place + towards * (2 * radius), radius}, place);
  watch(viewer, 5.2);
  settle(viewer);
  render::write_png(folder / "poke.png", viewer.picture());
}

void coloured(const std::filesystem::path& folder) {
  Viewer viewer(open("critter"), {.width = 1280, .height = 800, .theme = gl::Theme::dark});
  viewer.look().field = "von_mises";
  viewer.show().want_field("von_mises");
  viewer.look().cut_away = true;
  viewer.look().edges = true;
  watch(viewer, 0.1);
  viewer.camera().yaw = 50;
  viewer.camera().distance *= 0.8;
  viewer.look().cut = {viewer.camera().back(), 0.5};
  watch(viewer, 0.3);
  settle(viewer);
  render::write_png(folder / "colours.png", viewer.picture());
}

}  // namespace

int main(int count, char** words) try {
  if (count != 2) {
    std::fprintf(stderr, "usage: window_pictures FOLDER\n");
    return 2;
  }
  grabbed(words[1]);
  coloured(words[1]);
  poked(words[1]);
  return 0;
} catch (const InputError& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
