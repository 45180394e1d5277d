#include "model/energy.h"

#include "model/world_contact.h"

namespace pliant {

double gravitational_from(const State& state, const backend::EnergySums& sums) {
  return -dot(state.dynamics().gravity, sums.moment);
}

State::Energy energy_from(const State& state, const backend::EnergySums& sums) {
  State::Energy energy{.kinetic = sums.kinetic,
                       .elastic = sums.elastic,
                       .gravitational = gravitational_from(state, sums),
                       .has_elastic = state.model().compiled().has_energy()};
  const std::vector<Pull>& pulls = state.dynamics().pulls;
  if (pulls.empty()) return energy;
  std::vector<Index> pulled;
  for (const Pull& pull : pulls) pulled.push_back(pull.vertex);
  std::vector<Vec3d> x;
  state.compiled().read_some(pulled, &x, nullptr);
  for (std::size_t i = 0; i < pulls.size(); ++i)
    energy.elastic += 0.5 * pulls[i].stiffness * squared_length(x[i] - pulls[i].target);
  return energy;
}

double State::kinetic_energy() const {
  if (world_) return sum(&State::kinetic_energy);
  return compiled_->energy_sums(false).kinetic;
}
double State::gravitational_energy() const {
  if (world_) return sum(&State::gravitational_energy);
  return gravitational_from(*this, compiled_->energy_sums(false));
}
State::Energy State::energy() const {
  Energy energy = world_ ? energy_of_all() : energy_from(*this, compiled_->energy_sums(true));
  if (contact_) energy.contact = contact_->energy(*this);
  return energy;
}

}  // namespace pliant
