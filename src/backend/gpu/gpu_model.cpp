#include "backend/gpu/gpu_model.h"

#include <pliant/error.h>

#include <algorithm>

#include "backend/gpu/gpu_batch.h"
#include "backend/gpu/gpu_state.h"
#include "backend/layout/relation_reader.h"
#include "base/text.h"

namespace pliant::gpu {

namespace {

// A patch should keep a multiprocessor busy for longer than an exchange takes.
constexpr std::size_t relations_of_small_body = 3000;
constexpr std::size_t least_relations = 250;
// Where patches do not stay in shared memory, several run on a multiprocessor at a time.
// Cards with little shared memory get smaller patches.
struct StreamedPatches {
  std::size_t vertices, at_once;
};
constexpr StreamedPatches streamed_patches[] = {{340, 2}, {170, 2}, {85, 2}, {170, 1},
                                                {85, 1},  {42, 1},  {21, 1}, {10, 1}};

std::size_t relation_count(const Body& body) {
  std::size_t count = 0;
  for (const Relations& set : body.relations)
    count += set.vertices.size() / static_cast<std::size_t>(law(set.law).arity);
  return count;
}

Kinds kinds_of(const Body& body) {
  Kinds most = Kinds::simple;
  for (const Relations& set : body.relations) most = std::max(most, kinds_of_law(law(set.law)));
  return most;
}

}  // namespace

template <class R>
std::size_t GpuModel<R>::streamed_blocks(std::size_t all, std::size_t vertices,
                                         std::size_t at_once) const {
  // Whole waves of patches, so that no multiprocessor idles while the last ones are worked on.
  const std::size_t wave = at_once * device->multiprocessors;
  const std::size_t at_least = (all + vertices - 1) / vertices;
  return at_least < wave ? at_least : std::min((at_least + wave - 1) / wave * wave, all);
}

template <class R>
GpuModel<R>::GpuModel(const Body& body, std::shared_ptr<Device> d)
    : CompiledModel(body, precision_of<R>()), device(std::move(d)), kinds(kinds_of(body)) {
  origin = box.centre();
  lay_out_patches(body);
  place_vertices(body);
  for (const Gas& gas : gases) {
    std::vector<std::uint32_t> rows;
    for (const Triangle& t : gas.triangles)
      for (Index v : t) rows.push_back(layout.row_of_vertex[v]);
    gas_rows.push_back(
        std::make_shared<DeviceArray<std::uint32_t>>(device, std::span<const std::uint32_t>(rows)));
  }
  for (const VolumeConstraint& volume : volumes) surfaces.push_back(place_surface(volume));
  choose_plan();
}

template <class R>
std::size_t GpuModel<R>::patch_of(Index vertex) const {
  const auto after = std::ranges::upper_bound(layout.blocks, layout.row_of_vertex[vertex], {},
                                              &BlockLayout::first);
  return static_cast<std::size_t>(after - layout.blocks.begin()) - 1;
}

template <class R>
typename GpuModel<R>::Beside GpuModel<R>::listed(
    std::vector<std::vector<std::uint32_t>>& of) const {
  std::vector<std::uint32_t> begin{0}, items;
  for (std::vector<std::uint32_t>& list : of) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
    items.insert(items.end(), list.begin(), list.end());
    begin.push_back(static_cast<std::uint32_t>(items.size()));
  }
  return {{device, std::span<const std::uint32_t>(begin)},
          {device, std::span<const std::uint32_t>(items)},
          {}};
}

template <class R>
const typename GpuModel<R>::Beside& GpuModel<R>::neighbours() const {
  std::call_once(neighbours_once_, [&] {
    std::vector<std::vector<std::uint32_t>> of(layout.rows);
    for (std::size_t set = 0; set < sets.size(); ++set) {
      const auto arity = static_cast<std::size_t>(laws()[sets[set].law].arity);
      const std::vector<Index> vertices = relation_vertices(set);
      for (std::size_t i = 0; i < vertices.size(); ++i)
        for (std::size_t k = i / arity * arity; k < (i / arity + 1) * arity; ++k)
          if (vertices[k] != vertices[i])
            of[layout.row_of_vertex[vertices[i]]].push_back(layout.row_of_vertex[vertices[k]]);
    }
    neighbours_ = listed(of);
  });
  return neighbours_;
}

