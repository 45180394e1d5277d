#pragma once

#include <pliant/error.h>
#include <pliant/mesh.h>
#include <pliant/notes.h>

#include <CLI/CLI.hpp>
#include <initializer_list>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace pliant::app {

using Json = nlohmann::ordered_json;

/// Adds one subcommand whose options live in a `Command` with members `declare(CLI::App&)` and
/// `int run()`. `exit_code` gets what run() returns: 0 fine, 1 the input is at fault.
template <class Command>
void add_command(CLI::App& app, int& exit_code, const std::string& name, const std::string& help,
                 const std::string& examples) {
  CLI::App* sub = app.add_subcommand(name, help);
  sub->footer("Examples:\n" + examples);
  auto command = std::make_shared<Command>();
  command->declare(*sub);
  sub->callback([command, &exit_code] { exit_code = command->run(); });
}

/// Each of these adds the subcommands of one file.
void add_actions(CLI::App& app, int& exit_code);
void add_backends(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);
void add_bench(CLI::App& app, int& exit_code);
void add_convert(CLI::App& app, int& exit_code);
void add_drop(CLI::App& app, int& exit_code);
void add_export(CLI::App& app, int& exit_code);
void add_info(CLI::App& app, int& exit_code);
void add_mesh(CLI::App& app, int& exit_code);
void add_modes(CLI::App& app, int& exit_code);
void add_picture(CLI::App& app, int& exit_code);
void add_plot(CLI::App& app, int& exit_code);
void add_render(CLI::App& app, int& exit_code);
void add_reproduce(CLI::App& app, int& exit_code);
void add_resume(CLI::App& app, int& exit_code);
void add_run(CLI::App& app, int& exit_code);
void add_solid(CLI::App& app, int& exit_code);
void add_sweep(CLI::App& app, int& exit_code);
void add_view(CLI::App& app, int& exit_code);

/// The option --threads of the whole program, for a command that lists it in its own help.
void add_threads(CLI::App& app);
/// How many there are now: "2 threads".
std::string all_threads();

/// What the user typed is at fault: exit code 2.
[[noreturn]] void wrong_usage(const std::string& message);

/// Checks for numbers: finite, and above zero.
CLI::Validator finite_number();
CLI::Validator positive_number();

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
