#pragma once

#include <memory>

#include "backend/gpu/device.h"

namespace pliant::cuda {

std::shared_ptr<gpu::Device> make_cuda_device(int number);

}  // namespace pliant::cuda
