// This file is the only one that calls TetGen, which is licensed under the AGPL: a program that
// contains it may be passed on under the AGPL's terms only. The library `pliant` never links it.

#include "tetgen_run.h"

#include <pliant/error.h>
#include <pliant/io.h>
#include <pliant/tet_mesh.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <limits>
#include <new>
#include <optional>
#include <string_view>

#include "base/start_thread.h"
#include "base/text.h"
#include "switches.h"
#include "tetgen_guard.h"

// As the library was built: errors are thrown, not exited with.
#define TETLIBRARY
#include <tetgen.h>

namespace structgen {

namespace {

using pliant::Index;
using pliant::InputError;
using pliant::Mesh;
using pliant::start_thread;
using pliant::text;

// More would take tens of gigabytes. About six tetrahedra come with every point.
constexpr double most_tetrahedra = 50e6;
constexpr int most_added_points = 10'000'000;

[[noreturn]] void fail(const std::filesystem::path& input, int code, const std::string& complaint) {
  const std::string said = complaint.empty() ? "" : text(": ", complaint);
  const auto input_error = [&](std::string_view problem, std::string_view cure) {
    throw InputError(input.string(), 0, text(problem, said), std::string(cure));
  };
  if (code == 1) input_error("TetGen ran out of memory", "ask for fewer tetrahedra");
  // The code for a surface that cuts itself also stands for points that span no volume.
  if (code == 3 && complaint.empty())
    input_error("the surface cuts itself",
                "fill it with 'pliant mesh', which copes with that, or mend it in a modeller where "
                "'pliant check' finds it");
  if (code == 4)
    input_error("TetGen found a detail too small for its tolerance", "set a smaller one with T");
  if (code == 5)
    input_error("two facets lie too close together", "keep the surface as it is with Y");
  if (code == 10 || code == 3) input_error("TetGen cannot use it", "check what the file holds");
  input_error(text("TetGen gave up (its code ", code, ')'),
              "check the surface with 'pliant check', or try other switches");
  std::abort();
}

struct Job {
  const std::filesystem::path& input;
  DivertedOutput& output;
};
const Job* job = nullptr;

[[noreturn]] void report_and_exit() {
  std::string message = "TetGen broke down";
  try {
    try {
      if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
    } catch (int code) {
      fail(job->input, code, job->output.complaint());
    }
  } catch (const InputError& e) {
    message = e.what();
  } catch (const std::bad_alloc&) {
    message = "out of memory; ask for fewer tetrahedra";
  } catch (...) {
  }
  std::fputs(text("structgen: ", message, '\n').c_str(), stderr);
  std::_Exit(1);
}

// TetGen frees its mesh before it throws and once more when the stack unwinds, so what it throws
// must not be caught. On a thread of its own, where nothing catches, std::terminate is called
// before anything unwinds, and still knows what was thrown.
void run(const Job& now, tetgenbehavior& behaviour, tetgenio& in, tetgenio& out, tetgenio& added,
         tetgenio& background) {
  job = &now;
  const auto before = std::set_terminate(report_and_exit);
  std::thread thread =
      start_thread([&] { ::tetrahedralize(&behaviour, &in, &out, &added, &background); });
  const bool started = thread.joinable();
  if (started) thread.join();
  std::set_terminate(before);
  job = nullptr;
  if (!started)
    throw InputError("", 0, "the system gives no thread to run TetGen on",
                     "raise the limit on processes or memory (ulimit -u, ulimit -v)");
}

bool read_by_tetgen(const std::filesystem::path& input) {
  constexpr std::string_view extensions[] = {".node", ".poly", ".smesh", ".off",
                                             ".ply",  ".stl",  ".mesh",  ".ele"};
  if (std::ranges::find(extensions, input.extension().string()) == std::end(extensions))
    return false;
  std::ifstream file(input, std::ios::binary);
  if (!file)
    throw InputError(input.string(), 0, "cannot be read", "check its name and permissions");
  char start[4096];
  file.read(start, sizeof start);
  // TetGen reads text only; Pliant the binary forms of STL and PLY, too.
  return std::memchr(start, '\0', static_cast<std::size_t>(file.gcount())) == nullptr;
}

void parse(const std::string& switches, const std::string& input, tetgenbehavior& behaviour) {
  std::string arguments = text(switches.starts_with('-') ? "" : "-", switches);
  if (arguments.find('V') == std::string::npos) arguments += 'Q';
  if (arguments.size() >= sizeof behaviour.commandline / 2)
    throw UsageError("the switches are too long");
  if (input.size() + 16 >= sizeof behaviour.infilename)
    throw UsageError("the name of the input is too long for TetGen");
  std::string program = "structgen";
  std::string file = input;
  char* list[] = {program.data(), arguments.data(), file.data(), nullptr};
  if (!behaviour.parse_commandline(3, list))
    throw UsageError(text("TetGen does not take the switches '", switches, "'"));
  // N, E, I and z are about files that TetGen does not write here, yet would keep back vertices or
  // tetrahedra or number them in another way than it says.
  behaviour.nonodewritten = behaviour.noelewritten = behaviour.noiterationnum = 0;
  behaviour.zeroindex = 0;
}

int as_int(std::size_t n, const std::filesystem::path& input) {
  if (n > static_cast<std::size_t>(std::numeric_limits<int>::max() / 4))
    throw InputError(input.string(), 0, "the mesh is too large for TetGen", "use a coarser one");
  return static_cast<int>(n);
}

void load(tetgenbehavior& behaviour, tetgenio& in, tetgenio& added, tetgenio& background) {
  const bool loaded = behaviour.refine ? in.load_tetmesh(behaviour.infilename, behaviour.object)
                                       : in.load_plc(behaviour.infilename, behaviour.object);
  if (!loaded || in.numberofpoints < 4) throw 10;
  if (behaviour.insertaddpoints && !added.load_node(behaviour.addinfilename)) throw 10;
  if (behaviour.metric) background.load_tetmesh(behaviour.bgmeshfilename, behaviour.object);
}

// Triangles become facets; of a mesh of tetrahedra alone, its boundary.
void fill(const Mesh& mesh, const std::filesystem::path& input, tetgenio& in) {
  std::vector<pliant::Triangle> triangles = mesh.triangles.cells;
  if (triangles.empty() && !mesh.tetrahedra.empty()) {
    const pliant::TetMesh solid(mesh);
    triangles.assign(solid.boundary().begin(), solid.boundary().end());
  }
  if (triangles.empty())
    throw InputError(input.string(), 0, "holds no triangles", "give a closed surface");
  in.numberofpoints = as_int(mesh.vertices.size(), input);
  in.pointlist = new REAL[3 * mesh.vertices.size()];
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
    for (int k = 0; k < 3; ++k) in.pointlist[3 * i + k] = mesh.vertices[i][k];
  in.numberoffacets = as_int(triangles.size(), input);
  in.facetlist = new tetgenio::facet[triangles.size()];
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    tetgenio::facet& facet = in.facetlist[i];
    tetgenio::init(&facet);
    facet.numberofpolygons = 1;
    facet.polygonlist = new tetgenio::polygon[1];
    tetgenio::polygon& polygon = facet.polygonlist[0];
    polygon.numberofvertices = 3;
    polygon.vertexlist = new int[3];
    for (int k = 0; k < 3; ++k) polygon.vertexlist[k] = static_cast<int>(triangles[i][k]);
  }
}

// TetGen's arithmetic breaks down on a box without volume.
void check_extent(const tetgenio& in, const std::filesystem::path& input) {
  for (int k = 0; k < 3; ++k) {
    const auto differs = [&](int i) { return in.pointlist[3 * i + k] != in.pointlist[k]; };
    int i = 1;
    while (i < in.numberofpoints && !differs(i)) ++i;
    if (i >= in.numberofpoints)
      throw InputError(input.string(), 0, "all points lie in one plane", "give a solid shape");
  }
}

// TetGen gives back nothing at all for these.
void check_bare_points(const tetgenbehavior& behaviour, const tetgenio& in,
                       const std::filesystem::path& input) {
  const bool refines = behaviour.quality || behaviour.fixedvolume || behaviour.varvolume;
  if (behaviour.refine || in.numberoffacets > 0 || !(behaviour.plc || refines)) return;
  throw InputError(input.string(), 0,
                   "holds points without a surface, where the switches p, q and a do not work",
                   "leave them out; or fill the points ('structgen n POINTS.node FILLED.ele') and "
                   "refine that with r ('structgen rqa0.01 FILLED.ele OUTPUT'); or give a surface");
}

double tetrahedra_volume(const tetgenio& mesh) {
  double sum = 0;
  for (int i = 0; i < mesh.numberoftetrahedra; ++i) {
    const int* corners = mesh.tetrahedronlist + static_cast<std::size_t>(i) * mesh.numberofcorners;
    pliant::Vec3d x[4];
    for (int k = 0; k < 4; ++k) {
      const REAL* p = mesh.pointlist + 3 * static_cast<std::size_t>(corners[k] - mesh.firstnumber);
      x[k] = {p[0], p[1], p[2]};
    }
    sum += std::abs(pliant::signed_volume(x[0], x[1], x[2], x[3]));
  }
  return sum;
}

double box_volume(const tetgenio& in) {
  double volume = 1;
  for (int k = 0; k < 3; ++k) {
    double low = in.pointlist[k], high = low;
    for (std::size_t i = 1; i < static_cast<std::size_t>(in.numberofpoints); ++i) {
      low = std::min(low, in.pointlist[3 * i + k]);
      high = std::max(high, in.pointlist[3 * i + k]);
    }
    volume *= high - low;
  }
  return volume;
}

// What is to be filled, whichever way the facets are turned: TetGen fills it coarsely.
double body_volume(const Job& now, tetgenbehavior behaviour, tetgenio& in) {
  if (behaviour.refine) return tetrahedra_volume(in);
  behaviour.quality = behaviour.fixedvolume = behaviour.varvolume = 0;
  behaviour.insertaddpoints = behaviour.metric = behaviour.coarsen = 0;
  tetgenio coarse, added, background;
  run(now, behaviour, in, coarse, added, background);
  return tetrahedra_volume(coarse);
}

void check_count(const Job& now, const tetgenbehavior& behaviour, tetgenio& in) {
  if (!behaviour.fixedvolume || !(box_volume(in) / behaviour.maxvolume > most_tetrahedra)) return;
  const double volume = body_volume(now, behaviour, in);
  const double count = volume / behaviour.maxvolume;
  if (!(count > most_tetrahedra)) return;
  const auto written = [](double x) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.2g", x);
    return std::string(digits);
  };
  throw InputError(now.input.string(), 0,
                   text("the switch a", written(behaviour.maxvolume), " asks for at least ",
                        written(count), " tetrahedra of a body of volume ", written(volume)),
                   text("set a to ", written(1.1 * volume / most_tetrahedra), " or more"));
}

