#include <pliant/error.h>
#include <pliant/material.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "scene/actions/probe_work.h"
#include "scene/touching.h"

namespace pliant::action {

namespace {

const Limits friction_range{.low = 0, .high = 100};

enum class For { all, pair, materials, group };

For whom(const Contact& c) {
  const auto both = [&](bool first, bool second, const char* words) {
    if (first && second)
      throw InputError("", 0, text("it is for ", words, " at once"),
                       "write one Contact for each of them");
  };
  const bool pair = !c.between.empty(), materials = !c.materials.empty(), group = !c.group.empty();
  both(pair, materials, "two bodies and for two materials");
  both(pair, group, "two bodies and for a group");
  both(materials, group, "two materials and for a group");
  if (!c.body.empty() && !group)
    throw InputError("", 0, "'body' is for a group of that body alone",
                     "give 'group', or two bodies as 'between'");
  return pair ? For::pair : materials ? For::materials : group ? For::group : For::all;
}

// What is for all bodies cannot be said of some.
void check_for_some(const Contact& c, const char* whom, bool may_have_thickness) {
  const Contact plain{};
  struct Given {
    const char* name;
    bool is_given;
  };
  for (const Given& g : {Given{"self", c.self != plain.self},
                         {"thickness", !may_have_thickness && c.thickness != plain.thickness},
                         {"damping", c.damping != plain.damping},
                         {"at_start", c.at_start != plain.at_start}})
    if (g.is_given)
      throw InputError("", 0, text("'", g.name, "' is not for ", whom, " alone"),
                       "give it to a Contact for all bodies");
}

ContactPair pair_of(const Contact& c) {
  ContactPair pair{
      .touches = c.touch, .friction = c.friction, .sliding_friction = c.sliding_friction};
  if (c.thickness > 0) pair.thickness = c.thickness;
  return pair;
}

void stage_pair(const Contact& c, Stage& stage) {
  check_for_some(c, "two bodies", true);
  const auto [first, second] = stage.two(c.between);
  for (const ContactPair& known : stage.contact.settings.pairs)
    if (std::minmax(known.first, known.second) == std::minmax(first, second))
      throw InputError("", 0,
                       text("bodies '", c.between[0], "' and '", c.between[1],
                            "' have a Contact of their own already"),
                       "join both into one");
  ContactPair pair = pair_of(c);
  pair.first = first;
  pair.second = second;
  stage.contact.settings.pairs.push_back(pair);
}

void stage_materials(const Contact& c, Stage& stage) {
  check_for_some(c, "two materials", true);
  if (c.materials.size() != 2)
    throw InputError("", 0, text("'materials' names ", c.materials.size(), ", not two"),
                     "such as materials = {\"rubber\", \"cork\"}; the same twice is for bodies of "
                     "one material");
  for (const std::string& name : c.materials) (void)material(name);  // knows the nearest name
  const auto [first, second] = std::minmax(c.materials[0], c.materials[1]);
  const std::array<std::string, 2> names{first, second};
  for (const StagedContact::OfMaterials& known : stage.contact.materials)
    if (known.names == names)
      throw InputError(
          "", 0,
          text("materials '", first, "' and '", second, "' have a Contact of their own already"),
          "join both into one");
  stage.contact.materials.push_back({names, pair_of(c)});
}

void stage_group(const Contact& c, Stage& stage) {
  check_for_some(c, "a group", false);
  for (Selection& part : stage.select(c.group, c.body))
    stage.contact.settings.groups.push_back({.body = part.body,
                                             .vertices = std::move(part.vertices),
                                             .touches = c.touch,
                                             .friction = c.friction,
                                             .sliding_friction = c.sliding_friction});
}

void stage_all(const Contact& c, Stage& stage) {
  if (stage.contact.given)
    throw InputError("", 0, "it is the second one for all bodies",
                     "join both into one, or say 'between' which two bodies it is");
  pliant::Contact& all = stage.contact.settings;
  all.friction = c.friction.value_or(pliant::Contact{}.friction);
  all.sliding_friction = c.sliding_friction;
  all.damping = c.damping;
  all.thickness = c.thickness;
  all.self = c.self;
  all.at_start = c.at_start == "ignore"   ? IntersectedAtStart::ignore
                 : c.at_start == "repair" ? IntersectedAtStart::repair
                                          : IntersectedAtStart::refuse;
  stage.contact.touch = c.touch;
  stage.contact.given = true;
}

/// Of two bodies: the force, how many places, and the least gap, which is there with a place alone.
void measure_contact(const SceneRun& run, std::array<std::size_t, 2> bodies,
                     std::span<double> out) {
  std::ranges::fill(out, std::nan(""));
  if (!may_touch(run, bodies[0], bodies[1])) return;
  const Vec3d force = run.world().contact_force(bodies[0], bodies[1]);
  for (int i = 0; i < 3; ++i) out[static_cast<std::size_t>(i)] = force[i];
  out[3] = 0;
  for (const ContactPoint& point : run.world().contact_points()) {
    if (std::minmax(point.bodies[0], point.bodies[1]) != std::minmax(bodies[0], bodies[1]))
      continue;
    out[3] += 1;
    out[4] = std::fmin(out[4], point.gap);  // which takes the one that is a number
  }
}

}  // namespace

Declaration Contact::declare() {
  using C = Contact;
  return Declare<C>(
             "Contact", "surroundings",
             "How bodies touch each other and themselves: none passes through another, at any "
             "speed, and what presses rubs. Scenes with several bodies have it without being "
             "asked, each body's own surface left out; 'touch = false' is without. With 'between' "
             "it is for two bodies alone, with 'materials' for all bodies of two materials, with "
             "'group' for some vertices; any number of these may stand beside one for all. A group "
             "has its say before two bodies, these before materials.",
             "sim:addAction(Contact{friction = 0.3})")
      .parameter("friction", &C::friction, "",
                 "what holds over what presses; not given: 0.5, between two bodies that of all",
                 friction_range)
      .parameter("sliding_friction", &C::sliding_friction, "",
                 "the same of what slides already; not given: as 'friction'", friction_range)
      .parameter("self", &C::self, "", "bodies touch themselves, too")
      .parameter("thickness", &C::thickness, "m",
                 "of the skin in which surfaces push each other apart; 0: a tenth of the mean edge "
                 "of each, between two bodies the mean of both",
                 not_negative)
      .parameter("damping", &C::damping, "",
                 "of what approaches or slides, over the critical one of a vertex",
                 {.low = 0, .high = 1})
      .parameter("between", &C::between, "", "two bodies that it is for; not given: all")
      .parameter("materials", &C::materials, "",
                 "two materials, by the names that bodies or their forces are given; twice the "
                 "same: bodies of that one")
      .parameter("group", &C::group, "", "the vertices that it is for")
      .parameter("body", &C::body, "", "whose group; not given: of all that have it")
      .parameter("touch", &C::touch, "", "false: they pass through each other")
      .parameter(
          "at_start", &C::at_start, "",
          "where bodies are in each other at the start: refuse such a scene, ignore what is, "
          "or repair it: push them apart over time",
          {.choices = {"refuse", "ignore", "repair"}});
}

void Contact::prepare(Stage& stage) const {
  const double most = friction.value_or(stage.contact.settings.friction);
  if (sliding_friction && friction && *sliding_friction > most)
    throw InputError("", 0,
                     text("'sliding_friction' is ", *sliding_friction, ", more than the ", most,
                          " that 'friction' holds with"),
                     "give it at most that");
  switch (whom(*this)) {
    case For::pair:
      return stage_pair(*this, stage);
    case For::materials:
      return stage_materials(*this, stage);
    case For::group:
      return stage_group(*this, stage);
    case For::all:
      return stage_all(*this, stage);
  }
}

Declaration ContactForce::declare() {
  using F = ContactForce;
  return Declare<F>("ContactForce", "probes",
                    "Measures how two bodies touch: the force of the second on the first, in how "
                    "many places, and the least gap there. Cells stay empty where they do not "
                    "touch by Contact, and that of the gap where they are apart.",
                    "sim:addAction(ContactForce{between = {\"lower\", \"upper\"}})")
      .parameter("between", &F::between, "", "the two bodies", required)
      .parameter("name", &F::name, "", "of its columns", a_name)
      .parameter("every", &F::every, "", every_help, {.low = 1});
}

std::unique_ptr<Work> ContactForce::prepare(Stage& stage) const {
  Measurement columns{name.empty() ? ContactForce{}.name : name,
                      {".x", ".y", ".z", ".places", ".gap"},
                      {"N", "N", "N", "", "m"},
                      {}};
  columns.measure = [bodies = stage.two(between)](const SceneRun& run, std::span<double> out) {
    measure_contact(run, bodies, out);
  };
  return std::make_unique<ProbeWork>(stage.add_probe(std::move(columns)), every);
}

}  // namespace pliant::action
