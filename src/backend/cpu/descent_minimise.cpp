#include <algorithm>
#include <cmath>

#include "backend/cpu/descent.h"
#include "backend/descent_loop.h"
#include "base/parallel.h"

namespace pliant::cpu {

namespace {

using Work = DescentVectors::Work;

// Σ f·(b - a) and Σ f·f.
template <class R>
Work work(const AlignedVector<R>& f, const AlignedVector<R>& a, const AlignedVector<R>& b) {
  constexpr std::size_t part = 8192;
  std::vector<Work> parts((f.size() + part - 1) / part);
  parallel_for(parts.size(), 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p)
      for (std::size_t i = p * part; i < std::min(f.size(), (p + 1) * part); ++i) {
        parts[p].by += double(f[i]) * (double(b[i]) - double(a[i]));
        parts[p].square += double(f[i]) * double(f[i]);
      }
  });
  Work sum;
  for (const Work& one : parts) sum.by += one.by, sum.square += one.square;
  return sum;
}

}  // namespace

template <class R>
void Descent<R>::keep_in_reach(AlignedVector<R>& rows) const {
  if (reach_.empty()) return;
  const std::size_t width = order_->width;
  for (std::size_t i = 0; i < order_->at.size(); ++i) {
    const R* began = reach_.data() + i / width * 4 * width + i % width;
    R* row = rows.data() + order_->at[i];
    const Vec3<R> begin{began[0], began[width], began[2 * width]};
    const Vec3<R> way = Vec3<R>{row[0], row[1], row[2]} - begin;
    const R far = length(way), most = began[3 * width];
    if (far > most)
      for (int k = 0; k < 3; ++k) row[k] = begin[k] + way[k] * (most / far);
  }
}

template <class R>
class Descent<R>::Vectors final : public DescentVectors {
 public:
  Vectors(Descent& descent, int threads) : descent_(descent), threads_(threads) {
    for (auto& vector : own_) vector.resize(descent.now_.size(), R(0));
  }
  void sweep(int count, bool with_care) override { descent_.sweep(count, threads_, with_care); }
  void find_forces(Vector into) override { descent_.find_forces(of(into), threads_); }
  void swap_forces() override { of(Vector::force).swap(of(Vector::force_then)); }
  void copy(Vector which, Vector to) override { of(to) = of(which); }
  Work work(Vector f, Vector since) override { return cpu::work(of(f), of(since), descent_.now_); }
  std::vector<Vec3d> read(Vector which) const override { return descent_.by_vertex(of(which), {}); }
  void set_way(std::vector<Vec3d> way) override { way_ = std::move(way); }
  void go(Vector begin, double part) override {
    for (std::size_t v = 0; v < way_.size(); ++v)
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t i = 4 * std::size_t(descent_.order_->row_of_vertex[v]) + k;
        descent_.now_[i] =
            static_cast<R>(double(of(begin)[i]) + part * way_[v][static_cast<int>(k)]);
      }
  }
  void forget_mixtures() override { descent_.mixer_.clear(); }
  bool mix() override { return descent_.mixer_.mix(of(Vector::start), descent_.now_); }
  void keep_in_reach() override { descent_.keep_in_reach(descent_.now_); }

 private:
  AlignedVector<R>& of(Vector which) {
    return which == Vector::now ? descent_.now_ : own_[std::size_t(which)];
  }
  const AlignedVector<R>& of(Vector which) const {
    return which == Vector::now ? descent_.now_ : own_[std::size_t(which)];
  }
  Descent& descent_;
  int threads_;
  AlignedVector<R> own_[vector_count];
  std::vector<Vec3d> way_;
};

template <class R>
large_steps::Descended Descent<R>::minimise(int sweeps, double enough, int threads,
                                            const large_steps::CoarseLevel* coarse) {
  Vectors vectors(*this, threads);
  return descend(vectors, sweeps, enough, coarse);
}

template large_steps::Descended Descent<float>::minimise(int, double, int,
                                                         const large_steps::CoarseLevel*);
template large_steps::Descended Descent<double>::minimise(int, double, int,
                                                          const large_steps::CoarseLevel*);
template void Descent<float>::keep_in_reach(AlignedVector<float>&) const;
template void Descent<double>::keep_in_reach(AlignedVector<double>&) const;

}  // namespace pliant::cpu
