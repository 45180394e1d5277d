#include "backend/card_programs.h"
#include "backend/emulated/host_launcher.h"

namespace pliant::gpu {

void add_host_programs(ProgramTable<HostLauncher>& table, double) {
  add_all_programs<double>(table);
}

}  // namespace pliant::gpu
