#include "backend/cuda/cuda_launch.h"

namespace pliant::cuda {

std::unique_ptr<ProgramsOnCard<float>> make_programs(CudaLauncher& launcher, float) {
  return std::make_unique<CudaPrograms<float>>(launcher);
}

}  // namespace pliant::cuda
