#include "cases/cases.h"

#include <pliant/bodies.h>
#include <pliant/box.h>
#include <pliant/error.h>
#include <pliant/io.h>
#include <pliant/shapes.h>

#include <algorithm>
#include <map>

namespace pliant::bench {

namespace {

constexpr double strain_limit = 1.3;

struct Recipe {
  CaseInfo info;
  bool has_file;           // a mesh of the folder of models
  std::string_view shape;  // what is made without it
  std::map<std::string, double> parameters;
};

const std::vector<Recipe>& recipes() {
  static const std::vector<Recipe> all{
      {{"bunny", "19 467 tetrahedra of a scan", true}, true, "critter", {{"tets", 19467}}},
      {{"dragon", "103 155 tetrahedra of a scan", true}, true, "critter", {{"tets", 103155}}},
      {{"armadillo", "147 163 tetrahedra of a scan", true}, true, "critter", {{"tets", 147163}}},
      {{"grid30", "162 000 tetrahedra of a regular grid", true},
       true,
       "cube",
       {{"cells", 30}, {"tets_per_cell", 6}}},
      {{"million", "998 250 tetrahedra of a regular grid", false},
       false,
       "cube",
       {{"cells", 55}, {"tets_per_cell", 6}}},
      {{"ten_million", "10 110 954 tetrahedra of a regular grid", false},
       false,
       "cube",
       {{"cells", 119}, {"tets_per_cell", 6}}}};
  return all;
}

const Recipe& recipe(std::string_view name) {
  std::string known;
  for (const Recipe& r : recipes()) {
    if (r.info.name == name) return r;
    known += (known.empty() ? "" : ", ") + std::string(r.info.name);
  }
  throw InputError("", 0, "no case '" + std::string(name) + "'", "there are: " + known);
}

std::string described(const Recipe& r) {
  std::string out(r.shape);
  for (const auto& [name, value] : r.parameters)
    out += " " + name + "=" + std::to_string(static_cast<long>(value));
  return out;
}

void put_on_floor(Mesh& mesh) {
  Box box;
  for (const Vec3d& p : mesh.vertices) box.add(p);
  for (Vec3d& p : mesh.vertices) p.y -= box.low.y;
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

Case make_case(std::string_view name, const std::filesystem::path& models, Notes* notes) {
  const Recipe& r = recipe(name);
  Case out;
  out.name = name;
  const std::filesystem::path file = models / (std::string(name) + ".node");
  std::error_code error;
  const bool read = r.has_file && !models.empty() && std::filesystem::exists(file, error);
  out.stands_in = r.has_file && !read;
  out.mesh = read ? file.string() : described(r);
  Mesh mesh = read ? read_mesh(file, notes) : make_shape(r.shape, r.parameters);
  put_on_floor(mesh);
  const TetMesh tets(std::move(mesh), notes);
  out.tetrahedra = tets.tetrahedra().size();
  out.edges = tets.edges().size();
  out.boundary.assign(tets.boundary().begin(), tets.boundary().end());
  out.body = mass_spring_solid(tets, material("rubber"), {}, notes);
  out.dynamics.strain_limit = strain_limit;
  out.dynamics.floor = Floor{};
  return out;
}

}  // namespace pliant::bench
