#pragma once

#include <pliant/action.h>

#include "callables.h"

namespace pliant::python {

/// A Python object with at(run, step), or some of prepare(stage), start(run), end(run),
/// next_event(step), memory() and remember(run, numbers), as an action.
std::shared_ptr<Action> action_of(py::object object, const std::string& name,
                                  const std::string& file, std::size_t line);

}  // namespace pliant::python
