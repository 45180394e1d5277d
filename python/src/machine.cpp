#include <pliant/backends.h>
#include <pliant/model.h>
#include <pliant/threads.h>
#include <pliant/version.h>

#include "binding.h"

namespace pliant::python {

void declare_machine(py::module_& m) {
  m.def("thread_count", &thread_count, "How many threads are used at most.");
  m.def("set_thread_count", &set_thread_count, py::arg("threads"),
        "1 to 1024; 0: one for each core. Results do not depend on it.");
  m.def("instruction_sets", &instruction_sets, "That this machine can use, best first.");
  m.def(
      "card", [] { return cuda_card().name; }, "The NVIDIA card; empty where there is none.");
  m.def(
      "why_no_card", [] { return cuda_card().why_not; },
      "Why there is none, with a cure; empty where there is one.");
  m.def(
      "version", [] { return PLIANT_VERSION; }, "The version of Pliant.");
}

}  // namespace pliant::python
