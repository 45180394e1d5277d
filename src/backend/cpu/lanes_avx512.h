#pragma once

#include <immintrin.h>

#include "backend/cpu/lanes.h"

namespace pliant::cpu {

template <>
struct Lanes<float, Avx512> {
  using Pack = pliant::Pack<float, Avx512>;
  static constexpr int width = 16;

  // Four columns of four lanes each, within every 128 bits.
  PLIANT_HD static void transpose(__m512 a, __m512 b, __m512 c, __m512 d, __m512 (&out)[4]) {
    const __m512d ab_low = _mm512_castps_pd(_mm512_unpacklo_ps(a, b));
    const __m512d ab_high = _mm512_castps_pd(_mm512_unpackhi_ps(a, b));
    const __m512d cd_low = _mm512_castps_pd(_mm512_unpacklo_ps(c, d));
    const __m512d cd_high = _mm512_castps_pd(_mm512_unpackhi_ps(c, d));
    out[0] = _mm512_castpd_ps(_mm512_unpacklo_pd(ab_low, cd_low));
    out[1] = _mm512_castpd_ps(_mm512_unpackhi_pd(ab_low, cd_low));
    out[2] = _mm512_castpd_ps(_mm512_unpacklo_pd(ab_high, cd_high));
    out[3] = _mm512_castpd_ps(_mm512_unpackhi_pd(ab_high, cd_high));
  }
  PLIANT_HD static __m512 two_rows(const float* low, const float* high) {
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm256_load_ps(low)), _mm256_load_ps(high), 1);
  }
  PLIANT_HD static __m512 four_rows(const float* a, const float* b, const float* c,
                                    const float* d) {
    __m512 r = _mm512_castps128_ps512(_mm_load_ps(a));
    r = _mm512_insertf32x4(r, _mm_load_ps(b), 1);
    r = _mm512_insertf32x4(r, _mm_load_ps(c), 2);
    return _mm512_insertf32x4(r, _mm_load_ps(d), 3);
  }

  template <class Row>
  PLIANT_HD static void read(const Row& row, Pack (&out)[8]) {
    __m512 low[4], high[4];
    transpose(two_rows(row(0), row(4)), two_rows(row(1), row(5)), two_rows(row(2), row(6)),
              two_rows(row(3), row(7)), low);
    transpose(two_rows(row(8), row(12)), two_rows(row(9), row(13)), two_rows(row(10), row(14)),
              two_rows(row(11), row(15)), high);
    for (int i = 0; i < 4; ++i) {
      out[i] = _mm512_shuffle_f32x4(low[i], high[i], _MM_SHUFFLE(2, 0, 2, 0));
      out[i + 4] = _mm512_shuffle_f32x4(low[i], high[i], _MM_SHUFFLE(3, 1, 3, 1));
    }
  }
  template <class Row>
  PLIANT_HD static void read(const Row& row, Pack (&out)[4]) {
    __m512 columns[4];
    transpose(four_rows(row(0), row(4), row(8), row(12)),
              four_rows(row(1), row(5), row(9), row(13)),
              four_rows(row(2), row(6), row(10), row(14)),
              four_rows(row(3), row(7), row(11), row(15)), columns);
    for (int i = 0; i < 4; ++i) out[i] = columns[i];
  }
  template <int count, class Row>
  PLIANT_HD static void write(const Row& row, const Pack (&in)[count]) {
    static_assert(count % 4 == 0);
    for (int i = 0; i < count; i += 4) {
      __m512 rows[4];
      transpose(in[i], in[i + 1], in[i + 2], in[i + 3], rows);
      for (int k = 0; k < 4; ++k) {
        _mm_store_ps(row(k) + i, _mm512_castps512_ps128(rows[k]));
        _mm_store_ps(row(k + 4) + i, _mm512_extractf32x4_ps(rows[k], 1));
        _mm_store_ps(row(k + 8) + i, _mm512_extractf32x4_ps(rows[k], 2));
        _mm_store_ps(row(k + 12) + i, _mm512_extractf32x4_ps(rows[k], 3));
      }
    }
  }
  PLIANT_HD static void add_to(float* row, __m128 f) {
    _mm_store_ps(row, _mm_add_ps(_mm_load_ps(row), f));
  }
  template <class Row>
  PLIANT_HD static void add(const Row& row, const Vec3<Pack>& f) {
    __m512 rows[4];
    transpose(f.x, f.y, f.z, _mm512_setzero_ps(), rows);
    for (int k = 0; k < 4; ++k) {
      add_to(row(k), _mm512_castps512_ps128(rows[k]));
      add_to(row(k + 4), _mm512_extractf32x4_ps(rows[k], 1));
      add_to(row(k + 8), _mm512_extractf32x4_ps(rows[k], 2));
      add_to(row(k + 12), _mm512_extractf32x4_ps(rows[k], 3));
    }
  }
};

