#include "command.h"

#include <fmt/format.h>
#include <pliant/io.h>
#include <pliant/threads.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "base/text.h"
#include "json.h"
#include "progress_bar.h"

namespace pliant::app {

namespace {

std::string lower_extension(const std::string& file) {
  std::string extension = std::filesystem::path(file).extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

void need_folder(const std::string& file) {
  const auto folder = std::filesystem::path(file).parent_path();
  std::error_code error;
  if (!folder.empty() && !std::filesystem::is_directory(folder, error))
    throw InputError(file, 0, "its folder is not there", "make the folder first");
}

bool failures_as_json = false;

int tell_failure(const Json& error, const std::string& message, int code) {
  progress().clear();
  fmt::print(stderr, "pliant: {}\n", message);
  if (failures_as_json) print_json({{"error", error}, {"exit_code", code}});
  return code;
}

}  // namespace

void add_threads(Options& app) {
  app.add_option_function(
         "--threads", [](int threads) { set_thread_count(threads); },
         "Threads to use at most; results do not depend on it")
      ->check(in_range(1, 1024));
}

std::string all_threads() {
  return plural(static_cast<std::size_t>(thread_count()), "thread", "threads");
}

bool has_extension(const std::string& file, std::string_view lower_case) {
  return lower_extension(file) == lower_case;
}

void need_output(const std::string& file, std::initializer_list<std::string_view> extensions) {
  if (std::ranges::find(extensions, lower_extension(file)) == extensions.end())
    wrong_usage(fmt::format("'{}' must end in {}", file, fmt::join(extensions, " or ")));
  need_folder(file);
}

void need_mesh_output(const std::string& file) {
  std::vector<std::string> known;
  for (const FormatInfo& format : mesh_formats())
    known.insert(known.end(), format.extensions.begin(), format.extensions.end());
  if (std::ranges::find(known, lower_extension(file)) == known.end())
    wrong_usage(fmt::format("'{}' must end in one of {}", file, fmt::join(known, " ")));
  need_folder(file);
}

void tell(const Notes& notes) {
  if (!notes.empty()) progress().clear();
  for (const std::string& note : notes) fmt::print(stderr, "pliant: note: {}\n", note);
}

void warn(const std::string& message) {
  progress().clear();
  fmt::print(stderr, "pliant: warning: {}\n", message);
}

Mesh load(const std::string& file) {
  progress().stage("reading " + file);
  Notes notes;
  Mesh mesh = read_mesh(file, &notes);
  tell(notes);
  return mesh;
}

void save(const std::string& file, const Mesh& mesh, bool binary, const std::string& version) {
  progress().stage("writing " + file);
  Notes notes;
  write_mesh(file, mesh, {.binary = binary, .version = version}, &notes);
  tell(notes);
}

void print_json(const Json& report) {
  progress().clear();
  fmt::print("{}\n", report.dump(2));
}

void tell_failures_as_json() {
  failures_as_json = true;
}

int fail(const std::string& message, int code) {
  return tell_failure(Json{{"message", message}}, message, code);
}

int fail(const InputError& error) {
  return tell_failure(Json{{"message", error.what()},
                           {"file", error.file()},
                           {"line", error.line()},
                           {"problem", error.problem()},
                           {"cure", error.cure()}},
                      error.what(), 1);
}

void end_now(const std::string& message, int code) {
  fail(message, code);
  std::fflush(stdout);
  std::_Exit(code);
}

}  // namespace pliant::app
