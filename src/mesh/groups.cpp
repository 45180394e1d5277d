#include <pliant/error.h>
#include <pliant/groups.h>
#include <pliant/quality.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <numeric>

#include "base/nearest_name.h"
#include "base/text.h"

namespace pliant {

namespace {

template <class Predicate>
Group vertices_where(const Mesh& mesh, const Predicate& wanted) {
  Group group;
  for (Index v = 0; v < mesh.vertices.size(); ++v)
    if (wanted(mesh.vertices[v])) group.push_back(v);
  return group;
}

Vec3d unit_normal(const Vec3d& normal) {
  // Scaled first, so that neither tiny nor huge normals leave the range of the numbers.
  const double largest = std::max({std::abs(normal.x), std::abs(normal.y), std::abs(normal.z)});
  if (!(largest > 0) || !std::isfinite(largest))
    throw InputError("", 0, "the normal of a plane has no direction",
                     "give three numbers that are not all 0");
  return normalised(normal / largest);
}

double size_of(const Mesh& mesh) {
  if (mesh.vertices.empty()) return 0;
  return length(bounding_box(mesh.vertices).size());
}

template <std::size_t N>
void add_region(const Cells<N>& cells, std::int32_t region, Group& group) {
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells.region(i) == region) group.insert(group.end(), cells[i].begin(), cells[i].end());
}

void sort_and_strip(Group& group) {
  std::ranges::sort(group);
  group.erase(std::unique(group.begin(), group.end()), group.end());
}

using Numbers = std::vector<double>;

// One way to write a group: its name, what follows, and how many numbers that may be.
struct Form {
  std::string_view name, arguments;
  std::size_t least, most;
  bool whole;
  Group (*find)(const Mesh&, const Numbers&);
};

constexpr double largest_whole = 9007199254740992;  // 2^53: below, doubles hold whole numbers

Vec3d point_at(const Numbers& n, std::size_t at) {
  return {n[at], n[at + 1], n[at + 2]};
}

Group find_box(const Mesh& mesh, const Numbers& n) {
  return vertices_in_box(mesh, point_at(n, 0), point_at(n, 3));
}

Group find_plane(const Mesh& mesh, const Numbers& n) {
  const double tolerance = n.size() > 6 ? n[6] : 1e-6 * size_of(mesh);
  return vertices_on_plane(mesh, point_at(n, 0), point_at(n, 3), tolerance);
}

Group find_above(const Mesh& mesh, const Numbers& n) {
  return vertices_above_plane(mesh, point_at(n, 0), point_at(n, 3));
}

Group find_sphere(const Mesh& mesh, const Numbers& n) {
  return vertices_in_sphere(mesh, point_at(n, 0), n[3]);
}

Group find_nearest(const Mesh& mesh, const Numbers& n) {
  const double count = n.size() > 3 ? n[3] : 1;
  if (count < 1 || count != std::floor(count))
    throw InputError("", 0, text("there cannot be ", count, " nearest vertices"),
                     "give a whole number from 1");
  return nearest_vertices(mesh, point_at(n, 0),
                          static_cast<std::size_t>(std::min(count, largest_whole)));
}

Group find_region(const Mesh& mesh, const Numbers& n) {
  if (std::abs(n[0]) > 2147483647) return {};
  return vertices_of_region(mesh, static_cast<std::int32_t>(n[0]));
}

Group find_list(const Mesh& mesh, const Numbers& n) {
  Group list;
  for (const double v : n) {
    if (v < 0 || v >= static_cast<double>(mesh.vertices.size()))
      throw InputError("", 0, text("vertex ", v, " does not exist"),
                       text("the mesh has ", mesh.vertices.size(), ", counted from 0"));
    list.push_back(static_cast<Index>(v));
  }
  sort_and_strip(list);
  return list;
}

constexpr std::size_t any_number = static_cast<std::size_t>(-1);
constexpr Form forms[] = {
    {"box", "x0,y0,z0,x1,y1,z1", 6, 6, false, find_box},
    {"plane", "px,py,pz,nx,ny,nz[,tolerance]", 6, 7, false, find_plane},
    {"above", "px,py,pz,nx,ny,nz", 6, 6, false, find_above},
    {"sphere", "x,y,z,radius", 4, 4, false, find_sphere},
    {"nearest", "x,y,z[,count]", 3, 4, false, find_nearest},
    {"region", "label", 1, 1, true, find_region},
    {"list", "0,1,2", 1, any_number, true, find_list},
};

// Text from a command line as it can be shown: cut short and without control characters.
std::string shown(std::string_view written) {
  constexpr std::size_t longest = 80;
  std::string out(written.substr(0, longest));
  for (char& c : out)
    if (static_cast<unsigned char>(c) < ' ' || c == 127) c = '?';
  return out + (written.size() > longest ? "..." : "");
}

[[noreturn]] void refuse(std::string_view written, const std::string& problem,
                         const std::string& cure) {
  throw InputError("", 0, text("group '", shown(written), "': ", problem), cure);
}

Numbers parse_numbers(std::string_view written, std::string_view arguments, const Form& form) {
  const std::string cure = text("write ", form.name, ':', form.arguments);
  Numbers numbers;
  while (true) {
    const std::size_t comma = arguments.find(',');
    std::string_view word = arguments.substr(0, comma);
    while (!word.empty() && word.front() == ' ') word.remove_prefix(1);
    while (!word.empty() && word.back() == ' ') word.remove_suffix(1);
    if (word.size() > 1 && word.front() == '+' && word[1] != '-') word.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value))
      refuse(written, text("'", shown(word), "' is not a number"), cure);
    if (form.whole && value != std::floor(value))
      refuse(written, text(value, " is not a whole number"), cure);
    numbers.push_back(value);
    if (comma == std::string_view::npos) break;
    arguments.remove_prefix(comma + 1);
  }
  if (numbers.size() < form.least || numbers.size() > form.most)
    refuse(written, plural(numbers.size(), "number is given", "numbers are given"), cure);
  return numbers;
}

