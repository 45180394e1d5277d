#include "mesh/repair/replacements.h"

#include <algorithm>

#include "mesh/check/collisions.h"

namespace pliant {

namespace {

// The surface as it would be with the replacements that are made.
struct Replaced {
  std::vector<Triangle> faces;
  std::vector<char> counted;
  std::vector<std::size_t> by;  // of each face which replacement added it
};
constexpr std::size_t nobody = static_cast<std::size_t>(-1);

Replaced replaced(const Surface& surface, const std::vector<Replacement>& replacements,
                  const std::vector<char>& made) {
  const auto& old = surface.mesh.triangles.cells;
  Replaced out{old, std::vector<char>(old.size(), 1), std::vector<std::size_t>(old.size(), nobody)};
  for (std::size_t r = 0; r < made.size(); ++r) {
    if (!made[r]) continue;
    for (Index f : replacements[r].removed) out.counted[f] = 0;
    for (const Triangle& t : replacements[r].added) {
      out.faces.push_back(t);
      out.counted.push_back(1);
      out.by.push_back(r);
    }
  }
  return out;
}

// Refuses what meets the rest of the surface or itself; where the new faces meet one another only,
// all but the first replacement of those. Returns whether any was refused.
bool refuse_collided(const Surface& surface, const std::vector<Replacement>& replacements,
                     std::vector<char>& made) {
  const Replaced trial = replaced(surface, replacements, made);
  const Points& points = surface.points;
  const auto place =
      corner_places(points, trial.faces, coinciding_vertices(points, coincidence * points.size));
  const auto partner = collided_faces(points, trial.faces, trial.counted, place);
  std::vector<std::size_t> with_rest, with_others;
  for (std::size_t f = 0; f < partner.size(); ++f) {
    if (partner[f] == no_index) continue;
    const std::size_t mine = trial.by[f], theirs = trial.by[partner[f]];
    if (mine == nobody && theirs == nobody) continue;
    if (mine == nobody || theirs == nobody || mine == theirs)
      with_rest.push_back(mine == nobody ? theirs : mine);
    else
      with_others.push_back(mine);
  }
  if (with_rest.empty() && with_others.empty()) return false;
  if (with_rest.empty()) {
    const std::size_t first = *std::ranges::min_element(with_others);
    std::erase(with_others, first);
    with_rest = with_others.empty() ? std::vector{first} : with_others;
  }
  for (std::size_t r : with_rest) made[r] = 0;
  return true;
}

// Removes the middles of what was refused and numbers those after them anew.
void take_back_middles(Surface& surface, std::vector<Replacement>& replacements,
                       const std::vector<char>& made) {
  std::vector<Index> gone;
  for (std::size_t r = 0; r < made.size(); ++r)
    if (!made[r] && replacements[r].middle != no_index) gone.push_back(replacements[r].middle);
  if (gone.empty()) return;
  std::ranges::sort(gone);
  const auto number = [&](Index v) {
    return v - static_cast<Index>(std::ranges::lower_bound(gone, v) - gone.begin());
  };
  for (Index v = gone[0]; v < surface.mesh.vertices.size(); ++v) {
    if (std::ranges::binary_search(gone, v)) continue;
    surface.mesh.vertices[number(v)] = surface.mesh.vertices[v];
    surface.points.at[number(v)] = surface.points.at[v];
    surface.points.sane[number(v)] = surface.points.sane[v];
  }
  const std::size_t left = surface.mesh.vertices.size() - gone.size();
  surface.mesh.vertices.resize(left);
  surface.points.at.resize(left);
  surface.points.sane.resize(left);
  for (std::size_t r = 0; r < made.size(); ++r)
    if (made[r])
      for (Triangle& t : replacements[r].added)
        for (Index& v : t) v = number(v);
}

}  // namespace

std::vector<char> replace_faces(Surface& surface, std::vector<Replacement> replacements) {
  std::vector<char> made(replacements.size(), 1);
  while (std::ranges::count(made, 1) > 0 && refuse_collided(surface, replacements, made)) {
  }
  take_back_middles(surface, replacements, made);
  std::vector<char> keep(surface.faces().size(), 1);
  for (std::size_t r = 0; r < made.size(); ++r) {
    if (!made[r]) continue;
    for (Index f : replacements[r].removed) keep[f] = 0;
    for (const Triangle& t : replacements[r].added) surface.add_face(t, replacements[r].region);
  }
  keep.resize(surface.faces().size(), 1);
  keep_cells(surface.mesh.triangles, keep);
  return made;
}

}  // namespace pliant
