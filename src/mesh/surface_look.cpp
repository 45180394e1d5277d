#include "mesh/surface_look.h"

#include <algorithm>
#include <map>

#include "mesh/weld.h"

namespace pliant {

namespace {

using Corners = Appearance::Corners;
constexpr Corners no_corners{no_index, no_index, no_index};

bool corners_fit(const std::vector<Corners>& corners, std::size_t triangles, std::size_t points) {
  if (!corners.empty() && corners.size() != triangles) return false;
  return std::ranges::all_of(corners, [points](const Corners& c) {
    return std::ranges::all_of(c, [points](Index i) { return i < points || i == no_index; });
  });
}

// The points that corners name, once each, in the order of their names.
std::vector<Vec3d> welded(std::vector<Corners>& corners, const std::vector<Vec3d>& points) {
  ExactWeld weld;
  for (Corners& c : corners)
    for (Index& i : c)
      if (i != no_index) i = weld.add(points[i]);
  if (weld.points().empty()) corners.clear();
  return weld.take_points();
}

void tidy_texture_points(Appearance& look) {
  std::vector<Vec3d> points;
  points.reserve(look.texture_points.size());
  for (const auto& [u, v] : look.texture_points) points.push_back({u, v, 0});
  look.texture_points.clear();
  for (const Vec3d& p : welded(look.texture_corners, points))
    look.texture_points.push_back({p.x, p.y});
}

// Those of `items` that `numbers` name, in the order of their names.
template <class Item, class Numbers>
void keep_named(std::vector<Item>& items, const Numbers& numbers) {
  std::vector<Index> place(items.size(), no_index);
  std::vector<Item> kept;
  for (Index* const number : numbers) {
    if (*number == no_index) continue;
    if (place[*number] == no_index) {
      place[*number] = static_cast<Index>(kept.size());
      kept.push_back(std::move(items[*number]));
    }
    *number = place[*number];
  }
  items = std::move(kept);
}

std::uint32_t big_endian(std::string_view bytes, std::size_t at, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < count; ++i)
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

// Segments of a JPEG file follow one another: FF, a marker, a length that counts itself.
std::optional<ImageFacts> jpeg_facts(std::string_view bytes) {
  for (std::size_t at = 2; at + 9 < bytes.size();) {
    if (bytes[at] != '\xff') return std::nullopt;
    const auto marker = static_cast<unsigned char>(bytes[at + 1]);
    if (marker == 0xff) {  // filling
      ++at;
      continue;
    }
    const bool frame =
        marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
    if (frame)
      return ImageFacts{".jpg", "image/jpeg", static_cast<int>(big_endian(bytes, at + 7, 2)),
                        static_cast<int>(big_endian(bytes, at + 5, 2))};
    at += 2 + big_endian(bytes, at + 2, 2);
  }
  return std::nullopt;
}

std::map<Triangle, Index> by_places(const std::vector<Triangle>& triangles) {
  std::map<Triangle, Index> numbers;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    Triangle key = triangles[t];
    std::ranges::sort(key);
    numbers.try_emplace(key, static_cast<Index>(t));
  }
  return numbers;
}

}  // namespace

bool appearance_fits(const Mesh& mesh) {
  if (!mesh.appearance) return true;
  const Appearance& look = *mesh.appearance;
  const std::size_t triangles = mesh.triangles.size();
  const auto named = [](Index i, std::size_t end) { return i < end || i == no_index; };
  return corners_fit(look.texture_corners, triangles, look.texture_points.size()) &&
         corners_fit(look.normal_corners, triangles, look.normals.size()) &&
         (look.triangle_materials.empty() || look.triangle_materials.size() == triangles) &&
         std::ranges::all_of(look.triangle_materials,
                             [&](Index m) { return named(m, look.materials.size()); }) &&
         std::ranges::all_of(look.materials, [&](const SurfaceMaterial& m) {
           return named(m.image, look.images.size());
         });
}

void tidy_appearance(Mesh& mesh) {
  if (!mesh.appearance) return;
  Appearance& look = *mesh.appearance;
  tidy_texture_points(look);
  look.normals = welded(look.normal_corners, look.normals);
  std::vector<Index*> named;
  for (Index& m : look.triangle_materials) named.push_back(&m);
  keep_named(look.materials, named);
  if (look.materials.empty()) look.triangle_materials.clear();
  named.clear();
  for (SurfaceMaterial& m : look.materials) named.push_back(&m.image);
  keep_named(look.images, named);
  if (look.texture_corners.empty() && look.normal_corners.empty() && look.materials.empty())
    mesh.appearance.reset();
}

void carry_appearance(const Mesh& from, Mesh& to) {
  if (!from.appearance) return;
  ExactWeld weld;
  const auto placed = [&](const Mesh& mesh) {
    std::vector<Triangle> triangles = mesh.triangles.cells;
    for (Triangle& t : triangles)
      for (Index& v : t) v = is_finite(mesh.vertices[v]) ? weld.add(mesh.vertices[v]) : no_index;
    return triangles;
  };
  const std::vector<Triangle> old = placed(from), now = placed(to);
  const std::map<Triangle, Index> numbers = by_places(old);
  const Appearance& before = *from.appearance;
  Appearance look = before;
  const auto fresh = [&](auto& list, auto none) {
    if (!list.empty()) list.assign(now.size(), none);
  };
  fresh(look.texture_corners, no_corners);
  fresh(look.normal_corners, no_corners);
  fresh(look.triangle_materials, no_index);
  for (std::size_t t = 0; t < now.size(); ++t) {
    Triangle key = now[t];
    std::ranges::sort(key);
    const auto found = numbers.find(key);
    if (found == numbers.end()) continue;
    const Index source = found->second;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto corner =
          static_cast<std::size_t>(std::ranges::find(old[source], now[t][k]) - old[source].begin());
      if (!look.texture_corners.empty())
        look.texture_corners[t][k] = before.texture_corners[source][corner];
      if (!look.normal_corners.empty())
        look.normal_corners[t][k] = before.normal_corners[source][corner];
    }
    if (!look.triangle_materials.empty())
      look.triangle_materials[t] = before.triangle_materials[source];
  }
  to.appearance = std::move(look);
  tidy_appearance(to);
}

std::optional<ImageFacts> image_facts(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\x89PNG\r\n\x1a\n"sv) && bytes.size() >= 24) {
    const std::uint32_t width = big_endian(bytes, 16, 4), height = big_endian(bytes, 20, 4);
    constexpr std::uint32_t most = 0x7fffffff;  // of the format
    if (width > most || height > most) return std::nullopt;
    return ImageFacts{".png", "image/png", static_cast<int>(width), static_cast<int>(height)};
  }
  if (bytes.starts_with("\xff\xd8\xff"sv)) return jpeg_facts(bytes);
  return std::nullopt;
}

}  // namespace pliant
