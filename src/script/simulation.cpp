#include <pliant/action.h>

#include <charconv>

#include "base/nearest_name.h"
#include "base/text.h"
#include "script/host.h"

// The Simulation of scripts: its settings, E06's methods, bodies, groups and actions.

namespace pliant::script {

namespace {

constexpr std::size_t most_simulations = 100;
char metatable_key, class_key;  // their addresses are the keys

using Method = void (*)(lua_State* lua, Host& host, Simulation& simulation);

Simulation* simulation_at(lua_State* lua, int index) {
  if (lua_type(lua, index) != LUA_TUSERDATA || lua_getmetatable(lua, index) == 0) return nullptr;
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &metatable_key);
  const bool ours = lua_rawequal(lua, -1, -2) != 0;
  lua_pop(lua, 2);
  return ours ? *static_cast<Simulation**>(lua_touserdata(lua, index)) : nullptr;
}

[[noreturn]] void refuse(const std::string& problem, const std::string& cure) {
  throw InputError("", 0, problem, cure);
}

template <class T>
std::shared_ptr<T> object_of(lua_State* lua, int index, const char* problem, const char* cure) {
  const auto* object = object_at(lua, index);
  auto found = object == nullptr ? nullptr : std::dynamic_pointer_cast<T>(*object);
  if (!found) refuse(problem, cure);
  return found;
}

template <class T>
std::shared_ptr<DeclaredOf<T>> made_here(lua_State* lua, Host& host) {
  host.count_object(lua);
  auto object = std::make_shared<DeclaredOf<T>>();
  object->file = host.file;
  object->line = calling_line(lua);
  return object;
}

// A run copies each action, also one that was added before.
void add_action(lua_State* lua, Host&, Simulation& simulation) {
  const auto action = object_of<Action>(lua, 2, "addAction needs an action",
                                        "such as addAction(Gravity(9.81)); mind the brackets");
  charge_copy(lua, *action);
  simulation.add(action);
}

void set_structure(lua_State* lua, Host&, Simulation& simulation) {
  simulation.set_body(object_of<DeclaredOf<BodySource>>(
      lua, 2, "setStructure needs a structure", "such as Structure:new(\"beam.str\", 1200)"));
}

// The field `forces` of addBody{} is an action for this body alone.
std::shared_ptr<Action> forces_in(lua_State* lua, int index, const std::string& body) {
  std::shared_ptr<Action> forces;
  lua_pushnil(lua);
  while (lua_next(lua, index) != 0) {
    const int value = lua_gettop(lua);
    if (lua_type(lua, value - 1) == LUA_TSTRING &&
        std::string_view(lua_tostring(lua, value - 1)) == "forces")
      forces = object_of<Action>(lua, value, "'forces' of a body is an action",
                                 "such as forces = MassSpringForces{material = \"rubber\"}");
    lua_pop(lua, 1);
  }
  if (!forces) return nullptr;
  charge_copy(lua, *forces);
  std::shared_ptr<Action> own = forces->copy();
  own->set("body", body);
  return own;
}

void add_body(lua_State* lua, Host& host, Simulation& simulation) {
  if (object_at(lua, 2) != nullptr)
    return simulation.add_body(object_of<DeclaredOf<BodySource>>(
        lua, 2, "addBody needs a body", "such as addBody{mesh = \"cube\"}"));
  if (lua_type(lua, 2) != LUA_TTABLE)
    refuse("addBody needs a table", "such as addBody{name = \"cube\", mesh = \"cube\"}");
  auto body = made_here<BodySource>(lua, host);
  set_named(lua, 2, *body, "forces");
  const auto forces = forces_in(lua, 2, body->value.name);
  simulation.add_body(std::move(body));
  if (forces) simulation.add(forces);
}

void add_group(lua_State* lua, Host& host, Simulation& simulation) {
  auto group = made_here<GroupSource>(lua, host);
  set_arguments(lua, 2, *group);
  simulation.add_group(std::move(group));
}

// E06's names for settings.
template <const char* const& parameter>
void set_setting(lua_State* lua, Host& host, Simulation& simulation) {
  simulation.settings.file = host.file;
  simulation.settings.line = calling_line(lua);
  simulation.settings.set(parameter, read_value(lua, 2));
}
constexpr const char *save_every = "save_every", *steps = "steps", *time_step = "time_step";

struct NamedMethod {
  std::string_view name;
  Method method;
};
constexpr NamedMethod methods[] = {
    {"addAction", add_action},
    {"addBody", add_body},
    {"addGroup", add_group},
    {"setStructure", set_structure},
    {"setSaveSkip", set_setting<save_every>},
    {"setNumTimesteps", set_setting<steps>},
    {"setStepSize", set_setting<time_step>},
};

int call_method(lua_State* lua) {
  Host& host = Host::of(lua);
  const auto* method = static_cast<const NamedMethod*>(lua_touserdata(lua, lua_upvalueindex(1)));
  const bool good = host.attempt([&] {
    Simulation* simulation = simulation_at(lua, 1);
    if (simulation == nullptr)
      refuse(text(method->name, " is called without its simulation"),
             text("write sim:", method->name, "(...), with a colon"));
    if (lua_checkstack(lua, 8) == 0) throw std::bad_alloc();
    method->method(lua, host, *simulation);
  });
  return good ? 0 : host.raise(lua);
}

std::vector<std::string> member_names(const Simulation& simulation) {
  std::vector<std::string> names;
  for (const NamedMethod& m : methods) names.emplace_back(m.name);
  for (const Parameter& p : simulation.settings.declaration().parameters) names.push_back(p.name);
  return names;
}

int get_member(lua_State* lua) {
  Host& host = Host::of(lua);
  const NamedMethod* found = nullptr;
  const bool good = host.attempt([&] {
    const Simulation* simulation = simulation_at(lua, 1);
    const std::string_view name =
        lua_type(lua, 2) == LUA_TSTRING ? lua_tostring(lua, 2) : "something";
    for (const NamedMethod& m : methods)
      if (m.name == name) found = &m;
    if (found != nullptr || simulation == nullptr) return;
    const auto names = member_names(*simulation);
    if (std::ranges::find(names, name) == names.end())
      refuse(text("a simulation has no '", name.substr(0, 64), "'"), nearest_name(name, names));
    host.result = simulation->settings.get(name);
  });
  if (!good) return host.raise(lua);
  if (found == nullptr) {
    push_value(lua, host.result);
    return 1;
  }
  lua_pushlightuserdata(lua, const_cast<NamedMethod*>(found));
  lua_pushcclosure(lua, call_method, 1);
  return 1;
}

int set_member(lua_State* lua) {
  Host& host = Host::of(lua);
  const bool good = host.attempt([&] {
    Simulation* simulation = simulation_at(lua, 1);
    if (simulation == nullptr || lua_type(lua, 2) != LUA_TSTRING)
      refuse("a setting has a name", "write sim.seconds = 2");
    simulation->settings.file = host.file;
    simulation->settings.line = calling_line(lua);
    simulation->settings.set(lua_tostring(lua, 2), read_value(lua, 3));
  });
  return good ? 0 : host.raise(lua);
}

int new_simulation(lua_State* lua) {
  Host& host = Host::of(lua);
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &class_key);
  const bool by_class = lua_rawequal(lua, 1, -1) != 0;
  lua_pop(lua, 1);
  if (!by_class) return luaL_error(lua, "write Simulation:new(), with a colon");
  auto* slot = static_cast<Simulation**>(lua_newuserdatauv(lua, sizeof(Simulation*), 0));
  *slot = nullptr;
  const bool good = host.attempt([&] {
    if (host.simulations.size() == most_simulations) refuse("there are too many simulations", "");
    Simulation& made = host.simulations.emplace_back();
    *slot = &made;
    made.folder = host.folder;
    made.settings.file = host.file;
    made.settings.line = calling_line(lua);
    lua_insert(lua, 2);
    if (lua_gettop(lua) > 2) set_arguments(lua, 3, made.settings);
  });
  if (!good) return host.raise(lua);
  lua_settop(lua, 2);
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &metatable_key);
  lua_setmetatable(lua, 2);
  return 1;
}

