#include <pliant/error.h>
#include <pliant/model.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "backend/backend.h"
#include "backend/cpu/kernels.h"
#include "base/parallel.h"
#include "base/text.h"
#include "model/attributes.h"
#include "model/check_body.h"
#include "model/checks.h"
#include "model/world.h"

namespace pliant {

namespace {
#define PLIANT_NAME(name, Type, help) #name,
constexpr std::string_view integrator_names[] = {PLIANT_INTEGRATORS(PLIANT_NAME)};
#undef PLIANT_NAME
#define PLIANT_VALUE(name, Type, help) Integrator::name,
constexpr Integrator all_integrators[] = {PLIANT_INTEGRATORS(PLIANT_VALUE)};
#undef PLIANT_VALUE
constexpr std::string_view backend_names[] = {"auto", "cpu", "cuda"};

std::shared_ptr<const backend::CompiledModel> compile(const Body& body,
                                                      const ModelOptions& options) {
  const bool on_card =
      options.backend == Backend::cuda || (options.backend == Backend::automatic &&
                                           options.instruction_set.empty() && cuda_card().usable());
  if (body.spectral) return backend::compile_spectral(body, options, on_card);
  return on_card ? backend::compile_for_cuda(body, options)
                 : backend::compile_for_cpu(body, options);
}

}  // namespace

Backend usable_backend(Backend wanted) {
  if (wanted == Backend::cpu) return wanted;
  const Card card = cuda_card();
  if (card.usable()) return Backend::cuda;
  if (wanted == Backend::automatic) return Backend::cpu;
  throw InputError("", 0, "no backend 'cuda' here", card.why_not);
}

std::string_view name(Integrator i) {
  return integrator_names[static_cast<std::size_t>(i)];
}

std::span<const Integrator> integrators() {
  return all_integrators;
}

Integrator integrator(std::string_view wanted) {
  std::string known;
  for (Integrator i : all_integrators) {
    if (name(i) == wanted) return i;
    known += (known.empty() ? "" : ", ") + std::string(name(i));
  }
  throw InputError("", 0, text("no integrator '", wanted, "'"), text("there are: ", known));
}

std::string_view name(Backend b) {
  return backend_names[static_cast<std::size_t>(b)];
}

Backend backend_named(std::string_view wanted) {
  for (Backend b : {Backend::automatic, Backend::cpu, Backend::cuda})
    if (name(b) == wanted) return b;
  throw InputError("", 0, text("no backend '", wanted, "'"), "there are: auto, cpu, cuda");
}

std::vector<std::string> instruction_sets() {
  std::vector<std::string> out;
  for (const auto* kernels : cpu::usable_kernels<float>())
    out.emplace_back(kernels->instruction_set);
  return out;
}

Model::Model(const Body& body, const ModelOptions& options) {
  check_body(body);
  if (reads_attributes(body))
    compiled_ = compile(with_attributes(body), options);
  else
    compiled_ = compile(body, options);
}

Model::Model(std::shared_ptr<const backend::CompiledModel> compiled)
    : compiled_(std::move(compiled)) {}

Model::Model(std::span<const Body> bodies, const ModelOptions& options) {
  std::vector<std::optional<Model>> made(bodies.size());
  const auto make = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) made[i].emplace(bodies[i], options);
  };
  if (options.backend == Backend::cpu)
    parallel_for(bodies.size(), 1, make);
  else
    make(0, bodies.size());
  std::vector<Model> models;
  for (std::optional<Model>& model : made) models.push_back(std::move(*model));
  *this = joined(models);
}

Model Model::joined(std::span<const Model> bodies) {
  need(!bodies.empty(), "a world has no body", "give it one or more");
  if (bodies.size() == 1) return bodies[0];
  Model world;
  auto all = std::make_shared<std::vector<Model>>();
  for (const Model& body : bodies)
    for (std::size_t i = 0; i < body.body_count(); ++i) all->push_back(body.body(i));
  world.bodies_ = std::move(all);
  return world;
}

std::size_t Model::body_count() const {
  return bodies_ ? bodies_->size() : 1;
}
const Model& Model::body(std::size_t number) const {
  need(number < body_count(), text("no body ", number), text("there are ", body_count()));
  return bodies_ ? (*bodies_)[number] : *this;
}

const backend::CompiledModel& Model::compiled() const {
  if (!compiled_) ask_a_body(body_count());
  return *compiled_;
}

std::size_t Model::vertex_count() const {
  if (!bodies_) return compiled_->masses.size();
  return std::transform_reduce(bodies_->begin(), bodies_->end(), std::size_t{0}, std::plus(),
                               [](const Model& body) { return body.vertex_count(); });
}
std::size_t Model::set_count() const {
  return compiled().sets.size();
}
std::size_t Model::relation_count(std::size_t set) const {
  return compiled().sets.at(set).count;
}
const LawInfo& Model::law(std::size_t set) const {
  return laws()[compiled().sets.at(set).law];
}
std::size_t Model::volume_constraint_count() const {
  return compiled().volumes.size();
}
std::vector<Index> Model::relation_vertices(std::size_t set) const {
  return compiled().sets.at(set).count > 0 ? compiled().relation_vertices(set)
                                           : std::vector<Index>();
}
std::span<const double> Model::masses() const {
  return compiled().masses;
}
const Box& Model::box() const {
  return compiled().box;
}
bool Model::is_spectral() const {
  return compiled().is_spectral();
}
bool Model::has_energy() const {
  return compiled().has_energy();
}
bool Model::is_gas(std::size_t set) const {
  return std::ranges::any_of(compiled().gases, [&](const auto& gas) { return gas.set == set; });
}
std::uint64_t Model::fingerprint() const {
  return compiled().fingerprint;
}
Precision Model::precision() const {
  if (!bodies_) return compiled_->precision;
  return std::ranges::max(*bodies_, {}, &Model::precision).precision();
}
Backend Model::backend() const {
  if (!bodies_) return compiled_->backend();
  return std::ranges::max(*bodies_, {}, &Model::backend).backend();
}
std::string_view Model::instruction_set() const {
  return body(0).compiled().instruction_set();
}
std::size_t Model::memory() const {
  if (!bodies_) return compiled_->memory();
  return std::transform_reduce(bodies_->begin(), bodies_->end(), std::size_t{0}, std::plus(),
                               [](const Model& body) { return body.memory(); });
}
std::size_t Model::bytes_per_step() const {
  if (!bodies_) return compiled_->bytes_per_step();
  return std::transform_reduce(bodies_->begin(), bodies_->end(), std::size_t{0}, std::plus(),
                               [](const Model& body) { return body.bytes_per_step(); });
}

}  // namespace pliant
