#include <pliant/vec3.h>

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

}  // namespace pliant
