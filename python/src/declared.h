#pragma once

#include <pliant/simulation.h>

#include "binding.h"

namespace pliant::python {

/// An action, a body or a group of a scene, whose parameters are read and written by name.
class SharedDeclared {
 public:
  explicit SharedDeclared(std::shared_ptr<Declared> declared) : declared_(std::move(declared)) {}

  py::object get(const std::string& parameter) const;
  void set(const std::string& parameter, const py::object& value);
  void place(const std::string& file, std::size_t line);
  const Declared& operator*() const { return *declared_; }
  /// InputError where it is none of these.
  template <class T>
  std::shared_ptr<T> as(const char* what) const {
    auto found = std::dynamic_pointer_cast<T>(declared_);
    if (!found)
      throw InputError("", 0, declared_->declaration().name + " is no " + what, "give one");
    return found;
  }

 private:
  std::shared_ptr<Declared> declared_;
};

}  // namespace pliant::python
