#include "backend/volume_patches.h"

#include <algorithm>

#include "backend/incidence.h"
#include "model/volume_patches.h"
#include "relations/law_functions.h"
#include "relations/volume_patch.h"

namespace pliant::backend {

namespace {

bool bears_volume(const LawInfo& law) {
  return law.arity == 4 &&
         std::ranges::find(law.parameters, "lame", &LawField::name) != law.parameters.end();
}

std::vector<Tetrahedron> tetrahedra_in(const Relations& set) {
  std::vector<Tetrahedron> out(set.vertices.size() / 4);
  for (std::size_t i = 0; i < set.vertices.size(); ++i) out[i / 4][i % 4] = set.vertices[i];
  return out;
}

Index find(std::span<const Tetrahedron> all, const Lists& touching, const Tetrahedron& wanted) {
  for (const Index t : touching[wanted[0]])
    if (std::ranges::is_permutation(all[t], wanted)) return t;
  return no_index;
}

}  // namespace

std::vector<VolumePatches> VolumePatches::in(const Body& body) {
  std::vector<VolumePatches> all;
  for (std::size_t s = 0; s < body.relations.size(); ++s) {
    const Relations& set = body.relations[s];
    if (!is_patches(set) || set.rest.empty()) continue;
    std::size_t front = s;
    while (front > 0 && !bears_volume(laws()[law_index(body.relations[front - 1].law)])) --front;
    if (front == 0) continue;
    VolumePatches patches;
    patches.set = s;
    patches.tetrahedra = front - 1;
    const std::vector<Tetrahedron> cells = tetrahedra_in(body.relations[front - 1]);
    const Lists touching = vertex_cells<4>(cells, body.vertices.size());
    constexpr std::size_t arity = VolumePatch::arity;
    for (std::size_t r = 0; r < set.vertices.size() / arity; ++r) {
      std::size_t weight = 2;  // behind the volumes
      for (const Tetrahedron& t : tetrahedra_of_patch(set, r)) {
        while (set.rest[weight][r] == 0) ++weight;
        const Index found = find(cells, touching, t);
        if (found != no_index) {
          patches.members_.items.push_back(found);
          patches.weight_.push_back(weight);
          const auto& x = body.vertices;
          patches.volumes_.push_back(signed_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]));
        }
        ++weight;
      }
      patches.members_.offsets.push_back(patches.members_.items.size());
    }
    patches.patches_of_ = turned_round(patches.members_, cells.size());
    all.push_back(std::move(patches));
  }
  return all;
}

std::vector<Index> VolumePatches::of(std::span<const Index> tetrahedra_) const {
  std::vector<Index> out;
  for (const Index t : tetrahedra_)
    out.insert(out.end(), patches_of_[t].begin(), patches_of_[t].end());
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::optional<std::vector<double>> VolumePatches::rest(Index patch,
                                                       const std::vector<bool>& removed) const {
  std::vector<double> numbers(rest_count<VolumePatch>, 0);
  double whole = 0, left = 0;
  for (std::size_t m = members_.offsets[patch]; m < members_.offsets[patch + 1]; ++m) {
    whole += volumes_[m];
    if (!removed.empty() && removed[members_.items[m]]) continue;
    left += volumes_[m];
    numbers[weight_[m]] = 1;
  }
  if (!(left > 0)) return std::nullopt;
  numbers[0] = 1 / (6 * left);
  numbers[1] = left * (left / whole);
  return numbers;
}

}  // namespace pliant::backend
