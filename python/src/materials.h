#pragma once

#include <pliant/material.h>
#include <pliant/tet_mesh.h>

#include "binding.h"

namespace pliant::python {

/// A material, or the name of one.
struct AnyMaterial {
  Material value;
};
Material material_of(py::handle object);
/// One for all tetrahedra, one each, or one by region.
std::vector<Material> materials_of(py::handle object, const TetMesh& mesh);

}  // namespace pliant::python

namespace pybind11::detail {

template <>
struct type_caster<pliant::python::AnyMaterial> {
  PYBIND11_TYPE_CASTER(pliant::python::AnyMaterial, const_name("AnyMaterial"));
  bool load(handle source, bool) {
    value.value = pliant::python::material_of(source);
    return true;
  }
};

}  // namespace pybind11::detail
