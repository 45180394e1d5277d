#include "binding.h"

namespace pliant::python {

namespace {

PyObject* input_error = nullptr;
PyObject* diverged = nullptr;

void raise_input_error(const InputError& e) {
  const py::object made = py::reinterpret_borrow<py::object>(input_error)(e.what());
  made.attr("file") = e.file();
  made.attr("line") = e.line();
  made.attr("problem") = e.problem();
  made.attr("cure") = e.cure();
  PyErr_SetObject(input_error, made.ptr());
}

void raise_diverged(const Diverged& e) {
  const py::object made = py::reinterpret_borrow<py::object>(diverged)(e.what());
  made.attr("vertex") = e.vertex();
  made.attr("law") = e.law();
  if (e.relation() == no_index)
    made.attr("relation") = py::none();
  else
    made.attr("relation") = e.relation();
  made.attr("time") = e.time();
  made.attr("body") = e.body();
  PyErr_SetObject(diverged, made.ptr());
}

void translate(std::exception_ptr thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const InputError& e) {
    raise_input_error(e);
  } catch (const Diverged& e) {
    raise_diverged(e);
  }
}

}  // namespace

// Both classes are Python's own (pliant/errors.py), so that they have attributes and docstrings.
void declare_errors(py::module_&) {
  const py::module_ errors = py::module_::import("pliant.errors");
  input_error = errors.attr("InputError").cast<py::object>().release().ptr();
  diverged = errors.attr("Diverged").cast<py::object>().release().ptr();
  py::register_exception_translator(&translate);
}

}  // namespace pliant::python
