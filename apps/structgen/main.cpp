// structgen SWITCHES INPUT OUTPUT: fills a surface with tetrahedra by TetGen and stores them with
// their Voronoi diagram (E06 8.6).
//
// This program links TetGen, which is licensed under the AGPL. It is the only part of Pliant that
// does, and passing it on is subject to the AGPL's terms.

#include <pliant/error.h>
#include <pliant/io.h>
#include <pliant/tet_mesh.h>
#include <pliant/version.h>
#include <pliant/voronoi.h>

#include <cstdio>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "switches.h"
#include "tetgen_run.h"

namespace {

using pliant::text;
using pliant::VoronoiKind;
using structgen::UsageError;

constexpr int input_at_fault = 1;
constexpr int wrong_usage = 2;

constexpr const char* usage = "Usage: structgen [--voronoi KIND] SWITCHES INPUT OUTPUT\n";

constexpr const char* help = R"(
Fills a surface with tetrahedra by TetGen and stores them with their Voronoi diagram.

  SWITCHES   TetGen's own, with or without their dash: p a surface (taken for granted for all but
             .node files), q quality, a maximal volume, Y keep the surface's triangles, V tell
             what is done, ...; see 'man tetgen'
  INPUT      .node .poly .smesh .off .ply .stl .mesh, read by TetGen, or any surface that
             'pliant formats' lists
  OUTPUT     .str, or any format that 'pliant formats' lists

Options:
  --voronoi KIND   circumcentre: as TetGen's tetrahedra suggest it (default); clipped: exact and
                   cut inside every tetrahedron; none
  --help           this text
  --version        the version

Examples:
  structgen nqa0.01 input.mesh output.str
  structgen -pq1.2 --voronoi clipped bunny.obj bunny.str

Exit codes: 0 fine, 1 the input is at fault, 2 wrong usage.
This program contains TetGen, which is licensed under the AGPL, version 3; whoever passes the
program on must keep to that licence. The rest of Pliant does not contain TetGen.
)";

struct Arguments {
  std::string switches, input, output;
  std::optional<VoronoiKind> voronoi = VoronoiKind::circumcentre;
};

std::optional<VoronoiKind> voronoi_kind(std::string_view name) {
  if (name == "circumcentre") return VoronoiKind::circumcentre;
  if (name == "clipped") return VoronoiKind::clipped;
  if (name == "none") return std::nullopt;
  throw UsageError(
      text("no kind of Voronoi diagram '", name, "'; there are: circumcentre, clipped, none"));
}

Arguments parse(const std::vector<std::string_view>& list) {
  Arguments arguments;
  std::vector<std::string_view> places;
  for (std::size_t i = 0; i < list.size(); ++i) {
    constexpr std::string_view option = "--voronoi";
    if (list[i] == option) {
      if (++i == list.size()) throw UsageError("--voronoi needs a kind");
      arguments.voronoi = voronoi_kind(list[i]);
    } else if (list[i].starts_with("--voronoi=")) {
      arguments.voronoi = voronoi_kind(list[i].substr(option.size() + 1));
    } else if (list[i].starts_with("--")) {
      throw UsageError(text("no option '", list[i], "'"));
    } else {
      places.push_back(list[i]);
    }
  }
  if (places.size() != 3)
    throw UsageError(text("SWITCHES, INPUT and OUTPUT are needed, ", places.size(), " given"));
  arguments.switches = places[0];
  arguments.input = places[1];
  arguments.output = places[2];
  return arguments;
}

void run(const Arguments& arguments) {
  pliant::Notes notes;
  const pliant::TetMesh solid(
      structgen::tetrahedralise(arguments.switches, arguments.input, notes));
  pliant::Mesh mesh = solid.mesh();
  mesh.triangles.cells.assign(solid.boundary().begin(), solid.boundary().end());
  if (arguments.voronoi) mesh.voronoi = pliant::voronoi_diagram(solid, *arguments.voronoi);
  pliant::write_mesh(arguments.output, mesh, {}, &notes);
  for (const std::string& note : notes) std::fputs(text("structgen: ", note, '\n').c_str(), stderr);
  std::printf("%s: %zu vertices, %zu tetrahedra, %zu boundary triangles", arguments.output.c_str(),
              mesh.vertices.size(), mesh.tetrahedra.size(), mesh.triangles.size());
  if (mesh.voronoi) std::printf(", %zu Voronoi faces", mesh.voronoi->face_particles.size());
  std::printf("\n");
}

int fail(std::string_view message, int code) {
  std::fputs(text("structgen: ", message, '\n').c_str(), stderr);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string_view> list(argv + 1, argv + argc);
  if (list.empty()) {
    std::fputs(usage, stderr);
    return wrong_usage;
  }
  if (list.size() == 1 && (list[0] == "--help" || list[0] == "-h")) {
    std::fputs(text(usage, help).c_str(), stdout);
    return 0;
  }
  if (list.size() == 1 && list[0] == "--version") {
    std::puts("structgen " PLIANT_VERSION);
    return 0;
  }
  try {
    run(parse(list));
  } catch (const UsageError& e) {
    return fail(text(e.what(), "\nTry 'structgen --help'."), wrong_usage);
  } catch (const pliant::InputError& e) {
    return fail(e.what(), input_at_fault);
  } catch (const std::bad_alloc&) {
    return fail("out of memory; ask for fewer tetrahedra", input_at_fault);
  } catch (const std::exception& e) {
    return fail(text("unexpected: ", e.what()), input_at_fault);
  }
  if (std::fflush(stdout) != 0) return fail("the output could not be written", input_at_fault);
  return 0;
}
