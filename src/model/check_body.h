#pragma once

#include <pliant/body.h>

namespace pliant {

/// InputError that names the first thing that is wrong with a body.
void check_body(const Body& body);

}  // namespace pliant
