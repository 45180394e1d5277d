#pragma once

#include <pliant/mesh.h>
#include <pliant/tet_mesh.h>

#include <memory>

#include "binding.h"

namespace pliant::python {

/// A mesh that never changes in place: arrays that were given out look at it, and a change makes
/// another one. Its connectivity is found when it is first asked for.
class SharedMesh {
 public:
  explicit SharedMesh(Mesh mesh) : mesh_(std::make_shared<const Mesh>(std::move(mesh))) {}
  explicit SharedMesh(const std::shared_ptr<const TetMesh>& connected)
      : mesh_(connected, &connected->mesh()), connected_(connected) {}
  const Mesh& operator*() const { return *mesh_; }
  const Mesh* operator->() const { return mesh_.get(); }
  const std::shared_ptr<const Mesh>& pointer() const { return mesh_; }
  void set_vertices(Points vertices);
  void set_group(const std::string& name, Indices vertices);
  /// InputError where it has no cells that a body could be made of.
  const std::shared_ptr<const TetMesh>& connected() const;

 private:
  std::shared_ptr<const Mesh> mesh_;
  mutable std::shared_ptr<const TetMesh> connected_;
};

}  // namespace pliant::python
