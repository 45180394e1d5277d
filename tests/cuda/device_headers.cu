#include <pliant/vec3.h>

#include <array>

#include "math/dual.h"
#include "relations/list.h"

namespace pliant {

template <class R>
__global__ void tetrahedron_volumes(const Vec3<R>* corners, R* volumes, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const Vec3<R>* c = corners + 4 * i;
  volumes[i] = signed_volume(c[0], c[1], c[2], c[3]) * length(normalised(c[1] - c[0]));
}

template __global__ void tetrahedron_volumes<float>(const Vec3<float>*, float*, int);
template __global__ void tetrahedron_volumes<double>(const Vec3<double>*, double*, int);

/// Vertices lie together a relation; rest states are taken from the positions, or absent.
template <class Law, class R>
__global__ void law_forces(const Vec3<R>* positions, const Vec3<R>* velocities,
                           const typename Law::template Param<R>* params, const bool* removed,
                           Vec3<R>* forces, int count) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= count) return;
  constexpr int n = Law::arity;
  Vec3<R> x[n], v[n], f[n];
  for (int i = 0; i < n; ++i) {
    x[i] = positions[n * r + i];
    v[i] = velocities[n * r + i];
  }
  const auto rest = removed[r] ? Law::template absent<R>() : Law::rest(x);
  Law::force(x, v, rest, params[r], f);
  for (int i = 0; i < n; ++i) forces[n * r + i] = f[i];
}

/// The gradient by dual numbers.
template <class Law, class R, class D = Dual<R, 3 * Law::arity>>
__global__ void law_gradients(const Vec3<R>* rest_positions, const Vec3<R>* positions,
                              const typename Law::template Param<D>* params, Vec3<R>* gradients,
                              int count) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= count) return;
  constexpr int n = Law::arity;
  Vec3<D> x0[n], x[n];
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) {
      x0[i][k] = rest_positions[n * r + i][k];
      x[i][k] = D::variable(positions[n * r + i][k], 3 * i + k);
    }
  const D energy = Law::energy(x, Law::rest(x0), params[r]);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) gradients[n * r + i][k] = energy.derivative[3 * i + k];
}

template <class R, class... Law>
std::array<const void*, 2 * sizeof...(Law)> law_kernels(LawList<Law...>) {
  return {reinterpret_cast<const void*>(&law_forces<Law, R>)...,
          reinterpret_cast<const void*>(&law_gradients<Law, R>)...};
}

/// Taking the kernels' addresses has each compiled for every law of the list.
template std::array<const void*, 2 * Laws::size> law_kernels<float>(Laws);
template std::array<const void*, 2 * Laws::size> law_kernels<double>(Laws);

}  // namespace pliant