// Refinement that never ends, as with q1.0 on many bodies, ends when these points are used up.
void check_added_points(const tetgenbehavior& behaviour, bool asked, const tetgenio& in,
                        const tetgenio& out, const std::filesystem::path& input,
                        pliant::Notes& notes) {
  if (!behaviour.quality || out.numberofpoints - in.numberofpoints < behaviour.steinerleft) return;
  const std::string added = text("TetGen used up the ", behaviour.steinerleft,
                                 asked ? " points that the switch S allows" : " points it may add");
  if (!asked)
    throw InputError(input.string(), 0, added,
                     "ask for less: q1.2 or more, a dihedral angle of 18 or less, a larger a");
  notes.push_back(text(added, "; the bounds of q and a may not hold everywhere"));
}

Mesh to_mesh(const tetgenio& out, const std::filesystem::path& input) {
  if (out.numberoftetrahedra <= 0)
    throw InputError(input.string(), 0, "TetGen made no tetrahedra",
                     "give a closed surface, or points that do not lie in a plane");
  Mesh mesh;
  for (int i = 0; i < out.numberofpoints; ++i) {
    const REAL* x = out.pointlist + 3 * static_cast<std::size_t>(i);
    mesh.vertices.push_back({x[0], x[1], x[2]});
  }
  for (int i = 0; i < out.numberoftetrahedra; ++i) {
    // Second-order elements (o2) list their corners first.
    const int* corners = out.tetrahedronlist + static_cast<std::size_t>(i) * out.numberofcorners;
    pliant::Tetrahedron t;
    for (int k = 0; k < 4; ++k) t[k] = static_cast<Index>(corners[k] - out.firstnumber);
    mesh.tetrahedra.cells.push_back(t);
    if (out.numberoftetrahedronattributes > 0)
      mesh.tetrahedra.regions.push_back(static_cast<std::int32_t>(
          out.tetrahedronattributelist[static_cast<std::size_t>(i) *
                                       out.numberoftetrahedronattributes]));
  }
  return mesh;
}

}  // namespace

