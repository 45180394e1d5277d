#include <fmt/format.h>
#include <pliant/groups.h>
#include <pliant/io.h>

#include "command.h"
#include "json.h"
#include "pose_option.h"

namespace pliant::app {

namespace {

Json counts(const Mesh& mesh) {
  return {{"vertices", mesh.vertices.size()},
          {"lines", mesh.lines.size()},
          {"triangles", mesh.triangles.size()},
          {"tetrahedra", mesh.tetrahedra.size()},
          {"hexahedra", mesh.hexahedra.size()}};
}

// "feet=box:..." as a group of the mesh.
void add_group(Mesh& mesh, const std::string& word) {
  const auto equals = word.find('=');
  if (equals == 0 || equals == std::string::npos)
    wrong_usage(fmt::format("'{}' is no group: write NAME=SELECTION", word));
  mesh.groups[word.substr(0, equals)] = parse_group(mesh, word.substr(equals + 1));
}

struct Convert {
  std::string from, to, version;
  std::vector<std::string> groups;
  PoseOption pose;
  bool binary = false, json = false;

  void declare(Options& app) {
    app.add_option("FROM", from, "Mesh to read")->required();
    app.add_option("TO", to, "File to write; its extension tells the format")->required();
    pose.declare(app);
    app.add_option("--group", groups,
                   "NAME=SELECTION: name a group of vertices; selections are box:x0,y0,z0,x1,y1,z1 "
                   "plane:px,py,pz,nx,ny,nz[,tolerance] above:px,py,pz,nx,ny,nz sphere:x,y,z,r "
                   "nearest:x,y,z region:N list:i,j,...");
    app.add_flag("--binary", binary, "Write the binary form of a format that has one");
    app.add_option("--format-version", version, "Version of the format: Gmsh 2.2 or 4.1")
        ->check(one_of({"2.2", "4.1"}));
    app.add_flag("--json", json, "Print a report for programs");
  }

  int run() {
    need_mesh_output(to);
    if (!version.empty() && !has_extension(to, ".msh"))
      wrong_usage("--format-version goes with .msh files only");
    Mesh mesh = load(from);
    pose.apply(from, mesh);
    for (const std::string& word : groups) add_group(mesh, word);
    save(to, mesh, binary, version);
    const Json report{{"from", from}, {"to", to}, {"read", counts(mesh)}};
    if (json) print_json(report);
    return 0;
  }
};

struct Formats {
  bool json = false;

  void declare(Options& app) { app.add_flag("--json", json, "Print a report for programs"); }

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

void add_convert(Commands& commands) {
  commands.add<Convert>("convert", "Turn a mesh file into another format",
                        "  pliant convert bunny.node bunny.vtu\n"
                        "  pliant convert part.msh part.str\n"
                        "  pliant convert drawing.stl part.obj --unit mm --up z\n"
                        "  pliant convert part.vtu marked.vtu --group feet=above:0,0.1,0,0,-1,0\n"
                        "  pliant convert part.vtu part.msh --binary --format-version 2.2");
  commands.add<Formats>("formats", "List the mesh formats", "  pliant formats");
}

}  // namespace pliant::app
