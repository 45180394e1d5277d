#include <pliant/run.h>

#include <algorithm>

namespace pliant {

namespace {

bool same(const Relations& a, const Relations& b) {
  return a.law == b.law && a.vertices == b.vertices && a.parameters == b.parameters &&
         a.rest == b.rest;
}

bool same(const Gas& a, const Gas& b) {
  return a.set == b.set && a.amount == b.amount && a.outside == b.outside;
}

bool same(const Body& a, const Body& b) {
  const auto equal = [](const auto& x, const auto& y) { return same(x, y); };
  return a.vertices == b.vertices && a.masses == b.masses && a.pinned == b.pinned &&
         std::ranges::equal(a.relations, b.relations, equal) &&
         std::ranges::equal(a.gases, b.gases, equal);
}

bool same(const ModelOptions& a, const ModelOptions& b) {
  return a.precision == b.precision && a.instruction_set == b.instruction_set &&
         a.backend == b.backend;
}

}  // namespace

SceneCache::MeshPointer SceneCache::mesh(const std::string& key,
                                         const std::function<MeshPointer()>& make) {
  {
    const std::scoped_lock lock(mutex_);
    for (const auto& [known, mesh] : meshes_)
      if (known == key) return mesh;
  }
  MeshPointer mesh = make();
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
  models_.push_back({body, options, model});
  return model;
}

}  // namespace pliant
