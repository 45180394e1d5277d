#include "command.h"

#include <fmt/format.h>
#include <pliant/io.h>

#include <cstdio>

#include "progress_bar.h"

namespace pliant::app {

void tell(const Notes& notes) {
  if (!notes.empty()) progress().clear();
  for (const std::string& note : notes) fmt::print(stderr, "pliant: note: {}\n", note);
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

}  // namespace pliant::app
