#pragma once

#include <immintrin.h>

#include "backend/cpu/lanes.h"

namespace pliant::cpu {

template <>
struct Lanes<float, Avx2> {
  using Pack = pliant::Pack<float, Avx2>;
  static constexpr int width = 8;

  // Four columns of four lanes each, within every 128 bits.
  PLIANT_HD static void transpose(__m256 a, __m256 b, __m256 c, __m256 d, __m256 (&out)[4]) {
    const __m256d ab_low = _mm256_castps_pd(_mm256_unpacklo_ps(a, b));
    const __m256d ab_high = _mm256_castps_pd(_mm256_unpackhi_ps(a, b));
    const __m256d cd_low = _mm256_castps_pd(_mm256_unpacklo_ps(c, d));
    const __m256d cd_high = _mm256_castps_pd(_mm256_unpackhi_ps(c, d));
    out[0] = _mm256_castpd_ps(_mm256_unpacklo_pd(ab_low, cd_low));
    out[1] = _mm256_castpd_ps(_mm256_unpackhi_pd(ab_low, cd_low));
    out[2] = _mm256_castpd_ps(_mm256_unpacklo_pd(ab_high, cd_high));
    out[3] = _mm256_castpd_ps(_mm256_unpackhi_pd(ab_high, cd_high));
  }
  PLIANT_HD static __m256 two_rows(const float* low, const float* high) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps(low)), _mm_load_ps(high), 1);
  }

  template <class Row>
  PLIANT_HD static void read(const Row& row, Pack (&out)[8]) {
    const auto whole = [&](int lane) { return _mm256_load_ps(row(lane)); };
    __m256 low[4], high[4];
    transpose(whole(0), whole(1), whole(2), whole(3), low);
    transpose(whole(4), whole(5), whole(6), whole(7), high);
    for (int i = 0; i < 4; ++i) {
      out[i] = _mm256_permute2f128_ps(low[i], high[i], 0x20);
      out[i + 4] = _mm256_permute2f128_ps(low[i], high[i], 0x31);
    }
  }
  template <class Row>
  PLIANT_HD static void read(const Row& row, Pack (&out)[4]) {
    __m256 columns[4];
    transpose(two_rows(row(0), row(4)), two_rows(row(1), row(5)), two_rows(row(2), row(6)),
              two_rows(row(3), row(7)), columns);
    for (int i = 0; i < 4; ++i) out[i] = columns[i];
  }
  template <int count, class Row>
  PLIANT_HD static void write(const Row& row, const Pack (&in)[count]) {
    static_assert(count % 4 == 0);
    for (int i = 0; i < count; i += 4) {
      __m256 rows[4];
      transpose(in[i], in[i + 1], in[i + 2], in[i + 3], rows);
      for (int k = 0; k < 4; ++k) {
        _mm_store_ps(row(k) + i, _mm256_castps256_ps128(rows[k]));
        _mm_store_ps(row(k + 4) + i, _mm256_extractf128_ps(rows[k], 1));
      }
    }
  }
  PLIANT_HD static void add_to(float* row, __m128 f) {
    _mm_store_ps(row, _mm_add_ps(_mm_load_ps(row), f));
  }
  template <class Row>
  PLIANT_HD static void add(const Row& row, const Vec3<Pack>& f) {
    __m256 rows[4];
    transpose(f.x, f.y, f.z, _mm256_setzero_ps(), rows);
    for (int k = 0; k < 4; ++k) {
      add_to(row(k), _mm256_castps256_ps128(rows[k]));
      add_to(row(k + 4), _mm256_extractf128_ps(rows[k], 1));
    }
  }
};

template <>
struct Lanes<double, Avx2> {
  using Pack = pliant::Pack<double, Avx2>;
  static constexpr int width = 4;

  PLIANT_HD static void transpose(__m256d a, __m256d b, __m256d c, __m256d d, __m256d (&out)[4]) {
    const __m256d ab_low = _mm256_unpacklo_pd(a, b), ab_high = _mm256_unpackhi_pd(a, b);
    const __m256d cd_low = _mm256_unpacklo_pd(c, d), cd_high = _mm256_unpackhi_pd(c, d);
    out[0] = _mm256_permute2f128_pd(ab_low, cd_low, 0x20);
    out[1] = _mm256_permute2f128_pd(ab_high, cd_high, 0x20);
    out[2] = _mm256_permute2f128_pd(ab_low, cd_low, 0x31);
    out[3] = _mm256_permute2f128_pd(ab_high, cd_high, 0x31);
  }
  template <int count, class Row>
  PLIANT_HD static void read(const Row& row, Pack (&out)[count]) {
    static_assert(count % 4 == 0);
    for (int i = 0; i < count; i += 4) {
      __m256d columns[4];
      transpose(_mm256_load_pd(row(0) + i), _mm256_load_pd(row(1) + i), _mm256_load_pd(row(2) + i),
                _mm256_load_pd(row(3) + i), columns);
      for (int k = 0; k < 4; ++k) out[i + k] = columns[k];
    }
  }
  template <int count, class Row>
  PLIANT_HD static void write(const Row& row, const Pack (&in)[count]) {
    static_assert(count % 4 == 0);
    for (int i = 0; i < count; i += 4) {
      __m256d rows[4];
      transpose(in[i], in[i + 1], in[i + 2], in[i + 3], rows);
      for (int k = 0; k < 4; ++k) _mm256_store_pd(row(k) + i, rows[k]);
    }
  }
  template <class Row>
  PLIANT_HD static void add(const Row& row, const Vec3<Pack>& f) {
    __m256d rows[4];
    transpose(f.x, f.y, f.z, _mm256_setzero_pd(), rows);
    for (int k = 0; k < 4; ++k)
      _mm256_store_pd(row(k), _mm256_add_pd(_mm256_load_pd(row(k)), rows[k]));
  }
};

}  // namespace pliant::cpu
