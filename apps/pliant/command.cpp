#include "command.h"

#include <fmt/format.h>
#include <pliant/io.h>

#include <cstdio>

namespace pliant::app {

void tell(const Notes& notes) {
  for (const std::string& note : notes) fmt::print(stderr, "pliant: note: {}\n", note);
}

Mesh load(const std::string& file) {
  Notes notes;
  Mesh mesh = read_mesh(file, &notes);
  tell(notes);
  return mesh;
}

void save(const std::string& file, const Mesh& mesh, bool binary, const std::string& version) {
  Notes notes;
  write_mesh(file, mesh, {.binary = binary, .version = version}, &notes);
  tell(notes);
}

}  // namespace pliant::app
