#include "mesh/check/parts.h"
#include "mesh/repair/repair.h"

namespace pliant {

namespace {

void turn(Triangle& t) {
  std::swap(t[1], t[2]);
}

// For each face its neighbours across edges of two faces, and whether they disagree.
struct Neighbour {
  Index face = no_index;
  bool disagrees = false;
};

std::vector<std::array<Neighbour, 3>> neighbours_of(const std::vector<Triangle>& faces) {
  const auto edges = surface_edges(faces, std::vector<char>(faces.size(), 1));
  std::vector<std::array<Neighbour, 3>> neighbours(faces.size());
  std::vector<char> filled(faces.size(), 0);
  for (std::size_t e = 0; e < edges.edges.size(); ++e) {
    const auto around = edges.faces[e];
    if (around.size() != 2) continue;
    const auto [u, v] = edges.edges[e];
    const Index f = around[0], g = around[1];
    const bool disagrees = turns_along(faces[f], u, v) == turns_along(faces[g], u, v);
    neighbours[f][filled[f]++] = {g, disagrees};
    neighbours[g][filled[g]++] = {f, disagrees};
  }
  return neighbours;
}

}  // namespace

// From its lowest face through each part; then the smaller part of the area is turned. A part that
// cannot be consistent (a Möbius strip) keeps the edges where it closes on itself.
bool turn_faces(Surface& surface) {
  auto& faces = surface.faces();
  const auto neighbours = neighbours_of(faces);
  std::vector<char> seen(faces.size(), 0), against(faces.size(), 0);
  std::vector<Index> part;
  std::size_t turned = 0;
  for (Index seed = 0; seed < faces.size(); ++seed) {
    if (seen[seed]) continue;
    part.assign(1, seed);
    seen[seed] = 1;
    double area[2] = {0, 0};
    for (std::size_t i = 0; i < part.size(); ++i) {
      const Index f = part[i];
      area[against[f] ? 1 : 0] += surface.twice_area(faces[f]);
      for (const Neighbour& n : neighbours[f]) {
        if (n.face == no_index || seen[n.face]) continue;
        seen[n.face] = 1;
        against[n.face] = n.disagrees ? !against[f] : against[f];
        part.push_back(n.face);
      }
    }
    const char smaller = area[1] <= area[0];
    for (Index f : part)
      if (against[f] == smaller) {
        turn(faces[f]);
        ++turned;
      }
  }
  surface.tally.turned_faces += turned;
  return turned > 0;
}

bool turn_parts(Surface& surface) {
  auto& faces = surface.faces();
  const auto edges = surface_edges(faces, std::vector<char>(faces.size(), 1));
  const auto wrong = wrong_parts(surface.points, faces, edges);
  for (const WrongPart& part : wrong)
    for (Index f : part.faces) turn(faces[f]);
  surface.tally.turned_parts += wrong.size();
  return !wrong.empty();
}

}  // namespace pliant
