#include "backend/card_programs.h"
#include "backend/emulated/host_launcher.h"

namespace pliant::gpu {

void add_host_programs(ProgramTable<HostLauncher>& table, float) {
  add_all_programs<float>(table);
}

}  // namespace pliant::gpu