int setup_simulation(lua_State* lua) {
  Host& host = Host::of(lua);
  const bool good = host.attempt([&] {
    host.chosen = simulation_at(lua, 1);
    if (host.chosen == nullptr)
      refuse("setupSimulation needs a simulation", "write setupSimulation(sim)");
  });
  return good ? 0 : host.raise(lua);
}

// What was given on the command line, as the kind of value that the default has.
Value converted(const std::string& name, const std::string& given, const Value& fallback) {
  if (std::holds_alternative<double>(fallback.is)) {
    double number = 0;
    const char* end = given.data() + given.size();
    const auto result = std::from_chars(given.data(), end, number);
    if (result.ec != std::errc() || result.ptr != end)
      refuse(text("'", name, "' is given as '", given, "'"), "give a number");
    return number;
  }
  if (std::holds_alternative<bool>(fallback.is)) {
    if (given != "true" && given != "false")
      refuse(text("'", name, "' is given as '", given, "'"), "give true or false");
    return given == "true";
  }
  return given;
}

int define(lua_State* lua) {
  Host& host = Host::of(lua);
  const bool good = host.attempt([&] {
    if (lua_type(lua, 1) != LUA_TSTRING) refuse("define needs a name", "write define(\"k\", 10)");
    std::size_t size = 0;
    const char* words = lua_tolstring(lua, 1, &size);
    if (size > longest_name)
      refuse(text("the name of a definition has ", size, " bytes"),
             text(longest_name, " are the most"));
    const std::string name(words, size);
    const Value fallback = read_value(lua, 2);
    if (!std::holds_alternative<double>(fallback.is) &&
        !std::holds_alternative<bool>(fallback.is) &&
        !std::holds_alternative<std::string>(fallback.is))
      refuse(text("define(\"", name, "\") needs a default"), "a number, a text, true or false");
    const auto given = host.options.defines.find(name);
    host.result =
        given == host.options.defines.end() ? fallback : converted(name, given->second, fallback);
    if (host.definitions.size() < 10'000) host.definitions[name] = host.result;
  });
  if (!good) return host.raise(lua);
  push_value(lua, host.result);
  return 1;
}

}  // namespace

