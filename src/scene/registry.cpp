#include <pliant/action.h>
#include <pliant/error.h>

#include <algorithm>
#include <mutex>

#include "base/nearest_name.h"
#include "base/text.h"
#include "scene/actions/list.h"

namespace pliant {

namespace {

// Headings of the reference page, in the order in which a scene is usually written.
constexpr std::string_view groups[] = {"forces",      "laws",     "surroundings", "integrators",
                                       "constraints", "drives",   "loads",        "selection",
                                       "probes",      "recording"};

std::size_t place_of(const std::string& group) {
  return static_cast<std::size_t>(std::ranges::find(groups, group) - std::begin(groups));
}

bool before(const ActionType* a, const ActionType* b) {
  const Declaration &x = a->declaration, &y = b->declaration;
  if (x.group != y.group)
    return std::pair(place_of(x.group), x.group) < std::pair(place_of(y.group), y.group);
  return x.name < y.name;
}

struct Registry {
  std::mutex mutex;
  std::vector<const ActionType*> types = action::built_in();

  void add(const ActionType& type) {
    const std::scoped_lock lock(mutex);
    for (const ActionType* known : types)
      if (known->declaration.name == type.declaration.name)
        throw InputError("", 0, text("there is an action '", type.declaration.name, "' already"),
                         "choose another name");
    types.push_back(&type);
    std::ranges::sort(types, before);
  }
  Registry() { std::ranges::sort(types, before); }
};

Registry& registry() {
  static Registry all;
  return all;
}

}  // namespace

std::vector<const ActionType*> actions() {
  const std::scoped_lock lock(registry().mutex);
  return registry().types;
}

const ActionType& find_action(std::string_view name) {
  std::vector<std::string> names;
  for (const ActionType* type : actions()) {
    if (type->declaration.name == name) return *type;
    names.push_back(type->declaration.name);
  }
  throw InputError("", 0, text("there is no action '", name.substr(0, 64), "'"),
                   nearest_name(name, names));
}

void register_action(const ActionType& type) {
  registry().add(type);
}

}  // namespace pliant
