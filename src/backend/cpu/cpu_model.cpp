#include "backend/cpu/cpu_model.h"

#include <pliant/error.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "backend/cpu/cpu_state.h"
#include "backend/cpu/descent_order.h"
#include "backend/layout/relation_reader.h"
#include "base/text.h"

namespace pliant::cpu {

namespace {

// A block's vertices and those its relations reach should stay in the fast caches, and there
// should be enough blocks to share among threads.
constexpr std::size_t block_vertices = 1024;
constexpr std::size_t small_block_vertices = 256;
constexpr std::size_t wanted_blocks = 8;

std::size_t block_count(std::size_t vertices) {
  const std::size_t for_caches = (vertices + block_vertices - 1) / block_vertices;
  const std::size_t for_threads = std::min(wanted_blocks, vertices / small_block_vertices);
  return std::bit_ceil(std::max<std::size_t>({1, for_caches, for_threads}));
}

template <class T, class A>
std::size_t bytes(const std::vector<T, A>& v) {
  return v.size() * sizeof(T);
}

}  // namespace

template <class R>
CpuModel<R>::CpuModel(const Body& body, const Kernels<R>& k)
    : CompiledModel(body, precision_of<R>()), kernels(k) {
  layout = lay_out<R>(body, {.width = kernels.width,
                             .row_width = kernels.width,
                             .blocks = block_count(body.vertices.size()),
                             .whole_triangles = true});
  whole = whole_work(layout);
  place_vertices(body);
  for (const VolumeConstraint& volume : volumes) constrained_surfaces.emplace_back(volume, layout);
}

template <class R>
void CpuModel<R>::place_vertices(const Body& body) {
  origin = box.centre();
  particles.assign(8 * layout.rows, R(0));
  for (std::size_t v = 0; v < body.vertices.size(); ++v) {
    R* p = particles.data() + 8 * std::size_t(layout.row_of_vertex[v]);
    const Vec3d x = body.vertices[v] - origin;
    for (int i = 0; i < 3; ++i) p[i] = static_cast<R>(x[i]);
    p[3] = static_cast<R>(1 / body.masses[v]);
    if (!body.insets.empty()) p[7] = static_cast<R>(body.insets[v]);
  }
  for (Index v : pinned) particles[8 * std::size_t(layout.row_of_vertex[v]) + 3] = 0;
}

template <class R>
std::shared_ptr<const Cells> CpuModel<R>::cells() const {
  std::call_once(cells_once_, [&] { cells_ = std::make_shared<const Cells>(find_cells(layout)); });
  return cells_;
}

// Rows are in an order in which neighbours lie together.
template <class R>
std::shared_ptr<const DescentOrder> CpuModel<R>::descent_order() const {
  std::call_once(descent_once_, [&] {
    std::vector<Index> along(layout.row_of_vertex.size());
    std::iota(along.begin(), along.end(), Index(0));
    std::ranges::sort(along, {}, [&](Index v) { return layout.row_of_vertex[v]; });
    descent_order_ = std::make_shared<const DescentOrder>(*this, along, layout.width);
  });
  return descent_order_;
}

template <class R>
std::unique_ptr<backend::CompiledState> CpuModel<R>::make_state(const Model& model) const {
  return std::make_unique<CpuState<R>>(model, *this);
}

template <class R>
std::vector<Index> CpuModel<R>::relation_vertices(std::size_t set) const {
  return vertices_of_relations(layout, set, sets[set].count, laws()[sets[set].law].arity);
}

template <class R>
std::size_t CpuModel<R>::memory() const {
  std::size_t sum = bytes(masses) + bytes(layout.row_of_vertex) + bytes(layout.halo) +
                    bytes(layout.halo_numbers) + bytes(layout.sum_begin) + bytes(layout.sums) +
                    2 * bytes(particles);
  sum += 4 * sizeof(R) * (layout.shared_rows + layout.halo.size());
  for (const auto& store : layout.stores) {
    sum += bytes(store.at);
    for (const auto& field : store.fields) sum += bytes(*field.values);
  }
  for (const Places& p : layout.places) sum += bytes(p.number);
  for (const ConstrainedSurface& surface : constrained_surfaces)
    sum += bytes(surface.places) + bytes(surface.vertices) + bytes(surface.sources) +
           bytes(surface.walks) + 17 * sizeof(R) * surface.places.size();
  return sum;
}

template <class R>
std::size_t CpuModel<R>::bytes_per_step() const {
  // Relations are read once, vertices are read and written once. What blocks exchange is left out:
  // a cleverer layout might not need it.
  std::size_t sum = 0;
  for (const BlockLayout& block : layout.blocks) sum += 2 * 8 * sizeof(R) * block.rows();
  for (const auto& store : layout.stores) {
    sum += bytes(store.at);
    for (const auto& field : store.fields)
      if (!field.uniform) sum += bytes(*field.values);
  }
  return sum;
}

template class CpuModel<float>;
template class CpuModel<double>;

namespace {

template <class R>
std::shared_ptr<const backend::CompiledModel> compile(const Body& body, const std::string& wanted) {
  std::string known;
  for (const Kernels<R>* kernels : usable_kernels<R>()) {
    if (wanted.empty() || kernels->instruction_set == wanted)
      return std::make_shared<CpuModel<R>>(body, *kernels);
    known += (known.empty() ? "" : ", ") + std::string(kernels->instruction_set);
  }
  throw InputError("", 0, text("no instruction set '", wanted, "' here"),
                   text("there are: ", known));
}

}  // namespace
}  // namespace pliant::cpu

namespace pliant::backend {

std::shared_ptr<const CompiledModel> compile_for_cpu(const Body& body,
                                                     const ModelOptions& options) {
  return options.precision == Precision::single_precision
             ? cpu::compile<float>(body, options.instruction_set)
             : cpu::compile<double>(body, options.instruction_set);
}

}  // namespace pliant::backend
