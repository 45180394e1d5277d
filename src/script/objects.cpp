#include <pliant/action.h>

#include <algorithm>

#include "base/text.h"
#include "script/host.h"

// Actions, bodies and groups in Lua: NAME:new(...), NAME(...), NAME{...}, and object.parameter.

namespace pliant::script {

namespace {

using Pointer = std::shared_ptr<Declared>;

char metatable_key;  // its address is the key

bool has_names(lua_State* lua, int index) {
  bool named = false;
  lua_pushnil(lua);
  while (lua_next(lua, index) != 0) {
    lua_pop(lua, 1);
    named |= lua_type(lua, -1) == LUA_TSTRING;
  }
  return named;
}

bool takes_list(const Parameter& p) {
  return p.kind == Kind::vector || p.kind == Kind::texts || p.kind == Kind::events ||
         p.kind == Kind::vector_of_time;
}

void check_required(const Declared& object, const std::vector<std::string>& given) {
  for (const Parameter& p : object.declaration().parameters)
    if (p.limits.required && std::ranges::find(given, p.name) == given.end())
      throw InputError("", 0, text(object.declaration().name, " needs '", p.name, "'"),
                       text("for example ", object.declaration().example));
}

void set_in_order(lua_State* lua, int first, int last, Declared& object,
                  std::vector<std::string>& given) {
  const auto& parameters = object.declaration().parameters;
  const auto count = static_cast<std::size_t>(last - first + 1);
  if (count > parameters.size())
    throw InputError("", 0, text(object.declaration().name, " gets ", count, " values"),
                     text("it takes ", parameters.size(), " at most"));
  for (std::size_t i = 0; i < count; ++i) {
    const int index = first + static_cast<int>(i);
    if (lua_type(lua, index) == LUA_TNIL) continue;
    object.set(parameters[i].name, read_value(lua, index));
    given.push_back(parameters[i].name);
  }
}

// Gravity{10.0}: a table that holds what would stand in brackets.
void set_from_list(lua_State* lua, int index, Declared& object, std::vector<std::string>& given) {
  const Value list = read_value(lua, index);
  const auto& values = std::get<Value::List>(list.is);
  const auto& parameters = object.declaration().parameters;
  if (!parameters.empty() && takes_list(parameters[0])) {
    object.set(parameters[0].name, list);
    given.push_back(parameters[0].name);
    return;
  }
  if (values.size() > parameters.size())
    throw InputError("", 0, text(object.declaration().name, " gets ", values.size(), " values"),
                     text("it takes ", parameters.size(), " at most"));
  for (std::size_t i = 0; i < values.size(); ++i) {
    object.set(parameters[i].name, values[i]);
    given.push_back(parameters[i].name);
  }
}

std::string_view key_at(lua_State* lua, int index) {
  std::size_t size = 0;
  const char* name = lua_tolstring(lua, index, &size);
  return {name, size};
}

void set_names(lua_State* lua, int index, Declared& object, std::string_view except,
               std::vector<std::string>& given) {
  lua_pushnil(lua);
  while (lua_next(lua, index) != 0) {
    const int key = lua_gettop(lua) - 1;
    if (lua_type(lua, key) != LUA_TSTRING)
      throw InputError("", 0, text(object.declaration().name, ": names are mixed with values"),
                       "write all values in order, or all by name");
    const std::string_view name = key_at(lua, key);
    if (name != except) {
      object.set(name, read_value(lua, key + 1));
      given.emplace_back(name);
    }
    lua_pop(lua, 1);
  }
}

// Upvalues: the class, the table it is called by, and whether by new.
int construct(lua_State* lua) {
  Host& host = Host::of(lua);
  if (lua_rawequal(lua, 1, lua_upvalueindex(2)) == 0)
    return luaL_error(lua, "write NAME:new(...), with a colon");
  auto* slot = static_cast<Pointer*>(lua_newuserdatauv(lua, sizeof(Pointer), 0));
  new (slot) Pointer();
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &metatable_key);
  lua_setmetatable(lua, -2);
  lua_insert(lua, 2);  // arguments follow
  const auto* type = static_cast<const Class*>(lua_touserdata(lua, lua_upvalueindex(1)));
  const bool good = host.attempt([&] {
    host.count_object(lua);
    *slot = type->make();
    (*slot)->file = host.file;
    (*slot)->line = calling_line(lua);
    if (lua_toboolean(lua, lua_upvalueindex(3)) != 0)
      for (const auto& [name, value] : (*slot)->declaration().with_new) (*slot)->set(name, value);
    set_arguments(lua, 3, **slot);
  });
  if (!good) return host.raise(lua);
  lua_settop(lua, 2);
  return 1;
}

int destroy(lua_State* lua) {
  static_cast<Pointer*>(lua_touserdata(lua, 1))->~shared_ptr();
  return 0;
}

int get_parameter(lua_State* lua) {
  Host& host = Host::of(lua);
  const bool good = host.attempt([&] {
    const Pointer* object = object_at(lua, 1);
    if (object == nullptr || lua_type(lua, 2) != LUA_TSTRING)
      throw InputError("", 0, "a parameter has a name", "write object.name");
    host.result = (*object)->get(key_at(lua, 2));
  });
  if (!good) return host.raise(lua);
  push_value(lua, host.result);
  return 1;
}

int set_parameter(lua_State* lua) {
  Host& host = Host::of(lua);
  const bool good = host.attempt([&] {
    const Pointer* object = object_at(lua, 1);
    if (object == nullptr || lua_type(lua, 2) != LUA_TSTRING)
      throw InputError("", 0, "a parameter has a name", "write object.name = value");
    (*object)->set(key_at(lua, 2), read_value(lua, 3));
  });
  return good ? 0 : host.raise(lua);
}

int to_text(lua_State* lua) {
  Host& host = Host::of(lua);
  const bool good = host.attempt([&] {
    const Pointer* object = object_at(lua, 1);
    host.result = Value(object != nullptr ? (*object)->declaration().name : "object");
  });
  if (!good) return host.raise(lua);
  push_value(lua, host.result);
  return 1;
}

void open_class(lua_State* lua, const Class& type, const char* name) {
  lua_createtable(lua, 0, 1);
  const int table = lua_gettop(lua);
  const auto push_constructor = [&](bool by_new) {
    lua_pushlightuserdata(lua, const_cast<Class*>(&type));
    lua_pushvalue(lua, table);
    lua_pushboolean(lua, by_new);
    lua_pushcclosure(lua, construct, 3);
  };
  lua_createtable(lua, 0, 2);
  push_constructor(false);
  lua_setfield(lua, -2, "__call");
  lua_pushboolean(lua, 0);
  lua_setfield(lua, -2, "__metatable");
  lua_setmetatable(lua, table);
  push_constructor(true);
  lua_setfield(lua, table, "new");
  lua_setglobal(lua, name);
}

}  // namespace

