#include <fmt/format.h>
#include <pliant/distance.h>
#include <pliant/error.h>
#include <pliant/quality.h>
#include <pliant/shapes.h>
#include <pliant/tet_mesh.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "command.h"
#include "json.h"
#include "mesh/open_edges.h"
#include "progress_bar.h"
#include "source.h"
#include "still_picture.h"

namespace pliant::app {

namespace {

struct MeshCommand {
  MeshSource source;
  std::string out, picture;
  bool binary = false, json = false;

  void declare(Options& app) {
    source.declare(app, "SOURCE", "A surface file, or the name of a built-in shape");
    app.add_option("--mesher", source.mesher,
                   "fitted: tetrahedra end at the surface; embedding: a coarse cage that it hangs "
                   "in and that keeps every part")
        ->capture_default_str()
        ->check(one_of({"fitted", "embedding"}));
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
    if (!picture.empty()) {
      RenderLook look;
      look.edges = true;
      write_still(picture, mesh, look);
    }
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
    Mesh mesh;
    if (source.embeds()) {
      Cage cage = source.cage(surface);
      mesh = std::move(cage.mesh);
      double volume = 0;
      const std::vector<double> volumes = tetrahedron_volumes(mesh);
      for (std::size_t t = 0; t < volumes.size(); ++t) {
        volume += cage.fill[t] * volumes[t];
        mesh.tetrahedra.regions.push_back(
            static_cast<std::int32_t>(std::lround(100 * cage.fill[t])));
      }
      report["filled_volume"] = volume;
    } else {
      mesh = source.fill(surface);
    }
    // Of a surface with holes it would depend on where it lies.
    if (open_edges(surface).count == 0)
      report["surface_volume"] =
          std::abs(enclosed_volume(surface.vertices, surface.triangles.cells));
    const SurfaceDistance distance = surface_distance(surface, mesh);
    report["distance_of_mesh"] = distance.of_mesh.greatest;
    report["distance_of_surface"] = distance.of_surface.greatest;
    if (!source.embeds()) {  // a cage reaches beyond the surface
      report["distance_of_mesh_in_cells"] = distance.of_mesh.in_cells;
      report["surface_beyond_half_a_cell"] = distance.of_surface.beyond_half;
    }
    report["mean_distance"] = std::max(distance.of_mesh.mean, distance.of_surface.mean);
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
    report["longest_edge"] = spread(edge_lengths(mesh.vertices, tets.edges())).maximum;
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
    if (report.contains("filled_volume"))
      fmt::print("{:<18}{:.6g} m³\n", "of it solid", report["filled_volume"].get<double>());
    if (report.contains("surface_volume"))
      fmt::print("{:<18}{:.6g} m³\n", "surface's volume", report["surface_volume"].get<double>());
    if (report.contains("mean_distance"))
      fmt::print(
          "{:<18}{:.3g} m on average, {:.3g} m at most of the mesh, {:.3g} m of the surface\n",
          "distance", report["mean_distance"].get<double>(),
          report["distance_of_mesh"].get<double>(), report["distance_of_surface"].get<double>());
    if (report.contains("mean_distance") && report.contains("longest_edge"))
      fmt::print("{:<18}{:.2f} of the longest edge, {:.3g} m\n", "at most",
                 std::max(report["distance_of_mesh"].get<double>(),
                          report["distance_of_surface"].get<double>()) /
                     report["longest_edge"].get<double>(),
                 report["longest_edge"].get<double>());
    if (report.contains("distance_of_mesh_in_cells"))
      fmt::print(
          "{:<18}the mesh at most {:.2f} of the cells there, {:.2g} % of the surface more than "
          "half of them\n",
          "", report["distance_of_mesh_in_cells"].get<double>(),
          100 * report["surface_beyond_half_a_cell"].get<double>());
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
      "  pliant mesh scan.obj -o cage.vtu --mesher embedding --tets 5000\n"
      "  pliant mesh scan.stl -o scan.msh --edge 0.01 --graded --picture scan.png\n"
      "  pliant mesh cube cells=20 tets_per_cell=5 -o cube.node\n"
      "  pliant mesh critter -o critter.vtu");
  commands.add<Shapes>("shapes", "List the built-in shapes and their parameters",
                       "  pliant shapes\n  pliant shapes critter");
}

}  // namespace pliant::app
