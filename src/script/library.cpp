#include <pliant/action.h>

#include <algorithm>
#include <cstdio>

#include "base/nearest_name.h"
#include "base/text.h"
#include "script/host.h"

// What a script finds: Lua's own functions, without those that reach out of it or that nothing
// could stop, and the classes of scenes.

namespace pliant::script {

namespace {

// Of the base library: no way to other code, to files, to metatables (whose __gc and __len could
// make loops that the hook does not see), to handlers of errors (which run within the hook when
// that raises one), or to the collector.
constexpr const char* taken_away[] = {"load",         "loadfile",     "dofile", "collectgarbage",
                                      "setmetatable", "getmetatable", "warn",   "xpcall"};
constexpr std::string_view only_with_io[] = {
    "load",    "loadfile", "dofile", "collectgarbage", "setmetatable", "getmetatable", "warn",
    "require", "io",       "os",     "package",        "coroutine",    "debug",        "utf8",
    "xpcall"};

constexpr lua_Integer longest_move = 10'000'000;

int print(lua_State* lua) {
  const int count = lua_gettop(lua);
  for (int i = 1; i <= count; ++i) {
    std::size_t size = 0;
    const char* words = luaL_tolstring(lua, i, &size);
    if (i > 1) std::fputc('\t', stderr);
    std::fwrite(words, 1, size, stderr);
    lua_pop(lua, 1);
  }
  std::fputc('\n', stderr);
  return 0;
}

// Lua's own loops as often as it is told to, also for nothing.
int repeat(lua_State* lua) {
  std::size_t size = 0, separator = 0;
  luaL_checklstring(lua, 1, &size);
  luaL_checkinteger(lua, 2);
  luaL_optlstring(lua, 3, "", &separator);
  if (size + separator == 0) {
    lua_pushliteral(lua, "");
    return 1;
  }
  lua_pushvalue(lua, lua_upvalueindex(1));
  lua_insert(lua, 1);
  lua_call(lua, lua_gettop(lua) - 1, 1);
  return 1;
}

int move(lua_State* lua) {
  const lua_Integer first = luaL_checkinteger(lua, 2), last = luaL_checkinteger(lua, 3);
  if (last >= first && (first < -longest_move || last > longest_move))
    return luaL_error(lua, "table.move moves ten million values at most");
  lua_pushvalue(lua, lua_upvalueindex(1));
  lua_insert(lua, 1);
  lua_call(lua, lua_gettop(lua) - 1, 1);
  return 1;
}

void wrap(lua_State* lua, const char* library, const char* name, lua_CFunction function) {
  lua_getglobal(lua, library);
  lua_getfield(lua, -1, name);
  lua_pushcclosure(lua, function, 1);
  lua_setfield(lua, -2, name);
  lua_pop(lua, 1);
}

void remove(lua_State* lua, const char* library, const char* name) {
  lua_getglobal(lua, library);
  lua_pushnil(lua);
  lua_setfield(lua, -2, name);
  lua_pop(lua, 1);
}

std::vector<std::string> known_names(const Host& host) {
  std::vector<std::string> names{"Simulation", "setupSimulation", "define", "math",
                                 "string",     "table",           "print"};
  for (const Class& type : host.classes) names.push_back(type.name);
  return names;
}

int unknown_global(lua_State* lua) {
  Host& host = Host::of(lua);
  host.attempt([&] {
    const std::string_view name =
        lua_type(lua, 2) == LUA_TSTRING ? lua_tostring(lua, 2) : "something";
    if (std::ranges::find(only_with_io, name) != std::end(only_with_io))
      throw InputError("", 0, text("'", name, "' is not there: scripts run in a sandbox"),
                       "--allow-io lifts it");
    throw InputError("", 0, text("there is no '", name.substr(0, 64), "'"),
                     nearest_name(name, known_names(host)));
  });
  return host.raise(lua);
}

void open_library(lua_State* lua, const char* name, lua_CFunction open) {
  luaL_requiref(lua, name, open, 1);
  lua_pop(lua, 1);
}

void close_sandbox(lua_State* lua) {
  for (const char* name : taken_away) {
    lua_pushnil(lua);
    lua_setglobal(lua, name);
  }
  remove(lua, "string", "dump");
  wrap(lua, "string", "rep", repeat);
  wrap(lua, "table", "move", move);
  lua_pushglobaltable(lua);
  lua_createtable(lua, 0, 2);
  lua_pushcfunction(lua, unknown_global);
  lua_setfield(lua, -2, "__index");
  lua_setmetatable(lua, -2);
  lua_pop(lua, 1);
}

// Lua seeds random numbers and the order in which pairs() visits a table by chance; a run must be
// the same when it is made again.
constexpr std::string_view repeatable = R"(
local next, sort, type, error, seed = next, table.sort, type, error, math.randomseed
seed(0)
function math.randomseed(a, b) seed(a or 0, b or 0) end

local function before(a, b)
  local kind, other = type(a), type(b)
  if kind ~= other then return kind < other end
  return (kind == "number" or kind == "string") and a < b
end
function pairs(t)
  if type(t) ~= "table" then error("pairs needs a table, not a " .. type(t), 2) end
  local keys, i = {}, 0
  for key in next, t do keys[#keys + 1] = key end
  sort(keys, before)
  return function()
    i = i + 1
    if keys[i] ~= nil then return keys[i], t[keys[i]] end
  end
end
)";

void make_repeatable(lua_State* lua) {
  if (luaL_loadbufferx(lua, repeatable.data(), repeatable.size(), "=pliant", "t") != LUA_OK)
    lua_error(lua);
  lua_call(lua, 0, 0);
}

template <class T>
Class class_of(const char* name) {
  static const Declaration declaration = T::declare();
  return {name, &declaration, [] { return std::make_shared<DeclaredOf<T>>(); }};
}

void collect_classes(Host& host) {
  host.classes = {class_of<BodySource>("Body"), class_of<BodySource>("Structure"),
                  class_of<GroupSource>("Group")};
  for (const ActionType* type : actions())
    host.classes.push_back({type->declaration.name, &type->declaration,
                            [type] { return std::shared_ptr<Declared>(type->make(*type)); }});
}

}  // namespace

int open_scene_library(lua_State* lua) {
  Host& host = Host::of(lua);
  if (!host.attempt([&] { collect_classes(host); })) return host.raise(lua);
  open_library(lua, LUA_GNAME, luaopen_base);
  open_library(lua, LUA_MATHLIBNAME, luaopen_math);
  open_library(lua, LUA_STRLIBNAME, luaopen_string);
  open_library(lua, LUA_TABLIBNAME, luaopen_table);
  make_repeatable(lua);
  if (host.options.allow_io) {
    open_library(lua, LUA_LOADLIBNAME, luaopen_package);
    open_library(lua, LUA_IOLIBNAME, luaopen_io);
    open_library(lua, LUA_OSLIBNAME, luaopen_os);
    open_library(lua, LUA_COLIBNAME, luaopen_coroutine);
    open_library(lua, LUA_UTF8LIBNAME, luaopen_utf8);
  }
  lua_pushcfunction(lua, print);
  lua_setglobal(lua, "print");
  open_objects(lua, host);
  open_simulation(lua);
  if (!host.options.allow_io) close_sandbox(lua);
  return 0;
}

}  // namespace pliant::script
