#include <pliant/run.h>
#include <pliant/stability.h>

#include <algorithm>

#include "spectral/solid.h"

namespace pliant {

namespace {

bool same(const Relations& a, const Relations& b) {
  return a.law == b.law && a.vertices == b.vertices && a.parameters == b.parameters &&
         a.rest == b.rest;
}

bool same(const Gas& a, const Gas& b) {
  return a.set == b.set && a.amount == b.amount && a.outside == b.outside;
}

bool same(const VolumeConstraint& a, const VolumeConstraint& b) {
  return a.surface == b.surface && a.rest_volume == b.rest_volume && a.strength == b.strength &&
         a.form == b.form;
}

bool same(const VertexAttribute& a, const VertexAttribute& b) {
  return a.name == b.name && a.values == b.values;
}

// Solids of the same numbers are one, whoever made them.
bool same(const std::shared_ptr<const SpectralSolid>& a,
          const std::shared_ptr<const SpectralSolid>& b) {
  return a == b || (a && b && a->data().fingerprint == b->data().fingerprint);
}

bool same(const Body& a, const Body& b) {
  const auto equal = [](const auto& x, const auto& y) { return same(x, y); };
  return same(a.spectral, b.spectral) && a.vertices == b.vertices && a.masses == b.masses &&
         a.pinned == b.pinned && a.insets == b.insets &&
         std::ranges::equal(a.relations, b.relations, equal) &&
         std::ranges::equal(a.gases, b.gases, equal) &&
         std::ranges::equal(a.volume_constraints, b.volume_constraints, equal) &&
         std::ranges::equal(a.attributes, b.attributes, equal);
}

bool same(const ModelOptions& a, const ModelOptions& b) {
  return a.precision == b.precision && a.instruction_set == b.instruction_set &&
         a.backend == b.backend;
}

}  // namespace

BodyMesh SceneCache::mesh(const std::string& key, const std::function<BodyMesh()>& make) {
  {
    const std::scoped_lock lock(mutex_);
    for (const auto& [known, mesh] : meshes_)
      if (known == key) return mesh;
  }
  BodyMesh mesh = make();
  const std::scoped_lock lock(mutex_);
  if (meshes_.size() >= most) meshes_.erase(meshes_.begin());
  meshes_.emplace_back(key, mesh);
  return mesh;
}

Model SceneCache::model(const Body& body, const ModelOptions& options) {
  {
    const std::scoped_lock lock(mutex_);
    for (const CachedModel& known : models_)
      if (same(known.options, options) && same(known.body, body)) return known.model;
  }
  Model model(body, options);
  const std::scoped_lock lock(mutex_);
  if (models_.size() >= most) models_.erase(models_.begin());
  models_.push_back({body, options, model, {}});
  return model;
}

double SceneCache::stable_step(const Model& model, const Dynamics& dynamics) {
  if (dynamics.large_steps) return pliant::stable_step(model, dynamics);
  const auto is_it = [&](const CachedModel& known) { return known.model == model; };
  {
    const std::scoped_lock lock(mutex_);
    const auto known = std::ranges::find_if(models_, is_it);
    if (known != models_.end())
      for (const CachedStep& step : known->steps)
        if (step.integrator == dynamics.integrator && step.damping == dynamics.damping &&
            step.pulls == dynamics.pulls)
          return step.stable_step;
  }
  const double stable = pliant::stable_step(model, dynamics);
  const std::scoped_lock lock(mutex_);
  const auto known = std::ranges::find_if(models_, is_it);
  if (known == models_.end()) return stable;
  if (known->steps.size() >= most) known->steps.erase(known->steps.begin());
  known->steps.push_back({dynamics.integrator, dynamics.damping, dynamics.pulls, stable});
  return stable;
}

}  // namespace pliant