Group named_group(const Mesh& mesh, std::string_view written, std::string_view name) {
  const auto found = mesh.groups.find(std::string(name));
  if (found != mesh.groups.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& entry : mesh.groups) names.push_back(entry.first);
  refuse(written, "the mesh has no group of this name", nearest_name(name, names));
}

}  // namespace

Group vertices_in_box(const Mesh& mesh, const Vec3d& corner, const Vec3d& opposite) {
  Box box;
  for (int i = 0; i < 3; ++i) {
    box.low[i] = std::min(corner[i], opposite[i]);
    box.high[i] = std::max(corner[i], opposite[i]);
  }
  return vertices_where(mesh, [&](const Vec3d& v) { return box.contains(v); });
}

Group vertices_on_plane(const Mesh& mesh, const Vec3d& point, const Vec3d& normal,
                        double tolerance) {
  const Vec3d n = unit_normal(normal);
  return vertices_where(mesh,
                        [&](const Vec3d& v) { return std::abs(dot(v - point, n)) <= tolerance; });
}

Group vertices_above_plane(const Mesh& mesh, const Vec3d& point, const Vec3d& normal) {
  const Vec3d n = unit_normal(normal);
  return vertices_where(mesh, [&](const Vec3d& v) { return dot(v - point, n) >= 0; });
}

Group vertices_in_sphere(const Mesh& mesh, const Vec3d& centre, double radius) {
  return vertices_where(mesh, [&](const Vec3d& v) { return length(v - centre) <= radius; });
}

Group nearest_vertices(const Mesh& mesh, const Vec3d& point, std::size_t count) {
  Group order(mesh.vertices.size());
  std::iota(order.begin(), order.end(), Index{0});
  count = std::min(count, order.size());
  const auto nearer = [&](Index a, Index b) {
    const double da = squared_length(mesh.vertices[a] - point);
    const double db = squared_length(mesh.vertices[b] - point);
    return da != db ? da < db : a < b;
  };
  const auto last = order.begin() + static_cast<std::ptrdiff_t>(count);
  std::nth_element(order.begin(), last, order.end(), nearer);
  order.resize(count);
  std::ranges::sort(order);
  return order;
}

Group vertices_of_region(const Mesh& mesh, std::int32_t region) {
  Group group;
  add_region(mesh.lines, region, group);
  add_region(mesh.triangles, region, group);
  add_region(mesh.tetrahedra, region, group);
  add_region(mesh.hexahedra, region, group);
  sort_and_strip(group);
  return group;
}

Group vertices_of_list(const Mesh& mesh, std::span<const Index> vertices) {
  return find_list(mesh, Numbers(vertices.begin(), vertices.end()));
}

Group united(const Group& a, const Group& b) {
  Group group;
  std::ranges::set_union(a, b, std::back_inserter(group));
  return group;
}

Group intersection(const Group& a, const Group& b) {
  Group group;
  std::ranges::set_intersection(a, b, std::back_inserter(group));
  return group;
}

Group difference(const Group& a, const Group& b) {
  Group group;
  std::ranges::set_difference(a, b, std::back_inserter(group));
  return group;
}

Group parse_group(const Mesh& mesh, std::string_view written) {
  const std::size_t colon = written.find(':');
  const std::string_view name = written.substr(0, colon);
  const std::string_view arguments =
      colon == std::string_view::npos ? std::string_view() : written.substr(colon + 1);
  if (written == "all") return vertices_where(mesh, [](const Vec3d&) { return true; });
  if (name == "group" && colon != std::string_view::npos)
    return named_group(mesh, written, arguments);
  std::vector<std::string_view> names{"all", "group"};
  for (const auto& form : forms) {
    names.push_back(form.name);
    if (form.name != name) continue;
    const Numbers numbers = parse_numbers(written, arguments, form);
    try {
      return form.find(mesh, numbers);
    } catch (const InputError& error) {
      refuse(written, error.problem(), error.cure());
    }
  }
  refuse(written, text("there is no kind '", shown(name), "'"), nearest_name(name, names));
}

}  // namespace pliant
