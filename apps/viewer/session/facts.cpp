#include "session/facts.h"

#include <fmt/format.h>
#include <pliant/precision.h>

#include <numeric>

namespace pliant::viewer {

namespace {

std::string bytes(std::size_t count) {
  const double mega = static_cast<double>(count) / 1048576;
  return mega < 1024 ? fmt::format("{:.1f} MB", mega) : fmt::format("{:.2f} GB", mega / 1024);
}

std::string relations_of(const RunBody& body) {
  if (body.model.is_spectral()) return "modes";
  std::string out;
  for (std::size_t set = 0; set < body.model.set_count(); ++set)
    out += fmt::format("{}{} {}", set == 0 ? "" : ", ", body.model.relation_count(set),
                       body.model.law(set).name);
  return out;
}

}  // namespace

Board::Facts facts_of(const SceneRun& run) {
  Board::Facts facts;
  for (const RunBody& body : run.bodies()) {
    const std::string of = run.bodies().size() > 1 ? body.name + ": " : "";
    facts.emplace_back(of + "vertices", fmt::format("{}", body.mesh->vertices().size()));
    facts.emplace_back(of + "tetrahedra", fmt::format("{}", body.mesh->tetrahedra().size()));
    facts.emplace_back(of + "relations", relations_of(body));
    facts.emplace_back(
        of + "mass",
        fmt::format("{:.4g} kg", std::accumulate(body.masses.begin(), body.masses.end(), 0.0)));
    facts.emplace_back(of + "largest stable step", fmt::format("{:.3g} s", body.stable_step));
  }
  const Model& model = run.bodies()[0].model;
  facts.emplace_back("time step", fmt::format("{:.3g} s", run.time_step()));
  facts.emplace_back("integrator", std::string(name(run.bodies()[0].state.dynamics().integrator)));
  facts.emplace_back("precision", name(model.precision()));
  facts.emplace_back("computed by",
                     fmt::format("{} ({})", name(model.backend()), model.instruction_set()));
  facts.emplace_back("memory", bytes(run.memory()));
  for (const std::string& note : run.notes()) facts.emplace_back("note", note);
  return facts;
}

}  // namespace pliant::viewer
