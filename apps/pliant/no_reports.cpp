#include "command.h"

// In place of `bench` and `reproduce` in a build without them, which is much sooner done.

namespace pliant::app {

namespace {

struct LeftOut {
  void declare(Options& app) { app.take_anything(); }
  int run() {
    throw InputError("", 0, "this build has neither 'bench' nor 'reproduce'",
                     "call ./run with them, or configure with -DPLIANT_REPORTS=ON");
  }
};

}  // namespace

void add_bench(Commands& commands) {
  commands.add<LeftOut>("bench", "Measure steps (./run bench builds it)", "  ./run bench");
}
void add_reproduce(Commands& commands) {
  commands.add<LeftOut>("reproduce", "Compute a paper's results anew (./run reproduce builds it)",
                        "  ./run reproduce L13");
}

}  // namespace pliant::app
