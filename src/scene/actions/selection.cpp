#include <pliant/box.h>
#include <pliant/error.h>

#include <algorithm>

#include "base/text.h"
#include "scene/actions/list.h"

namespace pliant::action {

namespace {

constexpr std::pair<const char*, pliant::Equilibrium> criteria[] = {
    {"automatic", pliant::Equilibrium::automatic},
    {"speed", pliant::Equilibrium::speed},
    {"moved_distance", pliant::Equilibrium::moved_distance},
    {"neighbour_distance", pliant::Equilibrium::neighbour_distance}};

std::vector<std::string> criterion_names() {
  std::vector<std::string> names;
  for (const auto& [name, criterion] : criteria) names.emplace_back(name);
  return names;
}

std::vector<std::string> setting_names() {
  std::vector<std::string> names{"auto"};
  for (const PublishedSetting& setting : published_settings()) names.emplace_back(setting.name);
  names.emplace_back("own");
  return names;
}

pliant::Equilibrium criterion_of(const std::string& name) {
  for (const auto& [known, criterion] : criteria)
    if (name == known) return criterion;
  throw InputError("", 0, text("there is no criterion '", name, "'"),
                   "give speed, moved_distance or neighbour_distance");
}

void check_what_is_given(const DynamicSelection& s) {
  const bool automatic = s.setting == "auto", own = s.setting == "own";
  struct Given {
    const char* name;
    bool is_given, allowed;
    const char* settings;
  };
  const char* const only_own = "setting = \"own\"";
  const char* const only_auto = "setting = \"auto\"";
  for (const Given& g : {Given{"criterion", s.criterion != "automatic", own, only_own},
                         {"threshold", s.threshold.has_value(), own, only_own},
                         {"neighbour_time", s.neighbour_time.has_value(), own, only_own},
                         {"units", s.units != "SI", own, only_own},
                         {"active_time", s.active_time.has_value(), own || automatic,
                          "setting = \"auto\" or \"own\""},
                         {"tolerance", s.tolerance != 0, automatic, only_auto},
                         {"pixel", s.pixel != 0, automatic, only_auto}})
    if (g.is_given && !g.allowed)
      throw InputError("", 0, text("'", g.name, "' is not for the setting '", s.setting, "'"),
                       text("leave it out, or write ", g.settings));
  if (own && (s.criterion == "automatic" || !s.threshold || !s.active_time || !s.neighbour_time))
    throw InputError("", 0, "a setting of one's own is not complete",
                     "give 'criterion' (speed, moved_distance or neighbour_distance), "
                     "'threshold', 'active_time' and 'neighbour_time'");
}

// For a body whose box has this longest side, m.
pliant::DynamicSelection selection_for(const DynamicSelection& s, double size) {
  if (s.setting == "auto")
    return {.active_time = s.active_time.value_or(0), .tolerance = s.tolerance, .pixel = s.pixel};
  if (s.setting != "own") return published_selection(s.setting, size);
  const bool published = s.units == "published";
  const double metres = published ? size / published_object_size : 1;
  const double seconds = published ? 1e-3 : 1;
  pliant::DynamicSelection out{.criterion = criterion_of(s.criterion),
                               .threshold = *s.threshold,
                               .active_time = *s.active_time * seconds,
                               .neighbour_time = *s.neighbour_time * seconds};
  if (out.criterion == pliant::Equilibrium::speed) out.threshold *= metres * metres;
  if (out.criterion == pliant::Equilibrium::moved_distance) out.threshold *= metres;
  return out;
}

double longest_side(const std::vector<Vec3d>& places) {
  pliant::Box box;
  for (const Vec3d& p : places) box.add(p);
  const Vec3d size = box.size();
  return std::max({size.x, size.y, size.z});
}

}  // namespace

Declaration DynamicSelection::declare() {
  using D = DynamicSelection;
  return Declare<D>("DynamicSelection", "selection",
                    "Simulates only what moves: vertices fall asleep where a body is at rest and "
                    "wake when something disturbs it (S07). 'auto' takes what it needs from the "
                    "body; the other settings are those of its Table 5.3, or one's own. 'pliant "
                    "run --compare-full' tells how far the result is from that without it.",
                    "sim:addAction(DynamicSelection())")
      .parameter("setting", &D::setting, "", "by name", {.choices = setting_names()})
      .parameter("criterion", &D::criterion, "",
                 "of 'own': what is small in a step of a vertex at rest",
                 {.choices = criterion_names()})
      .parameter("threshold", &D::threshold, "",
                 "of 'own': what it is below: m2/s2, the squared speed; m, the distance moved; or "
                 "a part of the distance to a neighbour, by which that changes",
                 not_negative)
      .parameter("active_time", &D::active_time, "s",
                 "a vertex sleeps no earlier; not given with 'auto': from the body", not_negative)
      .parameter("neighbour_time", &D::neighbour_time, "s",
                 "of 'own': a vertex wakes its neighbours no more often", not_negative)
      .parameter("units", &D::units, "",
                 "of 'own': published are those of S07, in which the body's longest side is 800, "
                 "and times are in ms",
                 {.choices = {"SI", "published"}})
      .parameter("tolerance", &D::tolerance, "m",
                 "of 'auto': how far off what sleeps may be; 0: from the body", not_negative)
      .parameter("pixel", &D::pixel, "m",
                 "of 'auto': size of a pixel where the body is drawn, which the tolerance may be "
                 "a quarter of; 0: it is not",
                 not_negative)
      .parameter("body", &D::body, "", body_help);
}

void DynamicSelection::prepare(Stage& stage) const {
  check_what_is_given(*this);
  for (const std::size_t b : stage.chosen(body)) {
    StagedBody& staged = stage.bodies[b];
    staged.dynamics.selection = selection_for(*this, longest_side(staged.body.vertices));
  }
}

}  // namespace pliant::action
