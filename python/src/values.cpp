#include "values.h"

#include "callables.h"

namespace pliant::python {

namespace {

constexpr int deepest = 4;  // lists in lists, as in Lua

[[noreturn]] void refuse(const std::string& problem, const std::string& cure) {
  throw InputError("", 0, problem, cure);
}

Value read(py::handle object, int depth) {
  if (depth > deepest) refuse("lists lie too deep in each other", "make it flatter");
  if (object.is_none()) return {};
  if (py::isinstance<py::bool_>(object)) return object.cast<bool>();
  if (py::isinstance<py::str>(object)) return object.cast<std::string>();
  if (py::isinstance<py::dict>(object)) {
    Value::Table table;
    for (const auto& [key, item] : py::reinterpret_borrow<py::dict>(object)) {
      if (!py::isinstance<py::str>(key)) refuse("a dictionary has keys that are no names", "");
      table[key.cast<std::string>()] = read(item, depth + 1);
    }
    return table;
  }
  if (py::hasattr(object, "__fspath__"))
    return py::str(object.attr("__fspath__")()).cast<std::string>();
  if (PyCallable_Check(object.ptr()) != 0 && !py::isinstance<py::array>(object)) {
    const HeldObject held(py::reinterpret_borrow<py::object>(object));
    return Value::Function(
        [held](double time, std::span<double> out) { call_with_time(held, time, out); });
  }
  if (py::hasattr(object, "dtype") && py::array(object.attr("__array__")()).ndim() == 0) {
    const py::object item = object.attr("item")();  // a number of NumPy's own
    return read(item, depth + 1);
  }
  if (py::isinstance<py::array>(object) && object.attr("ndim").cast<int>() > 0)
    return read(object.attr("tolist")(), depth);
  if (py::isinstance<py::sequence>(object)) {
    Value::List list;
    for (const py::handle item : object) list.push_back(read(item, depth + 1));
    return list;
  }
  const double number = PyFloat_AsDouble(object.ptr());
  if (number == -1 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    refuse("an object of type " +
               py::str(py::type::of(object).attr("__name__")).cast<std::string>() +
               " cannot be the value of a parameter",
           "give a number, a text, a list, a dictionary or a function of time");
  }
  return number;
}

py::object plain(const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value.is)) return py::bool_(*flag);
  if (const auto* number = std::get_if<double>(&value.is)) return py::float_(*number);
  if (const auto* text = std::get_if<std::string>(&value.is)) return py::str(*text);
  if (const auto* list = std::get_if<Value::List>(&value.is)) {
    py::tuple out(list->size());
    for (std::size_t i = 0; i < list->size(); ++i) out[i] = plain((*list)[i]);
    return out;
  }
  if (const auto* table = std::get_if<Value::Table>(&value.is)) {
    py::dict out;
    for (const auto& [key, item] : *table) out[py::str(key)] = plain(item);
    return out;
  }
  return py::none();
}

const char* word(Kind kind) {
  constexpr const char* words[] = {
      "number",   "integer", "boolean",        "text",           "choice", "vector", "texts",
      "settings", "events",  "number_of_time", "vector_of_time", "group",  "body"};
  return words[static_cast<std::size_t>(kind)];
}

}  // namespace

Value value_of(py::handle object) {
  return read(object, 0);
}

py::object object_of(const Value& value, Kind kind) {
  if (const auto* number = std::get_if<double>(&value.is); number && kind == Kind::integer)
    return py::int_(static_cast<std::int64_t>(*number));
  const auto* function = std::get_if<Value::Function>(&value.is);
  if (function == nullptr) return plain(value);
  if (kind == Kind::number_of_time)
    return py::cpp_function([f = *function](double time) {
      double out = 0;
      f(time, {&out, 1});
      return out;
    });
  return py::cpp_function([f = *function](double time) {
    Vec3d out;
    f(time, {&out.x, 3});
    return out;
  });
}

py::dict told(const Declaration& declaration) {
  py::dict out;
  out["name"] = declaration.name;
  out["group"] = declaration.group;
  out["help"] = declaration.help;
  out["example"] = declaration.example;
  py::list parameters;
  for (const Parameter& p : declaration.parameters) {
    py::dict about;
    about["name"] = p.name;
    about["unit"] = p.unit;
    about["help"] = p.help;
    about["kind"] = word(p.kind);
    about["allowed"] = p.allowed();
    about["choices"] = p.limits.choices;
    about["required"] = p.limits.required;
    about["default"] = object_of(p.fallback, p.kind);
    parameters.append(about);
  }
  out["parameters"] = parameters;
  return out;
}

}  // namespace pliant::python
