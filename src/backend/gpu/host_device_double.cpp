#include "backend/gpu/host_launcher.h"

namespace pliant::gpu {

std::unique_ptr<Programs<double>> make_host_programs(HostLauncher& launcher, double) {
  return std::make_unique<ProgramsBy<HostLauncher, double>>(launcher);
}

}  // namespace pliant::gpu
