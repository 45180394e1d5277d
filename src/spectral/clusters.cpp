#include "spectral/clusters.h"

#include <algorithm>
#include <limits>

namespace pliant::spectral {

namespace {

constexpr std::size_t clusters_of_region = 64;

// Every node belongs to the nearest of some seeds, each of which is the farthest from those before.
std::vector<std::size_t> nearest_seed(const std::vector<Vec3d>& places, std::size_t seeds) {
  std::vector<double> distance(places.size(), std::numeric_limits<double>::infinity());
  std::vector<std::size_t> nearest(places.size(), 0);
  std::size_t seed = 0;
  for (std::size_t s = 0; s < std::min(seeds, places.size()); ++s) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      const double d = squared_length(places[i] - places[seed]);
      if (d < distance[i]) {
        distance[i] = d;
        nearest[i] = s;
      }
    }
    seed = static_cast<std::size_t>(std::ranges::max_element(distance) - distance.begin());
  }
  return nearest;
}

// rows [3][modes] times the region's map: [3][hybrid].
std::vector<double> mapped(const std::vector<double>& rows, const Data::Modal& modal,
                           std::size_t hybrid) {
  const std::size_t count = rows.size() / std::max<std::size_t>(1, modal.modes);
  std::vector<double> out(count * hybrid, 0.0);
  for (std::size_t row = 0; row < count; ++row)
    for (std::size_t m = 0; m < modal.modes; ++m) {
      const double factor = rows[row * modal.modes + m];
      for (std::size_t h = 0; h < hybrid; ++h)
        out[row * hybrid + h] += factor * modal.map[m * hybrid + h];
    }
  return out;
}

std::vector<Vec3d> places_of(const Data& data, std::size_t region) {
  std::vector<Vec3d> out;
  for (const Index v : data.regions[region].vertices) out.push_back(data.rest[v]);
  return out;
}

}  // namespace

std::vector<Data::Cluster> make_clusters(const Data& data,
                                         const std::vector<std::vector<double>>& masses) {
  std::vector<Data::Cluster> out;
  for (std::size_t r = 0; r < data.regions.size(); ++r) {
    const Data::Modal& modal = data.modal[r];
    const std::size_t seeds =
        data.regions[r].rigid ? 1 : clusters_of_region;  // one turns as a whole
    const std::vector<std::size_t> nearest = nearest_seed(places_of(data, r), seeds);
    const std::size_t count = *std::ranges::max_element(nearest) + 1, row = modal.modes;
    std::vector<std::vector<double>> rotation(count, std::vector<double>(3 * row)),
        weight = rotation;
    std::vector<double> mass(count, 0.0);
    for (std::size_t i = 0; i < nearest.size(); ++i) {
      const double* shapes = modal.shapes.data() + i * 6 * row;
      const std::size_t c = nearest[i];
      mass[c] += masses[r][i];
      for (std::size_t m = 0; m < 3 * row; ++m) {
        weight[c][m] += masses[r][i] * shapes[m];
        rotation[c][m] += masses[r][i] * shapes[3 * row + m];
      }
    }
    for (std::size_t c = 0; c < count; ++c) {
      for (double& number : rotation[c]) number /= mass[c];
      out.push_back(
          {mapped(rotation[c], modal, data.hybrid()), mapped(weight[c], modal, data.hybrid())});
    }
  }
  return out;
}

std::vector<double> centrifugal_loads(const Data& data,
                                      const std::vector<std::vector<double>>& masses) {
  std::vector<double> out(6 * data.hybrid(), 0.0);
  for (std::size_t r = 0; r < data.regions.size(); ++r) {
    const Data::Modal& modal = data.modal[r];
    const std::vector<Vec3d> places = places_of(data, r);
    std::vector<double> rows(6 * modal.modes, 0.0);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const double* shapes = modal.shapes.data() + i * 6 * modal.modes;
      const Vec3d x = places[i] * masses[r][i];
      // x ω² - ω (ω·x), by ωx², ωy², ωz², ωx ωy, ωy ωz, ωz ωx.
      const Vec3d load[6] = {{0, x.y, x.z},   {x.x, 0, x.z},   {x.x, x.y, 0},
                             {-x.y, -x.x, 0}, {0, -x.z, -x.y}, {-x.z, 0, -x.x}};
      for (std::size_t term = 0; term < 6; ++term)
        for (std::size_t m = 0; m < modal.modes; ++m)
          rows[term * modal.modes + m] += load[term].x * shapes[m] +
                                          load[term].y * shapes[modal.modes + m] +
                                          load[term].z * shapes[2 * modal.modes + m];
    }
    const std::vector<double> part = mapped(rows, modal, data.hybrid());
    for (std::size_t i = 0; i < part.size(); ++i) out[i] += part[i];
  }
  return out;
}

}  // namespace pliant::spectral
