#include <fmt/format.h>
#include <pliant/groups.h>
#include <pliant/modes.h>

#include <chrono>
#include <cmath>
#include <numbers>

#include "command.h"
#include "json.h"
#include "material_option.h"
#include "mode_shapes.h"
#include "progress_bar.h"
#include "source.h"

namespace pliant::app {

namespace {

struct ModesCommand {
  MeshSource source;
  MaterialOption material;
  std::size_t count = 20;
  std::string mass = "consistent", shapes;
  std::vector<std::string> fixed;
  bool no_cache = false, json = false;

  void declare(Options& app) {
    source.declare(app, "MESH",
                   "A tetrahedral mesh, a surface (it is filled), or the name of a built-in shape");
    app.add_option("--modes", count, "How many, with the six rigid motions of a free solid")
        ->capture_default_str()
        ->check(in_range(std::size_t{1}, std::size_t{1} << 24));
    material.declare(app);
    app.add_option("--mass", mass,
                   "Mass matrix: consistent, lumped, or centroid, which is CalculiX's")
        ->capture_default_str()
        ->check(one_of({"consistent", "lumped", "centroid"}));
    app.add_option("--fix", fixed,
                   "A group of the mesh, or a selection such as plane:0,0,0,1,0,0, whose vertices "
                   "do not move; may come several times");
    app.add_option("--shapes", shapes,
                   "Write how the solid swings in each mode, one after another: a folder for a "
                   "recording, or .pvd, .glb, .obj, .ply, .csv, .npz");
    app.add_flag("--no-cache", no_cache, "Compute them though they are on disk, and keep nothing");
    app.add_flag("--json", json, "Print a report for programs");
  }

  int run() {
    const Material made_of = material.material();
    if (!shapes.empty()) need_shapes_output(shapes);
    const TetMesh mesh = source.solid();
    const ModeOptions options{count, mass_matrix(), fixed_vertices(mesh.mesh()), !no_cache,
                              std::ref(progress())};
    const auto start = std::chrono::steady_clock::now();
    const Modes modes = named(source.name, [&] {
      return lowest_modes(mesh.vertices(), mesh.tetrahedra(), std::span(&made_of, 1), options);
    });
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    Json report = describe(mesh, made_of, options, modes);
    report["seconds"] = seconds;
    if (!shapes.empty()) {
      report["frames"] = write_mode_shapes(shapes, mesh, modes);
      report["shapes"] = shapes;
    }
    progress().clear();
    if (json)
      print_json(report);
    else
      print(report);
    return 0;
  }

  MassMatrix mass_matrix() const {
    if (mass == "lumped") return MassMatrix::lumped;
    return mass == "centroid" ? MassMatrix::centroid : MassMatrix::consistent;
  }

  std::vector<Index> fixed_vertices(const Mesh& mesh) const {
    Group all;
    for (const std::string& word : fixed) {
      const auto group = mesh.groups.find(word);
      const Group chosen = group != mesh.groups.end() ? group->second : selection(mesh, word);
      if (chosen.empty())
        throw InputError(source.name, 0, fmt::format("no vertex is in '{}'", word),
                         "'pliant info' shows the size of the mesh and its groups");
      all = united(all, chosen);
    }
    return all;
  }

  Group selection(const Mesh& mesh, const std::string& word) const {
    if (word.find(':') == std::string::npos && word != "all") {
      std::vector<std::string> names;
      for (const auto& [name, group] : mesh.groups) names.push_back(name);
      throw InputError(source.name, 0, fmt::format("there is no group '{}'", word),
                       names.empty() ? "the mesh has no groups: use a selection such as "
                                       "plane:0,0,0,1,0,0 or box:x0,y0,z0,x1,y1,z1"
                                     : fmt::format("there are: {}", fmt::join(names, ", ")));
    }
    return parse_group(mesh, word);
  }

  Json describe(const TetMesh& mesh, const Material& made_of, const ModeOptions& options,
                const Modes& modes) const {
    Json list = Json::array();
    for (std::size_t i = 0; i < modes.count(); ++i) {
      const double pulsation = std::sqrt(modes.eigenvalues[i]);
      list.push_back({{"mode", i + 1},
                      {"rigid", i < rigid_count(modes)},
                      {"frequency", pulsation / (2 * std::numbers::pi)},
                      {"eigenvalue", modes.eigenvalues[i]}});
    }
    return {
        {"source", source.name},
        {"vertices", mesh.vertices().size()},
        {"tetrahedra", mesh.tetrahedra().size()},
        {"fixed_vertices", options.fixed.size()},
        {"material",
         {{"young", made_of.young}, {"poisson", made_of.poisson}, {"density", made_of.density}}},
        {"mass_matrix", mass},
        {"modes", list}};
  }

  static void print(const Json& report) {
    const auto tetrahedra = report["tetrahedra"].get<std::size_t>();
    fmt::print("{} vertices, {} {}", report["vertices"].get<std::size_t>(), tetrahedra,
               tetrahedra == 1 ? "tetrahedron" : "tetrahedra");
    if (const auto held = report["fixed_vertices"].get<std::size_t>(); held > 0)
      fmt::print(", {} vertices fixed", held);
    fmt::print("; {:.2f} s\n\n{:>5}{:>16}\n", report["seconds"].get<double>(), "mode",
               "frequency, Hz");
    for (const Json& mode : report["modes"]) {
      if (mode["rigid"].get<bool>())
        fmt::print("{:>5}{:>16}\n", mode["mode"].get<std::size_t>(), "0 (rigid)");
      else
        fmt::print("{:>5}{:>16.6g}\n", mode["mode"].get<std::size_t>(),
                   mode["frequency"].get<double>());
    }
    if (!report.contains("shapes")) return;
    const auto file = report["shapes"].get<std::string>();
    fmt::print("\nwrote {}: {} frames, a second for each elastic mode\n", file,
               report["frames"].get<std::size_t>());
  }
};

}  // namespace

void add_modes(Commands& commands) {
  commands.add<ModesCommand>("modes", "Find the natural vibrations of an elastic solid",
                             "  pliant modes critter --modes 30\n"
                             "  pliant modes bar.vtu --fix plane:0,0,0,1,0,0 --mass lumped\n"
                             "  pliant modes bunny.node --material foam --shapes bunny.glb\n"
                             "  pliant modes scan.obj --tets 20000 --shapes swing --json");
}

}  // namespace pliant::app
