#pragma once

#include <nmmintrin.h>

#include "backend/cpu/lanes.h"

namespace pliant::cpu {

template <>
struct Lanes<float, Sse42> {
  using Pack = pliant::Pack<float, Sse42>;
  static constexpr int width = 4;

  template <int count, class Row>
  PLIANT_HD static void read(const Row& row, Pack (&out)[count]) {
    static_assert(count % 4 == 0);
    for (int i = 0; i < count; i += 4) {
      __m128 a = _mm_load_ps(row(0) + i), b = _mm_load_ps(row(1) + i);
      __m128 c = _mm_load_ps(row(2) + i), d = _mm_load_ps(row(3) + i);
      _MM_TRANSPOSE4_PS(a, b, c, d);
      out[i] = a;
      out[i + 1] = b;
      out[i + 2] = c;
      out[i + 3] = d;
    }
  }
  template <int count, class Row>
  PLIANT_HD static void write(const Row& row, const Pack (&in)[count]) {
    static_assert(count % 4 == 0);
    for (int i = 0; i < count; i += 4) {
      __m128 a = in[i], b = in[i + 1], c = in[i + 2], d = in[i + 3];
      _MM_TRANSPOSE4_PS(a, b, c, d);
      _mm_store_ps(row(0) + i, a);
      _mm_store_ps(row(1) + i, b);
      _mm_store_ps(row(2) + i, c);
      _mm_store_ps(row(3) + i, d);
    }
  }
  template <class Row>
  PLIANT_HD static void add(const Row& row, const Vec3<Pack>& f) {
    __m128 rows[4] = {f.x, f.y, f.z, _mm_setzero_ps()};
    _MM_TRANSPOSE4_PS(rows[0], rows[1], rows[2], rows[3]);
    for (int k = 0; k < 4; ++k) _mm_store_ps(row(k), _mm_add_ps(_mm_load_ps(row(k)), rows[k]));
  }
};

template <>
struct Lanes<double, Sse42> {
  using Pack = pliant::Pack<double, Sse42>;
  static constexpr int width = 2;

  template <int count, class Row>
  PLIANT_HD static void read(const Row& row, Pack (&out)[count]) {
    static_assert(count % 2 == 0);
    for (int i = 0; i < count; i += 2) {
      const __m128d a = _mm_load_pd(row(0) + i), b = _mm_load_pd(row(1) + i);
      out[i] = _mm_unpacklo_pd(a, b);
      out[i + 1] = _mm_unpackhi_pd(a, b);
    }
  }
  template <int count, class Row>
  PLIANT_HD static void write(const Row& row, const Pack (&in)[count]) {
    static_assert(count % 2 == 0);
    for (int i = 0; i < count; i += 2) {
      _mm_store_pd(row(0) + i, _mm_unpacklo_pd(in[i], in[i + 1]));
      _mm_store_pd(row(1) + i, _mm_unpackhi_pd(in[i], in[i + 1]));
    }
  }
  PLIANT_HD static void add_to(double* row, __m128d f) {
    _mm_store_pd(row, _mm_add_pd(_mm_load_pd(row), f));
  }
  template <class Row>
  PLIANT_HD static void add(const Row& row, const Vec3<Pack>& f) {
    add_to(row(0), _mm_unpacklo_pd(f.x, f.y));
    add_to(row(0) + 2, _mm_unpacklo_pd(f.z, _mm_setzero_pd()));
    add_to(row(1), _mm_unpackhi_pd(f.x, f.y));
    add_to(row(1) + 2, _mm_unpackhi_pd(f.z, _mm_setzero_pd()));
  }
};

}  // namespace pliant::cpu