template <>
struct Lanes<double, Avx512> {
  using Pack = pliant::Pack<double, Avx512>;
  static constexpr int width = 8;

  PLIANT_HD static __m512d even(__m512d a, __m512d b) {
    return _mm512_shuffle_f64x2(a, b, _MM_SHUFFLE(2, 0, 2, 0));
  }
  PLIANT_HD static __m512d odd(__m512d a, __m512d b) {
    return _mm512_shuffle_f64x2(a, b, _MM_SHUFFLE(3, 1, 3, 1));
  }
  template <class Row>
  PLIANT_HD static void read(const Row& row, Pack (&out)[8]) {
    __m512d r[8];
    for (int i = 0; i < 8; ++i) r[i] = _mm512_load_pd(row(i));
    for (int i = 0; i < 2; ++i) {
      // First the numbers 0, 2, 4, 6 of each row, then 1, 3, 5, 7.
      const auto pair = [i](__m512d a, __m512d b) {
        return i == 0 ? _mm512_unpacklo_pd(a, b) : _mm512_unpackhi_pd(a, b);
      };
      const __m512d p01 = pair(r[0], r[1]), p23 = pair(r[2], r[3]);
      const __m512d p45 = pair(r[4], r[5]), p67 = pair(r[6], r[7]);
      const __m512d outer_low = even(p01, p23), outer_high = even(p45, p67);
      const __m512d inner_low = odd(p01, p23), inner_high = odd(p45, p67);
      out[i] = even(outer_low, outer_high);
      out[i + 4] = odd(outer_low, outer_high);
      out[i + 2] = even(inner_low, inner_high);
      out[i + 6] = odd(inner_low, inner_high);
    }
  }
  // [x0 y0 z0 w0 x2 y2 z2 w2] and so on from pairs [x0 y0 x2 y2 ...] and [z0 w0 z2 w2 ...].
  PLIANT_HD static __m512d low_rows(__m512d xy, __m512d zw) {
    return _mm512_permutex2var_pd(xy, _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11), zw);
  }
  PLIANT_HD static __m512d high_rows(__m512d xy, __m512d zw) {
    return _mm512_permutex2var_pd(xy, _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15), zw);
  }
  template <class Row>
  PLIANT_HD static void read(const Row& row, Pack (&out)[4]) {
    alignas(64) double lanes[4][8];
    for (int lane = 0; lane < 8; ++lane)
      for (int i = 0; i < 4; ++i) lanes[i][lane] = row(lane)[i];
    for (int i = 0; i < 4; ++i) out[i] = _mm512_load_pd(lanes[i]);
  }
  template <int count, class Row>
  PLIANT_HD static void write(const Row& row, const Pack (&in)[count]) {
    static_assert(count % 4 == 0);
    for (int i = 0; i < count; i += 4) {
      __m512d rows[4];
      four_rows(in[i], in[i + 1], in[i + 2], in[i + 3], rows);
      constexpr int first[4] = {0, 4, 1, 5};
      for (int k = 0; k < 4; ++k) {
        _mm256_store_pd(row(first[k]) + i, _mm512_castpd512_pd256(rows[k]));
        _mm256_store_pd(row(first[k] + 2) + i, _mm512_extractf64x4_pd(rows[k], 1));
      }
    }
  }
  // Rows 0 and 2, 4 and 6, 1 and 3, 5 and 7.
  PLIANT_HD static void four_rows(__m512d x, __m512d y, __m512d z, __m512d w, __m512d (&rows)[4]) {
    const __m512d xy_even = _mm512_unpacklo_pd(x, y), zw_even = _mm512_unpacklo_pd(z, w);
    const __m512d xy_odd = _mm512_unpackhi_pd(x, y), zw_odd = _mm512_unpackhi_pd(z, w);
    rows[0] = low_rows(xy_even, zw_even);
    rows[1] = high_rows(xy_even, zw_even);
    rows[2] = low_rows(xy_odd, zw_odd);
    rows[3] = high_rows(xy_odd, zw_odd);
  }
  PLIANT_HD static void add_to(double* row, __m256d f) {
    _mm256_store_pd(row, _mm256_add_pd(_mm256_load_pd(row), f));
  }
  template <class Row>
  PLIANT_HD static void add(const Row& row, const Vec3<Pack>& f) {
    __m512d rows[4];
    four_rows(f.x, f.y, f.z, _mm512_setzero_pd(), rows);
    constexpr int first[4] = {0, 4, 1, 5};
    for (int k = 0; k < 4; ++k) {
      add_to(row(first[k]), _mm512_castpd512_pd256(rows[k]));
      add_to(row(first[k] + 2), _mm512_extractf64x4_pd(rows[k], 1));
    }
  }
};

}  // namespace pliant::cpu