template <class R>
const typename GpuModel<R>::Beside& GpuModel<R>::beside() const {
  std::call_once(beside_once_, [&] {
    std::vector<std::vector<std::uint32_t>> of(layout.blocks.size());
    for (std::size_t b = 0; b < of.size(); ++b) {
      const BlockLayout& block = layout.blocks[b];
      for (std::size_t g = block.first_halo; g < block.first_halo + block.halo; ++g) {
        const auto after =
            std::ranges::upper_bound(layout.blocks, layout.halo[g], {}, &BlockLayout::first);
        const auto owner = static_cast<std::size_t>(after - layout.blocks.begin()) - 1;
        of[b].push_back(static_cast<std::uint32_t>(owner));
        of[owner].push_back(static_cast<std::uint32_t>(b));
      }
    }
    beside_ = listed(of);
    beside_.vertices.resize(layout.blocks.size());
    for (std::size_t v = 0; v < layout.row_of_vertex.size(); ++v)
      beside_.vertices[patch_of(static_cast<Index>(v))].push_back(static_cast<Index>(v));
  });
  return beside_;
}

template <class R>
GpuSurface GpuModel<R>::place_surface(const VolumeConstraint& volume) const {
  const SurfaceRings rings = rings_of(volume.surface);
  const auto rows_of = [&](const std::vector<Index>& vertices) {
    std::vector<std::uint32_t> rows;
    for (const Index v : vertices) rows.push_back(layout.row_of_vertex[v]);
    return DeviceArray<std::uint32_t>(device, std::span<const std::uint32_t>(rows));
  };
  const std::vector<std::uint32_t> begin(rings.begin.begin(), rings.begin.end());
  return {rings.vertices, rows_of(rings.vertices),
          DeviceArray<std::uint32_t>(device, std::span<const std::uint32_t>(begin)),
          rows_of(rings.walks), volume.form};
}

template <class R>
void GpuModel<R>::lay_out_patches(const Body& body) {
  const std::size_t relations = relation_count(body);
  std::size_t blocks =
      relations <= relations_of_small_body
          ? 1
          : std::clamp<std::size_t>(relations / least_relations, 2, device->multiprocessors);
  blocks = std::min(blocks, body.vertices.size());
  // Some integrators keep vectors of a vertex, too; those with many may have to be streamed.
  plan.resident = !sums_up() && try_layout(body, blocks, device->shared_bytes);
  if (plan.resident) return;
  for (const auto& [vertices, at_once] : streamed_patches)
    if (try_layout(body, streamed_blocks(body.vertices.size(), vertices, at_once),
                   device->shared_bytes_of_multiprocessor / at_once - reserved_bytes))
      return;
  throw InputError("", 0, "the body's relations do not fit into the card's shared memory",
                   "take the backend cpu, or split vertices that thousands of others hang on");
}

template <class R>
bool GpuModel<R>::try_layout(const Body& body, std::size_t blocks, std::size_t shared) {
  const std::size_t rows_at_least = body.vertices.size() / blocks;
  if (rows_at_least * sizeof(Particle<R>) > shared) return false;
  layout = lay_out<R>(body, {.width = warp,
                             .row_width = 1,
                             .blocks = blocks,
                             .equal_work = blocks <= 1024,
                             .for_gather = true});
  if (layout.largest_block * sizeof(Particle<R>) > shared) return false;
  Patches patches = cut_into_patches(layout);
  if (patches.sizes.template bytes<R>(1) > shared) return false;
  upload(patches);
  return true;
}

template <class R>
void GpuModel<R>::upload(Patches& p) {
  const auto array = [this]<class T>(const std::vector<T>& values) {
    return DeviceArray<T>(device, std::span<const T>(values));
  };
  patches_ = array(p.patches);
  packs_ = array(p.packs);
  words_.clear();
  for (const auto& words : p.words) words_.push_back(array(words));
  halo_ = array(p.halo);
  sums_ = array(p.sums);
  sources_ = array(p.sources);
  inbox_ = array(p.inbox);
  busy_ = array(p.busy);
  samples_ = array(p.samples);
  extra_targets_ = array(p.extra_targets);
  sizes = p.sizes;
  replicas = p.replicas;
  pack_bits = p.pack_bits;
  fields.clear();
  for (GroupStore<R>& store : layout.stores) {
    auto& list = fields.emplace_back();
    for (Field<R>& field : store.fields) {
      if (field.uniform) field.values->resize(uniform_values, field.values->front());
      list.push_back({std::make_shared<DeviceArray<R>>(device, std::span<const R>(*field.values)),
                      field.uniform});
      field.values.reset();
    }
  }
  row_of_vertex = array(layout.row_of_vertex);
  zeros = {device, uniform_values};
  zeros.clear();
  std::vector<double> by_row(layout.rows, 0.0);
  for (std::size_t v = 0; v < masses.size(); ++v) by_row[layout.row_of_vertex[v]] = masses[v];
  row_masses = {device, std::span<const double>(by_row)};
}

