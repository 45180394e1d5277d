#include "backend/card_programs.h"
#include "backend/emulated/host_launcher.h"

namespace pliant::gpu {

void add_host_descent_programs(ProgramTable<HostLauncher>& table, float) {
  add_descent_programs_of<float>(table);
}

}  // namespace pliant::gpu
