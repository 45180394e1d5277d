#include <pliant/error.h>

#include <cmath>
#include <numbers>

#include "backend/cpu/kernels.h"
#include "backend/gpu/compile.h"
#include "base/parallel.h"
#include "base/text.h"
#include "relations/point_load.h"
#include "spectral/spectral_batch.h"
#include "spectral/spectral_state.h"

namespace pliant::spectral {

namespace {

std::vector<std::vector<SpectralModel::Load>> loads_of(const Body& body) {
  std::vector<std::vector<SpectralModel::Load>> out;
  for (const Relations& set : body.relations) {
    if (set.law != PointLoad::info.name)
      throw InputError("", 0, text("a spectral solid has modes and no relations of ", set.law),
                       "leave that force out, or SpectralSolid");
    out.emplace_back();
    for (std::size_t i = 0; i < set.vertices.size(); ++i) {
      SpectralModel::Load load{set.vertices[i], {1, 0, 0, 0}};
      for (std::size_t f = 0; f < 3; ++f)
        load.numbers[1 + f] = set.parameters[f][set.parameters[f].size() == 1 ? 0 : i];
      if (!set.rest.empty()) load.numbers[0] = set.rest[0][i];
      out.back().push_back(load);
    }
  }
  return out;
}

template <class R>
const PlaceKernel<R>& chosen_kernel(const std::string& wanted) {
  std::string known;
  for (const cpu::Kernels<R>* kernels : cpu::usable_kernels<R>()) {
    if (wanted.empty() || kernels->instruction_set == wanted)
      return place_kernel<R>(kernels->instruction_set);
    known += (known.empty() ? "" : ", ") + std::string(kernels->instruction_set);
  }
  throw InputError("", 0, text("no instruction set '", wanted, "' here"),
                   text("there are: ", known));
}

void check_body(const Body& body) {
  if (!body.gases.empty() || !body.volume_constraints.empty())
    throw InputError("", 0, "a spectral solid has neither gas nor volume constraints",
                     "leave them out; its modes keep its volume as its material does");
}

}  // namespace

SpectralModel::SpectralModel(const Body& body, const ModelOptions& options)
    : CompiledModel(body, options.precision), loads(loads_of(body)), solid_(body.spectral) {
  check_body(body);
  fingerprint ^= solid_->data().fingerprint;
  if (options.precision == Precision::single_precision)
    single_.emplace(data(), chosen_kernel<float>(options.instruction_set));
  else
    double_.emplace(data(), chosen_kernel<double>(options.instruction_set));
}

std::unique_ptr<backend::CompiledState> SpectralModel::make_state(const Model& model) const {
  return std::make_unique<SpectralState>(model, *this);
}

std::unique_ptr<backend::CompiledBatch> SpectralModel::make_batch(const Model& model,
                                                                  std::size_t copies) const {
  return std::make_unique<SpectralBatch>(model, *this, copies);
}

std::vector<Index> SpectralModel::relation_vertices(std::size_t set) const {
  std::vector<Index> out;
  for (const Load& load : loads[set]) out.push_back(load.vertex);
  return out;
}

std::string_view SpectralModel::instruction_set() const {
  return single_ ? single_->instruction_set() : double_->instruction_set();
}

std::size_t SpectralModel::memory() const {
  std::size_t sum = single_ ? single_->bytes() : double_->bytes();
  for (const Data::Modal& modal : data().modal)
    sum += (modal.shapes.size() + modal.map.size()) * sizeof(double);
  return sum;
}

std::size_t SpectralModel::bytes_per_step() const {
  return single_ ? single_->bytes() : double_->bytes();
}

std::optional<double> SpectralModel::resolving_step() const {
  constexpr double longest = 1.0 / 240, shortest = 1e-5;  // s
  constexpr double steps_a_period = 40;
  for (const double value : data().stiffness)
    if (value > 1e-6)
      return std::clamp(2 * std::numbers::pi / std::sqrt(value) / steps_a_period, shortest,
                        longest);
  return longest;
}

double SpectralModel::stiffest_motion() const {
  double stiffest = 0;
  for (const double value : data().stiffness) stiffest = std::max(stiffest, value);
  return stiffest;
}

void SpectralModel::place(const Motion& motion, Places which, std::vector<Vec3d>& out) const {
  out.resize(data().node_of.size());
  const auto take = [&](std::span<const Index> vertices, const auto* places, std::size_t width) {
    for (std::size_t i = 0; i < vertices.size(); ++i)
      out[vertices[i]] = motion.centre + Vec3d{double(places[i]), double(places[width + i]),
                                               double(places[2 * width + i])};
  };
  if (single_)
    single_->place(motion, which, take);
  else
    double_->place(motion, which, take);
}

void SpectralModel::place(const Motion& motion, Places which, std::span<float> out) const {
  const auto take = [&](std::span<const Index> vertices, const auto* places, std::size_t width) {
    using R = std::remove_cvref_t<decltype(*places)>;
    const R x = static_cast<R>(motion.centre.x), y = static_cast<R>(motion.centre.y),
            z = static_cast<R>(motion.centre.z);
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      float* const to = out.data() + 3 * std::size_t(vertices[i]);
      to[0] = static_cast<float>(x + places[i]);
      to[1] = static_cast<float>(y + places[width + i]);
      to[2] = static_cast<float>(z + places[2 * width + i]);
    }
  };
  if (single_)
    single_->place(motion, which, take);
  else
    double_->place(motion, which, take);
}

}  // namespace pliant::spectral

namespace pliant::backend {

std::shared_ptr<const CompiledModel> compile_spectral(const Body& body, const ModelOptions& options,
                                                      bool on_card) {
  if (on_card) return spectral::model_on_card(body, options, gpu::device_in_use());
  return std::make_shared<spectral::SpectralModel>(body, options);
}

}  // namespace pliant::backend
