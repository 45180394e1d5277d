#include "backend/gpu/host_launcher.h"

namespace pliant::gpu {

std::unique_ptr<Programs<float>> make_host_programs(HostLauncher& launcher, float) {
  return std::make_unique<ProgramsBy<HostLauncher, float>>(launcher);
}

}  // namespace pliant::gpu
