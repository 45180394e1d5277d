#include <fmt/format.h>
#include <pliant/check.h>
#include <pliant/quality.h>
#include <pliant/tet_mesh.h>
#include <pliant/topology.h>
#include <pliant/voronoi.h>

#include <algorithm>
#include <cmath>

#include "command.h"
#include "histograms.h"
#include "info_folder.h"
#include "json.h"
#include "mesh/open_edges.h"
#include "pose_option.h"
#include "progress_bar.h"

namespace pliant::app {

namespace {

Json to_json(const Vec3d& v) {
  return {v.x, v.y, v.z};
}

Json to_json(const Spread& s) {
  return {{"min", s.minimum},
          {"max", s.maximum},
          {"mean", s.mean},
          {"median", s.median},
          {"deviation", s.deviation}};
}

Json regions_of(const Mesh& mesh) {
  std::map<std::int32_t, std::size_t> sizes;
  for (std::int32_t r : mesh.tetrahedra.regions) ++sizes[r];
  Json regions = Json::object();
  for (const auto& [label, size] : sizes) regions[std::to_string(label)] = size;
  return regions;
}

struct Info {
  std::string file, histograms_file;
  double mass = 1, truncate = 0;
  PoseOption pose;
  bool json = false;

  void declare(Options& app) {
    app.add_option("FILE", file, "Mesh, or folder of a run, to look at")->required();
    pose.declare(app);
    app.add_option("--histograms", histograms_file,
                   "Draw histograms of the quality into this .svg or .png file (needs gnuplot)");
    app.add_option("--mass", mass, "Total mass in kg for the inverse masses")
        ->capture_default_str()
        ->check(positive_number());
    app.add_option("--truncate", truncate,
                   "Count the inverse masses over this value (1/kg), as L13 (mass-spring solids) "
                   "does in its Table 5.2")
        ->check(positive_number());
    app.add_flag("--json", json, "Print a report for programs");
  }

  int run() {
    if (!histograms_file.empty()) need_output(histograms_file, {".svg", ".png"});
    if (is_run(file)) {
      if (!histograms_file.empty()) wrong_usage("--histograms is for meshes, not for a run");
      if (pose.given()) wrong_usage("--unit, --scale, --size, --up and --rotate are for meshes");
      tell_run(file, json);
      return 0;
    }
    Mesh mesh = load(file);
    pose.apply(file, mesh);
    progress().stage("measuring " + file);
    Json report{{"file", file}};
    std::vector<Quantity> quantities;
    if (!mesh.tetrahedra.empty())
      solid(mesh, report, quantities);
    else
      surface_or_lines(mesh, report, quantities);
    if (!histograms_file.empty()) {
      draw_histograms(histograms_file, file, quantities);
      report["histograms"] = histograms_file;
    }
    if (json)
      print_json(report);
    else
      print(report);
    return 0;
  }

  void common(const Mesh& mesh, Json& report) {
    const Box box = bounding_box(mesh.vertices);
    if (!mesh.tetrahedra.empty() || !mesh.triangles.empty()) report["pieces"] = count_pieces(mesh);
    report["bounding_box"] = {to_json(box.low), to_json(box.high)};
    for (const auto& [name, group] : mesh.groups) report["groups"][name] = group.size();
    if (mesh.voronoi)
      report["voronoi"] = {{"vertices", mesh.voronoi->vertices.size()},
                           {"faces", mesh.voronoi->face_particles.size()},
                           {"kind", is_clipped(*mesh.voronoi) ? "clipped" : "circumcentres"}};
  }

  void solid(const Mesh& mesh, Json& report, std::vector<Quantity>& quantities) {
    const auto volumes = tetrahedron_volumes(mesh);
    const bool sound = std::ranges::none_of(volumes, [](double v) { return v == 0; });
    report["vertices"] = mesh.vertices.size();
    report["tetrahedra"] = mesh.tetrahedra.size();
    if (!mesh.lines.empty()) report["lines"] = mesh.lines.size();
    if (!mesh.triangles.empty()) report["triangles"] = mesh.triangles.size();
    if (!mesh.hexahedra.empty()) report["hexahedra"] = mesh.hexahedra.size();
    quantities = {{"radius-edge ratio", "", radius_edge_ratios(mesh)},
                  {"dihedral angle", "degrees", dihedral_angles(mesh)},
                  {"volume", "m³", volumes}};
    if (sound)
      connected_solid(mesh, report, quantities);
    else
      report["warning"] = "some tetrahedra have no volume; 'pliant check' names them";
    common(mesh, report);
    if (!mesh.tetrahedra.regions.empty()) report["regions"] = regions_of(mesh);
    for (const Quantity& q : quantities) report["quality"][q.name] = to_json(spread(q.values));
  }

