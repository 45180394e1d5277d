#include "script/host.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "base/nearest_name.h"
#include "base/text.h"

namespace pliant::script {

namespace {

constexpr int instructions_at_once = 10'000;  // from one look at the interrupt to the next
constexpr std::size_t most_objects = 100'000;
constexpr std::size_t object_bytes = 512;      // about what one takes
constexpr std::size_t longest_message = 4096;  // bytes of an error that a script raises

/// A call into a script, from here to the end of the scope.
class Call {
 public:
  explicit Call(ScriptActivity* activity) : activity_(activity) {
    if (activity_ != nullptr) ++activity_->begun;
  }
  ~Call() {
    if (activity_ != nullptr) ++activity_->ended;
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

 private:
  ScriptActivity* activity_;
};

// "(scene):15: message" as the line and the message; 0 where it has no line.
std::size_t take_line(std::string_view& message) {
  if (!message.starts_with(chunk)) return 0;
  std::string_view rest = message.substr(chunk.size());
  if (!rest.starts_with(':')) return 0;
  rest.remove_prefix(1);
  std::size_t line = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), line);
  if (error != std::errc()) return 0;
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  if (!rest.starts_with(": ")) return 0;
  message = rest.substr(2);
  return line;
}

std::string with_file_names(std::string message, const std::string& file) {
  for (std::size_t at = 0; (at = message.find(chunk, at)) != std::string::npos; at += file.size())
    message.replace(at, chunk.size(), file);
  return message;
}

}  // namespace

Host::Host(std::string name, std::filesystem::path where, ScriptOptions wanted)
    : file(std::move(name)), folder(std::move(where)), options(std::move(wanted)) {
  lua_ = lua_newstate(&Host::allocate, this);
  if (lua_ == nullptr)
    throw InputError(file, 0, "there is no memory for the script", "allow it more");
  *static_cast<Host**>(lua_getextraspace(lua_)) = this;
  lua_sethook(lua_, &Host::look_up, LUA_MASKCOUNT, instructions_at_once);
}

Host::~Host() {
  lua_close(lua_);
}

void* Host::allocate(void* host, void* block, std::size_t old_size, std::size_t new_size) {
  Host& self = *static_cast<Host*>(host);
  if (block == nullptr) old_size = 0;  // it tells the kind of object then
  if (new_size > old_size && self.used_ - old_size + new_size > self.options.memory) return nullptr;
  if (new_size == 0) {
    std::free(block);
    self.used_ -= old_size;
    return nullptr;
  }
  void* moved = std::realloc(block, new_size);
  if (moved != nullptr) self.used_ += new_size - old_size;
  return moved;
}

// From now on every instruction raises, so that a pcall in the script does not get far.
void Host::look_up(lua_State* lua, lua_Debug*) {
  Host& host = of(lua);
  host.instructions_ += instructions_at_once;
  if (host.options.instructions > 0 && host.instructions_ > host.options.instructions)
    host.too_long_ = true;
  if (host.options.interrupted && host.options.interrupted()) host.interrupted = true;
  if (!host.too_long_ && !host.interrupted) return;
  lua_sethook(lua, &Host::look_up, LUA_MASKCOUNT, 1);
  luaL_error(lua, "the script was stopped");
}

void Host::run(std::string_view text) {
  const Call running(options.activity);
  lua_pushcfunction(lua_, open_scene_library);
  if (const int status = lua_pcall(lua_, 0, 0, 0); status != LUA_OK) fail(status);
  const std::string name = pliant::text('=', chunk);
  int status = luaL_loadbufferx(lua_, text.data(), text.size(), name.c_str(), "t");
  if (status == LUA_OK) status = lua_pcall(lua_, 0, 0, 0);
  if (status != LUA_OK) fail(status);
  check_defines();
  choose_simulation();
}

void Host::fail(int status) {
  if (interrupted) throw ScriptInterrupted(file + ": the script was stopped");
  if (too_long_)
    throw InputError(
        file, 0, pliant::text("the script took more than ", options.instructions, " instructions"),
        "make it shorter, or allow it more");
  std::size_t size = 0;
  const char* words = lua_type(lua_, -1) == LUA_TSTRING ? lua_tolstring(lua_, -1, &size) : nullptr;
  std::string whole = words != nullptr ? std::string(words, std::min(size, longest_message))
                                       : "an error that is not a text";
  lua_settop(lua_, 0);
  if (status == LUA_ERRMEM || whole.ends_with("not enough memory")) refuse_memory(file);
  std::string_view rest = whole;
  const std::size_t line = take_line(rest);
  throw InputError(file, line, with_file_names(std::string(rest), file), "");
}

void Host::call(int reference, std::size_t line, double time, std::span<double> out) {
  const Call running(options.activity);
  const int wanted = static_cast<int>(out.size());
  lua_settop(lua_, 0);
  lua_rawgeti(lua_, LUA_REGISTRYINDEX, reference);
  lua_pushnumber(lua_, time);
  if (const int status = lua_pcall(lua_, 1, wanted + 1, 0); status != LUA_OK) fail(status);
  const auto refuse = [&](const std::string& what) {
    lua_settop(lua_, 0);
    throw InputError(file, line,
                     pliant::text("the function of time gave ", what, " at ", time, " s"),
                     wanted == 1 ? "return a number" : "return three numbers");
  };
  if (lua_type(lua_, wanted + 1) != LUA_TNIL) refuse("too many values");
  for (int i = 0; i < wanted; ++i) {
    if (lua_type(lua_, i + 1) != LUA_TNUMBER)
      refuse(pliant::text("a ", std::string_view(lua_typename(lua_, lua_type(lua_, i + 1)))));
    const double number = lua_tonumber(lua_, i + 1);
    if (!std::isfinite(number)) refuse(pliant::text(number));
    out[static_cast<std::size_t>(i)] = number;
  }
  lua_settop(lua_, 0);
}

int Host::raise(lua_State* lua) const {
  luaL_where(lua, 1);
  lua_pushlstring(lua, message.data(), message.size());
  lua_concat(lua, 2);
  return lua_error(lua);
}

void Host::charge(lua_State* lua, std::size_t bytes) {
  const auto fits = [&] { return bytes <= options.memory && used_ <= options.memory - bytes; };
  if (!fits()) lua_gc(lua, LUA_GCCOLLECT);
  if (!fits()) refuse_memory("");
  used_ += bytes;
}

void Host::refuse_memory(const std::string& name) const {
  throw InputError(
      name, 0,
      pliant::text("the script needs more than its ", options.memory >> 20, " MB of memory"),
      "make it smaller, or allow it more with --script-memory");
}

void Host::count_object(lua_State* lua) {
  charge(lua, object_bytes + file.size());
  if (++objects_ > most_objects)
    throw InputError("", 0, pliant::text("the script makes more than ", most_objects, " actions"),
                     "make fewer");
}

void Host::choose_simulation() {
  if (chosen != nullptr) return;
  if (simulations.empty())
    throw InputError(file, 0, "the script makes no simulation",
                     "begin with sim = Simulation:new()");
  if (simulations.size() > 1)
    throw InputError(file, 0, "the script makes several simulations",
                     "end it with setupSimulation(sim) for the one to run");
  chosen = &simulations.front();
}

void Host::check_defines() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : definitions) names.push_back(name);
  for (const auto& [name, value] : options.defines)
    if (!definitions.contains(name))
      throw InputError(file, 0, pliant::text("the script does not define '", name, "'"),
                       nearest_name(name, names));
}

}  // namespace pliant::script
