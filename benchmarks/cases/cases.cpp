#include "cases/cases.h"

#include <pliant/bodies.h>
#include <pliant/box.h>
#include <pliant/error.h>
#include <pliant/io.h>
#include <pliant/shapes.h>
#include <pliant/stability.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "cases/simplex_bodies.h"

namespace pliant::bench {

namespace {

constexpr double strain_limit = 1.3;

struct Recipe {
  CaseInfo info;
  bool has_file;           // a mesh of the folder of models
  std::string_view shape;  // what is made without it
  std::map<std::string, double> parameters;
  std::size_t copies = 1;
};

Recipe scan(std::string_view name, std::string_view help, double tetrahedra) {
  return {{name, help, true, true}, true, "critter", {{"tets", tetrahedra}}};
}
Recipe cube(const CaseInfo& info, double cells, double tets_per_cell, std::size_t copies = 1) {
  return {info, false, "cube", {{"cells", cells}, {"tets_per_cell", tets_per_cell}}, copies};
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
      cube({"batch", "4096 copies of 1080 tetrahedra of a regular grid", false, true}, 6, 5, 4096)};
  return all;
}

const Recipe& recipe(std::string_view name) {
  std::string known;
  for (const Recipe& r : recipes()) {
    if (r.info.name == name) return r;
    known += text(known.empty() ? "" : ", ", r.info.name);
  }
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
  const Model model(mass_spring_solid(TetMesh(make_shape(r.shape, small)), material("rubber")));
  return safe_step(model, dynamics) * few / r.parameters.at("cells");
}

}  // namespace

std::span<const CaseInfo> cases() {
  static const std::vector<CaseInfo> infos = [] {
    std::vector<CaseInfo> list;
    for (const Recipe& r : recipes()) list.push_back(r.info);
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
  recipe(name);
}

Case make_case(std::string_view name, const std::filesystem::path& models, Notes* notes) {
  const Recipe& r = recipe(name);
  Case out;
  out.name = name;
  out.copies = r.copies;
  const std::filesystem::path file = models / (std::string(name) + ".node");
  std::error_code error;
  const bool read = r.has_file && !models.empty() && std::filesystem::exists(file, error);
  const bool fan = r.shape == "fan";
  out.stands_in = r.has_file && !read;
  out.mesh = read ? file.string() : described(r);
  Mesh mesh = read ? read_mesh(file, notes) : make_shape(r.shape, r.parameters);
  put_on_floor(mesh);
  const TetMesh tets(std::move(mesh), notes);
  out.tetrahedra = tets.tetrahedra().size();
  out.edges = tets.edges().size();
  out.boundary.assign(tets.boundary().begin(), tets.boundary().end());
  // No constants of a material can be fitted to the needles of a fan.
  out.body =
      fan ? simplex_solid(tets.mesh()) : mass_spring_solid(tets, material("rubber"), {}, notes);
  out.dynamics.strain_limit = strain_limit;
  out.dynamics.floor = Floor{};
  if (fan) out.dynamics.time_step = solid_step();
  if (r.shape == "cube" && r.parameters.at("cells") > most_cells_estimated)
    out.dynamics.time_step = step_of_grid(r, out.dynamics);
  return out;
}

}  // namespace pliant::bench
