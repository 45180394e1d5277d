#include <fmt/format.h>
#include <pliant/error.h>
#include <pliant/threads.h>
#include <pliant/version.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>

#include "base/text.h"
#include "command.h"

namespace {

constexpr int input_at_fault = 1;
constexpr int usage_at_fault = 2;

constexpr const char* footer = R"(Examples:
  pliant view critter                         a window: grab, cut and pin a soft body
  pliant drop critter --picture end.png       let a soft body fall on a floor
  pliant run scenes/hanging_beam.lua          compute a scene that a Lua script describes
  pliant mesh critter -o critter.vtu          a built-in shape as a tetrahedral mesh
  pliant mesh scan.obj -o scan.vtu --tets 20000
  pliant check scan.obj --repair mended.obj   what is wrong with a mesh, and mend it
  pliant info scan.vtu --histograms scan.svg  counts, volume, quality
  pliant convert scan.vtu scan.msh            from any format to any other
  pliant picture scan.vtu -o scan.png --cut   look inside
  pliant modes scan.vtu --shapes scan.glb     how it vibrates
  pliant render OUT -o film.mp4               a recording as a movie
  pliant export OUT film.glb                  a recording for other programs
  pliant plot OUT tip.y -o tip.svg            its probes over time
  pliant reproduce L13                        a paper's results, computed anew

Exit codes: 0 fine, 1 the input is at fault or a run diverged, 2 wrong usage, 130 stopped by Ctrl-C.
'pliant COMMAND --help' tells more. PLIANT_THREADS, or --threads before or after the
command, limits the threads.)";

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands({})) names.push_back(sub->get_name());
  return names;
}

// CLI11 calls a misspelt command a missing one.
std::string usage_problem(const CLI::App& app, int argc, char** argv, const std::string& what) {
  const auto names = command_names(app);
  if (argc > 1 && argv[1][0] != '-' && std::ranges::find(names, argv[1]) == names.end())
    return fmt::format("no command '{}'; there are: {}", argv[1], fmt::join(names, ", "));
  return what;
}

// A typing mistake there would otherwise be overlooked.
void check_thread_limit() {
  const char* limit = std::getenv("PLIANT_THREADS");
  if (limit == nullptr || *limit == '\0') return;
  int threads = 0;
  const char* end = limit + std::strlen(limit);
  if (std::from_chars(limit, end, threads).ptr != end || threads < 1 || threads > 1024)
    pliant::app::wrong_usage(
        fmt::format("PLIANT_THREADS is '{}'; it must be a number from 1 to 1024", limit));
}

void tell_missing_threads() {
  const auto missing = static_cast<std::size_t>(pliant::missing_threads());
  if (missing > 0)
    pliant::app::tell(
        {fmt::format("the system refused {}; it was done with {}",
                     pliant::plural(missing, "thread", "threads"), pliant::app::all_threads())});
}

// What stands in a buffer may still meet a full disk.
int finish(int code) {
  tell_missing_threads();
  std::cout.flush();
  if (!std::cout || std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    return pliant::app::fail("the output could not be written", input_at_fault);
  return code;
}

int run_program(int argc, char** argv) {
  CLI::App app{"Pliant: soft solids in real time.", "pliant"};
  app.footer(footer);
  app.set_version_flag("--version", "pliant " PLIANT_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);

  using namespace pliant::app;
  Options options(app);
  Commands commands(app);
  add_threads(options);
  app.fallthrough();  // --threads also after the command
  add_view(commands);
  add_drop(commands);
  add_run(commands);
  add_resume(commands);
  add_settle(commands);
  add_sweep(commands);
  add_actions(commands);
  add_materials(commands);
  add_mesh(commands);
  add_check(commands);
  add_info(commands);
  add_convert(commands);
  add_picture(commands);
  add_solid(commands);
  add_modes(commands);
  add_render(commands);
  add_export(commands);
  add_plot(commands);
  add_bench(commands);
  add_reproduce(commands);
  add_backends(commands);

  if (std::find(argv, argv + argc, std::string_view("--json")) != argv + argc)
    tell_failures_as_json();
  try {
    check_thread_limit();
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return finish(app.exit(e));  // --help, --version
    return finish(fail(usage_problem(app, argc, argv, e.what()) +
                           "\nTry 'pliant --help' or 'pliant COMMAND --help'.",
                       usage_at_fault));
  } catch (const pliant::InputError& e) {
    return finish(fail(e));
  } catch (const std::system_error& e) {  // the system's own words, as of a full disk
    return finish(fail(e.what(), input_at_fault));
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    return finish(fail(fmt::format("unexpected: {}", e.what()), input_at_fault));
  }
  return finish(commands.exit_code());
}

}  // namespace

// What is said of memory needs none.
int main(int argc, char** argv) {
  try {
    return run_program(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("pliant: out of memory; give the program more, or take a smaller mesh\n", stderr);
    return input_at_fault;
  }
}
