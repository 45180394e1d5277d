#include "backend/card_programs.h"
#include "backend/cuda/cuda_launch.h"

namespace pliant::cuda {

void add_descent_programs(ProgramTable<CudaLauncher>& table, float) {
  add_descent_programs_of<float>(table);
}

}  // namespace pliant::cuda
