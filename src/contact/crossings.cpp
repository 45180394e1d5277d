#include "contact/crossings.h"

#include <algorithm>
#include <numeric>

#include "mesh/box_tree.h"
#include "mesh/check/collisions.h"

namespace pliant::contact {

Crossings::Crossings(const Surfaces& surfaces, std::span<const Vec3d> places,
                     const std::function<bool(const Triangle&)>& is_left_out)
    : s_(surfaces),
      x_(places),
      points_(scaled_points(places, std::vector<char>(places.size(), 1))) {
  std::vector<Index> own(places.size());
  std::iota(own.begin(), own.end(), Index{0});
  place_ = corner_places(points_, s_.faces, std::move(own));
  for (const Triangle& face : s_.faces) counted_.push_back(!is_left_out(face));
}

Box Crossings::box_of(std::size_t b) const {
  const Surface& body = s_.bodies[b];
  Box box;
  for (const Vec3d& x : x_.subspan(body.first_vertex, body.vertices)) box.add(x);
  return box;
}

std::vector<Index> Crossings::faces_within(std::size_t b, const Box& box) const {
  const Surface& body = s_.bodies[b];
  std::vector<Index> within;
  for (Index f = body.first_face; f < body.first_face + body.faces; ++f) {
    Box of_face;
    for (const Index v : s_.faces[f]) of_face.add(x_[v]);
    if (counted_[f] && of_face.overlaps(box)) within.push_back(f);
  }
  return within;
}

// A face tells one that it crosses; which bodies cross may be more, if these faces cross several.
std::vector<std::pair<std::size_t, std::size_t>> Crossings::bodies(
    const MayTouch& may_touch) const {
  std::vector<std::pair<std::size_t, std::size_t>> found;
  const std::vector<Index> other = collided_faces(points_, s_.faces, counted_, place_);
  std::vector<char> crosses(s_.bodies.size());
  for (std::size_t f = 0; f < other.size(); ++f)
    if (other[f] != no_index) crosses[s_.body[s_.faces[f][0]]] = 1;
  std::vector<std::size_t> numbers;
  std::vector<Box> boxes;
  std::vector<Vec3d> centres;
  for (std::size_t b = 0; b < crosses.size(); ++b) {
    if (!crosses[b]) continue;
    numbers.push_back(b);
    boxes.push_back(box_of(b));
    centres.push_back(boxes.back().centre());
  }
  const BoxTree tree(centres, [&](Index i) { return boxes[i]; });
  for (Index i = 0; i < numbers.size(); ++i)
    tree.traverse(
        [&](Index node) {
          return found.size() < most_pairs && tree.nodes()[node].box.overlaps(boxes[i]);
        },
        [&](Index slot) {
          const Index k = tree.items()[slot];
          if (found.size() < most_pairs && k >= i && boxes[k].overlaps(boxes[i]) &&
              may_touch(numbers[i], numbers[k]) && !faces(numbers[i], numbers[k]).empty())
            found.emplace_back(numbers[i], numbers[k]);
        });
  std::ranges::sort(found);
  return found;
}

std::vector<std::pair<Index, Index>> Crossings::faces(std::size_t first, std::size_t second) const {
  const Box a = box_of(first), b = first == second ? a : box_of(second);
  if (!a.overlaps(b)) return {};
  const std::vector<Index> of_first = faces_within(first, b),
                           of_second = first == second ? of_first : faces_within(second, a);
  std::vector<std::pair<Index, Index>> found =
      collisions_of(points_, s_.faces, of_first, of_second, place_);
  if (s_.bodies[first].hangs && first == second)
    std::erase_if(found, [&](const auto& faces) {
      return s_.are_joined(s_.faces[faces.first], s_.faces[faces.second]);
    });
  return found;
}

}  // namespace pliant::contact
