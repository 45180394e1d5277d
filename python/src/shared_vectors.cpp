#include <pliant/batch.h>

#include <array>

#include "binding.h"
#include "dlpack.h"

namespace pliant::python {

namespace {

using Shape = std::array<std::int64_t, 3>;

Shape shape_of(const SharedVectors& vectors) {
  return {static_cast<std::int64_t>(vectors.copies()),
          static_cast<std::int64_t>(vectors.vertices()), 3};
}

std::uint8_t bytes_of(const SharedVectors& vectors) {
  return vectors.precision() == Precision::single_precision ? 4 : 8;
}

dlpack::Device device_of(const SharedVectors& vectors) {
  return {vectors.on_card() ? dlpack::on_cuda : dlpack::on_processor, 0};
}

// What a capsule holds: the memory lives as long as it.
struct Held {
  SharedVectors vectors;
  Shape shape;
  dlpack::ManagedTensor managed;
};

void release(dlpack::ManagedTensor* managed) {
  delete static_cast<Held*>(managed->owner);
}

// One that nobody has taken still has its name.
void drop_capsule(PyObject* capsule) {
  if (PyCapsule_IsValid(capsule, "dltensor") == 0) return;
  auto* managed = static_cast<dlpack::ManagedTensor*>(PyCapsule_GetPointer(capsule, "dltensor"));
  managed->release(managed);
}

// All that is asked of the memory has been done when gather() returns: no stream waits for another.
py::object dlpack_capsule(const SharedVectors& vectors, const py::kwargs& wishes) {
  if (wishes.contains("copy") && py::bool_(wishes["copy"]).equal(py::bool_(true)))
    throw py::buffer_error("the memory is shared; copy what it is handed to");
  auto held = std::make_unique<Held>(Held{vectors, shape_of(vectors), {}});
  held->managed.tensor = {vectors.data(),
                          device_of(vectors),
                          3,
                          {dlpack::floating, static_cast<std::uint8_t>(8 * bytes_of(vectors)), 1},
                          held->shape.data(),
                          nullptr,
                          0};
  held->managed.owner = held.get();
  held->managed.release = &release;
  PyObject* const capsule = PyCapsule_New(&held->managed, "dltensor", &drop_capsule);
  if (capsule == nullptr) throw py::error_already_set();
  held.release();
  return py::reinterpret_steal<py::object>(capsule);
}

std::string type_of(const SharedVectors& vectors) {
  return "<f" + std::to_string(bytes_of(vectors));
}

// NumPy's interface and that of cards differ in the version alone. Read-only.
py::dict interface(const SharedVectors& vectors, int version) {
  py::dict out;
  const Shape shape = shape_of(vectors);
  out["shape"] = py::make_tuple(shape[0], shape[1], shape[2]);
  out["typestr"] = type_of(vectors);
  out["data"] = py::make_tuple(reinterpret_cast<std::uintptr_t>(vectors.data()), true);
  out["strides"] = py::none();
  out["version"] = version;
  return out;
}

py::dict interface_where(const SharedVectors& vectors, bool on_card, const char* name) {
  if (vectors.on_card() != on_card)  // so that hasattr() tells where the memory is
    throw py::attribute_error(std::string("no ") + name + ": the memory is that of the " +
                              (vectors.on_card() ? "card" : "processor"));
  py::dict out = interface(vectors, 3);
  if (on_card) out["stream"] = py::none();  // nothing is under way
  return out;
}

}  // namespace

void declare_shared_vectors(py::module_& m) {
  py::class_<SharedVectors>(
      m, "SharedVectors",
      "Positions or velocities of all copies of a batch, (copies, vertices, 3), in memory that "
      "other libraries share without a copy: torch.from_dlpack(it), cupy.asarray(it), "
      "jax.dlpack.from_dlpack(it), numpy.asarray(it). On a card it is the card's.")
      .def_property_readonly("shape",
                             [](const SharedVectors& v) {
                               const Shape shape = shape_of(v);
                               return py::make_tuple(shape[0], shape[1], shape[2]);
                             })
      .def_property_readonly("dtype", [](const SharedVectors& v) { return py::dtype(type_of(v)); })
      .def_property_readonly(
          "device", [](const SharedVectors& v) { return v.on_card() ? "cuda" : "cpu"; },
          "Where its memory is: 'cuda' or 'cpu'.")
      .def_property_readonly(
          "origins", [](const SharedVectors& v) { return array_of(v.origins()); },
          "(copies, 3): what the vectors of each copy have to be added to. Zero on the processor; "
          "on a card they are about an origin that follows a copy of which nothing is pinned.")
      .def("__dlpack__", &dlpack_capsule, "DLPack's capsule; `stream` and the like are ignored.")
      .def("__dlpack_device__",
           [](const SharedVectors& v) {
             const dlpack::Device device = device_of(v);
             return py::make_tuple(device.type, device.number);
           })
      .def_property_readonly(
          "__array_interface__",
          [](const SharedVectors& v) { return interface_where(v, false, "__array_interface__"); })
      .def_property_readonly("__cuda_array_interface__", [](const SharedVectors& v) {
        return interface_where(v, true, "__cuda_array_interface__");
      });
}

}  // namespace pliant::python
