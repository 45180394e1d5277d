#include <pliant/error.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "scene/actions/probe_work.h"
#include "scene/touching.h"

namespace pliant::action {

namespace {

const Limits friction_range{.low = 0, .high = 100};

void check_for_pair(const Contact& c) {
  const Contact plain{};
  struct Given {
    const char* name;
    bool is_given;
  };
  for (const Given& g : {Given{"self", c.self != plain.self},
                         {"thickness", c.thickness != plain.thickness},
                         {"damping", c.damping != plain.damping},
                         {"at_start", c.at_start != plain.at_start}})
    if (g.is_given)
      throw InputError("", 0, text("'", g.name, "' is not for two bodies alone"),
                       "give it to a Contact without 'between'");
}

void stage_pair(const Contact& c, Stage& stage) {
  check_for_pair(c);
  const auto [first, second] = stage.two(c.between);
  for (const ContactPair& known : stage.contact.settings.pairs)
    if (std::minmax(known.first, known.second) == std::minmax(first, second))
      throw InputError("", 0,
                       text("bodies '", c.between[0], "' and '", c.between[1],
                            "' have a Contact of their own already"),
                       "join both into one");
  stage.contact.settings.pairs.push_back({first, second, c.touch, c.friction, c.sliding_friction});
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
  all.at_start = c.at_start == "ignore" ? IntersectedAtStart::ignore : IntersectedAtStart::refuse;
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
             "it is for two bodies alone and may stand beside one for all.",
             "sim:addAction(Contact{friction = 0.3})")
      .parameter("friction", &C::friction, "",
                 "what holds over what presses; not given: 0.5, between two bodies that of all",
                 friction_range)
      .parameter("sliding_friction", &C::sliding_friction, "",
                 "the same of what slides already; not given: as 'friction'", friction_range)
      .parameter("self", &C::self, "", "bodies touch themselves, too")
      .parameter("thickness", &C::thickness, "m",
                 "of the skin in which surfaces push each other apart; 0: a tenth of the mean edge "
                 "of each",
                 not_negative)
      .parameter("damping", &C::damping, "",
                 "of what approaches or slides, over the critical one of a vertex",
                 {.low = 0, .high = 1})
      .parameter("between", &C::between, "", "two bodies that it is for; not given: all")
      .parameter("touch", &C::touch, "", "false: they pass through each other")
      .parameter("at_start", &C::at_start, "",
                 "where bodies are in each other at the start: refuse such a scene, or ignore what "
                 "is",
                 {.choices = {"refuse", "ignore"}});
}

void Contact::prepare(Stage& stage) const {
  const double most = friction.value_or(stage.contact.settings.friction);
  if (sliding_friction && friction && *sliding_friction > most)
    throw InputError("", 0,
                     text("'sliding_friction' is ", *sliding_friction, ", more than the ", most,
                          " that 'friction' holds with"),
                     "give it at most that");
  if (between.empty())
    stage_all(*this, stage);
  else
    stage_pair(*this, stage);
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
