#include <pliant/batch.h>

#include "dynamics.h"
#include "fill.h"
#include "state.h"
#include "stepping.h"

namespace pliant::python {

namespace {

/// Copies that step together; one thread at a time.
class SharedBatch {
 public:
  explicit SharedBatch(Batch batch) : batch_(std::move(batch)) {}

  void step(std::int64_t count) {
    const Steps steps(stepping_);
    step_interruptibly(count, [&](std::int64_t now) { pliant::step(batch_, now); });
  }
  const Batch& look() const {
    if (stepping_->now)
      throw std::runtime_error("the batch is being stepped: ask when step() has returned");
    return batch_;
  }
  Batch& change() {
    look();
    return batch_;
  }
  /// Without the GIL; nobody else steps or looks meanwhile.
  template <class Gather>
  auto gather(const Gather& from) const {
    const Steps busy(stepping_);
    return without_gil([&] { return from(batch_); });
  }

 private:
  Batch batch_;
  std::shared_ptr<Stepping> stepping_ = std::make_shared<Stepping>();
};

using Read = std::vector<Vec3d> (Batch::*)(std::size_t) const;
using Write = void (Batch::*)(std::size_t, std::span<const Vec3d>);

void read_into(const SharedBatch& shared, py::handle out, Read one) {
  const Batch& batch = shared.look();
  Target target(out, {batch.size(), batch.model().vertex_count(), 3});
  for (std::size_t copy = 0; copy < batch.size(); ++copy) target.write((batch.*one)(copy));
}

py::array read(const SharedBatch& shared, Read one) {
  const Batch& batch = shared.look();
  py::array_t<double> out({batch.size(), batch.model().vertex_count(), std::size_t{3}});
  read_into(shared, out, one);
  py::detail::array_proxy(out.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return out;
}

// One for all copies (n, 3), or one each (copies, n, 3).
void write(SharedBatch& shared, const py::object& values, Write one) {
  Batch& batch = shared.change();
  const py::array array = py::array::ensure(values);
  const std::size_t vertices = batch.model().vertex_count();
  const auto is = [&](int axis, std::size_t size) {
    return static_cast<std::size_t>(array.shape(axis)) == size;
  };
  if (array && array.ndim() == 3 && is(0, batch.size()) && is(1, vertices) && is(2, 3)) {
    const Points all = points_of(array.attr("reshape")(batch.size() * vertices, 3));
    for (std::size_t copy = 0; copy < batch.size(); ++copy)
      (batch.*one)(copy, std::span(all.values).subspan(copy * vertices, vertices));
    return;
  }
  PyErr_Clear();
  if (array && array.ndim() == 3)
    throw InputError("", 0,
                     "the array has the shape " + py::str(array.attr("shape")).cast<std::string>(),
                     "the batch has (" + std::to_string(batch.size()) + ", " +
                         std::to_string(vertices) + ", 3)");
  const Points same = points_of(values);
  for (std::size_t copy = 0; copy < batch.size(); ++copy) (batch.*one)(copy, same.values);
}

void scale(SharedBatch& shared, std::size_t set, const std::string& field, const Numbers& factors) {
  Batch& batch = shared.change();
  const auto& all = factors.values;
  if (all.size() != 1 && all.size() != batch.size())
    throw InputError("", 0,
                     "there are " + std::to_string(all.size()) + " factors for " +
                         std::to_string(batch.size()) + " copies",
                     "give one, or one each");
  for (std::size_t copy = 0; copy < batch.size(); ++copy)
    batch.scale_parameter(copy, set, field, all[all.size() == 1 ? 0 : copy]);
}

void set_dynamics(SharedBatch& shared, std::size_t copy, const GivenDynamics& given) {
  Batch& batch = shared.change();
  Dynamics dynamics = batch.dynamics(copy);
  given.change(dynamics);
  batch.set_dynamics(copy, dynamics);
}

py::array diverged(const SharedBatch& shared) {
  std::vector<bool> flags(shared.look().size());
  for (std::size_t copy = 0; copy < flags.size(); ++copy)
    flags[copy] = shared.look().diverged(copy);
  return array_of(flags);
}

}  // namespace

void declare_batch(py::module_& m) {
  py::class_<SharedBatch> batch(m, "Batch",
                                "Many copies of one model that step together: on a card in one "
                                "launch, on the processor on all threads.");
  init_with_dynamics(batch, "So many copies at rest.",
                     with_dynamics<SharedBatch, const Model&, std::size_t>(
                         [](const Model& model, std::size_t copies, const GivenDynamics& given) {
                           Dynamics dynamics;
                           given.change(dynamics);
                           return SharedBatch(Batch(model, copies, dynamics));
                         }),
                     py::arg("model"), py::arg("copies"));
  def_with_dynamics(batch, "set_dynamics", "Changes how one copy moves; what is not given stays.",
                    with_dynamics<void, SharedBatch&, std::size_t>(&set_dynamics), py::arg("copy"));
  batch.def("__len__", [](const SharedBatch& b) { return b.look().size(); })
      .def("step", &SharedBatch::step, py::arg("count") = 1,
           "All copies take so many steps, without the GIL. A copy that runs away stops.")
      .def_property_readonly(
          "time", [](const SharedBatch& b) { return b.look().time(); }, "s")
      .def_property_readonly("steps", [](const SharedBatch& b) { return b.look().steps(); })
      .def_property_readonly("model", [](const SharedBatch& b) { return b.look().model(); })
      .def_property(
          "positions", [](const SharedBatch& b) { return read(b, &Batch::positions); },
          [](SharedBatch& b, const py::object& v) { write(b, v, &Batch::set_positions); },
          "m, shape (copies, vertices, 3), one copy; set them all at once, or (vertices, 3) for "
          "every copy.")
      .def_property(
          "velocities", [](const SharedBatch& b) { return read(b, &Batch::velocities); },
          [](SharedBatch& b, const py::object& v) { write(b, v, &Batch::set_velocities); },
          "m/s, likewise.")
      .def(
          "read_positions",
          [](const SharedBatch& b, const py::object& out) { read_into(b, out, &Batch::positions); },
          py::arg("out"), "Writes them into an array (copies, vertices, 3) of float32 or float64.")
      .def(
          "read_velocities",
          [](const SharedBatch& b, const py::object& out) {
            read_into(b, out, &Batch::velocities);
          },
          py::arg("out"), "Likewise.")
      .def(
          "share_positions",
          [](const SharedBatch& b) {
            return b.gather([](const Batch& copies) { return copies.share_positions(); });
          },
          "Those of all copies, gathered where the copies are, for PyTorch, JAX, CuPy or NumPy; "
          "refresh() brings later ones into the same memory.")
      .def(
          "share_velocities",
          [](const SharedBatch& b) {
            return b.gather([](const Batch& copies) { return copies.share_velocities(); });
          },
          "Likewise.")
      .def(
          "refresh",
          [](const SharedBatch& b, SharedVectors& vectors) {
            b.gather([&](const Batch& copies) { copies.refresh(vectors); });
          },
          py::arg("vectors"), "What the batch has shared becomes what it is now.")
      .def("scale_parameter", &scale, py::arg("set"), py::arg("field"), py::arg("factors"),
           "A parameter becomes so many times what the model says: one factor, or one a copy.")
      .def_property_readonly("diverged", &diverged, "A flag for each copy: it ran away.");
}

}  // namespace pliant::python
