#pragma once

#include <pliant/error.h>
#include <pliant/mesh.h>
#include <pliant/notes.h>

#include <initializer_list>
#include <string>
#include <string_view>

#include "options.h"

namespace pliant::app {

class Json;

/// Each of these adds the subcommands of one file.
void add_actions(Commands& commands);
void add_backends(Commands& commands);
void add_check(Commands& commands);
void add_bench(Commands& commands);
void add_convert(Commands& commands);
void add_drop(Commands& commands);
void add_export(Commands& commands);
void add_info(Commands& commands);
void add_materials(Commands& commands);
void add_mesh(Commands& commands);
void add_modes(Commands& commands);
void add_picture(Commands& commands);
void add_plot(Commands& commands);
void add_render(Commands& commands);
void add_reproduce(Commands& commands);
void add_resume(Commands& commands);
void add_run(Commands& commands);
void add_settle(Commands& commands);
void add_solid(Commands& commands);
void add_sweep(Commands& commands);
void add_view(Commands& commands);

/// The option --threads of the whole program, for a command that lists it in its own help.
void add_threads(Options& app);
/// How many there are now: "2 threads".
std::string all_threads();

bool has_extension(const std::string& file, std::string_view lower_case);
/// A file to be written must have one of these extensions and lie in a folder that is there;
/// called before the work starts.
void need_output(const std::string& file, std::initializer_list<std::string_view> extensions);
/// The same with the extensions of the mesh formats.
void need_mesh_output(const std::string& file);

/// Reads a mesh and tells its notes on stderr.
Mesh load(const std::string& file);
/// Writes a mesh and tells what the format could not hold on stderr.
void save(const std::string& file, const Mesh& mesh, bool binary = false,
          const std::string& version = {});
void tell(const Notes& notes);
/// Says on stderr that the user should look again at something.
void warn(const std::string& message);
void print_json(const Json& report);

/// From now on failures are also told as JSON, on stdout.
void tell_failures_as_json();
/// Tells on stderr what went wrong; returns the exit code.
int fail(const std::string& message, int code);
int fail(const InputError& error);
/// The same from any thread, and the program ends at once, whatever the others do.
[[noreturn]] void end_now(const std::string& message, int code);

/// Runs `work` and adds the file's name to an error that has none.
template <class Work>
auto named(const std::string& file, Work work) {
  try {
    return work();
  } catch (const InputError& e) {
    if (!e.file().empty()) throw;
    throw InputError(file, 0, e.problem(), e.cure());
  }
}

}  // namespace pliant::app
