#include "model/carried_places.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant {

CarriedPlaces::CarriedPlaces(const contact::Surfaces& surfaces, std::size_t b) {
  const contact::Surface& body = surfaces.bodies[b];
  if (!body.hangs) return;
  const auto all = std::span(surfaces.carrier).subspan(body.first_carrier, body.carriers);
  carriers_.assign(all.begin(), all.end());
  for (Index v = body.first_vertex; v < body.first_vertex + body.vertices; ++v) {
    Row row{surfaces.carriers[v], surfaces.shares[v]};
    for (Index& carrier : row.carriers) carrier -= body.first_carrier;
    rows_.push_back(row);
  }
  before_.resize(carriers_.size());
  now_.resize(carriers_.size());
  sums_.resize(carriers_.size());
}

// As Embedding::apply() does it, so that what is shown is what touches.
void CarriedPlaces::write(std::span<Vec3d> places) const {
  for (std::size_t p = 0; p < rows_.size(); ++p) {
    const auto& [carriers, shares] = rows_[p];
    const Vec3d& origin = now_[carriers[0]];
    Vec3d way{};
    for (std::size_t i = 1; i < 4; ++i) way += (now_[carriers[i]] - origin) * shares[i];
    places[p] = origin + way;
  }
}

void CarriedPlaces::read(const backend::CompiledState& body, bool moved, std::span<Vec3d> places) {
  if (moved) before_.swap(now_);
  body.read_places(carriers_, now_);
  if (!moved) before_ = now_;
  write(places);
}

Vec3d CarriedPlaces::value(std::size_t point, std::span<const Vec3d> of_body) const {
  Vec3d sum{};
  for (std::size_t i = 0; i < 4; ++i)
    sum += of_body[carriers_[rows_[point].carriers[i]]] * rows_[point].shares[i];
  return sum;
}

double CarriedPlaces::inverse_mass(std::size_t point, std::span<const double> of_carriers) const {
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const double share = rows_[point].shares[i];
    sum += share * share * of_carriers[rows_[point].carriers[i]];
  }
  return sum;
}

void CarriedPlaces::add(std::size_t point, const Vec3d& force) {
  for (std::size_t i = 0; i < 4; ++i)
    sums_[rows_[point].carriers[i]] += force * rows_[point].shares[i];
}
void CarriedPlaces::take(std::vector<Index>& vertices, std::vector<Vec3d>& forces) {
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    if (sums_[i] == Vec3d{}) continue;
    vertices.push_back(carriers_[i]);
    forces.push_back(sums_[i]);
    sums_[i] = {};
  }
}

void CarriedPlaces::hold(backend::CompiledState& body, std::span<const double> most,
                         const Vec3d& along, std::span<Vec3d> places) {
  std::vector<double> farthest(carriers_.size(), std::numeric_limits<double>::infinity());
  for (std::size_t p = 0; p < rows_.size(); ++p)
    for (std::size_t i = 0; i < 4; ++i)
      if (rows_[p].shares[i] > 0)
        farthest[rows_[p].carriers[i]] = std::min(farthest[rows_[p].carriers[i]], most[p]);
  std::vector<Index> vertices;
  std::vector<Vec3d> ways;
  for (std::size_t i = 0; i < carriers_.size(); ++i) {
    const Vec3d start = before_[i] + along, way = now_[i] - start;
    const double gone = length(way);
    if (gone <= farthest[i]) continue;
    vertices.push_back(carriers_[i]);
    ways.push_back(start + way * (farthest[i] / gone) - now_[i]);
  }
  if (!vertices.empty()) body.hold_back(vertices, ways);
  body.read_places(carriers_, now_);
  write(places);
}

CarriedMasses carried_masses(std::span<const Tetrahedron> carriers,
                             std::span<const std::array<double, 4>> shares,
                             std::span<const double> masses, std::span<const char> used) {
  constexpr double firmest = 4;
  std::vector<double> carried(masses.size());
  for (std::size_t p = 0; p < carriers.size(); ++p)
    for (std::size_t i = 0; used[p] && i < 4; ++i) carried[carriers[p][i]] += shares[p][i];
  CarriedMasses out{std::vector<double>(carriers.size()), std::vector<double>(carriers.size())};
  for (std::size_t p = 0; p < carriers.size(); ++p) {
    if (!used[p]) continue;
    double least = std::numeric_limits<double>::infinity(), alone = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const double share = shares[p][i], mass = masses[carriers[p][i]];
      if (share > 0) least = std::min(least, mass / carried[carriers[p][i]]);
      alone += share * share / mass;
    }
    out.masses[p] = least;
    out.firmness[p] = std::min(firmest, std::sqrt(1 / (alone * least)));
  }
  return out;
}

}  // namespace pliant
