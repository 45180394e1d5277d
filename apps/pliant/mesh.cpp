#include <fmt/format.h>
#include <pliant/error.h>
#include <pliant/quality.h>
#include <pliant/shapes.h>
#include <pliant/tet_mesh.h>

#include <algorithm>
#include <chrono>

#include "command.h"
#include "json.h"
#include "progress_bar.h"
#include "render/picture.h"
#include "source.h"

namespace pliant::app {

namespace {

struct MeshCommand {
  MeshSource source;
  std::string out, picture;
  bool binary = false, json = false;

  void declare(Options& app) {
    source.declare(app, "SOURCE", "A surface file, or the name of a built-in shape");
    app.add_option("-o,--output", out, "File to write; its extension tells the format")->required();
    app.add_flag("--binary", binary, "Write the binary form of a format that has one");
    app.add_option("--picture", picture, "Draw the mesh into this .png file as well");
    app.add_flag("--json", json, "Print a report for programs");
  }

  int run() {
    const auto start = std::chrono::steady_clock::now();
    need_mesh_output(out);
    if (!picture.empty()) need_output(picture, {".png"});
    Json report{{"source", source.name}, {"output", out}};
    const Mesh mesh = source.is_shape() ? source.shape() : fill(report);
    save(out, mesh, binary);
    if (!picture.empty()) render::write_png(picture, render::draw(mesh));
    report["seconds"] =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    progress().stage("measuring " + out);
    describe(mesh, report);
    if (json)
      print_json(report);
    else
      print(report);
    return 0;
  }

  Mesh fill(Json& report) const {
    const Mesh surface = source.read();
    Mesh mesh = source.fill(surface);
    report["surface_volume"] = enclosed_volume(surface.vertices, surface.triangles.cells);
    return mesh;
  }

  static void describe(const Mesh& mesh, Json& report) {
    report["vertices"] = mesh.vertices.size();
    if (!mesh.lines.empty()) report["lines"] = mesh.lines.size();
    if (!mesh.triangles.empty()) report["triangles"] = mesh.triangles.size();
    if (!mesh.hexahedra.empty()) report["hexahedra"] = mesh.hexahedra.size();
    if (mesh.tetrahedra.empty()) return;
    const TetMesh tets(mesh);
    const Spread angles = spread(dihedral_angles(mesh));
    report["tetrahedra"] = mesh.tetrahedra.size();
    report["edges"] = tets.edges().size();
    report["volume"] = tets.volume();
    report["smallest_dihedral_angle"] = angles.minimum;
    report["largest_dihedral_angle"] = angles.maximum;
  }

  void print(const Json& report) const {
    progress().clear();
    for (const char* kind : {"vertices", "lines", "triangles", "tetrahedra", "hexahedra", "edges"})
      if (report.contains(kind)) fmt::print("{:<18}{}\n", kind, report[kind].get<std::size_t>());
    if (report.contains("volume"))
      fmt::print("{:<18}{:.6g} m³\n", "volume", report["volume"].get<double>());
    if (report.contains("surface_volume"))
      fmt::print("{:<18}{:.6g} m³\n", "surface's volume", report["surface_volume"].get<double>());
    if (report.contains("smallest_dihedral_angle"))
      fmt::print("{:<18}{:.1f}° to {:.1f}°\n", "dihedral angles",
                 report["smallest_dihedral_angle"].get<double>(),
                 report["largest_dihedral_angle"].get<double>());
    fmt::print("{:<18}{:.2f} s\n", "time", report["seconds"].get<double>());
    fmt::print("wrote {}{}{}\n", out, picture.empty() ? "" : " and ", picture);
  }
};

struct Shapes {
  std::string name;
  bool json = false;

  void declare(Options& app) {
    app.add_option("NAME", name, "Only this shape, with its parameters");
    app.add_flag("--json", json, "Print a report for programs");
  }

  int run() {
    if (!name.empty() && find_shape(name) == nullptr) shape_or_usage(name, {});
    Json list = Json::array();
    for (const ShapeInfo& shape : shapes()) {
      if (!name.empty() && shape.name != name) continue;
      list.push_back(to_json(shape));
      if (json) continue;
      fmt::print("{:<18}{}\n", shape.name, shape.help);
      for (const ShapeParameter& p : shape.parameters)
        if (!name.empty())
          fmt::print("    {:<16}{:<10}{}{} ({:g} to {:g})\n", p.name,
                     fmt::format("{:g}", p.fallback), p.help, p.unit.empty() ? "" : ", " + p.unit,
                     p.low, p.high);
    }
    if (json)
      print_json(list);
    else if (name.empty())
      fmt::print("\n'pliant shapes NAME' lists the parameters of one.\n");
    return 0;
  }

  static Json to_json(const ShapeInfo& shape) {
    Json parameters = Json::array();
    for (const ShapeParameter& p : shape.parameters)
      parameters.push_back({{"name", p.name},
                            {"unit", p.unit},
                            {"default", p.fallback},
                            {"low", p.low},
                            {"high", p.high},
                            {"help", p.help}});
    return {{"name", shape.name}, {"help", shape.help}, {"parameters", parameters}};
  }
};

}  // namespace

void add_mesh(Commands& commands) {
  commands.add<MeshCommand>(
      "mesh", "Fill a surface with tetrahedra, or make a built-in shape",
      "  pliant mesh scan.obj -o scan.vtu --tets 20000\n"
      "  pliant mesh scan.stl -o scan.msh --edge 0.01 --graded --picture scan.png\n"
      "  pliant mesh cube cells=20 tets_per_cell=5 -o cube.node\n"
      "  pliant mesh critter -o critter.vtu");
  commands.add<Shapes>("shapes", "List the built-in shapes and their parameters",
                       "  pliant shapes\n  pliant shapes critter");
}

}  // namespace pliant::app
