#include <pliant/error.h>
#include <pliant/simulation.h>

#include "base/text.h"

namespace pliant {

namespace {

using namespace limits;

constexpr std::size_t most_actions = 10'000, most_bodies = 1'000;

void need_room(std::size_t count, std::size_t most, const char* what) {
  if (count >= most)
    throw InputError("", 0, text("the simulation has ", count, " ", what, " already"),
                     "that is the most it can have");
}

}  // namespace

Declaration SimulationSettings::declare() {
  using S = SimulationSettings;
  return Declare<S>("Simulation", "simulation", "An experiment: bodies, and what happens to them.",
                    "sim = Simulation{seconds = 2}")
      .parameter("seconds", &S::seconds, "s", "how long, simulated", positive)
      .parameter("steps", &S::steps, "", "how many steps, instead of seconds", {.low = 1})
      .parameter("time_step", &S::time_step, "s", "a safe one where none is given", positive)
      .parameter("save_every", &S::save_every, "", "steps from one recorded frame to the next",
                 {.low = 1});
}

Declaration BodySource::declare() {
  using B = BodySource;
  return Declare<B>("Body", "simulation", "A body: its mesh, what it is made of, where it stands.",
                    "sim:addBody{name = \"cube\", mesh = \"cube\", settings = {cells = 6}, "
                    "material = \"rubber\"}")
      .parameter("mesh", &B::mesh, "", "a file, from the script's folder, or a built-in shape",
                 {.required = true, .longest = longest_path})
      .parameter("density", &B::density, "kg/m3", "0: the material's", not_negative)
      .parameter("name", &B::name, "", "for body= of actions", a_name)
      .parameter("material", &B::material, "", "by name, such as rubber", a_name)
      .parameter("colour", &B::colour, "",
                 "that it is drawn in, such as \"#aa3322\"; empty: the material's", a_name)
      .parameter("position", &B::position, "m", "by which it is moved")
      .parameter("rotation", &B::rotation, "degrees", "about x, then y, then z")
      .parameter("scale", &B::scale, "", "by which it is made larger, first of all", positive)
      .parameter("settings", &B::settings, "", "of a built-in shape, see 'pliant shapes'")
      .parameter("tetrahedra", &B::tetrahedra, "",
                 "about how many to fill a surface with; 0: chosen", not_negative)
      .parameter("edge", &B::edge, "m", "longest edge for filling a surface; 0: chosen",
                 not_negative)
      .parameter("total_mass", &B::total_mass, "kg", "instead of a density; 0: not given",
                 not_negative)
      .parameter("median_edge", &B::median_edge, "m",
                 "instead of 'scale': half of its edges are longer then; 0: not given",
                 not_negative)
      .parameter("lowest", &B::lowest, "m",
                 "height of its lowest vertex, whatever 'position' says; -inf: not given")
      .parameter("unit", &B::unit, "", "what the numbers of its file count; empty: metres",
                 {.choices = {"mm", "cm", "m", "inch"}})
      .parameter("size", &B::size, "m",
                 "of its longest side, before it is turned; instead of 'scale' and 'unit'; 0: not "
                 "given",
                 not_negative)
      .parameter("up", &B::up, "", "the axis of its file that points up", {.choices = {"y", "z"}})
      .parameter("mesher", &B::mesher, "",
                 "of a surface: fitted tetrahedra end at it; embedding: it hangs in a coarse cage "
                 "that keeps every part; auto: a cage where fitted ones would lose parts",
                 {.choices = {"fitted", "embedding", "auto"}})
      .parameter("kind", &B::kind, "",
                 "of a mesh of triangles: a solid fills them, cloth is made of them; auto: cloth "
                 "where they lie in a plane. Lines are a chain, hexahedra a solid",
                 {.choices = {"auto", "solid", "cloth"}})
      .parameter("velocity", &B::velocity, "m/s", "that it begins with: it is thrown");
}

Declaration GroupSource::declare() {
  using G = GroupSource;
  return Declare<G>("Group", "simulation", "Vertices with a name: a box, a plane, or a selection.",
                    "sim:addGroup{name = \"top\", point = {0, 1, 0}, normal = {0, 1, 0}}")
      .parameter("name", &G::name, "", "for group= of actions",
                 {.required = true, .longest = longest_name})
      .parameter("select", &G::select, "", "such as \"sphere:0,1,0,0.2\" or \"nearest:0,0,0\"")
      .parameter("body", &G::body, "", "the one body it is of")
      .parameter("low", &G::low, "m", "corner of a box")
      .parameter("high", &G::high, "m", "opposite corner")
      .parameter("point", &G::point, "m", "of a plane")
      .parameter("normal", &G::normal, "", "of a plane")
      .parameter("tolerance", &G::tolerance, "m",
                 "distance from the plane; 0: a millionth of the body's size", not_negative);
}

void Simulation::add(std::shared_ptr<const Action> action) {
  need_room(actions_.size(), most_actions, "actions");
  actions_.push_back(std::move(action));
}

void Simulation::add_body(BodySource source) {
  add_body(std::make_shared<DeclaredOf<BodySource>>(std::move(source)));
}
void Simulation::add_body(SourcePointer source) {
  need_room(bodies_.size(), most_bodies, "bodies");
  const std::string& name = source->value.name;
  if (name.empty()) throw InputError("", 0, "a body has no name", "give it one");
  for (const SourcePointer& other : bodies_)
    if (other->value.name == name)
      throw InputError("", 0, text("there is a body '", name, "' already"),
                       "give bodies names of their own");
  bodies_.push_back(std::move(source));
}
void Simulation::set_body(SourcePointer source) {
  bodies_.clear();
  add_body(std::move(source));
}

void Simulation::add_group(GroupSource source) {
  add_group(std::make_shared<DeclaredOf<GroupSource>>(std::move(source)));
}
void Simulation::add_group(GroupPointer source) {
  need_room(groups_.size(), most_actions, "groups");
  if (source->value.name.empty()) throw InputError("", 0, "a group has no name", "give it one");
  groups_.push_back(std::move(source));
}

}  // namespace pliant
