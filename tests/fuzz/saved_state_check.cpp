#include "saved_state_check.h"

#include <pliant/bodies.h>
#include <pliant/diverged.h>
#include <pliant/error.h>
#include <pliant/model.h>
#include <pliant/shapes.h>
#include <pliant/tet_mesh.h>

#include "backend/gpu/compile.h"
#include "mended.h"

namespace pliant::fuzz {

namespace {

Body small_body() {
  const TetMesh mesh(make_shape("cube", {{"cells", 1}}));
  return mass_spring_solid(mesh, make_material(1e5, 0.4, 1000, 1e-3));
}

std::vector<std::byte> saved(const Model& model) {
  State state(model, {.integrator = Integrator::verlet,
                      .obstacles = {{Floor{}}, {tabletop({0, 0, 0}, 1, 1, 0.1)}, {Capsule{}}},
                      .pulls = {{3, {0, 2, 0}, 10, 0.1}}});
  state.set_parameter(0, "stiffness", 2, 30);
  state.set_parameter(1, "damping", 0.1);
  state.remove(1, std::vector<Index>{0, 2});
  step(model, state, 3);
  return state.save();
}

bool restores(State& state, std::span<const std::byte> bytes) {
  try {
    state.restore(bytes);
  } catch (const InputError&) {
    return false;
  }
  try {
    step(state.model(), state, 2);
  } catch (const Diverged&) {
  }
  state.restore(state.save());
  return true;
}

}  // namespace

struct SavedStateCheck::Models {
  gpu::StandIn stand_in{gpu::host_device(2)};
  std::vector<State> states;  // of a model each
  std::vector<std::vector<std::byte>> seeds;
};

SavedStateCheck::SavedStateCheck() : models_(std::make_unique<Models>()) {
  for (const Backend backend : {Backend::cpu, Backend::cuda})
    for (const Precision precision : {Precision::single_precision, Precision::double_precision}) {
      const Model model(small_body(), ModelOptions{precision, "", backend});
      models_->states.emplace_back(model);
      models_->seeds.push_back(saved(model));
    }
}
SavedStateCheck::~SavedStateCheck() = default;

const std::vector<std::vector<std::byte>>& SavedStateCheck::seeds() const {
  return models_->seeds;
}

int SavedStateCheck::check(std::span<const std::byte> bytes) {
  int restored = 0;
  const std::vector<std::byte> with_fingerprint = mended(bytes);
  for (State& state : models_->states)
    restored += int(restores(state, bytes)) + int(restores(state, with_fingerprint));
  return restored;
}

}  // namespace pliant::fuzz
