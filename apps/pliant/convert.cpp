#include <fmt/format.h>
#include <pliant/io.h>

#include "command.h"

namespace pliant::app {

namespace {

Json counts(const Mesh& mesh) {
  return {{"vertices", mesh.vertices.size()},
          {"lines", mesh.lines.size()},
          {"triangles", mesh.triangles.size()},
          {"tetrahedra", mesh.tetrahedra.size()},
          {"hexahedra", mesh.hexahedra.size()}};
}

struct Convert {
  std::string from, to, version;
  bool binary = false, json = false;

  void declare(CLI::App& app) {
    app.add_option("FROM", from, "Mesh to read")->required();
    app.add_option("TO", to, "File to write; its extension tells the format")->required();
    app.add_flag("--binary", binary, "Write the binary form of a format that has one");
    app.add_option("--format-version", version, "Version of the format: Gmsh 2.2 or 4.1");
    app.add_flag("--json", json, "Print a report for programs");
  }

  int run() {
    const Mesh mesh = load(from);
    save(to, mesh, binary, version);
    const Json report{{"from", from}, {"to", to}, {"counts", counts(mesh)}};
    if (json) print_json(report);
    return 0;
  }
};

struct Formats {
  bool json = false;

  void declare(CLI::App& app) { app.add_flag("--json", json, "Print a report for programs"); }

  int run() {
    Json list = Json::array();
    for (const FormatInfo& format : mesh_formats()) {
      list.push_back({{"name", format.name},
                      {"extensions", format.extensions},
                      {"description", format.description}});
      if (!json)
        fmt::print("{:<26} {}\n", fmt::format("{}", fmt::join(format.extensions, " ")),
                   format.description);
    }
    if (json) print_json(list);
    return 0;
  }
};

}  // namespace

void add_convert(CLI::App& app, int& exit_code) {
  add_command<Convert>(app, exit_code, "convert", "Turn a mesh file into another format",
                       "  pliant convert bunny.node bunny.vtu\n"
                       "  pliant convert part.msh part.str\n"
                       "  pliant convert part.vtu part.msh --binary --format-version 2.2");
  add_command<Formats>(app, exit_code, "formats", "List the mesh formats", "  pliant formats");
}

}  // namespace pliant::app
