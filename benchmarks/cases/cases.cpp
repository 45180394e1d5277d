#include "cases/cases.h"

#include <pliant/bodies.h>
#include <pliant/box.h>
#include <pliant/error.h>
#include <pliant/io.h>
#include <pliant/shapes.h>
#include <pliant/stability.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/text.h"
#include "cases/contact_cases.h"
#include "cases/descent_cases.h"
#include "cases/measure_selection.h"
#include "cases/simplex_bodies.h"
#include "cases/spectral_cases.h"

namespace pliant::bench {

namespace {

// Damping that steps carry themselves: it is a step that is measured, beside other programs' steps
// with the same damping, and not the passes that more of it would need (model/damping_plan.h).
SolidOptions in_steps() {
  SolidOptions options;
  options.most_damping = 0.3;
  return options;
}

constexpr double strain_limit = 1.3;

struct Recipe {
  CaseInfo info;
  bool has_file;           // a mesh of the folder of models
  std::string_view shape;  // what is made without it
  std::map<std::string, double> parameters;
  std::size_t copies = 1;
  std::optional<ContinuumModel> model = {};  // else a mass-spring body
  std::string_view file = {};                // its name there, where it is not the case's
  std::vector<double> active_shares = {};    // of a case of dynamic selection
  bool also_world = false;                   // see Case
};

Recipe scan(std::string_view name, std::string_view help, double tetrahedra) {
  return {{name, help, true, true}, true, "critter", {{"tets", tetrahedra}}};
}
Recipe armadillo(std::string_view name, std::string_view help, ContinuumModel model) {
  return {{name, help, false, true}, true, "critter", {{"tets", 147163}}, 1, model, "armadillo"};
}
// That of E06 9.2 has 1679 vertices and 7068 tetrahedra.
Recipe beam(std::string_view name, std::string_view help, ContinuumModel model) {
  return {{name, help, true, false}, false, "beam-with-hole", {{"length", 4.7}}, 1, model};
}
Recipe cube(const CaseInfo& info, double cells, double tets_per_cell, std::size_t copies = 1) {
  return {info, false, "cube", {{"cells", cells}, {"tets_per_cell", tets_per_cell}}, copies};
}
Recipe sleeping_cube(const CaseInfo& info, double cells, std::vector<double> active_shares) {
  Recipe out = cube(info, cells, 5);
  out.active_shares = std::move(active_shares);
  return out;
}

Recipe cubes_of_a_world(const CaseInfo& info, double cells, std::size_t count) {
  Recipe out = cube(info, cells, 5, count);
  out.also_world = true;
  return out;
}

const std::vector<Recipe>& recipes() {
  static const std::vector<Recipe> all{
      scan("bunny", "19 467 tetrahedra of a scan", 19467),
      scan("dragon", "103 155 tetrahedra of a scan", 103155),
      scan("armadillo", "147 163 tetrahedra of a scan", 147163),
      {{"grid30", "162 000 tetrahedra of a regular grid", true, false},
       true,
       "cube",
       {{"cells", 30}, {"tets_per_cell", 6}}},
      cube({"cube15", "16 875 tetrahedra of a regular grid, five a cell", false, true}, 15, 5),
      cube({"cube31", "148 955 tetrahedra of a regular grid, five a cell", false, true}, 31, 5),
      cube({"million", "998 250 tetrahedra of a regular grid", false, false}, 55, 6),
      cube({"cube63", "1 250 235 tetrahedra of a regular grid, five a cell", false, true}, 63, 5),
      cube({"ten_million", "10 110 954 tetrahedra of a regular grid", false, false}, 119, 6),
      cube({"forty_million", "39 402 995 tetrahedra of a regular grid, five a cell", false, false},
           199, 5),
      {{"fan", "20 480 tetrahedra that share one vertex, R06's worst case", false, true},
       false,
       "fan",
       {{"levels", 5}}},
      beam("beam_cpm1", "7344 tetrahedra of a hanging beam with a hole, by Voronoi faces",
           ContinuumModel::voronoi_faces),
      beam("beam_cpm2", "7344 tetrahedra of a hanging beam with a hole, by sub-faces",
           ContinuumModel::sub_faces),
      beam("beam_cpm3", "7344 tetrahedra of a hanging beam with a hole, corotated",
           ContinuumModel::corotated),
      armadillo("armadillo_cpm1", "147 163 tetrahedra of a scan, by Voronoi faces",
                ContinuumModel::voronoi_faces),
      armadillo("armadillo_cpm2", "147 163 tetrahedra of a scan, by sub-faces",
                ContinuumModel::sub_faces),
      armadillo("armadillo_cpm3", "147 163 tetrahedra of a scan, corotated",
                ContinuumModel::corotated),
      cube({"batch", "4096 copies of 1080 tetrahedra of a regular grid", false, true}, 6, 5, 4096),
      cubes_of_a_world(
          {"world", "1000 bodies of 1080 tetrahedra in one world, and as many copies of one", false,
           false},
          6, 1000),
      sleeping_cube(
          {"selection", "103 823 vertices of a regular grid, most of them asleep", false, false},
          46, {0.01, 0.001}),
      sleeping_cube({"selection_cube63", "cube63, 1 % of its vertices awake", false, false}, 63,
                    {0.01}),
      sleeping_cube(
          {"selection_forty_million", "forty_million, 0.1 % of its vertices awake", false, false},
          199, {0.001})};
  return all;
}

const SpectralRecipe* spectral_recipe(std::string_view name) {
  for (const SpectralRecipe& r : spectral_recipes())
    if (r.info.name == name) return &r;
  return nullptr;
}

// A scan's file; empty where it is not there.
std::filesystem::path file_of(std::string_view name, const std::filesystem::path& models) {
  const std::filesystem::path file = models / (std::string(name) + ".node");
  std::error_code error;
  return !models.empty() && std::filesystem::exists(file, error) ? file : std::filesystem::path{};
}

const ContactRecipe* contact_recipe(std::string_view name) {
  for (const ContactRecipe& r : contact_recipes())
    if (r.info.name == name) return &r;
  return nullptr;
}

const DescentRecipe* descent_recipe(std::string_view name) {
  for (const DescentRecipe& r : descent_recipes())
    if (r.info.name == name) return &r;
  return nullptr;
}

const Recipe& recipe(std::string_view name) {
  for (const Recipe& r : recipes())
    if (r.info.name == name) return r;
  std::string known;
  for (const CaseInfo& info : cases()) known += text(known.empty() ? "" : ", ", info.name);
  throw InputError("", 0, text("no case '", name, "'"), "there are: " + known);
}

std::string described(const Recipe& r) {
  std::string out(r.shape);
  for (const auto& [name, value] : r.parameters) out += text(" ", name, "=", value);
  return out;
}

void put_on_floor(Mesh& mesh) {
  Box box;
  for (const Vec3d& p : mesh.vertices) box.add(p);
  for (Vec3d& p : mesh.vertices) p.y -= box.low.y;
}

// Estimating the stable step of a huge model takes longer than everything else. That of a regular
// grid is in proportion to its cells' size, so a small one tells.
constexpr double most_cells_estimated = 64;
double step_of_grid(const Recipe& r, const Dynamics& dynamics) {
  constexpr double few = 15;
  std::map<std::string, double> small = r.parameters;
  small.at("cells") = few;
  const Model model(
      mass_spring_solid(TetMesh(make_shape(r.shape, small)), material("rubber"), in_steps()));
  return safe_step(model, dynamics) * few / r.parameters.at("cells");
}

// E06 9.2: a quarter of the shape's size, held at one end, in steps of 0.1 ms.
void hang(const TetMesh& mesh, Case& out) {
  double wall = mesh.vertices()[0].x;
  for (const Vec3d& p : mesh.vertices()) wall = std::min(wall, p.x);
  for (std::size_t v = 0; v < mesh.vertices().size(); ++v)
    if (mesh.vertices()[v].x < wall + 1e-6) out.body.pinned.push_back(static_cast<Index>(v));
  out.dynamics.time_step = 1e-4;
}

// Parts that fall upon each other are crushed, which CPM1 does not outlive: held by its feet, with
// a tenth of its weight, it sways.
void hold_feet(const TetMesh& mesh, Case& out) {
  out.dynamics.gravity = {0, -1, 0};
  for (std::size_t v = 0; v < mesh.vertices().size(); ++v)
    if (mesh.vertices()[v].y < 0.05) out.body.pinned.push_back(static_cast<Index>(v));
}

Body body_of(const Recipe& r, const TetMesh& mesh, Notes* notes) {
  // No constants of a material can be fitted to the needles of a fan.
  if (r.shape == "fan") return simplex_solid(mesh.mesh());
  if (r.model) {
    Material rubber = make_material(3e6, 0.45, 1200);  // E06's
    rubber.shear = 1e6;
    return continuum_solid(mesh, *r.model, rubber, {}, {}, notes);
  }
  return mass_spring_solid(mesh, material("rubber"), in_steps(), notes);
}

}  // namespace

std::span<const CaseInfo> cases() {
  static const std::vector<CaseInfo> infos = [] {
    std::vector<CaseInfo> list;
    for (const Recipe& r : recipes()) list.push_back(r.info);
    for (const SpectralRecipe& r : spectral_recipes()) list.push_back(r.info);
    for (const ContactRecipe& r : contact_recipes()) list.push_back(r.info);
    for (const DescentRecipe& r : descent_recipes()) list.push_back(r.info);
    return list;
  }();
  return infos;
}

std::string list_of_cases() {
  std::string out;
  for (const CaseInfo& info : cases()) {
    const char* named = !info.usual && !info.usual_on_card ? " (only when named)"
                        : !info.usual                      ? " (on the CPU only when named)"
                        : !info.usual_on_card              ? " (on a card only when named)"
                                                           : "";
    out += text(out.empty() ? "" : "\n", info.name, ": ", info.help, named);
  }
  return out;
}

std::filesystem::path models_folder(const std::filesystem::path& given) {
  std::error_code error;
  if (!given.empty()) {
    if (!std::filesystem::is_directory(given, error))
      throw InputError(given.string(), 0, "is no folder", "name the folder of the meshes");
    return given;
  }
  for (const std::filesystem::path folder : {"../shared/models", PLIANT_MODELS})
    if (std::filesystem::is_directory(folder, error)) return folder.lexically_normal();
  return {};
}

void check_case_name(std::string_view name) {
  if (!spectral_recipe(name) && !contact_recipe(name) && !descent_recipe(name)) recipe(name);
}

Case make_case(std::string_view name, const std::filesystem::path& models, Notes* notes) {
  if (const SpectralRecipe* spectral = spectral_recipe(name)) return make_spectral_case(*spectral);
  if (const ContactRecipe* touching = contact_recipe(name))
    return make_contact_case(*touching, file_of("armadillo", models), notes);
  if (const DescentRecipe* descent = descent_recipe(name))
    return make_descent_case(*descent, file_of("armadillo", models), notes);
  const Recipe& r = recipe(name);
  Case out;
  out.name = name;
  out.copies = r.copies;
  out.also_world = r.also_world;
  const std::filesystem::path file = file_of(r.file.empty() ? name : r.file, models);
  const bool read = r.has_file && !file.empty();
  const bool hangs = r.shape == "beam-with-hole";
  out.stands_in = r.has_file && !read;
  out.mesh = read ? file.string() : described(r);
  Mesh mesh = read ? read_mesh(file, notes) : make_shape(r.shape, r.parameters);
  put_on_floor(mesh);
  if (hangs)
    for (Vec3d& p : mesh.vertices) p *= 0.25;
  const TetMesh tets(std::move(mesh), notes);
  out.tetrahedra = tets.tetrahedra().size();
  out.edges = tets.edges().size();
  if (!r.model) out.boundary.assign(tets.boundary().begin(), tets.boundary().end());
  out.body = body_of(r, tets, notes);
  const auto has_springs = [](const Relations& set) { return law(set.law).arity == 2; };
  if (std::ranges::any_of(out.body.relations, has_springs))
    out.dynamics.strain_limit = strain_limit;
  if (!r.active_shares.empty()) {
    lay_to_rest(out, r.active_shares);
  } else if (hangs) {
    hang(tets, out);
    out.kept_surface.assign(tets.boundary().begin(), tets.boundary().end());
  } else {
    out.dynamics.obstacles = {{Floor{}}};
  }
  if (r.model && !hangs) hold_feet(tets, out);
  if (r.shape == "fan") out.dynamics.time_step = solid_step();
  if (r.shape == "cube" && r.parameters.at("cells") > most_cells_estimated)
    out.dynamics.time_step = step_of_grid(r, out.dynamics);
  return out;
}

}  // namespace pliant::bench
