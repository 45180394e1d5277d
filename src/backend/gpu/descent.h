#pragma once

#include "backend/descent_loop.h"
#include "backend/gpu/copies.h"
#include "backend/gpu/descent_plan.h"
#include "backend/mixture.h"

namespace pliant::gpu {

/// Vertex block descent of a body on the device (docs/descent.md).
template <class R>
class Descent final : public backend::DescentVectors {
 public:
  explicit Descent(const GpuModel<R>& model);

  /// The numbers of the relations are those of a state; cheap where few have changed.
  void renew(const Copies<R>& state);
  /// Where the vertices are, kept relative to `origin`, and what is made least from now on.
  /// `freedoms` are 0 in directions that are held.
  void begin(const large_steps::BodyProblem& problem, std::span<const Vec3d> freedoms,
             const Vec3d& origin, std::span<const Vec3d> places);
  /// Where they are, m.
  std::vector<Vec3d> places() const;
  /// Until then nothing is read of it.
  void wait() const { (void)products_.read(0, 1); }

  void sweep(int count, bool with_care) override;
  void find_forces(Vector into) override;
  void swap_forces() override { std::swap(of(Vector::force), of(Vector::force_then)); }
  void copy(Vector which, Vector to) override { of(which).copy_to(of(to)); }
  Work work(Vector f, Vector since) override;
  std::vector<Vec3d> read(Vector which) const override;
  void set_way(std::vector<Vec3d> way) override;
  void go(Vector begin, double part) override;
  void forget_mixtures() override { mixture_.clear(); }
  bool mix() override;
  void keep_in_reach() override;

 private:
  using Rows = DeviceArray<Four<R>>;
  struct Shared {
    const Rows* vector;
    double share;
  };
  Rows& of(Vector which) { return vectors_[std::size_t(which)]; }
  const Rows& of(Vector which) const { return vectors_[std::size_t(which)]; }
  DescentView<R> view() const;
  /// out becomes `to` and shares of other vectors.
  void add(const Rows& to, std::span<const Shared> shares, const Rows& out, bool in_reach = false);
  /// Of pairs of rows.
  std::vector<double> multiply(std::span<const PairOfVectors<R>> pairs);
  std::vector<Four<R>> rows_of(std::span<const Vec3d> vectors, const Vec3d& from = {}) const;
  void upload_numbers();
  template <class Program>
  void launch_sweeps(const Program& program) const;
  LaunchesOf<DescentPrograms<R>> programs() const {
    return LaunchesOf<DescentPrograms<R>>(*model_->device);
  }
  std::uint32_t rows() const { return static_cast<std::uint32_t>(plan_->row_of_vertex.size()); }

  const GpuModel<R>* model_;
  const DescentPlan<R>* plan_;
  // Of the relations.
  backend::VisitNumbers<R> numbers_;
  std::vector<std::vector<GpuField<R>>> taken_;              // [store][field]
  typename backend::VisitNumbers<R>::Fields taken_on_host_;  // likewise
  std::vector<std::vector<DeviceArray<R>>> fields_;          // [set][field]
  std::vector<VisitsView<R>> views_;
  DeviceArray<VisitsView<R>> device_views_;
  // Of the problem.
  Vec3d origin_{};
  R rate_ = 0;
  bool damps_ = false;  // some relation
  Rows before_, targets_, reach_;
  DeviceArray<std::uint32_t> notes_;
  DeviceArray<R> terms_;

  Rows vectors_[vector_count], way_;
  DeviceArray<Message<R>> messages_;
  DeviceArray<double> products_;
  backend::Mixture mixture_;
  struct Change {
    Rows way, end;
  };
  std::vector<Change> changes_;  // as a ring
  Change last_;                  // how far the last iteration went, and where it ended
  Rows new_way_;
};

}  // namespace pliant::gpu
