#include <pliant/error.h>
#include <pliant/quality.h>
#include <pliant/stage.h>

#include <algorithm>
#include <numeric>

#include "base/nearest_name.h"
#include "base/text.h"

namespace pliant {

namespace {

bool is_selection(const std::string& group) {
  return group == "all" || group.find(':') != std::string::npos;
}

// A millionth of the size, as parse_group() has it.
Group on_plane(const Mesh& mesh, const GroupSource& source) {
  const Vec3d &p = source.point, &n = source.normal;
  if (source.tolerance > 0) return vertices_on_plane(mesh, p, n, source.tolerance);
  return parse_group(mesh, text("plane:", p.x, ',', p.y, ',', p.z, ',', n.x, ',', n.y, ',', n.z));
}

Group selected(const Mesh& mesh, const GroupSource& source) {
  if (!source.select.empty()) return parse_group(mesh, source.select);
  if (source.normal != Vec3d{}) return on_plane(mesh, source);
  if (source.low != source.high) return vertices_in_box(mesh, source.low, source.high);
  throw InputError("", 0, text("group '", source.name, "' selects nothing"),
                   "give 'low' and 'high' of a box, 'point' and 'normal' of a plane, or 'select'");
}

}  // namespace

double StagedBody::volume() const {
  if (fill.empty()) return mesh->volume();
  const std::vector<double> volumes = tetrahedron_volumes(mesh->mesh());
  return std::inner_product(fill.begin(), fill.end(), volumes.begin(), 0.0);
}

void StagedBody::made_of(std::span<const Material> materials) {
  for (const Material& m : materials) young = young > 0 ? std::min(young, m.young) : m.young;
  if (look.material.empty() && !materials.empty()) look.material = materials.front().name;
}

std::vector<std::size_t> Stage::chosen(const BodyName& name) const {
  std::vector<std::size_t> numbers;
  std::vector<std::string> names;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (name.empty() || bodies[b].name == name) numbers.push_back(b);
    names.push_back(bodies[b].name);
  }
  if (numbers.empty())
    throw InputError("", 0, text("there is no body '", std::string_view(name).substr(0, 64), "'"),
                     nearest_name(name, names));
  return numbers;
}

std::vector<std::size_t> Stage::chosen(const BodyName& name,
                                       std::span<const BodyKind> kinds) const {
  std::vector<std::size_t> numbers = chosen(name);
  const auto is_other = [&](std::size_t b) {
    return std::ranges::find(kinds, bodies[b].mesh->kind()) == kinds.end();
  };
  const std::size_t first = numbers.front();
  std::erase_if(numbers, is_other);
  if (numbers.empty())
    throw InputError(
        "", 0,
        text("body '", bodies[first].name, "' is ", pliant::name(bodies[first].mesh->kind())),
        text("this is for ", pliant::name(kinds.front()),
             "; ClothForces are for cloth, ChainForces for chains, ElasticForces for "
             "hexahedra"));
  return numbers;
}

std::array<std::size_t, 2> Stage::two(const std::vector<std::string>& names) const {
  if (names.size() != 2)
    throw InputError(
        "", 0, text("'between' names ", names.size(), " bodies, not two"),
        "such as between = {\"" + bodies.front().name + "\", \"" + bodies.back().name + "\"}");
  std::array<std::size_t, 2> numbers{};
  for (std::size_t i = 0; i < 2; ++i) {
    BodyName name;
    name += names[i];
    if (name.empty()) throw InputError("", 0, "'between' has an empty name", "name two bodies");
    numbers[i] = chosen(name).front();
  }
  if (numbers[0] == numbers[1])
    throw InputError("", 0, text("'between' names body '", names[0], "' twice"),
                     "name two bodies; 'self' is for bodies with themselves");
  return numbers;
}

bool Stage::in_body(const GroupName& group, const StagedBody& body, Group& vertices) const {
  const Mesh& mesh = body.mesh->mesh();
  if (is_selection(group)) {
    vertices = parse_group(mesh, group);
    return true;
  }
  if (const auto found = mesh.groups.find(group); found != mesh.groups.end()) {
    vertices = found->second;
    return true;
  }
  for (const auto& source : simulation_.groups())
    if (source->value.name == group &&
        (source->value.body.empty() || source->value.body == body.name)) {
      vertices = selected(mesh, source->value);
      return true;
    }
  return false;
}

std::vector<std::string> Stage::group_names() const {
  std::vector<std::string> names{"all"};
  for (const auto& source : simulation_.groups()) names.push_back(source->value.name);
  for (const StagedBody& body : bodies)
    for (const auto& [name, vertices] : body.mesh->mesh().groups) names.push_back(name);
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::vector<Selection> Stage::select(const GroupName& group, const BodyName& body) const {
  if (group.empty()) throw InputError("", 0, "no group of vertices is named", "give 'group'");
  std::vector<Selection> parts;
  bool known = false;
  for (const std::size_t b : chosen(body)) {
    Selection part{b, {}};
    known |= in_body(group, bodies[b], part.vertices);
    if (!part.vertices.empty()) parts.push_back(std::move(part));
  }
  const std::string_view shown = std::string_view(group).substr(0, 100);
  if (!known)
    throw InputError("", 0, text("there is no group '", shown, "'"),
                     nearest_name(group, group_names()));
  if (parts.empty())
    throw InputError("", 0, text("no vertex is in the group '", shown, "'"),
                     "check where it lies; 'pliant info' tells the size of a mesh");
  return parts;
}

std::size_t Stage::add_probe(Measurement probe) {
  const auto taken = [&](const std::string& name) {
    return std::ranges::find(probes, name, &Measurement::name) != probes.end();
  };
  if (taken(probe.name)) {
    std::size_t number = 2;
    while (taken(text(probe.name, number))) ++number;
    probe.name += text(number);
  }
  probes.push_back(std::move(probe));
  return probes.size() - 1;
}

}  // namespace pliant
