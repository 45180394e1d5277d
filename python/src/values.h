#pragma once

#include <pliant/declaration.h>

#include "binding.h"

namespace pliant::python {

/// What an action's parameter is given; InputError for what cannot be one.
Value value_of(py::handle object);
/// As Python has it; vectors and lists become tuples, functions of time functions of time.
py::object object_of(const Value& value, Kind kind);
/// What a declaration tells, as dictionaries: for the classes that are made of it.
py::dict told(const Declaration& declaration);

}  // namespace pliant::python
