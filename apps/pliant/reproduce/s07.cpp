#include "reproduce/s07.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "reproduce/measure.h"

namespace pliant::app {

namespace s07 {

Method classical() {
  return {.name = "classical", .key = "classical", .colour = "#8a8a8a", .dashed = true};
}

Method automatic() {
  return {.name = "automatic (ours)",
          .key = "automatic",
          .selection = DynamicSelection{},
          .colour = "#3b82c4",
          .dashed = true};
}

Method published_method(std::string_view setting) {
  struct Look {
    std::string_view key;
    const char *name, *colour;
  };
  static constexpr Look looks[] = {
      {"default", "default", "#d1603d"},    {"setting1", "setting 1", "#4f9d5d"},
      {"setting2", "setting 2", "#8a63c9"}, {"setting3", "setting 3", "#c9a227"},
      {"all_low", "all low", "#4f9d5d"},    {"all_medium", "all medium", "#c9a227"},
      {"all_high", "all high", "#d1603d"}};
  const Look& look = *std::ranges::find(looks, setting, &Look::key);
  return {.name = look.name,
          .key = std::string(setting),
          .selection = published_selection(setting, object_size),
          .colour = look.colour};
}

Protocol protocol(const ReproduceSettings& settings) {
  return settings.quick ? Protocol{.idle = 3, .loaded = 3, .rounds = 1} : Protocol{};
}

namespace {

std::string introduction(const ReproduceSettings& settings, const MeasuredCard& card) {
  const Protocol plan = protocol(settings);
  return fmt::format(
      "S07 (2007) simulates only those nodes of a mass-spring solid that are out of equilibrium: "
      "the others sleep until a load or a neighbour wakes them. This page repeats its counts and "
      "benchmarks with {}, published values beside ours. A benchmark lasts {} s: {} s without a "
      "load, then {} s with a force on the topmost nodes that turns every second, in steps of 0.02 "
      "s, on one thread. S07's frames hold the drawing, ours are steps alone. Ours are springs and "
      "preserved volumes instead of PhysX's springs. S07 gives neither material nor load: ours is "
      "a jelly of 150 Pa and 1000 kg/m³, soft enough for such steps, and its damping and loads "
      "were found by trying. Nothing holds S07's bodies as far as it tells: in the whole "
      "simulation a force would carry them away, while nodes that sleep keep them where they are. "
      "Ours stand on held feet, so that the errors of selection can be measured. {}{}",
      measured_on(card), plan.seconds(), plan.idle, plan.loaded,
      settings.models.empty() ? "The bunny was not found: the critter stands in for it."
                              : "The bunny is meshed anew to about the same sizes.",
      settings.quick ? " This is a quick run: shorter, and the figures are rough." : "");
}

}  // namespace

}  // namespace s07

std::vector<Part> reproduce_s07(const ReproduceSettings& settings, Report& report) {
  const MeasuredCard card{"", "The card was not measured: bodies this small leave it idle."};
  report.introduction = s07::introduction(settings, card);
  report.facts = facts_of(card, settings);
  report.facts["meshes"] = settings.models.empty() ? "built-in" : "real";
  // Made once, by the first part that needs them.
  const auto meshes =
      [&settings, made = std::make_shared<std::vector<s07::Subject>>() ]() -> auto& {
    if (made->empty()) *made = s07::subjects(settings);
    return *made;
  };
  return {{"operations", [&report] { s07::add_operations(report); }},
          {"meshes", [=, &report] { s07::add_meshes(meshes(), report); }},
          {"bunnies", [=, &settings, &report] { s07::add_bunnies(meshes(), settings, report); }},
          {"settings",
           [=, &settings, &report] { s07::add_settings(meshes().back(), settings, report); }}};
}

}  // namespace pliant::app
