// How a new user meets a mesh: window_speed SOURCE [SECONDS [MATERIAL]]. Opens the window as
// `pliant view` does and tells when the body was first seen to fall, how simulated time kept to the
// clock, how many pictures there were a second and how sharp. Needs a display;
// LIBGL_ALWAYS_SOFTWARE=1 draws without a card.
#include <pliant/error.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "window/viewer.h"

namespace {

using namespace pliant::viewer;
using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Counts from one second after the first motion on.
struct Watch {
  Clock::time_point start = Clock::now(), from{};
  double seconds = 6, falls = -1, first_time = 0, last_time = 0;
  int pictures = 0;

  bool is_over(double simulated) {
    last_time = simulated;
    ++pictures;
    if (falls < 0 && simulated > 0) falls = since(start);
    if (falls < 0 || since(start) < falls + 1) return since(start) > 60;
    if (from == Clock::time_point{}) {
      from = Clock::now();
      first_time = simulated;
      pictures = 0;
    }
    return since(from) > seconds;
  }
};

}  // namespace

int main(int count, char** words) try {
  Watch watch;
  if (count > 2) watch.seconds = std::atof(words[2]);
  ViewerOptions options;
  if (count > 3) options.open.material = words[3];
  Viewer* shown = nullptr;
  options.stop = [&] {
    return shown && shown->shown() && watch.is_over(shown->shown()->frame.time);
  };
  Viewer viewer(open(count > 1 ? words[1] : "critter", options.open), options);
  shown = &viewer;
  viewer.run();
  const double real = since(watch.from);
  for (const auto& [name, value] : viewer.show().facts())
    if (name == "tetrahedra" || name == "time step")
      std::printf("%s %s\n", name.c_str(), value.c_str());
  std::printf(
      "first seen to fall after %.2f s\n%.3f of real time, %.1f pictures a second, each pixel "
      "drawn for %.2f by %.2f of the window's\n",
      watch.falls, (watch.last_time - watch.first_time) / real, watch.pictures / real,
      viewer.coarseness(), viewer.coarseness());
  return 0;
} catch (const pliant::InputError& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
