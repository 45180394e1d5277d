#include <cmath>

#include "base/text.h"
#include "script/host.h"

namespace pliant::script {

namespace {

constexpr int deepest = 4;                      // tables in tables
constexpr std::size_t most_values = 1'000'000;  // in one table
// What is as small as this is not counted: there are not many objects to keep it, and a script may
// set the same parameter again and again.
constexpr std::size_t small_text = 64;  // bytes
constexpr std::size_t few_values = 16;

[[noreturn]] void refuse(const std::string& problem, const std::string& cure) {
  throw InputError("", 0, problem, cure);
}

int keep_reference(lua_State* lua) {
  lua_pushinteger(lua, luaL_ref(lua, LUA_REGISTRYINDEX));
  return 1;
}

// Making a reference may fail for want of memory, so it is done in a call of its own.
Value function_value(lua_State* lua, int index) {
  lua_pushvalue(lua, index);
  lua_Debug about{};
  lua_getinfo(lua, ">S", &about);
  const auto line = static_cast<std::size_t>(std::max(0, about.linedefined));
  lua_pushcfunction(lua, keep_reference);
  lua_pushvalue(lua, index);
  if (lua_pcall(lua, 1, 1, 0) != LUA_OK) {
    lua_pop(lua, 1);
    throw std::bad_alloc();
  }
  const int reference = static_cast<int>(lua_tointeger(lua, -1));
  lua_pop(lua, 1);
  Host* host = &Host::of(lua);
  return Value::Function([host, reference, line](double time, std::span<double> out) {
    host->call(reference, line, time, out);
  });
}

std::string read_text(lua_State* lua, int index) {
  std::size_t size = 0;
  const char* words = lua_tolstring(lua, index, &size);
  if (size > small_text) Host::of(lua).charge(lua, size);
  return {words, size};
}

Value read(lua_State* lua, int index, int depth, std::size_t& count);

Value read_table(lua_State* lua, int index, int depth, std::size_t& count) {
  if (depth == deepest) refuse("tables lie too deep in each other", "make it flatter");
  if (lua_checkstack(lua, 8) == 0) throw std::bad_alloc();
  Value::List list;
  Value::Table table;
  const auto length = static_cast<lua_Integer>(lua_rawlen(lua, index));
  for (lua_Integer i = 1; i <= length; ++i) {
    lua_rawgeti(lua, index, i);
    list.push_back(read(lua, lua_gettop(lua), depth + 1, count));
    lua_pop(lua, 1);
  }
  lua_pushnil(lua);
  while (lua_next(lua, index) != 0) {
    const int key = lua_gettop(lua) - 1;
    if (lua_type(lua, key) == LUA_TSTRING) {
      table.insert_or_assign(read_text(lua, key), read(lua, key + 1, depth + 1, count));
    } else if (lua_isinteger(lua, key) == 0 || lua_tointeger(lua, key) < 1 ||
               lua_tointeger(lua, key) > length) {
      refuse("a list has a gap, or a strange key", "write {a, b, c} or {name = value}");
    }
    lua_pop(lua, 1);
  }
  if (!list.empty() && !table.empty())
    refuse("a table mixes a list with names", "write {a, b, c} or {name = value}");
  if (!table.empty()) return table;
  return list;
}

Value read(lua_State* lua, int index, int depth, std::size_t& count) {
  if (++count > most_values) refuse("a table is too long", "a million values are the most");
  if (count > few_values) Host::of(lua).charge(lua, sizeof(Value));
  switch (lua_type(lua, index)) {
    case LUA_TNIL:
    case LUA_TNONE:
      return {};
    case LUA_TBOOLEAN:
      return lua_toboolean(lua, index) != 0;
    case LUA_TNUMBER:
      return lua_tonumber(lua, index);
    case LUA_TSTRING:
      return read_text(lua, index);
    case LUA_TTABLE:
      return read_table(lua, index, depth, count);
    case LUA_TFUNCTION:
      return function_value(lua, index);
    default:
      refuse(text("an object (", std::string_view(lua_typename(lua, lua_type(lua, index))),
                  ") cannot be the value of a parameter"),
             "give a number, a text, a list or a function");
  }
}

std::size_t size_of(const Value& value) {
  std::size_t bytes = sizeof(Value);
  if (const auto* words = std::get_if<std::string>(&value.is)) bytes += words->size();
  if (const auto* list = std::get_if<Value::List>(&value.is))
    for (const Value& item : *list) bytes += size_of(item);
  if (const auto* table = std::get_if<Value::Table>(&value.is))
    for (const auto& [key, item] : *table) bytes += key.size() + size_of(item);
  return bytes;
}

}  // namespace

void charge_copy(lua_State* lua, const Declared& object) {
  for (const Parameter& p : object.declaration().parameters)
    Host::of(lua).charge(lua, size_of(object.get(p.name)));
}

Value read_value(lua_State* lua, int index) {
  if (lua_checkstack(lua, 8) == 0) throw std::bad_alloc();
  std::size_t count = 0;
  const int top = lua_gettop(lua);
  try {
    return read(lua, lua_absindex(lua, index), 0, count);
  } catch (...) {
    lua_settop(lua, top);
    throw;
  }
}

void push_value(lua_State* lua, const Value& value) {
  luaL_checkstack(lua, 8, "values lie too deep in each other");
  if (const auto* flag = std::get_if<bool>(&value.is)) {
    lua_pushboolean(lua, *flag);
  } else if (const auto* number = std::get_if<double>(&value.is)) {
    if (*number == std::floor(*number) && std::abs(*number) < 9007199254740992.0)
      lua_pushinteger(lua, static_cast<lua_Integer>(*number));
    else
      lua_pushnumber(lua, *number);
  } else if (const auto* words = std::get_if<std::string>(&value.is)) {
    lua_pushlstring(lua, words->data(), words->size());
  } else if (const auto* list = std::get_if<Value::List>(&value.is)) {
    lua_createtable(lua, static_cast<int>(list->size()), 0);
    for (std::size_t i = 0; i < list->size(); ++i) {
      push_value(lua, (*list)[i]);
      lua_rawseti(lua, -2, static_cast<lua_Integer>(i) + 1);
    }
  } else if (const auto* table = std::get_if<Value::Table>(&value.is)) {
    lua_createtable(lua, 0, static_cast<int>(table->size()));
    for (const auto& [key, item] : *table) {
      lua_pushlstring(lua, key.data(), key.size());
      push_value(lua, item);
      lua_rawset(lua, -3);
    }
  } else {
    lua_pushnil(lua);  // functions of time stay where they are
  }
}

std::size_t calling_line(lua_State* lua) {
  lua_Debug about{};
  if (lua_getstack(lua, 1, &about) == 0) return 0;
  lua_getinfo(lua, "l", &about);
  return static_cast<std::size_t>(std::max(0, about.currentline));
}

}  // namespace pliant::script
