#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "backend/cpu/cpu_state.h"
#include "backend/layout/relation_reader.h"
#include "backend/layout/stiffness_reader.h"
#include "backend/vertex_rows.h"
#include "base/parallel.h"
#include "relations/law_functions.h"

// What a state tells of itself: places, velocities, forces.

namespace pliant::cpu {

namespace {

template <class R>
Vec3d vector_at(const R* numbers) {
  return {double(numbers[0]), double(numbers[1]), double(numbers[2])};
}

class CopiedFrame final : public backend::PendingFrame {
 public:
  explicit CopiedFrame(const backend::CompiledState& state) { state.read(&positions_, nullptr); }
  std::vector<Vec3d> take() override { return std::move(positions_); }

 private:
  std::vector<Vec3d> positions_;
};

// Runs work(block, scratch) for every block, which leaves a vector for each of its rows and halo in
// scratch.forces, and adds them up for each vertex of the body.
template <class R, class Work>
std::vector<Vec3d> sums_by_vertex(const Stepper<R>& stepper, const Work& work) {
  const Exchange<R>& exchange = stepper.exchange;
  const Layout<R>& layout = exchange.layout();
  PartialSums<R> aside;
  aside.reserve(layout);
  std::vector<Vec3d> by_row(layout.rows);
  parallel_for(exchange.blocks(), 1, [&](std::size_t begin, std::size_t end) {
    Scratch<R>& scratch = scratch_for(layout);
    for (std::size_t b = begin; b < end; ++b) {
      work(b, scratch);
      const BlockLayout& block = exchange.block(b);
      for (std::size_t i = 0; i < block.inner; ++i)
        by_row[block.first + i] = vector_at(scratch.forces.data() + 4 * i);
      exchange.put_aside(b, scratch.forces.data(), aside);
    }
  });
  parallel_for(exchange.blocks(), 1, [&](std::size_t begin, std::size_t end) {
    std::vector<double> sums;
    for (std::size_t b = begin; b < end; ++b) {
      const BlockLayout& block = exchange.block(b);
      sums.resize(4 * block.shared);
      exchange.add_up(b, aside, sums.data());
      for (std::size_t i = 0; i < block.shared; ++i)
        by_row[block.first + block.inner + i] = vector_at(sums.data() + 4 * i);
    }
  });
  std::vector<Vec3d> out(layout.row_of_vertex.size());
  for (std::size_t v = 0; v < out.size(); ++v) out[v] = by_row[layout.row_of_vertex[v]];
  return out;
}

}  // namespace

template <class R>
void CpuState<R>::read(std::vector<Vec3d>* positions, std::vector<Vec3d>* velocities) const {
  const double lag = backend::lag_of(dynamics, first_);
  const std::vector<Vec3d> f = velocities && lag > 0 ? forces_of_steps() : std::vector<Vec3d>();
  const auto told = [this](Index v) {
    const R* p = row(v);
    return backend::VertexRow{origin_ + vector_at(p), drift_ + vector_at(p + 4), double(p[3])};
  };
  backend::read_vertices(
      compiled_->layout.row_of_vertex.size(), told, dynamics, lag, [&f](Index v) { return f[v]; },
      pulled_, drives.get(), positions, velocities);
}

template <class R>
std::unique_ptr<backend::PendingFrame> CpuState<R>::request_frame() const {
  return std::make_unique<CopiedFrame>(*this);
}

template <class R>
double CpuState<R>::inverse_mass(Index vertex) const {
  return double(selected_ ? selected_->nodes.inverse_masses[row_number(vertex)] : row(vertex)[3]);
}

template <class R>
std::vector<Vec3d> CpuState<R>::forces() const {
  return forces_by(fields_.now());
}

// Where damping has passes of its own, all but that.
template <class R>
std::vector<Vec3d> CpuState<R>::forces_of_steps() const {
  return forces_by(damping.every > 0 ? fields_.undamped(compiled_->layout) : fields_.now());
}

template <class R>
std::vector<Vec3d> CpuState<R>::forces_by(const Fields<R>& fields) const {
  Arrays<R> arrays;  // halo are copied: not into a state that others may read
  arrays.particles = arrays_.particles;
  const GroupTable<R> groups(compiled_->layout, fields);
  Stepper<R> s = stepper(arrays, groups, compiled_->whole);
  return sums_by_vertex(s, [&](std::size_t block, Scratch<R>& scratch) {
    Limit<R> no_limit{std::numeric_limits<R>::infinity()};
    s.receive_halo(block);
    s.add_forces(block, scratch, no_limit);
  });
}

template <class R>
std::vector<Vec3d> CpuState<R>::tangent(std::span<const Vec3d> directions,
                                        bool of_velocities) const {
  AlignedVector<R> by_row(4 * compiled_->layout.rows, R(0));
  for (std::size_t v = 0; v < directions.size(); ++v)
    for (std::size_t i = 0; i < 3; ++i)
      by_row[4 * row_number(static_cast<Index>(v)) + i] =
          static_cast<R>(directions[v][static_cast<int>(i)]);
  Arrays<R> arrays;
  arrays.particles = arrays_.particles;
  const GroupTable<R> groups(compiled_->layout, fields_.now());
  Stepper<R> s = stepper(arrays, groups, compiled_->whole);
  return sums_by_vertex(s, [&](std::size_t block, Scratch<R>& scratch) {
    s.receive_halo(block);
    s.add_tangents(block, scratch, by_row.data(), of_velocities);
  });
}

template <class R>
std::vector<Sym3<double>> CpuState<R>::diagonal_blocks(double share) const {
  const R* particles = arrays_.particles.data();
  return blocks_of_vertices(*compiled_, compiled_->layout, fields_.now(), share,
                            [&](Index r) { return vector_at(particles + 8 * std::size_t(r)); });
}

template <class R>
void CpuState<R>::tell_stiffness(double share, const Take& take) const {
  const R* particles = arrays_.particles.data();
  tell_stiffness_of(
      *compiled_, compiled_->layout, fields_.now(), share,
      [&](Index r) { return vector_at(particles + 8 * std::size_t(r)); }, take);
}

template <class R>
std::array<Vec3d, max_arity> CpuState<R>::positions_of(
    const std::array<Index, max_arity>& rows) const {
  std::array<Vec3d, max_arity> x;
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = vector_at(arrays_.particles.data() + 8 * std::size_t(rows[i]));
  return x;
}

template <class R>
backend::Strongest CpuState<R>::strongest_relation(Index vertex) const {
  const R* particles = arrays_.particles.data();
  return strongest_at(
      *compiled_, compiled_->layout, fields_.now(), static_cast<Index>(row_number(vertex)),
      [&](Index r) { return vector_at(particles + 8 * std::size_t(r)); },
      [&](Index r) { return vector_at(particles + 8 * std::size_t(r) + 4); });
}

template <class R>
std::vector<Vec3d> CpuState<R>::relation_forces(const backend::WantedRelations& wanted) const {
  const R* particles = arrays_.particles.data();
  return forces_of_set(
      *compiled_, compiled_->layout, fields_.now(), wanted,
      [&](Index r) { return vector_at(particles + 8 * std::size_t(r)); },
      [&](Index r) { return vector_at(particles + 8 * std::size_t(r) + 4); });
}

template class CpuState<float>;
template class CpuState<double>;

}  // namespace pliant::cpu