  void connected_solid(const Mesh& mesh, Json& report, std::vector<Quantity>& quantities) {
    Notes notes;
    const TetMesh tets = named(file, [&] { return TetMesh(mesh, &notes); });
    tell(notes);
    report["edges"] = tets.edges().size();
    report["boundary_triangles"] = tets.boundary().size();
    report["volume"] = tets.volume();
    report["surface"] = tets.surface_area();
    quantities.pop_back();  // volumes of tetrahedra that may be wrongly wound
    for (Quantity& q : particle_quantities(tets, mass, truncate))
      quantities.push_back(std::move(q));
    if (truncate <= 0) return;
    const auto inverse = std::ranges::find(quantities, "inverse mass", &Quantity::name);
    const auto over = static_cast<std::size_t>(
        std::ranges::count_if(inverse->values, [&](double v) { return v > truncate; }));
    report["truncation_limit"] = truncate;
    report["inverse_masses_over"] = over;
    report["percent_over"] =
        100.0 * static_cast<double>(over) / static_cast<double>(inverse->values.size());
  }

  void surface_or_lines(const Mesh& mesh, Json& report, std::vector<Quantity>& quantities) {
    report["vertices"] = mesh.vertices.size();
    if (!mesh.triangles.empty()) {
      const std::span<const Triangle> triangles(mesh.triangles.cells);
      const auto edges = unique_edges(triangles, vertex_cells(triangles, mesh.vertices.size()));
      report["triangles"] = triangles.size();
      report["edges"] = edges.size();
      report["surface"] = surface_area(mesh.vertices, triangles);
      if (open_edges(mesh).count == 0)
        report["enclosed_volume"] = enclosed_volume(mesh.vertices, triangles);
      quantities.push_back({"edge length", "m", edge_lengths(mesh.vertices, edges)});
    }
    if (!mesh.lines.empty()) {
      report["lines"] = mesh.lines.size();
      quantities.push_back({"line length", "m", edge_lengths(mesh.vertices, mesh.lines.cells)});
    }
    if (!mesh.hexahedra.empty()) {
      const std::span<const Hexahedron> cells(mesh.hexahedra.cells);
      const auto edges = unique_edges(cells, vertex_cells(cells, mesh.vertices.size()));
      report["hexahedra"] = cells.size();
      report["hexahedron_edges"] = edges.size();
      quantities.push_back({"hexahedron edge length", "m", edge_lengths(mesh.vertices, edges)});
    }
    common(mesh, report);
    for (const Quantity& q : quantities) report["quality"][q.name] = to_json(spread(q.values));
  }

  static void print(const Json& report) {
    progress().clear();
    for (const auto& [key, value] : report.items()) {
      std::string label = key;
      std::ranges::replace(label, '_', ' ');
      if (key == "quality") continue;
      if (value.is_number_float())
        fmt::print("{:<22}{:.6g}\n", label, value.get<double>());
      else
        fmt::print("{:<22}{}\n", label,
                   value.is_string() ? value.get<std::string>() : value.dump());
    }
    if (!report.contains("quality")) return;
    fmt::print("\n{:<24}{:>12}{:>12}{:>12}{:>12}\n", "", "min", "median", "mean", "max");
    for (const auto& [name, s] : report["quality"].items()) {
      const auto number = [](const Json& v) { return v.is_number() ? v.get<double>() : INFINITY; };
      fmt::print("{:<24}{:>12.5g}{:>12.5g}{:>12.5g}{:>12.5g}\n", name, number(s["min"]),
                 number(s["median"]), number(s["mean"]), number(s["max"]));
    }
  }
};

}  // namespace

void add_info(Commands& commands) {
  commands.add<Info>("info",
                     "Tell counts, volume, surface and quality of a mesh, or what a run has left",
                     "  pliant info bunny.node\n"
                     "  pliant info bunny.node --mass 75 --truncate 500 --histograms bunny.svg\n"
                     "  pliant info scan.obj --json\n"
                     "  pliant info scene.run");
}

}  // namespace pliant::app