void open_simulation(lua_State* lua) {
  lua_createtable(lua, 0, 3);
  lua_pushcfunction(lua, get_member);
  lua_setfield(lua, -2, "__index");
  lua_pushcfunction(lua, set_member);
  lua_setfield(lua, -2, "__newindex");
  lua_pushboolean(lua, 0);
  lua_setfield(lua, -2, "__metatable");
  lua_rawsetp(lua, LUA_REGISTRYINDEX, &metatable_key);

  lua_createtable(lua, 0, 1);
  lua_pushcfunction(lua, new_simulation);
  lua_setfield(lua, -2, "new");
  lua_createtable(lua, 0, 2);
  lua_pushcfunction(lua, new_simulation);
  lua_setfield(lua, -2, "__call");
  lua_pushboolean(lua, 0);
  lua_setfield(lua, -2, "__metatable");
  lua_setmetatable(lua, -2);
  lua_pushvalue(lua, -1);
  lua_rawsetp(lua, LUA_REGISTRYINDEX, &class_key);
  lua_setglobal(lua, "Simulation");

  lua_pushcfunction(lua, setup_simulation);
  lua_setglobal(lua, "setupSimulation");
  lua_pushcfunction(lua, define);
  lua_setglobal(lua, "define");
}

}  // namespace pliant::script
