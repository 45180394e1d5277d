#include "backend/cuda/cuda_launch.h"

namespace pliant::cuda {

std::unique_ptr<ProgramsOnCard<double>> make_programs(CudaLauncher& launcher, double) {
  return std::make_unique<CudaPrograms<double>>(launcher);
}

}  // namespace pliant::cuda
