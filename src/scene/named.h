#pragma once

#include <pliant/declaration.h>
#include <pliant/error.h>

#include "base/text.h"

namespace pliant {

/// Adds the place in the script and the name of what is declared to an error that lacks them.
template <class Work>
auto named(const Declared& declared, Work work) {
  try {
    return work();
  } catch (const InputError& e) {
    if (!e.file().empty()) throw;
    const std::string& name = declared.declaration().name;
    const std::string prefix = e.problem().starts_with(name + ":") ? "" : name + ": ";
    throw InputError(declared.file, declared.line, prefix + e.problem(), e.cure());
  }
}

}  // namespace pliant
