#pragma once

#include <atomic>

#include "backend/cpu/cpu_model.h"
#include "backend/cpu/exchange.h"
#include "backend/cpu/phases.h"
#include "backend/cpu/sensitivity_kernels.h"
#include "backend/sensitive_run.h"
#include "math/dual.h"

namespace pliant::cpu {

/// Steps as CpuState does, with dual numbers. Its origin stays where the body's is at rest: double
/// precision suffices.
template <int lanes>
class CpuSensitiveRun final : public backend::SensitiveRun {
 public:
  CpuSensitiveRun(const Model& model, const CpuModel<double>& compiled, const Dynamics& dynamics,
                  const backend::RunStart& start, std::span<const backend::RunSlopes> slopes);

  bool step(std::int64_t count) override;
  void set_time_step(double seconds) override;
  void read(std::vector<Vec3d>* positions, std::vector<Vec3d>* velocities) const override;
  void read_slopes(std::size_t lane, std::vector<Vec3d>* positions,
                   std::vector<Vec3d>* velocities) const override;

 private:
  using D = Dual<double, lanes>;
  static constexpr std::size_t particle = sloped_particle<lanes>, vector = sloped_vector<lanes>;
  using Forces = AlignedVector<double>;

  void place_vertices(const backend::RunStart& start, std::span<const backend::RunSlopes> slopes);
  void take_fields(std::span<const backend::RunSlopes> slopes);
  void begin_step();
  void begin_stage();
  void pull();
  void work(Phase phase, std::size_t block);
  void find_forces(std::size_t block, Forces& forces) const;
  void move(std::size_t first, std::size_t count, const double* forces);
  Vec3<D> gravity() const;
  D damping() const;
  Vec3<D> pull_acceleration(std::size_t pull, const Vec3<D>& x, const Vec3<D>& v, const D& w) const;
  D pull_damping(std::size_t pull) const;
  /// At the time of the positions, by vertex.
  std::vector<Vec3<D>> present_velocities() const;
  const double* row(std::size_t vertex) const {
    return particles_.data() + particle * layout_.row_of_vertex[vertex];
  }
  static Vec3<D> vector_of(const double* numbers, std::size_t stride);
  static void put(double* numbers, std::size_t stride, const Vec3<D>& a);

  Model model_;
  const CpuModel<double>& compiled_;
  const Layout<double>& layout_;
  const SensitivityKernels<lanes>& kernels_;
  Exchange<double> exchange_;
  Dynamics dynamics_;
  IntegratorTraits method_;
  std::vector<Pull> pulls_;
  std::vector<std::vector<backend::PullSlope>> pull_slopes_;  // by lane; empty: none
  std::vector<contact::PlainObstacle> obstacles_;
  Fields<double> fields_;
  Fields<double> field_slopes_[lanes];       // with null values where there are none
  std::vector<SlopedGroups<lanes>> groups_;  // by store
  SlopedMotive<lanes> motive_{};
  std::vector<contact::SeenObstacle<double>> seen_;
  AlignedVector<double> kept_[4];
  // Whoever looks at forces copies halo in and puts sums aside, as the next step does anew.
  mutable AlignedVector<double> particles_;
  mutable PartialSums<double, sloped_vector<lanes>> aside_;
  std::vector<Index> all_blocks_, sharing_blocks_;
  std::uint32_t stage_ = 0;
  double time_ = 0;
  bool first_ = true;
  std::atomic<bool> diverged_{false}, met_{false};
};

}  // namespace pliant::cpu
