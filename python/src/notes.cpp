#include "notes.h"

#include "binding.h"

namespace pliant::python {

void tell(const Notes& notes) {
  if (notes.empty()) return;
  const py::object note = py::module_::import("pliant.places").attr("note");
  for (const std::string& words : notes) note(words);
}

Progress interruptible() {
  return [](double, std::string_view) { obey_signals(); };
}

}  // namespace pliant::python
