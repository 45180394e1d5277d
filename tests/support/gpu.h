#pragma once

#include <pliant/backends.h>

#include "backend/gpu/gpu_model.h"
#include "support/dynamics.h"

namespace pliant::test {

/// A model on the host in a card's place, cut into patches as for a card of this size.
inline Model on_host(const Body& body, Precision precision, std::uint32_t multiprocessors = 4,
                     std::size_t shared_bytes = 160 << 10) {
  const auto device = gpu::host_device(multiprocessors, shared_bytes);
  if (precision == Precision::single_precision)
    return Model(std::make_shared<const gpu::GpuModel<float>>(body, device));
  return Model(std::make_shared<const gpu::GpuModel<double>>(body, device));
}

}  // namespace pliant::test
