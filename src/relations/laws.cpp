#include <pliant/error.h>
#include <pliant/laws.h>

#include <string_view>
#include <vector>

#include "base/nearest_name.h"
#include "base/text.h"
#include "relations/list.h"

namespace pliant {

std::span<const LawInfo> laws() {
  return Laws::infos;
}

const LawInfo& law(std::string_view name) {
  std::vector<std::string_view> names;
  for (const LawInfo& info : laws()) {
    if (info.name == name) return info;
    names.push_back(info.name);
  }
  throw InputError("", 0, text("there is no law '", name.substr(0, 64), "'"),
                   nearest_name(name, names));
}

}  // namespace pliant
