#include "reproduce/l13_frames.h"

#include <pliant/error.h>

#include <chrono>

#include "frame_drawer.h"

namespace pliant::app::l13 {

namespace {

double seconds_a_frame(State& state, const TetMesh& mesh, double shrink, bool quick) {
  RenderLook look;
  look.width = frame_width;
  look.height = frame_height;
  look.shrink = shrink;
  look.no_words = look.no_shadows = look.no_floor = true;
  const std::vector<RecordedBody> bodies{{"body", mesh.mesh()}};
  FrameDrawer drawer(bodies, look);
  RecordedFrame frame{0, 0, {{state.positions(), {}}}};
  drawer.look_over(frame);
  drawer.fit_camera();
  drawer.draw(frame, "");  // what is made once is no part of a frame
  const auto begin = std::chrono::steady_clock::now();
  const auto passed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  int frames = 0;
  do {
    step(state.model(), state, 1);
    frame.bodies[0].positions = state.positions();
    drawer.draw(frame, "");
    ++frames;
  } while (passed() < (quick ? 0.02 : 1));
  return passed() / frames;
}

}  // namespace

FrameTimes frame_times(const Motion& motion, const TetMesh& mesh, Backend backend, bool quick) {
  constexpr double all_of_them = 0.9;  // below 1: every tetrahedron is drawn, so much smaller
  constexpr std::size_t most_when_quick = 16000;
  const Model model(motion.body, {.backend = backend});
  State state = start_of(model, motion);
  FrameTimes times;
  times.step = time_of_step(state, {.seconds = quick ? 0.002 : 0.03, .rounds = 1});
  try {
    times.drawer = render::gl::HeadlessContext().name();
    if (!quick || mesh.tetrahedra().size() < most_when_quick)
      times.all = seconds_a_frame(state, mesh, all_of_them, quick);
    times.surface = seconds_a_frame(state, mesh, 1, quick);
  } catch (const InputError& e) {
    times.drawer = std::string("nothing (") + e.what() + ")";
  }
  return times;
}

}  // namespace pliant::app::l13
