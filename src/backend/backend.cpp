#include "backend/backend.h"

#include <algorithm>

#include "relations/law_functions.h"

namespace pliant::backend {

namespace {

CompiledModel::Gas closed(const pliant::Gas& gas, const Body& body, const Box& box) {
  CompiledModel::Gas out{gas.set, {}, gas.amount, gas.outside, 0, 0};
  const std::vector<Index>& v = body.relations[gas.set].vertices;
  for (std::size_t i = 0; i + 2 < v.size(); i += 3) {
    out.triangles.push_back({v[i], v[i + 1], v[i + 2]});
    out.rest_volume +=
        dot(body.vertices[v[i]], cross(body.vertices[v[i + 1]], body.vertices[v[i + 2]])) / 6;
  }
  const double size = length(box.size());
  out.least_volume = 1e-6 * size * size * size;
  out.rest_volume = std::max(out.rest_volume, out.least_volume);
  return out;
}

}  // namespace

CompiledModel::CompiledModel(const Body& body, Precision p)
    : precision(p), masses(body.masses), pinned(body.pinned) {
  for (const Vec3d& x : body.vertices) box.add(x);
  for (const Relations& set : body.relations) {
    const std::size_t l = law_index(set.law);
    sets.push_back({l, set.vertices.size() / static_cast<std::size_t>(laws()[l].arity)});
  }
  for (const pliant::Gas& gas : body.gases) gases.push_back(closed(gas, body, box));
}

std::vector<double> limit_shares(const Body& body) {
  std::vector<double> springs(body.vertices.size(), 0);
  for (const Relations& set : body.relations)
    if (law(set.law).arity == 2)
      for (Index v : set.vertices) ++springs[v];
  for (double& count : springs) count = std::max(1.0, count / 2);
  return springs;
}

}  // namespace pliant::backend
