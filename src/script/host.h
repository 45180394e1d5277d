#pragma once

#include <pliant/error.h>
#include <pliant/script.h>

#include <deque>
#include <lua.hpp>
#include <new>

// Lua reports errors by longjmp, which runs no destructors. So a function that Lua calls has two
// kinds of parts: calls into Lua that may fail, made while no object with a destructor is alive,
// and C++ in attempt(), which makes only calls into Lua that cannot fail and catches every
// exception. What must live across both is a member of Host.

namespace pliant::script {

/// A type that scripts can make objects of.
struct Class {
  std::string name;
  const Declaration* declaration = nullptr;
  std::function<std::shared_ptr<Declared>()> make;
};

/// A script's Lua state, and what the script made.
class Host {
 public:
  Host(std::string file, std::filesystem::path folder, ScriptOptions options);
  ~Host();
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  static Host& of(lua_State* lua) { return **static_cast<Host**>(lua_getextraspace(lua)); }

  void run(std::string_view text);
  /// Calls the Lua function behind a reference with a time; fills `out` with what it returns.
  void call(int reference, std::size_t line, double time, std::span<double> out);

  /// Runs C++; false where it threw, and raise() then passes the message on to Lua.
  template <class Work>
  bool attempt(Work&& work) {
    try {
      work();
      return true;
    } catch (const InputError& e) {
      message = e.what();
    } catch (const std::bad_alloc&) {
      message = "there is not enough memory";
    } catch (const std::exception& e) {
      message = e.what();
    }
    return false;
  }
  int raise(lua_State* lua) const;
  /// Counts an object that a script made; InputError where there are too many.
  void count_object(lua_State* lua);
  /// Counts what goes from the script to C++, which keeps it, as memory of the script; InputError
  /// where that is too much. It stays counted until the script ends. Cannot fail within Lua.
  void charge(lua_State* lua, std::size_t bytes);

  const std::string file;
  const std::filesystem::path folder;
  const ScriptOptions options;
  std::string message;
  Value result;  // of a call that gives a value to Lua
  std::deque<Class> classes;
  std::deque<Simulation> simulations;
  Simulation* chosen = nullptr;
  std::map<std::string, Value> definitions;
  bool interrupted = false;

 private:
  static void* allocate(void* host, void* block, std::size_t old_size, std::size_t new_size);
  static void look_up(lua_State* lua, lua_Debug*);
  [[noreturn]] void fail(int status);
  [[noreturn]] void refuse_memory(const std::string& name) const;
  void choose_simulation();
  void check_defines() const;

  lua_State* lua_ = nullptr;
  std::size_t used_ = 0;  // bytes, of Lua and charged
  std::size_t objects_ = 0;
  std::int64_t instructions_ = 0;
  bool too_long_ = false;
};

/// What Lua calls a script, in front of lines: stands for the file, whose name may be long.
inline constexpr std::string_view chunk = "(scene)";

/// Puts the libraries, classes and functions of scenes into a new state; may raise Lua errors.
int open_scene_library(lua_State* lua);
/// The same for what is in objects.cpp and simulation.cpp.
void open_objects(lua_State* lua, Host& host);
void open_simulation(lua_State* lua);

/// The value at an index of the stack. InputError for what cannot be one. Calls into Lua only what
/// cannot fail.
Value read_value(lua_State* lua, int index);
/// Counts another copy of an object as memory of the script; InputError where that is too much.
void charge_copy(lua_State* lua, const Declared& object);
/// May raise Lua errors.
void push_value(lua_State* lua, const Value& value);
/// The object at an index, or null.
std::shared_ptr<Declared>* object_at(lua_State* lua, int index);
/// The line of the script that called what is running.
std::size_t calling_line(lua_State* lua);
/// Sets parameters from a table of names at an index, but one called `except`.
void set_named(lua_State* lua, int index, Declared& object, std::string_view except = {});
/// Sets parameters from what follows `first` on the stack: in order, or one table of names.
void set_arguments(lua_State* lua, int first, Declared& object);

}  // namespace pliant::script
