#pragma once

#include <pliant/error.h>

#include "backend/gpu/device.h"
#include "base/text.h"
#include "spectral/gpu/programs.h"
#include "spectral/solid.h"

namespace pliant::spectral {

using gpu::DeviceArray;
using gpu::nodes_together;

/// A solid's nodes in the card's memory; does not change.
template <class R>
struct NodesOnCard {
  NodesOnCard(const Data& data, std::shared_ptr<gpu::Device> on);

  std::shared_ptr<gpu::Device> device;
  std::vector<Index> vertices;  // [group][32]; no_index where there is none
  std::uint32_t modes = 0;
  DeviceArray<gpu::NodeGroup> groups;
  DeviceArray<R> shapes, rest;

  /// With a program of spectral/gpu/programs.h.
  template <class Program>
  void run(const Program& program, const gpu::Grid& grid) const {
    gpu::LaunchesOf<gpu::SpectralPrograms<R>>(*device).run(program, grid);
  }
  std::size_t group_count() const { return groups.size(); }
  std::size_t bytes() const { return groups.bytes() + shapes.bytes() + rest.bytes(); }
  /// From [group][3][32] about the centre.
  void take(std::span<const R> places, const Vec3d& centre, std::vector<Vec3d>& out) const;
};

template <class R>
NodesOnCard<R>::NodesOnCard(const Data& data, std::shared_ptr<gpu::Device> on)
    : device(std::move(on)) {
  std::vector<gpu::NodeGroup> list;
  std::vector<R> all_shapes, all_rest;
  for (std::size_t r = 0; r < data.regions.size(); ++r) {
    const Data::Modal& modal = data.modal[r];
    std::vector<Index> own;
    for (const Index v : data.regions[r].vertices)
      if (data.node_of[v].region == r) own.push_back(v);
    for (std::size_t first = 0; first < own.size(); first += nodes_together) {
      list.push_back({all_shapes.size(), static_cast<std::uint32_t>(modal.modes), modes});
      const std::size_t shapes_at = all_shapes.size(), rest_at = all_rest.size();
      all_shapes.resize(shapes_at + modal.modes * 6 * nodes_together, R(0));
      all_rest.resize(rest_at + 3 * nodes_together, R(0));
      for (std::size_t lane = 0; lane < nodes_together; ++lane) {
        const Index v = first + lane < own.size() ? own[first + lane] : no_index;
        vertices.push_back(v);
        if (v == no_index) continue;
        const double* from = modal.shapes.data() + data.node_of[v].number * 6 * modal.modes;
        for (std::size_t m = 0; m < modal.modes; ++m)
          for (std::size_t i = 0; i < 6; ++i)
            all_shapes[shapes_at + (m * 6 + i) * nodes_together + lane] =
                static_cast<R>(from[i * modal.modes + m]);
        for (int i = 0; i < 3; ++i)
          all_rest[rest_at + static_cast<std::size_t>(i) * nodes_together + lane] =
              static_cast<R>(data.rest[v][i]);
      }
    }
    modes += static_cast<std::uint32_t>(modal.modes);
  }
  if (modes > gpu::most_modes)
    throw InputError("", 0, text("a spectral solid with ", modes, " modes in all on the card"),
                     text("take at most ", gpu::most_modes, ", or the backend cpu"));
  groups = {device, list};
  shapes = {device, all_shapes};
  rest = {device, all_rest};
}

template <class R>
void NodesOnCard<R>::take(std::span<const R> places, const Vec3d& centre,
                          std::vector<Vec3d>& out) const {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (vertices[i] == no_index) continue;
    const R* from = places.data() + i / nodes_together * 3 * nodes_together + i % nodes_together;
    out[vertices[i]] = centre + Vec3d{double(from[0]), double(from[nodes_together]),
                                      double(from[2 * nodes_together])};
  }
}

}  // namespace pliant::spectral