std::shared_ptr<Declared>* object_at(lua_State* lua, int index) {
  if (lua_type(lua, index) != LUA_TUSERDATA || lua_getmetatable(lua, index) == 0) return nullptr;
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &metatable_key);
  const bool ours = lua_rawequal(lua, -1, -2) != 0;
  lua_pop(lua, 2);
  auto* object = static_cast<Pointer*>(lua_touserdata(lua, index));
  return ours && *object ? object : nullptr;
}

void set_named(lua_State* lua, int index, Declared& object, std::string_view except) {
  if (lua_checkstack(lua, 8) == 0) throw std::bad_alloc();
  std::vector<std::string> given;
  set_names(lua, index, object, except, given);
  check_required(object, given);
}

void set_arguments(lua_State* lua, int first, Declared& object) {
  if (lua_checkstack(lua, 8) == 0) throw std::bad_alloc();
  const int last = lua_gettop(lua);
  std::vector<std::string> given;
  if (last == first && lua_type(lua, first) == LUA_TTABLE) {
    if (has_names(lua, first))
      set_names(lua, first, object, {}, given);
    else
      set_from_list(lua, first, object, given);
  } else {
    set_in_order(lua, first, last, object, given);
  }
  check_required(object, given);
}

void open_objects(lua_State* lua, Host& host) {
  lua_createtable(lua, 0, 6);
  const luaL_Reg functions[] = {{"__index", get_parameter},
                                {"__newindex", set_parameter},
                                {"__gc", destroy},
                                {"__tostring", to_text},
                                {nullptr, nullptr}};
  luaL_setfuncs(lua, functions, 0);
  lua_pushboolean(lua, 0);
  lua_setfield(lua, -2, "__metatable");
  lua_rawsetp(lua, LUA_REGISTRYINDEX, &metatable_key);
  for (const Class& type : host.classes) open_class(lua, type, type.name.c_str());
}

}  // namespace pliant::script
