#pragma once

#include "backend/gpu/device.h"

namespace pliant::gpu {

/// The card; InputError where there is none.
std::shared_ptr<Device> card();

/// The card, or what stands in for it.
std::shared_ptr<Device> device_in_use();

/// Takes the card's place while it lives: tests run everything but the card itself without one.
class StandIn {
 public:
  explicit StandIn(std::shared_ptr<Device> device);
  StandIn(const StandIn&) = delete;
  StandIn& operator=(const StandIn&) = delete;
  ~StandIn();
};

}  // namespace pliant::gpu
