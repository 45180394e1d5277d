#include "backend/card_programs.h"
#include "backend/emulated/host_launcher.h"

namespace pliant::gpu {

void add_host_descent_programs(ProgramTable<HostLauncher>& table, double) {
  add_descent_programs_of<double>(table);
}

}  // namespace pliant::gpu
