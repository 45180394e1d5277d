#include <pliant/state_reader.h>

#include <atomic>
#include <cstring>
#include <optional>

#include "backend/backend.h"
#include "model/element_stress.h"
#include "model/energy.h"

namespace pliant {

namespace {

std::uint64_t next_edition() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace

struct StateReader::Parts {
  /// Vectors of vertices as they were at a look.
  struct SeenVectors {
    Look at{};
    std::vector<Vec3d> values{};
    std::vector<std::uint64_t> editions{};  // of runs of vertices

    /// `read` gives those of all vertices, `read_some` of some; how many were read.
    template <class Read, class ReadSome>
    std::size_t update(const backend::Moved& moved, const Read& read, const ReadSome& read_some) {
      at = {};  // of no use until it is right again
      const std::uint64_t edition = next_edition();
      constexpr std::size_t run = StateReader::vertices_of_run;
      if (moved.all) {
        read(&values);
        editions.assign((values.size() + run - 1) / run, edition);
      } else if (!moved.vertices.empty()) {
        std::vector<Vec3d> some;
        read_some(moved.vertices, &some);
        for (std::size_t i = 0; i < some.size(); ++i) {
          const Index v = moved.vertices[i];
          if (std::memcmp(&values[v], &some[i], sizeof(Vec3d)) != 0) editions[v / run] = edition;
          values[v] = some[i];
        }
      }
      at = moved.now;
      return moved.all ? values.size() : moved.vertices.size();
    }
  };

  SeenVectors positions, velocities;
  backend::EnergyParts energies;
  Look stressed_at{};
  std::optional<ElementStress> stress;
  std::vector<Stress> known_stresses;  // of bodies that know theirs without looking at relations
  Work work;
};

StateReader::StateReader() : parts_(std::make_unique<Parts>()) {}
StateReader::StateReader(StateReader&&) noexcept = default;
StateReader& StateReader::operator=(StateReader&&) noexcept = default;
StateReader::~StateReader() = default;

const std::vector<Vec3d>& StateReader::positions(const State& state) {
  const backend::CompiledState& compiled = state.compiled();
  parts_->work.positions = parts_->positions.update(
      compiled.moved_since(parts_->positions.at),
      [&](std::vector<Vec3d>* all) { compiled.read(all, nullptr); },
      [&](std::span<const Index> vertices, std::vector<Vec3d>* some) {
        compiled.read_some(vertices, some, nullptr);
      });
  return parts_->positions.values;
}

const std::vector<Vec3d>& StateReader::velocities(const State& state) {
  const backend::CompiledState& compiled = state.compiled();
  parts_->work.velocities = parts_->velocities.update(
      compiled.moved_since(parts_->velocities.at),
      [&](std::vector<Vec3d>* all) { compiled.read(nullptr, all); },
      [&](std::span<const Index> vertices, std::vector<Vec3d>* some) {
        compiled.read_some(vertices, nullptr, some);
      });
  return parts_->velocities.values;
}

State::Energy StateReader::energy(const State& state) {
  const backend::EnergySums sums = state.compiled().renew_sums(true, parts_->energies);
  parts_->work.energies = parts_->energies.computed;
  return energy_from(state, sums);
}
double StateReader::kinetic_energy(const State& state) {
  return state.compiled().renew_sums(false, parts_->energies).kinetic;
}
double StateReader::gravitational_energy(const State& state) {
  return gravitational_from(state, state.compiled().renew_sums(false, parts_->energies));
}

const std::vector<Stress>& StateReader::stresses(const std::shared_ptr<const TetMesh>& mesh,
                                                 const State& state) {
  Parts& p = *parts_;
  p.known_stresses = state.compiled().stresses();
  if (!p.known_stresses.empty()) {
    p.work.stresses = p.known_stresses.size();
    return p.known_stresses;
  }
  if (!p.stress || !p.stress->is_of(mesh, state.model())) {
    p.stress.emplace(mesh, state.model());
    p.stressed_at = {};
  }
  const std::vector<Vec3d>& x = positions(state);
  const backend::Moved moved = state.compiled().moved_since(p.stressed_at);
  p.stressed_at = {};
  if (moved.all) {
    p.stress->compute(state, x);
    p.work.stresses = p.stress->values().size();
  } else {
    p.work.stresses = p.stress->update(state, x, moved.vertices);
  }
  p.stressed_at = moved.now;
  return p.stress->values();
}

const std::vector<std::uint64_t>& StateReader::editions() const {
  return parts_->positions.editions;
}
const StateReader::Work& StateReader::last_work() const {
  return parts_->work;
}

}  // namespace pliant