Mesh tetrahedralise(const std::string& switches, const std::filesystem::path& input,
                    pliant::Notes& notes) {
  check_switches(switches);
  const bool by_tetgen = read_by_tetgen(input);
  std::optional<Mesh> surface;
  if (!by_tetgen) surface = pliant::read_mesh(input, &notes);

  DivertedOutput output(switches.find('V') != std::string::npos);
  const CrashGuard guard;
  try {
    tetgenbehavior behaviour;
    tetgenio in, added, background, out;
    // Of a name that TetGen does not know it takes a surface's for granted.
    parse(switches, by_tetgen ? input.string() : "surface.smesh", behaviour);
    if (by_tetgen) {
      load(behaviour, in, added, background);
    } else if (behaviour.refine || behaviour.insertaddpoints || behaviour.metric) {
      throw UsageError("the switches r, i and m work with TetGen's own file types only");
    } else {
      fill(*surface, input, in);
    }
    check_extent(in, input);
    check_bare_points(behaviour, in, input);
    const Job now{input, output};
    check_count(now, behaviour, in);
    const bool asked = behaviour.steinerleft >= 0 && behaviour.steinerleft < most_added_points;
    if (!asked) behaviour.steinerleft = most_added_points;
    run(now, behaviour, in, out, added, background);
    if (behaviour.diagnose && out.numberoftetrahedra == 0)
      throw InputError(input.string(), 0, "no facets cut each other, and d asks for nothing else",
                       "leave d out to fill the surface");
    check_added_points(behaviour, asked, in, out, input, notes);
    return to_mesh(out, input);
  } catch (int code) {
    if (code == 0) throw UsageError("TetGen's own help is in 'man tetgen'");  // switch h
    fail(input, code, output.complaint());
  }
}

}  // namespace structgen