template <class R>
void GpuModel<R>::place_vertices(const Body& body) {
  particles.assign(layout.rows, {});
  for (std::size_t v = 0; v < body.vertices.size(); ++v) {
    const Vec3<R> x = as<R>(body.vertices[v] - origin);
    const R inset = body.insets.empty() ? R(0) : static_cast<R>(body.insets[v]);
    particles[layout.row_of_vertex[v]] = {{x.x, x.y, x.z, static_cast<R>(1 / body.masses[v])},
                                          {0, 0, 0, inset}};
  }
  for (Index v : pinned) particles[layout.row_of_vertex[v]].place.w = 0;
}

template <class R>
Args<R> GpuModel<R>::args() const {
  Args<R> a{};
  a.patches = patches_.data();
  a.packs = packs_.data();
  a.halo = halo_.data();
  a.sums = sums_.data();
  a.extra_targets = extra_targets_.data();
  a.sources = sources_.data();
  a.inbox = inbox_.data();
  a.busy = busy_.data();
  a.samples = samples_.data();
  a.store_count = static_cast<std::uint32_t>(layout.stores.size());
  a.pack_bits = pack_bits;
  a.rows = static_cast<std::uint32_t>(layout.rows);
  a.replicas = replicas;
  a.sample_count = static_cast<std::uint32_t>(samples_.size());
  return a;
}

template <class R>
Grid GpuModel<R>::grid(std::size_t copies, std::uint32_t threads, std::uint32_t kept) const {
  return {static_cast<std::uint32_t>(layout.blocks.size()), static_cast<std::uint32_t>(copies),
          threads, sizes.template bytes<R>(kept)};
}

template <class R>
std::unique_ptr<backend::CompiledState> GpuModel<R>::make_state(const Model& model) const {
  return std::make_unique<GpuState<R>>(model, *this);
}

template <class R>
std::unique_ptr<backend::CompiledBatch> GpuModel<R>::make_batch(const Model& model,
                                                                std::size_t copies) const {
  return std::make_unique<GpuBatch<R>>(model, *this, copies);
}

template <class R>
std::vector<Index> GpuModel<R>::relation_vertices(std::size_t set) const {
  return vertices_of_relations(layout, set, sets[set].count, laws()[sets[set].law].arity);
}

template <class R>
auto GpuModel<R>::numbered() const -> const Numbered& {
  std::call_once(numbered_once_, [this] {
    std::uint32_t next = 0;
    auto& first = numbered_.first;
    first.resize(layout.stores.size());
    for (std::size_t s = 0; s < layout.stores.size(); ++s)
      for (std::size_t m = 0; m < layout.stores[s].members.size(); ++m) {
        first[s].first[m] = next;
        next += static_cast<std::uint32_t>(layout.stores[s].block_begin.back() *
                                           layout.stores[s].members[m].slots * warp);
      }
    numbered_.at.resize(next);
    for (std::size_t set = 0; set < sets.size(); ++set)
      for (std::size_t r = 0; r < sets[set].count; ++r) {
        const Place place = place_of(layout, set, r);
        numbered_.at[first[place.store].first[place.member] + place.number] = {
            static_cast<std::uint32_t>(set), static_cast<Index>(r)};
      }
    numbered_.first_on_device = {device, std::span<const FirstOfMembers>(first)};
  });
  return numbered_;
}

template <class R>
std::size_t GpuModel<R>::memory() const {
  std::size_t sum = packs_.bytes() + patches_.bytes() + halo_.bytes() + sums_.bytes() +
                    sources_.bytes() + inbox_.bytes() + extra_targets_.bytes() +
                    row_of_vertex.bytes() + layout.rows * sizeof(Particle<R>) +
                    2 * std::size_t(replicas) * sizeof(Message<R>);
  for (const auto& words : words_) sum += words.bytes();
  for (const auto& list : fields)
    for (const auto& field : list) sum += field.values->bytes();
  return sum;
}

template <class R>
std::size_t GpuModel<R>::bytes_per_step() const {
  // Relations are read once, vertices are read and written once. What patches exchange is left
  // out: a cleverer layout might not need it.
  std::size_t sum = 2 * sizeof(Particle<R>) * layout.row_of_vertex.size() + sums_.bytes();
  for (const auto& words : words_) sum += words.bytes();
  for (const auto& list : fields)
    for (const auto& field : list)
      if (!field.uniform) sum += field.values->bytes();
  return sum;
}

template class GpuModel<float>;
template class GpuModel<double>;

}  // namespace pliant::gpu
