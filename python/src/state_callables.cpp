#include "state.h"

namespace pliant::python {

/// An entry of a dictionary that somebody else keeps: whoever has the state that calls it.
struct Callables::Function::Entry {
  PyObject* all;
  py::int_ key;

  ~Entry() {
    if (Py_IsInitialized() == 0) {
      key.release();
      return;
    }
    const py::gil_scoped_acquire gil;
    if (PyDict_DelItem(all, key.ptr()) != 0) PyErr_Clear();  // the collector was here
    key = py::int_();
  }
};

Callables::Function::Function(const py::dict& all, const py::object& callable) {
  static std::size_t next = 0;  // changed with the GIL alone
  entry_ = std::make_shared<Entry>(all.ptr(), py::int_(next++));
  all[entry_->key] = callable;
}

py::object Callables::Function::get() const {
  PyObject* const found = PyDict_GetItemWithError(entry_->all, entry_->key.ptr());
  if (found == nullptr) throw std::runtime_error("the path of a drive is gone");
  return py::reinterpret_borrow<py::object>(found);
}

void Callables::also(const Callables& other) {
  for (const py::handle dictionary : other.dictionaries_) dictionaries_.append(dictionary);
}

Callables::Function Callables::add(const py::object& callable) const {
  return {dictionaries_[0].cast<py::dict>(), callable};
}

int Callables::traverse(visitproc visit, void* arg) const {
  Py_VISIT(dictionaries_.ptr());
  return 0;
}

void Callables::clear() const {
  for (const py::handle dictionary : dictionaries_) PyDict_Clear(dictionary.ptr());
}

}  // namespace pliant::python
