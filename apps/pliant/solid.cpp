#include <fmt/format.h>
#include <pliant/embedding.h>
#include <pliant/error.h>
#include <pliant/tet_mesh.h>
#include <pliant/voronoi.h>

#include <numeric>

#include "command.h"
#include "json.h"
#include "progress_bar.h"

// Commands that take a tetrahedral mesh and make something else of it.

namespace pliant::app {

namespace {

TetMesh load_solid(const std::string& file) {
  Notes notes;
  TetMesh mesh = named(file, [&] { return TetMesh(load(file), &notes); });
  tell(notes);
  return mesh;
}

struct Carry {
  std::string surface, rest, deformed, out;
  bool json = false;

  void declare(Options& app) {
    app.add_option("SURFACE", surface, "Fine surface to move along")->required();
    app.add_option("REST", rest, "Tetrahedral mesh that carries it")->required();
    app.add_option("DEFORMED", deformed, "The same mesh with its vertices moved")->required();
    app.add_option("-o,--output", out, "Moved surface to write")->required();
    app.add_flag("--json", json, "Print a report for programs");
  }

  int run() {
    need_mesh_output(out);
    Mesh fine = load(surface);
    const TetMesh carrier = load_solid(rest);
    const Mesh moved = load(deformed);
    if (moved.vertices.size() != carrier.vertices().size())
      throw InputError(deformed, 0,
                       fmt::format("has {} vertices, {} has {}", moved.vertices.size(), rest,
                                   carrier.vertices().size()),
                       "give two states of one mesh");
    if (!moved.tetrahedra.empty() && moved.tetrahedra.size() != carrier.tetrahedra().size())
      throw InputError(deformed, 0,
                       fmt::format("has {} tetrahedra, {} has {}", moved.tetrahedra.size(), rest,
                                   carrier.tetrahedra().size()),
                       "give two states of one mesh");
    progress().stage("embedding " + surface);
    const Embedding embedding(fine.vertices, carrier);
    embedding.apply(moved.vertices, fine.vertices);
    if (embedding.outside() > 0)
      tell({fmt::format("{} of {} vertices lie outside {} and follow its nearest tetrahedra",
                        embedding.outside(), fine.vertices.size(), rest)});
    save(out, fine);
    const Json report{
        {"vertices", fine.vertices.size()}, {"outside", embedding.outside()}, {"output", out}};
    if (json) {
      print_json(report);
      return 0;
    }
    progress().clear();
    fmt::print("moved {} vertices; wrote {}\n", fine.vertices.size(), out);
    return 0;
  }
};

struct Voronoi {
  std::string file, out, kind = "clipped";
  bool json = false;

  void declare(Options& app) {
    app.add_option("FILE", file, "Tetrahedral mesh")->required();
    app.add_option("-o,--output", out, ".str file to write, with the Voronoi blocks")->required();
    app.add_option("--kind", kind,
                   "clipped (inside the body) or circumcentre (as in E06 on continuum particles)")
        ->capture_default_str()
        ->check(one_of({"clipped", "circumcentre"}));
    app.add_flag("--json", json, "Print a report for programs");
  }

  int run() {
    need_output(out, {".str"});
    const TetMesh tets = load_solid(file);
    Mesh mesh = tets.mesh();
    Json report{{"kind", kind}, {"body_volume", tets.volume()}};
    if (kind == "clipped") {
      ClippedVoronoi clipped = clipped_voronoi(tets, std::ref(progress()));
      report["cell_volume_sum"] =
          std::accumulate(clipped.cell_volumes.begin(), clipped.cell_volumes.end(), 0.0);
      mesh.voronoi = std::move(clipped.diagram);
    } else {
      mesh.voronoi = voronoi_diagram(tets, VoronoiKind::circumcentre, std::ref(progress()));
    }
    report["voronoi_vertices"] = mesh.voronoi->vertices.size();
    report["voronoi_faces"] = mesh.voronoi->face_particles.size();
    mesh.triangles = {{tets.boundary().begin(), tets.boundary().end()}, {}};
    save(out, mesh);
    report["output"] = out;
    if (json) {
      print_json(report);
      return 0;
    }
    progress().clear();
    fmt::print("{} Voronoi vertices, {} faces; wrote {}\n", mesh.voronoi->vertices.size(),
               mesh.voronoi->face_particles.size(), out);
    return 0;
  }
};

}  // namespace

void add_solid(Commands& commands) {
  commands.add<Carry>("carry", "Move a fine surface along with a deformed tetrahedral mesh",
                      "  pliant carry scan.obj rest.vtu bent.vtu -o bent.obj");
  commands.add<Voronoi>("voronoi", "Add a Voronoi diagram to a tetrahedral mesh",
                        "  pliant voronoi part.vtu -o part.str\n"
                        "  pliant voronoi part.vtu -o part.str --kind circumcentre");
}

}  // namespace pliant::app
