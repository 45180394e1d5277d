#include "drop_report.h"

#include <fmt/format.h>
#include <pliant/precision.h>
#include <pliant/threads.h>

#include "backend_option.h"
#include "json.h"
#include "material_option.h"
#include "progress_bar.h"
#include "published_option.h"

namespace pliant::app {

namespace {

Json to_json(const State::Energy& e) {
  const auto known = [&](double value) { return e.has_elastic ? Json(value) : Json(); };
  return {{"kinetic", e.kinetic},
          {"elastic", known(e.elastic)},
          {"gravitational", e.gravitational},
          {"total", known(e.total())}};
}

// As a part of what it had; 0: none to speak of.
double energy_gain(const DropOutcome& outcome) {
  constexpr double least = 1e-3;
  if (outcome.diverged || !outcome.end.has_elastic || !(outcome.start.total() > 0)) return 0;
  const double gain = outcome.end.total() / outcome.start.total() - 1;
  return gain > least ? gain : 0;
}

std::string percent(double fraction) {
  return fmt::format("{:+.2f} %", 100 * fraction);
}

}  // namespace

Json describe_drop(const DropFacts& facts) {
  const auto& [mesh, size, material, body, outcome] = facts;
  const Model& model = body.model;
  Json report{{"vertices", mesh.vertices().size()},
              {"tetrahedra", mesh.tetrahedra().size()},
              {"edges", mesh.edges().size()},
              {"size", {size.x, size.y, size.z}},
              {"material", material},
              {"integrator", name(body.state.dynamics().integrator)},
              {"precision", name(model.precision())},
              {"backend", name(model.backend())},
              {"instruction_set", model.instruction_set()},
              {"on", where_it_runs(model.backend(), std::string(model.instruction_set()))},
              {"threads", thread_count()},
              {"step", outcome.whole_step},
              {"shortest_step", outcome.shortest_step},
              {"stable_step", body.stable_step},
              {"steps", outcome.steps},
              {"simulated_seconds", outcome.simulated},
              {"computing_seconds", outcome.computing},
              {"real_time_ratio", outcome.real_time_ratio()},
              {"volume_change",
               {{"largest", outcome.largest_volume_change}, {"end", outcome.volume_change}}},
              {"inverted_tetrahedra", outcome.inverted},
              {"lowest_point", outcome.lowest},
              {"energy", {{"start", to_json(outcome.start)}, {"end", to_json(outcome.end)}}},
              {"completed", !outcome.diverged && outcome.interrupted_by == 0}};
  if (outcome.energy_rose) report["energy_rose"] = *outcome.energy_rose;
  if (outcome.diverged)
    report["diverged"] = {{"message", outcome.diverged->what()},
                          {"time", outcome.diverged->time()},
                          {"vertex", outcome.diverged->vertex()},
                          {"law", outcome.diverged->law()}};
  return report;
}

void print_drop(const Json& report) {
  progress().clear();
  const auto line = [](const char* what, const std::string& value) {
    fmt::print("{:<18}{}\n", what, value);
  };
  const auto number = [&](const Json& value) { return value.get<double>(); };
  for (const char* kind : {"vertices", "tetrahedra", "edges"}) line(kind, report[kind].dump());
  const Json& size = report["size"];
  if (report.contains("mesher")) line("mesher", "embedding: it hangs in a cage of these");
  line("size", fmt::format("{:.4g} x {:.4g} x {:.4g} m", number(size[0]), number(size[1]),
                           number(size[2])));
  const Json& m = report["material"];
  line("material",
       m.contains("young") ? MaterialOption::in_words(m) : PublishedOption::in_words(m));
  if (report.contains("law")) line("law", report["law"].get<std::string>());
  line("computed with",
       fmt::format("{}, {} precision, on {}", report["integrator"].get<std::string>(),
                   report["precision"].get<std::string>(), report["on"].get<std::string>()));
  line("step", fmt::format("{:.4g} s, {:.4g} s where it must be; stable at rest up to {:.4g} s",
                           number(report["step"]), number(report["shortest_step"]),
                           number(report["stable_step"])));
  line("steps",
       fmt::format("{} in {:.2f} s", report["steps"].dump(), number(report["computing_seconds"])));
  line("simulated",
       fmt::format("{:.4g} s{}, {:.3g} times real time", number(report["simulated_seconds"]),
                   report["ended_by"] == "rest" ? " until it lay at rest" : "",
                   number(report["real_time_ratio"])));
  line("volume change",
       fmt::format("{} at most, {} at the end", percent(number(report["volume_change"]["largest"])),
                   percent(number(report["volume_change"]["end"]))));
  const Json &start = report["energy"]["start"], &end = report["energy"]["end"];
  line("energy", start["total"].is_null()
                     ? fmt::format("kinetic {:.5g} J at the start, {:.5g} J at the end; this law's "
                                   "elastic energy is not known",
                                   number(start["kinetic"]), number(end["kinetic"]))
                     : fmt::format("{:.5g} J at the start, {:.5g} J at the end",
                                   number(start["total"]), number(end["total"])));
  if (report.contains("hash")) line("hash", report["hash"].get<std::string>());
  for (const Json& file : report["wrote"]) line("wrote", file.get<std::string>());
}

void warn_of(const DropOutcome& outcome) {
  if (outcome.inverted > 0)
    warn(
        fmt::format("{} tetrahedra are turned inside out at the end: the material is too soft "
                    "for a body of this size, or the mesh too coarse",
                    outcome.inverted));
  constexpr double much = -0.5;  // of its volume
  if (outcome.volume_change < much)
    warn(
        fmt::format("the body has lost {:.0f} % of its volume at the end: the material is too "
                    "soft for a body of this size",
                    -100 * outcome.volume_change));
  if (outcome.energy_rose && !outcome.diverged)
    warn(fmt::format("the body gained energy after {:.4g} s; give a smaller --step",
                     *outcome.energy_rose));
  else if (const double gain = energy_gain(outcome); gain > 0)
    tell(
        {fmt::format("the body has {:.2g} % more energy at the end than at the start; a smaller "
                     "--step or --precision double keeps it closer",
                     100 * gain)});
}

}  // namespace pliant::app
